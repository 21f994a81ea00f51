"""What a table of a paper is made of: measured rows, controls and published rows, in blocks that cannot be mixed up."""

from collections.abc import Iterable, Sequence

from gyges.reports._figures import Table
from gyges.reports._plain import NOTHING
from gyges.reports.benchmark._published import (
    CONTROL,
    MEASURED,
    PUBLISHED,
    Lines,
    PaperBlock,
    PaperTable,
    PublishedResult,
)
from gyges.reports.benchmark._schema import BenchmarkFile, CellRow
from gyges.reports.benchmark._tables import short_name


def parts(table: PaperTable) -> tuple[tuple[str, Table], ...]:
    """Return a table of a paper as plain ones with their titles: ours with its controls, and the published one.

    Columns that nobody published are left out of the second.
    """
    ours = tuple(row for block in table.blocks if block.kind != PUBLISHED for row in block.rows)
    found = [(table.title, Table(table.head, ours))]
    for block in table.blocks:
        if block.kind == PUBLISHED:
            used = [i for i in range(len(table.head)) if any(row[i] != NOTHING for row in block.rows)]
            rows = tuple(tuple(row[i] for i in used) for row in block.rows)
            found.append((block.title, Table(tuple(table.head[i] for i in used), rows)))
    return tuple(found)


def backbone(cell: CellRow) -> str:
    """Return the model and the seed of a cell, as the column "backbone" of a paper has it."""
    parts = [short_name(cell.model)] if cell.model else []
    return " · ".join([*parts, *([f"seed {cell.seed}"] if cell.seed is not None else [])]) or NOTHING


def widest(cells: Sequence[CellRow]) -> CellRow | None:
    """Return the cell whose controls speak for most documents."""
    return max(cells, key=lambda cell: cell.results.coverage.attacked, default=None)


def covered(cell: CellRow) -> str:
    """Return the documents that a cell speaks for, of all."""
    return f"{cell.results.coverage.attacked} / {cell.results.coverage.documents}"


def read_by(file: BenchmarkFile, dataset: str) -> tuple[tuple[str, list[CellRow]], ...]:
    """Return the cells of a data set, attacker by attacker."""
    names = dict.fromkeys(cell.attacker for cell in file.cells if cell.dataset == dataset)
    return tuple((name, file.cells_of(dataset, name)) for name in names)


OTHERS = "other attackers, prompts and runs"


def blocks(
    measured: Lines,
    controls: Lines = (),
    printed: Lines = (),
    sources: Iterable[PublishedResult] = (),
    *,
    said: str = OTHERS,
) -> tuple[PaperBlock, ...]:
    """Return the blocks that have rows; published ones say where they are from and that they are none of ours."""
    tables = dict.fromkeys(f"{_paper(row.source)}, {row.table}" for row in sources)
    found = (
        PaperBlock(MEASURED, "Measured here", measured),
        PaperBlock(CONTROL, "Controls", controls),
        PaperBlock(PUBLISHED, f"Published ({'; '.join(tables)}): {said}", printed),
    )
    return tuple(block for block in found if block.rows)


def _paper(source: str) -> str:
    return "SPIA" if source == "spia" else f"{source.capitalize()} et al."
