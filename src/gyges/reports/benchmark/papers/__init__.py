"""Tables in the shape papers give them, with their published rows beside and never among ours."""

import difflib
from collections.abc import Callable, Mapping, Sequence

from gyges.errors import ConfigError
from gyges.reports.benchmark._published import PaperTable
from gyges.reports.benchmark._schema import BenchmarkFile
from gyges.reports.benchmark.papers._shape import parts
from gyges.reports.benchmark.papers._spia import spia_table_4, spia_table_7
from gyges.reports.benchmark.papers._spia_attackers import rank_table, spia_table_9_shape, spia_table_11
from gyges.reports.benchmark.papers._staab import staab, staab_table_5

TABLES: Mapping[str, Callable[[BenchmarkFile], tuple[PaperTable, ...]]] = {
    "spia-table4": spia_table_4,
    "spia-table7": spia_table_7,
    "spia-table9": spia_table_9_shape,
    "spia-table11": spia_table_11,
    "staab": staab,
    "staab-table5": staab_table_5,
}
"""What the key `tables` of a plan may name."""

_SEVERAL_ATTACKERS = ("spia-table11",)
_NEEDS = {
    "spia-table9": "the method none on documents with annotated people",
    "staab": "documents that are labelled for their author",
}


def check_tables(names: Sequence[str], attackers: int) -> None:
    """Refuse tables that there are not, or that so many attackers cannot fill, before anything is done for them."""
    for name in names:
        if name not in TABLES:
            near = difflib.get_close_matches(name, TABLES, n=1)
            remedy = f"did you mean {near[0]}?" if near else f"use {', '.join(TABLES)}"
            raise ConfigError(f"there is no table '{name}'", remedy)
        if name in _SEVERAL_ATTACKERS and attackers < 2:  # one attacker agrees with nobody
            raise ConfigError(
                f"the table '{name}' compares attackers, and only one is named",
                "name two or more with --attacker, such as --attacker rules --attacker MODEL",
            )


def paper_tables(file: BenchmarkFile) -> tuple[PaperTable, ...]:
    """Return the tables of papers that a benchmark was made for, in the order its plan names them."""
    check_tables([name for name in file.tables if name not in _SEVERAL_ATTACKERS], attackers=1)
    return tuple(table for name in file.tables for table in TABLES[name](file) or (_unfilled(name),))


def _unfilled(name: str) -> PaperTable:
    """Return what stands in the place of a table that there is nothing for."""
    return PaperTable(name, f"It could not be filled: it needs {_NEEDS.get(name, 'a method that was run')}.", (), ())
