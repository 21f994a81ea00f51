"""The tables of several seeds: means with their spread, and which differences hold."""

from gyges.reports._figures import Table, shown
from gyges.reports._limits import own_prompts_sentence
from gyges.reports._plain import NOTHING, number, percent
from gyges.reports.benchmark._stability import difference_words
from gyges.reports.seeds._schema import SeededFigure, SeedsFile

__all__ = ["SEEDS_NOTE", "seeds_limits", "seeds_tables"]

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


def seeds_limits(file: SeedsFile) -> tuple[str, ...]:
    """Return what the figures do not prove."""
    return (
        "Seeds show chance in draws and in the answers of models. They show nothing about other documents, other "
        "readers or other prompts.",
        "A model that is asked at a temperature of 0 may answer every seed alike; that is no proof that it is right.",
        "Intervals are not widened for the number of differences: of twenty without any, one may seem to hold.",
        "Failures count as in the report of each seed, as leaked or as 0.",
        *filter(None, (own_prompts_sentence(file.prompts),)),
    )


def _spread(row: SeededFigure) -> tuple[str, ...]:
    ends = NOTHING if row.least is None else f"{percent(row.least)} to {percent(row.most)}"
    return row.who, row.figure, shown(row).both, ends, number(row.documents)
