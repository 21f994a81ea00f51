"""Reports on several seeds of one run: the file ``seeds.json``, version 1, its tables and its page."""

from typing import Literal

from pydantic import BaseModel

from gyges.reports._figures import Table, shown
from gyges.reports._limits import other_limits
from gyges.reports._page import environment, page
from gyges.reports._plain import NOTHING, number, percent
from gyges.reports.benchmark._notes import difference_words
from gyges.reports.benchmark._schema import DifferenceFigure
from gyges.scoring import RateRow


class SeededFigure(RateRow):
    """One figure: its mean over seeds, and the figure of each seed."""

    who: str
    figure: str
    documents: int
    by_seeds: list[float]
    least: float | None = None
    most: float | None = None


class SeededDifference(DifferenceFigure):
    """The first less the second, in one figure."""

    one: str
    two: str
    figure: str


class SeedsFile(BaseModel, frozen=True, extra="allow"):
    """Several seeds of one run."""

    version: Literal[1] = 1
    gyges: str
    kind: str
    seeds: list[int]
    asked: dict[str, str] = {}
    figures: list[SeededFigure]
    differences: list[SeededDifference] = []
    prompts: dict[str, str] = {}


SEEDS_NOTE = (
    "Mean over seeds, in brackets its 95 % interval (bootstrap over documents); beside it the lowest and the highest "
    "seed. Differences are first less second, in points: one holds if its interval (paired over documents, all seeds "
    "together) and every pair of seeds have the same sign."
)
"""What the tables mean."""


def seeds_tables(file: SeedsFile) -> tuple[tuple[str, Table], ...]:
    """Return the tables with their titles; the second only where there are two things to compare."""
    named = ", ".join(map(str, file.seeds))
    spread = Table(
        ("What", "Figure", "Mean", "Lowest to highest", "Documents"), tuple(_spread(row) for row in file.figures)
    )
    tables = [(f"Over seeds {named}", spread)]
    if file.differences:
        rows = tuple(
            (f"{row.one} − {row.two}", row.figure, *difference_words(row), number(row.documents))
            for row in file.differences
        )
        head = ("First − second", "Figure", "Difference", "Over seeds", "Holds", "Documents")
        tables.append(("Which differences hold", Table(head, rows)))
    return tuple(tables)


def _spread(row: SeededFigure) -> tuple[str, ...]:
    ends = NOTHING if row.least is None else f"{percent(row.least)} to {percent(row.most)}"
    return row.who, row.figure, shown(row).both, ends, number(row.documents)


def seeds_html(file: SeedsFile) -> str:
    """Return the report. It holds figures, no text of a document."""
    hold = sum(row.survives for row in file.differences)
    told = f"Of {number(len(file.differences))} differences, {number(hold)} hold over documents and seeds."
    return (
        environment()
        .get_template("seeds.html.jinja")
        .render(
            file=file,
            title=f"{len(file.seeds)} seeds of one {file.kind}",
            page=page(),
            told=told if file.differences else "",
            tables=seeds_tables(file),
            note=SEEDS_NOTE,
            limits=other_limits("seeds", file.prompts),
        )
    )
