"""Published results, as data: they stand beside yours in blocks that cannot be mixed up, and are none of yours."""

import csv
import io
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from itertools import groupby

from gyges.reports._plain import markdown_table, markdown_text

LINK_SOURCE = "xin"
"""The paper whose figures are those of linkage."""

_KEY = ("source", "table", "dataset", "method", "model", "attacker")


MEASURED, CONTROL, PUBLISHED = "measured", "control", "published"
Lines = tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class PaperBlock:
    """Rows of one kind: ``measured``, ``control`` or ``published``."""

    kind: str
    title: str
    rows: Lines
    best: frozenset[tuple[int, int]] = frozenset()  # row and column of the best cells


@dataclass(frozen=True, slots=True)
class PaperTable:
    """One table of a benchmark, mostly in the shape a paper gives it."""

    title: str  # which table or figure of which paper
    note: str  # what to know before reading it
    head: tuple[str, ...]  # the headings; none where the table could not be filled, and then the note says why
    blocks: tuple[PaperBlock, ...]  # its rows
    wide: bool = False  # whether it is too wide for a terminal, which then leaves it to the report

    @property
    def markdown(self) -> str:
        """The table in Markdown: controls and published rows under lines that say so, the published in italics."""
        rows: list[Sequence[str]] = []
        for block in self.blocks:
            if block.kind != MEASURED:
                rows.append((f"**{markdown_text(block.title)}**", *[""] * (len(self.head) - 1)))
            for place, row in enumerate(block.rows):
                best = {column for at, column in block.best if at == place}
                cells = [f"**{cell}**" if at in best else cell for at, cell in enumerate(map(markdown_text, row))]
                rows.append((f"*{cells[0]}*", *cells[1:]) if block.kind == PUBLISHED else cells)
        return markdown_table([*map(markdown_text, self.head)], rows)

    @property
    def groups(self) -> tuple[tuple[str, tuple[str, ...]], ...]:
        """The headings in groups: columns side by side whose headings begin with the same name and a colon.

        A heading that stands alone is a group without a name.
        """
        found: list[tuple[str, tuple[str, ...]]] = []
        for name, some in groupby(self.head, key=lambda head: head.partition(": ")[0]):
            heads = tuple(some)
            if len(heads) > 1:
                found.append((name, tuple(head.partition(": ")[2] for head in heads)))
            else:
                found.append(("", heads))
        return tuple(found)


@dataclass(frozen=True, slots=True)
class PublishedSource:
    """A paper: its citation, and what to know before comparing with it."""

    title: str
    note: str


@dataclass(frozen=True, slots=True)
class PublishedResult:
    """One row of a published table."""

    source: str  # the paper, a key of `published_sources`
    table: str  # the table in it
    dataset: str  # the data set, by our name where it is one of ours
    method: str  # the method, by the name of the paper
    model: str  # the model that rewrote; empty for none
    attacker: str  # who attacked
    figures: Mapping[str, float]

    @property
    def label(self) -> str:
        """Method and model."""
        return f"{self.method} · {self.model}" if self.model else self.method


@cache
def published_sources() -> Mapping[str, PublishedSource]:
    """Return the papers the numbers are from."""
    text = (_folder() / "sources.toml").read_text(encoding="utf-8")
    return {name: PublishedSource(**row) for name, row in tomllib.loads(text).items()}


def published_results(*, dataset: str | None = None, source: str | None = None) -> tuple[PublishedResult, ...]:
    """Return published rows, all of them or those of one data set or paper."""
    return tuple(r for r in _all() if dataset in (None, r.dataset) and source in (None, r.source))


def is_count(name: str) -> bool:
    """Whether a published figure is a number of things, or a mean of such numbers, and no share."""
    return name.startswith("n_")


@cache
def _all() -> tuple[PublishedResult, ...]:
    found: dict[tuple[str, ...], dict[str, float]] = {}
    for row in csv.DictReader(io.StringIO((_folder() / "results.csv").read_text(encoding="utf-8"))):
        key = tuple(row[name] for name in _KEY)
        found.setdefault(key, {})[row["figure"]] = float(row["value"])
    return tuple(
        PublishedResult(figures=figures, **dict(zip(_KEY, key, strict=True))) for key, figures in found.items()
    )


def _folder() -> Traversable:
    return files("gyges.reports.benchmark") / "published"
