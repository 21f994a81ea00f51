"""SPIA, Tables 4 and 7 with their figures: what the data sets hold, and what methods leave protected."""

from collections.abc import Callable, Iterable, Mapping, Sequence

from gyges.records import taxonomy
from gyges.reports._figures import Figure, shown
from gyges.reports._plain import NOTHING, label, number, percent, points
from gyges.reports.benchmark._published import Lines, PaperTable, PublishedResult, published_results
from gyges.reports.benchmark._schema import BenchmarkFile, CellRow, DatasetRow, StatsRow
from gyges.reports.benchmark._tables import FIGURES, short_name
from gyges.reports.benchmark.papers._shape import backbone, blocks, covered, read_by, widest
from gyges.scoring import PEOPLE_IN_TEXT

_MOST_PEOPLE = 5
_MOST_FACTS = 8
_LONG = 5000  # characters; Figure 7 of SPIA is drawn in steps up to some 15,000
_WHOLE = "all documents of the paper"
_Counts = Mapping[int, int]


def spia_table_7(file: BenchmarkFile) -> tuple[PaperTable, ...]:
    """Return what the data sets hold in the shape of SPIA's appendix A, and CPR by the number of people in a text."""
    sets = [one for one in file.datasets if one.stats is not None]
    counted = (
        _basic(sets),
        _groups("Table 5", "Kind", "facts", sets, _kinds),
        _groups("Table 6", "People in a text", "texts", sets, lambda s: _up_to(s.subjects.distribution, _MOST_PEOPLE)),
        _groups("Table 7", "Facts about a person", "people", sets, lambda s: _up_to(s.facts.distribution, _MOST_FACTS)),
        _groups("Figure 5", "Certainty", "facts", sets, lambda s: _levels(s.facts.by_certainty)),
        _groups("Figure 6", "Hardness", "facts", sets, lambda s: _levels(s.facts.by_hardness)),
        _groups("Figure 7", "Characters", "texts", sets, lambda s: _lengths(s.length.distribution)),
    )
    return (*counted, *_protection(file))


_BASIC: Mapping[str, Callable[[StatsRow], float | None]] = {
    "documents": lambda s: s.documents,
    "people": lambda s: s.subjects.count,
    "people per text": lambda s: s.subjects.per_document,
    "facts": lambda s: s.facts.count,
    "facts of certainty 3 and above": lambda s: s.facts.sure,
    "facts per person": lambda s: s.facts.per_subject,
    "characters per text": lambda s: s.length.mean,
}


def _basic(sets: Sequence[DatasetRow]) -> PaperTable:
    measured = tuple((name, *(_plain(get(one.stats)) for one in sets if one.stats)) for name, get in _BASIC.items())
    known = [_counted(one, "Table 3") or _counted(one, "Table 8") for one in sets]
    figures = [{} if row is None else row.figures for row in known]
    published = tuple((name, *(_plain(one.get(f"n_{name.replace(' ', '_')}")) for one in figures)) for name in _BASIC)
    sources = [row for row in known if row is not None]
    return PaperTable(
        "SPIA, Tables 3 and 8",
        "Table 3 is for the whole data sets, Table 8 for the test sets. Counted, so without intervals.",
        ("What", *(one.name for one in sets)),
        blocks(measured, (), published if sources else (), sources, said=_WHOLE),
    )


def _groups(
    table: str, first: str, of: str, sets: Sequence[DatasetRow], groups: Callable[[StatsRow], dict[str, int]]
) -> PaperTable:
    """One row a group, one column a data set and one for all of them, as in the paper."""
    measured = [groups(one.stats) for one in sets if one.stats]
    known = [_counted(one, table) for one in sets]
    printed = [{n.removeprefix("n_"): int(v) for n, v in row.figures.items()} if row else {} for row in known]
    sources = [row for row in known if row is not None]
    return PaperTable(
        f"SPIA, {table}",
        f"{first}: how many {of}, and their share. Counted, so without intervals.",
        (first, *(one.name for one in sets), *(["together"] if len(sets) > 1 else [])),
        blocks(_rows(measured), (), _rows(printed) if sources else (), sources, said=_WHOLE),
    )


def _rows(counts: Sequence[Mapping[str, int]]) -> Lines:
    names = list(dict.fromkeys(name for one in counts for name in one))
    together = {name: sum(one.get(name, 0) for one in counts) for name in names}
    columns = [*counts, together] if len(counts) > 1 else list(counts)
    rows = [(_head(name), *(_shared(one.get(name, 0), one.values()) for one in columns)) for name in names]
    return (*rows, ("all", *(number(sum(one.values())) if one else NOTHING for one in columns)))


def _head(name: str) -> str:
    return label(name) if name.isupper() and name.isidentifier() else name


def _counted(dataset: DatasetRow, table: str) -> PublishedResult | None:
    rows = published_results(dataset=dataset.reference, source="spia")
    return next((row for row in rows if row.table == table), None)


def _shared(count: int, counts: Iterable[int]) -> str:
    total = sum(counts)
    return f"{number(count)} ({percent(count / total)})" if total else NOTHING


def _kinds(stats: StatsRow) -> dict[str, int]:
    """Facts by kind, in SPIA's order; kinds that are none of SPIA's come last."""
    counts, known = stats.facts.by_tag, taxonomy("spia").names
    return {tag: counts[tag] for tag in (*known, *(tag for tag in counts if tag not in known)) if tag in counts}


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


def _plain(value: float | None) -> str:
    if value is None:
        return NOTHING
    return number(int(value)) if float(value).is_integer() else f"{value:,.2f}"


