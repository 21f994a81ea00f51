"""SPIA, Tables 3 and 5 to 7 and Figures 5 to 7: what the data sets hold, and protection by the people of a text."""

from collections.abc import Callable, Iterable, Mapping, Sequence

from gyges.reports._figures import shown
from gyges.reports._plain import NOTHING, label, number, percent
from gyges.reports.benchmark._published import PublishedResult, published_results
from gyges.reports.benchmark._schema import BenchmarkFile, StatsRow
from gyges.reports.benchmark._tables import short_name
from gyges.reports.benchmark.papers._shape import PaperTable, blocks, covered, read_by
from gyges.scoring import PEOPLE_IN_TEXT

__all__ = ["spia_table_7"]

_MOST_PEOPLE = 5
_MOST_FACTS = 8
_LONG = 5000  # characters; Figure 7 of SPIA is drawn in steps up to some 15,000
_NAMES = "Table 3", "Table 5", "Table 6", "Table 7", "Table 8"
_Counts = Mapping[int, int]


def spia_table_7(file: BenchmarkFile) -> tuple[PaperTable, ...]:
    """Return what the data sets hold in the shape of SPIA's appendix A, and CPR by the number of people in a text."""
    stats = {one.name: one.stats for one in file.datasets if one.stats is not None}
    printed = [row for one in file.datasets for row in published_results(dataset=one.reference, source="spia")]
    printed = [row for row in printed if row.table in _NAMES]
    counted = (
        _basic(stats, printed),
        _groups("Table 5", "Kind", "kinds of facts", stats, printed, _kinds),
        _groups(
            "Table 6",
            "People in a text",
            "texts",
            stats,
            printed,
            lambda s: _up_to(s.subjects.distribution, _MOST_PEOPLE),
        ),
        _groups(
            "Table 7",
            "Facts about a person",
            "people",
            stats,
            printed,
            lambda s: _up_to(s.facts.distribution, _MOST_FACTS),
        ),
        _groups("Figure 5", "Certainty", "facts", stats, (), lambda s: _levels(s.facts.by_certainty)),
        _groups("Figure 6", "Hardness", "facts", stats, (), lambda s: _levels(s.facts.by_hardness)),
        _groups("Figure 7", "Characters", "texts", stats, (), lambda s: _lengths(s.length.distribution)),
    )
    return (*counted, *_protection(file))


def _basic(stats: Mapping[str, StatsRow], printed: Sequence[PublishedResult]) -> PaperTable:
    rows: dict[str, Callable[[StatsRow], float | None]] = {
        "documents": lambda s: s.documents,
        "people": lambda s: s.subjects.count,
        "people per text": lambda s: s.subjects.per_document,
        "facts": lambda s: s.facts.count,
        "facts of certainty 3 and above": lambda s: s.facts.sure,
        "facts per person": lambda s: s.facts.per_subject,
        "characters per text": lambda s: s.length.mean,
    }
    known = [row for row in printed if row.table in ("Table 3", "Table 8")]
    published = tuple((_of(row), *(_plain(row.figures.get(_key(name))) for name in rows)) for row in known)
    measured = tuple((name, *(_plain(get(one)) for get in rows.values())) for name, one in stats.items())
    note = "Table 8 is the same for the test set. Counted, so without intervals."
    return PaperTable(
        "SPIA, Tables 3 and 8", note, ("Data set", *rows), blocks(measured, (), published, known), wide=True
    )


def _key(name: str) -> str:
    return f"n_{name.replace(' ', '_')}"


def _groups(
    table: str,
    first: str,
    of: str,
    stats: Mapping[str, StatsRow],
    printed: Sequence[PublishedResult],
    groups: Callable[[StatsRow], dict[str, int]],
) -> PaperTable:
    """One row a group, one column a data set, as in the paper; published columns are rows of a block of their own."""
    found = {name: groups(one) for name, one in stats.items()}
    names = list(dict.fromkeys(group for counts in found.values() for group in counts))
    known = [row for row in printed if row.table == table]
    for row in known:
        names += [n.removeprefix("n_") for n in row.figures if n.startswith("n_") and n.removeprefix("n_") not in names]
    measured = tuple(
        (name, *(_shared(counts.get(group, 0), counts.values()) for group in names)) for name, counts in found.items()
    )
    published = tuple(
        (_of(row), *(_shared(int(row.figures.get(f"n_{g}", 0)), _values(row)) for g in names)) for row in known
    )
    heads = [label(group) if group.isupper() else group for group in names]
    return PaperTable(
        f"SPIA, {table}",
        f"{first}: how many {of}, and their share. Counted, so without intervals.",
        ("Data set", *heads),
        blocks(measured, (), published, known),
        wide=True,
    )


def _values(row: PublishedResult) -> list[int]:
    return [int(value) for name, value in row.figures.items() if name.startswith("n_")]


def _shared(count: int, counts: Iterable[int]) -> str:
    total = sum(counts)
    return f"{number(count)} ({percent(count / total)})" if total else NOTHING


def _kinds(stats: StatsRow) -> dict[str, int]:
    return dict(stats.facts.by_tag)


def _up_to(counts: _Counts, most: int) -> dict[str, int]:
    rest = sum(n for value, n in counts.items() if value >= most)
    nothing = {"0": counts[0]} if counts.get(0) else {}
    return {**nothing, **{str(value): counts.get(value, 0) for value in range(1, most)}, f"{most}+": rest}


def _levels(counts: _Counts) -> dict[str, int]:
    unrated = {"unrated": counts[0]} if counts.get(0) else {}
    return {**{str(level): counts.get(level, 0) for level in range(1, 6)}, **unrated}


def _lengths(counts: _Counts) -> dict[str, int]:
    steps = (0, 500, 1000, 2000, _LONG)
    ends = (*steps[1:], None)
    return {
        f"{low:,}+" if high is None else f"{low:,}–{high - 1:,}": sum(
            n for step, n in counts.items() if step >= low and (high is None or step < high)
        )
        for low, high in zip(steps, ends, strict=True)
    }


def _protection(file: BenchmarkFile) -> tuple[PaperTable, ...]:
    """CPR by how many people a text is about: ours, as SPIA speaks of several people and draws no figure of them."""
    tables = []
    for dataset in file.datasets:
        for attacker, cells in read_by(file, dataset.name):
            used = [
                g for g in PEOPLE_IN_TEXT if any((r := c.results.by_people.get(g)) and r.denominator for c in cells)
            ]
            most = {
                g: max((r.denominator or 0 for c in cells if (r := c.results.by_people.get(g))), default=0)
                for g in used
            }
            heads = [f"{group} people ({number(most[group])} facts)" for group in used]
            rows = tuple((c.label, *(shown(c.results.by_people.get(g)).both for g in used), covered(c)) for c in cells)
            if used:
                title = f"Protection by the people in a text: {dataset.name}, read by {short_name(attacker)}"
                note = (
                    "CPR of texts about so many people. The method none is the original text, remove-all an empty one."
                )
                tables.append(
                    PaperTable(title, note, ("Method", *heads, "Documents"), blocks(rows), wide=len(used) > 3)
                )
    return tuple(tables)


def _of(row: PublishedResult) -> str:
    return f"{row.dataset} ({row.table})"


def _plain(value: float | None) -> str:
    if value is None:
        return NOTHING
    return number(int(value)) if float(value).is_integer() else f"{value:,.2f}"
