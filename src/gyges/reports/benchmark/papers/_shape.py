"""What a table of a paper is made of: measured rows, controls and published rows, in blocks that cannot be mixed up."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from gyges.reports._figures import Table
from gyges.reports._plain import NOTHING
from gyges.reports.benchmark._published import PublishedResult
from gyges.reports.benchmark._schema import BenchmarkFile, CellRow
from gyges.reports.benchmark._tables import short_name

__all__ = [
    "CONTROL",
    "MEASURED",
    "PUBLISHED",
    "Lines",
    "PaperBlock",
    "PaperTable",
    "backbone",
    "blocks",
    "covered",
    "flat",
    "read_by",
    "widest",
]

MEASURED, CONTROL, PUBLISHED = "measured", "control", "published"
Lines = tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class PaperBlock:
    """Rows of one kind: ``measured``, ``control`` or ``published``."""

    kind: str
    title: str
    rows: Lines


@dataclass(frozen=True, slots=True)
class PaperTable:
    """One table in the shape a paper gives it.

    Attributes:
        title: Which table or figure of which paper.
        note: What to know before reading it.
        head: The headings.
        blocks: Its rows.
        wide: Whether it is too wide for a terminal, which then leaves it to the report.
    """

    title: str
    note: str
    head: tuple[str, ...]
    blocks: tuple[PaperBlock, ...]
    wide: bool = False


def flat(table: PaperTable) -> Table:
    """Return a table of a paper as plain rows; a row with nothing but a title opens each block after the measured."""
    rows: list[tuple[str, ...]] = []
    for block in table.blocks:
        if block.kind != MEASURED:
            rows.append((f"{block.title}:", *[""] * (len(table.head) - 1)))
        rows += block.rows
    return Table(table.head, tuple(rows))


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


def blocks(
    measured: Lines, controls: Lines = (), printed: Lines = (), sources: Iterable[PublishedResult] = ()
) -> tuple[PaperBlock, ...]:
    """Return the blocks that have rows; published ones say where they are from and that they are none of ours."""
    tables = dict.fromkeys(f"{row.source.upper()}, {row.table}" for row in sources)
    found = (
        PaperBlock(MEASURED, "Measured here", measured),
        PaperBlock(CONTROL, "Controls", controls),
        PaperBlock(PUBLISHED, f"Published ({'; '.join(tables)}): other attackers, prompts and runs", printed),
    )
    return tuple(block for block in found if block.rows)
