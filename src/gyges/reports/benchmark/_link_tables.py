"""The tables of linkage in a benchmark, in the shape of Xin et al.: published rows stand beside, set apart."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from gyges.reports._plain import NOTHING, number
from gyges.reports.benchmark._published import LINK_SOURCE, PaperBlock, PaperTable, PublishedResult, published_results
from gyges.reports.benchmark._schema import BenchmarkFile, DatasetRow, LinkRow, SettingRow, figure_at
from gyges.reports.benchmark._tables import short_name
from gyges.scoring import RateRow


@dataclass(frozen=True, slots=True)
class _Column:
    """A column: its heading, the rows it is about, where their figure stands, and what that is called as published."""

    head: str
    rows: Sequence[LinkRow]
    path: str
    published: str = ""


def link_tables(file: BenchmarkFile, dataset: DatasetRow) -> tuple[PaperTable, ...]:
    """Return the tables of one data set; those that would be empty or have a single column are left out."""
    rows = [row for row in file.links if row.dataset == dataset.name]
    base = base_setting(rows)
    if base is None:
        return ()
    makers = (_main, _measures, _by_draw, _by_linker, _by_known, _reworded, _kinds)
    tables = (make(rows, base, dataset.reference) for make in makers)
    return tuple(table for table in tables if table is not None)


def base_setting(rows: Sequence[LinkRow]) -> SettingRow | None:
    """Return the attack that the main table shows: the first of the plan."""
    return rows[0].setting if rows else None


def methods_of(rows: Iterable[LinkRow]) -> tuple[str, ...]:
    """Return the methods in the order of the plan; all seeds of one are one method."""
    return tuple(dict.fromkeys(row.title for row in rows))


def in_setting(rows: Iterable[LinkRow], base: SettingRow, **other: object) -> list[LinkRow]:
    """Return the rows of one attack whatever its seed: the base one, with what is said otherwise."""
    wanted = {name: getattr(base, name) for name in ("linker", "draw", "known", "reworded")} | other
    return [row for row in rows if all(getattr(row.setting, name) == value for name, value in wanted.items())]


def spread(rates: Sequence[RateRow | None]) -> str:
    """Return the mean over seeds with its interval, and the range where there are several."""
    known = [rate for rate in rates if rate is not None and rate.value is not None]
    values = [rate.value for rate in known if rate.value is not None]
    if not values:
        return NOTHING
    said = _two(sum(values) / len(values))
    lows, highs = [r.low for r in known if r.low is not None], [r.high for r in known if r.high is not None]
    if len(lows) == len(highs) == len(known):
        said += f" [{_two(sum(lows) / len(lows))}–{_two(sum(highs) / len(highs))}]"
    return said if len(values) < 2 else f"{said} ±{(max(values) - min(values)) / 2:.2f}"


def _table(
    title: str,
    note: str,
    columns: Sequence[_Column],
    controls: Iterable[tuple[str, Sequence[str]]],
    published: Iterable[PublishedResult],
    last: Mapping[str, str] | None = None,
) -> PaperTable | None:
    """Return a table with a row a method; `last` is one more column by method. None where nothing is known."""
    spare = 0 if last is None else 1
    methods = methods_of(row for column in columns for row in column.rows)
    lines = ((method, *(_spread(column, method, column.path) for column in columns)) for method in methods)
    measured = tuple(line if last is None else (*line, last[line[0]]) for line in lines if _tells(line))
    if not measured:
        return None
    head = ("Method", *(column.head for column in columns), *(["Records attacked"] if spare else []))
    told = [(name, *cells, *[NOTHING] * (len(head) - 1 - len(cells))) for name, cells in controls]
    blocks = [PaperBlock("measured", "Measured here", measured)]
    blocks.append(PaperBlock("control", "Controls", tuple(line for line in told if _tells(line))))
    printed: dict[str, list[tuple[str, ...]]] = {}
    for one in published:
        line = (one.label, *(_value(one.figures.get(column.published)) for column in columns), *[NOTHING] * spare)
        printed.setdefault(one.table, []).extend([line] if _tells(line) else [])
    for name, found in printed.items():
        words = f"Published (Xin et al., {name}): other models, prompts and records"
        blocks.append(PaperBlock("published", words, tuple(found)))
    return PaperTable(title, note, head, tuple(block for block in blocks if block.rows))


def _tells(line: Sequence[str]) -> bool:
    return any(cell != NOTHING for cell in line[1:])


def _spread(column: _Column, method: str, path: str) -> str:
    return spread([_figure(row, path) for row in column.rows if row.title == method])


def _from(reference: str, *tables: str) -> list[PublishedResult]:
    return [row for row in published_results(dataset=reference, source=LINK_SOURCE) if row.table in tables]


def _main(rows: Sequence[LinkRow], base: SettingRow, reference: str) -> PaperTable | None:
    """Privacy and utility (Tables 1 and 2)."""
    shown = in_setting(rows, base)
    columns = [
        _Column("Lexical distance", shown, _LEXICAL, "lexical_distance"),
        _Column("Semantic distance", shown, _DISTANCE, "semantic_distance"),
        _Column("Distance, right record", shown, "controls.oracle"),
        _Column("Distance, stranger's record", shown, "controls.random"),
        _Column("Task utility", shown, "task", "task_utility"),
        _Column("Coherence, 1 to 5", shown, "coherence", "coherence"),
        _Column("Claims judged", shown, "semantic.judged"),
    ]
    first = shown[0].title  # the method that has not been changed, where the plan has it
    asked = {"without any record": "answers_without_context", "answered by chance": "answers_by_chance"}
    answers = {how: spread([figure_at(shown[0], f"utility.{name}")]) for how, name in asked.items()}
    controls = [
        (_KNOWN_ALONE, [NOTHING, _spread(columns[1], first, "controls.known_alone")]),
        ("the original text", [NOTHING, _spread(columns[1], first, "controls.original")]),
        *((f"questions {how}", [NOTHING] * 4 + [said]) for how, said in answers.items()),
    ]
    note = f"Attack: {_words(base)}. Claims judged by {short_name(shown[0].semantic.by)}. {_task_words(shown)}"
    covered = {method: _covered(shown, method) for method in methods_of(shown)}
    return _table("Privacy and utility", note, columns, controls, _from(reference, "Table 1", "Table 2"), covered)


def _measures(rows: Sequence[LinkRow], base: SettingRow, reference: str) -> PaperTable | None:
    """Other measures beside the semantic distance (Table 8)."""
    shown = in_setting(rows, base)
    columns = [
        _Column("MAUVE distance", shown, "mauve", "mauve"),
        _Column("Word divergence", shown, "sets.word_divergence"),
        _Column("Embedding distance", shown, "semantic.embedding_distance", "embedding"),
        _Column("Identifiers gone", shown, "lexical.identifiers_gone", "identifiers_gone"),
        _Column("Nearest record", shown, "sets.nearest_record"),
        _Column("Lexical distance", shown, _LEXICAL),
        _Column("Semantic distance", shown, _DISTANCE),
    ]
    halves, other = (
        spread([_figure(shown[0], path)]) for path in ("sets.word_divergence_of_halves", "sets.nearest_other_original")
    )
    controls = [("two halves of the originals", [NOTHING, halves]), ("another original", [NOTHING] * 4 + [other])]
    note = (
        "Word divergence is a plain stand-in for MAUVE. Neither looks at single records, so neither measures privacy."
    )
    return _table("What other measures say", note, columns, controls, _from(reference, "Table 8"))


def _across(
    title: str, note: str, columns: Sequence[_Column], control: tuple[str, str], published: Iterable[PublishedResult]
) -> PaperTable | None:
    """Return a table with a column for each attack; None where there is only one."""
    there = [column for column in columns if column.rows]
    if len(there) < 2:
        return None
    words, path = control
    first = methods_of(row for column in there for row in column.rows)[0]
    return _table(title, note, there, [(words, [_spread(column, first, path) for column in there])], published)


def _by_draw(rows: Sequence[LinkRow], base: SettingRow, reference: str) -> PaperTable | None:
    """Found again by which claims are known (Table 4)."""
    columns = [
        _Column(
            f"{draw.capitalize()} {base.known} claims", in_setting(rows, base, draw=draw), _CORRECT, f"correct_{draw}"
        )
        for draw in ("first", "random", "last")
    ]
    note = "Share of records whose own release comes first."
    return _across("Found again, by which claims are known", note, columns, _ORIGINALS, _from(reference, "Table 4"))


def _by_linker(rows: Sequence[LinkRow], base: SettingRow, reference: str) -> PaperTable | None:
    """Found again by linker (Table 6)."""
    columns = [
        _Column(name, in_setting(rows, base, linker=name), _CORRECT, f"correct_{name}")
        for name in dict.fromkeys(row.setting.linker for row in rows)
    ]
    note = "Share of records whose own release comes first. In the published rows dense linkers use GritLM-7B."
    return _across("Found again, by linker", note, columns, _ORIGINALS, _from(reference, "Table 6"))


def _by_known(rows: Sequence[LinkRow], base: SettingRow, reference: str) -> PaperTable | None:
    """Semantic distance by how many claims are known (Figure 4): of the draw that has most numbers."""
    counts = sorted({row.setting.known for row in rows})
    sides = {
        draw: [found for known in counts if (found := in_setting(rows, base, draw=draw, known=known))]
        for draw in dict.fromkeys(row.setting.draw for row in rows)
    }
    draw = max(sides, key=lambda name: len(sides[name]))
    columns = [_Column(f"{found[0].setting.known} known", found, _DISTANCE) for found in sides[draw]]
    title = f"Semantic distance, by how many claims are known ({draw})"
    note = "What was known, alone, is how much the known claims say of the rest. The paper draws this without figures."
    return _across(title, note, columns, _ALONE, _from(reference, "Figure 4"))


def _reworded(rows: Sequence[LinkRow], base: SettingRow, reference: str) -> PaperTable | None:
    """Semantic distance with what is known in other words (Table 9)."""
    columns = [
        _Column(head, in_setting(rows, base, reworded=head == "Reworded"), _DISTANCE, f"semantic_distance_{name}")
        for head, name in (("As written", "as_written"), ("Reworded", "reworded"))
    ]
    title = "Semantic distance, known claims as written and reworded"
    return _across(title, "The facts are the same, the words are not.", columns, _ALONE, _from(reference, "Table 9"))


def _kinds(rows: Sequence[LinkRow], base: SettingRow, reference: str) -> PaperTable | None:
    """Leaks by kind of information (Figure 3); nothing of it is published as figures."""
    del reference
    shown = in_setting(rows, base)
    kinds = dict.fromkeys(kind for row in shown for kind, rate in row.categories.items() if rate.denominator)
    columns = [_Column(_kind_head(kind, shown), shown, f"categories.{kind}") for kind in kinds]
    note = "Share of claims the attacker did not know that the linked record gives away, at least in similar words."
    return _table("What leaks, by kind", note, columns, (), ()) if columns else None


def _kind_head(kind: str, rows: Sequence[LinkRow]) -> str:
    claims = max(rate.denominator or 0 for row in rows if (rate := row.categories.get(kind)) is not None)
    return f"{kind.replace('_', ' ')} ({number(claims)} claims)"


_CORRECT, _DISTANCE, _LEXICAL = "linkage.correct", "semantic.distance", "lexical.rouge_l_recall"
_KNOWN_ALONE = "what was known, alone"
_ORIGINALS = ("the same among the originals", "controls.original_linkage")
_ALONE = (_KNOWN_ALONE, "controls.known_alone")


def _figure(row: LinkRow, path: str) -> RateRow | None:
    computed = {"mauve": _mauve, "coherence": _coherence, "task": _task_utility}
    return computed[path](row) if path in computed else figure_at(row, path)


def _mauve(row: LinkRow) -> RateRow | None:
    value = row.semantic.mauve_distance
    return None if value is None else RateRow(value=value)


def _coherence(row: LinkRow) -> RateRow | None:
    """Return the rating from 1 to 5, as the paper prints it."""
    rate = row.utility.get("coherence")
    if rate is None or rate.value is None:
        return None
    low, high = (None if end is None else 1 + 4 * end for end in (rate.low, rate.high))
    return RateRow(value=1 + 4 * rate.value, low=low, high=high)


_TASKS = ("labels", "answers_released")


def _task_utility(row: LinkRow) -> RateRow | None:
    """Return what a judge says of the task."""
    return next((row.utility[name] for name in _TASKS if _told(row, name)), None)


def _told(row: LinkRow, name: str) -> bool:
    rate = row.utility.get(name)
    return rate is not None and rate.value is not None


def _task_words(rows: Sequence[LinkRow]) -> str:
    used = [next((name for name in _TASKS if _told(row, name)), None) for row in rows]
    words = {
        "labels": "Task utility: how well the distribution of labels is kept (1 kept, 0 like uniform labels).",
        "answers_released": "Task utility: questions a model answers rightly from the released record.",
    }
    told = " ".join(words[name] for name in dict.fromkeys(used) if name is not None)
    return told or "Task utility: no questions and no tasks in these documents, or nobody to answer them."


def _covered(rows: Sequence[LinkRow], title: str) -> str:
    own = [row.coverage for row in rows if row.title == title]
    attacked, originals = (min(one.get(name, 0) for one in own) for name in ("attacked", "originals"))
    lost = max(row.linkage.unlinked for row in rows if row.title == title)
    return f"{attacked} / {originals}" + (f", {lost} not linked" if lost else "")


def _words(setting: SettingRow) -> str:
    reworded = ", reworded" if setting.reworded else ""
    return f"{setting.linker}, {setting.known} {setting.draw} claims known{reworded}"


def _value(value: float | None) -> str:
    return NOTHING if value is None else _two(value)


def _two(value: float) -> str:
    return f"{value:.2f}".replace("-", "\u2212")