_SPANS = ("recall", "er_direct", "er_quasi")
_INFERENCE = ("aac", "cpr", "ipr")
_COLUMNS = tuple(column for column in FIGURES if column.name in (*_SPANS, *_INFERENCE, "mean"))
_Key = tuple[str, str]


def spia_table_4(file: BenchmarkFile) -> tuple[PaperTable, ...]:
    """Return Table 4 and what Figures 3 and 4 draw of it, once for each attacker."""
    attackers = dict.fromkeys(cell.attacker for cell in file.cells)
    return tuple(table for name in attackers for table in (_main(file, name), _gaps(file, name)))


def _main(file: BenchmarkFile, attacker: str) -> PaperTable:
    sets = _datasets(file, attacker)
    heads = [f"{one.name}: {head}" for one in sets for head in (*(c.head for c in _COLUMNS), "texts", "facts")]
    cells = {one.name: {_key(cell): cell for cell in file.cells_of(one.name, attacker)} for one in sets}
    measured = tuple(
        (*key, *(words for one in sets for words in _figures(cells[one.name].get(key))))
        for key in _keys(cells.values())
    )
    rows = {one.name: _published(one) for one in sets}
    printed = tuple(
        (*key, *(words for one in sets for words in _printed(rows[one.name].get(key)))) for key in _keys(rows.values())
    )
    controls = [(one, widest(list(cells[one.name].values()))) for one in sets]
    return PaperTable(
        f"SPIA, Table 4, read by {short_name(attacker)}",
        "Span masking against inference, all better high. 1-AAC: the target of each text; CPR, IPR: everybody.",
        ("Method", "Backbone", *heads),
        blocks(measured, _controls(controls), printed, [row for found in rows.values() for row in found.values()]),
        wide=True,
    )


def _gaps(file: BenchmarkFile, attacker: str) -> PaperTable:
    """Means of the span and of the inference figures (Figure 3), the target against everybody (Figure 4)."""
    sets = _datasets(file, attacker)
    heads = [f"{one.name}: {head}" for one in sets for head in ("spans", "inference", "gap", "1-AAC less CPR")]
    values = {one.name: {_key(cell): _of_cell(cell) for cell in file.cells_of(one.name, attacker)} for one in sets}
    printed = {one.name: {key: dict(row.figures) for key, row in _published(one).items()} for one in sets}
    measured, published = (
        tuple((*key, *(words for one in sets for words in _gap(found[one.name].get(key, {})))) for key in keys)
        for found, keys in ((values, _keys(values.values())), (printed, _keys(printed.values())))
    )
    sources = [row for one in sets for row in _published(one).values()]
    return PaperTable(
        f"SPIA, Figures 3 and 4, read by {short_name(attacker)}",
        "Spans: mean of R, ER direct and ER quasi. Inference: mean of 1-AAC, CPR and IPR. Gaps in percentage points; "
        "above zero in the last column, the target is better protected than everybody. Intervals stand in Table 4.",
        ("Method", "Backbone", *heads),
        blocks(measured, (), published, sources),
        wide=True,
    )


def _datasets(file: BenchmarkFile, attacker: str) -> list[DatasetRow]:
    return [one for one in file.datasets if file.cells_of(one.name, attacker)]


def _key(cell: CellRow) -> _Key:
    return cell.title, backbone(cell)


def _keys(found: Iterable[Iterable[_Key]]) -> list[_Key]:
    return list(dict.fromkeys(key for keys in found for key in keys))


def _figures(cell: CellRow | None) -> list[str]:
    if cell is None:
        return [NOTHING] * (len(_COLUMNS) + 2)
    return [*(shown(column.get(cell)).both for column in _COLUMNS), covered(cell), str(cell.results.coverage.facts)]


def _published(dataset: DatasetRow) -> dict[_Key, PublishedResult]:
    rows = [row for row in published_results(dataset=dataset.reference, source="spia") if "cpr" in row.figures]
    return {(row.method, row.model or NOTHING): row for row in rows}


def _printed(row: PublishedResult | None) -> list[str]:
    figures = {} if row is None else row.figures
    return [*(str(Figure(figures.get(column.name))) for column in _COLUMNS), NOTHING, NOTHING]


def _controls(sets: Sequence[tuple[DatasetRow, CellRow | None]]) -> Lines:
    """The original text, and a guess that never saw it."""
    names = {"the original text": "original", "a guess without the text": "prior"}
    return tuple(
        (name, NOTHING, *(words for _, cell in sets for words in _control(cell, of))) for name, of in names.items()
    )


def _control(cell: CellRow | None, of: str) -> list[str]:
    if cell is None:
        return [NOTHING] * (len(_COLUMNS) + 2)
    known = {**cell.results.controls, **cell.results.metrics}
    return [
        *(shown(known.get(f"{of}_{column.name}")).both for column in _COLUMNS),
        covered(cell),
        str(cell.results.coverage.facts),
    ]


def _of_cell(cell: CellRow) -> dict[str, float]:
    rates = {column.name: column.get(cell) for column in _COLUMNS}
    return {name: rate.value for name, rate in rates.items() if rate is not None and rate.value is not None}


def _gap(figures: dict[str, float]) -> list[str]:
    spans, inference = (_mean(figures, names) for names in (_SPANS, _INFERENCE))
    wide = None if spans is None or inference is None else spans - inference
    target = figures["aac"] - figures["cpr"] if {"aac", "cpr"} <= figures.keys() else None
    return [percent(spans), percent(inference), points(wide), points(target)]


def _mean(figures: dict[str, float], names: Sequence[str]) -> float | None:
    return sum(figures[name] for name in names) / len(names) if set(names) <= figures.keys() else None
