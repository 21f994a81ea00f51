"""The tables of linkage in a benchmark, in the shape of Xin et al.: published rows stand beside, set apart."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from gyges.reports._plain import NOTHING, number
from gyges.reports.benchmark._published import LINK_SOURCE, published_results
from gyges.reports.benchmark._schema import BenchmarkFile, DatasetRow, LinkRow, SettingRow
from gyges.reports.benchmark._tables import short_name
from gyges.scoring import RateRow

__all__ = ["LinkTable", "LinkTableBlock", "base_setting", "in_setting", "link_tables", "methods_of", "spread"]

_Get = Callable[[LinkRow], RateRow | None]


@dataclass(frozen=True, slots=True)
class LinkTableBlock:
    """Rows of one kind: ``measured``, ``control`` or ``published``."""

    kind: str
    title: str
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class LinkTable:
    """One table of linkage: what it is, its heads, and its blocks."""

    title: str
    note: str
    head: tuple[str, ...]
    blocks: tuple[LinkTableBlock, ...]


@dataclass(frozen=True, slots=True)
class _Column:
    head: str
    get: _Get
    published: str = ""


def link_tables(file: BenchmarkFile, dataset: DatasetRow) -> tuple[LinkTable, ...]:
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
    """Return the mean over seeds with its interval, and the range where there are several.

    Example:
        >>> spread([RateRow(value=0.3, low=0.2, high=0.4), RateRow(value=0.4, low=0.3, high=0.5)])
        '0.35 [0.25–0.45] ±0.05'
    """
    known = [rate for rate in rates if rate is not None and rate.value is not None]
    values = [rate.value for rate in known if rate.value is not None]
    if not values:
        return NOTHING
    said = _two(sum(values) / len(values))
    lows, highs = [r.low for r in known if r.low is not None], [r.high for r in known if r.high is not None]
    if len(lows) == len(highs) == len(known):
        said += f" [{_two(sum(lows) / len(lows))}–{_two(sum(highs) / len(highs))}]"
    return said if len(values) < 2 else f"{said} ±{(max(values) - min(values)) / 2:.2f}"


def _main(rows: Sequence[LinkRow], base: SettingRow, reference: str) -> LinkTable | None:
    """Privacy and utility (Tables 1 and 2)."""
    shown = in_setting(rows, base)
    columns = (
        _Column("Lexical distance", lambda row: row.lexical.get("rouge_l_recall"), "lexical_distance"),
        _Column("Semantic distance", _distance, "semantic_distance"),
        _Column("Distance, right record", lambda row: row.controls.get("oracle")),
        _Column("Distance, stranger's record", lambda row: row.controls.get("random")),
        _Column("Task utility", _task_utility, "task_utility"),
        _Column("Coherence, 1 to 5", _coherence, "coherence"),
        _Column("Claims judged", lambda row: row.semantic.judged),
    )
    controls = [
        *((words, [NOTHING, spread(_controls(shown, name))]) for name, words in _CONTROLS.items()),
        ("questions without any record", [*[NOTHING] * 4, spread([_without_context(row) for row in shown[:1]])]),
        ("questions answered by chance", [*[NOTHING] * 4, spread([_by_chance(row) for row in shown[:1]])]),
    ]
    measured = [(*line, _covered(shown, line[0])) for line in _lines(shown, columns)]
    head = ("Method", *(column.head for column in columns), "Records attacked")
    blocks = [LinkTableBlock("measured", "Measured here", tuple(measured)), _control_block(controls, len(head))]
    blocks += _published(reference, columns, ("Table 1", "Table 2"), spare=1)
    note = f"Attack: {_words(base)}. Claims judged by {short_name(shown[0].semantic.by)}. {_task_words(shown)}"
    return LinkTable("Privacy and utility", note, head, tuple(block for block in blocks if block.rows))


_CONTROLS = {
    "known_alone": "what was known, alone",
    "original": "the original text",
}


def _controls(rows: Sequence[LinkRow], name: str) -> list[RateRow | None]:
    """Return a control of the first method: the one that has not been changed, where the plan has it."""
    first = rows[0].title if rows else ""
    return [row.controls.get(name) for row in rows if row.title == first]


def _control_block(rows: Iterable[tuple[str, list[str]]], width: int) -> LinkTableBlock:
    told = [(name, *cells) for name, cells in rows if any(cell != NOTHING for cell in cells)]
    return LinkTableBlock("control", "Controls", tuple((*row, *[NOTHING] * (width - len(row))) for row in told))


def _measures(rows: Sequence[LinkRow], base: SettingRow, reference: str) -> LinkTable | None:
    """Other measures beside the semantic distance (Table 8)."""
    columns = (
        _Column("MAUVE distance", _mauve, "mauve"),
        _Column("Word divergence", lambda row: row.sets.get("word_divergence")),
        _Column("Embedding distance", lambda row: row.semantic.embedding_distance, "embedding"),
        _Column("Identifiers gone", lambda row: row.lexical.get("identifiers_gone"), "identifiers_gone"),
        _Column("Nearest record", lambda row: row.sets.get("nearest_record")),
        _Column("Lexical distance", lambda row: row.lexical.get("rouge_l_recall")),
        _Column("Semantic distance", lambda row: row.semantic.distance),
    )
    shown = in_setting(rows, base)
    halves, other = (
        spread([row.sets.get(name) for row in shown[:1]])
        for name in ("word_divergence_of_halves", "nearest_other_original")
    )
    dash = NOTHING
    controls = [("two halves of the originals", [dash, halves]), ("another original", [dash, dash, dash, dash, other])]
    blocks = [LinkTableBlock("measured", "Measured here", tuple(_lines(shown, columns)))]
    blocks += [_control_block(controls, len(columns) + 1), *_published(reference, columns, ("Table 8",))]
    note = (
        "Word divergence is a plain stand-in for MAUVE. Neither looks at single records, so neither measures privacy."
    )
    head = ("Method", *(column.head for column in columns))
    return LinkTable("What other measures say", note, head, tuple(block for block in blocks if block.rows))


@dataclass(frozen=True, slots=True)
class _Across:
    """A table with one column for each attack.

    Attributes:
        title: What it is.
        note: What to know about it.
        sides: The rows of each attack by the head of its column.
        get: The figure.
        control: The same figure without the release, and what that is called.
        table: The published table.
        published: The published figure of each column.
    """

    title: str
    note: str
    sides: Mapping[str, Sequence[LinkRow]]
    get: _Get
    control: tuple[str, _Get]
    table: str
    published: Mapping[str, str]

    def build(self, reference: str) -> LinkTable | None:
        """Return the table; None where there is only one attack."""
        sides = {head: rows for head, rows in self.sides.items() if rows}
        if len(sides) < 2:
            return None
        methods = methods_of(row for rows in sides.values() for row in rows)
        lines = [(method, *self._cells(sides, method, self.get)) for method in methods]
        told = tuple(line for line in lines if any(cell != NOTHING for cell in line[1:]))
        if not told:
            return None
        words, without = self.control
        control = _control_block([(words, self._cells(sides, methods[0], without))], len(sides) + 1)
        columns = [_Column(head, self.get, self.published.get(head, "")) for head in sides]
        blocks = [LinkTableBlock("measured", "Measured here", told), control]
        blocks += _published(reference, columns, (self.table,))
        return LinkTable(self.title, self.note, ("Method", *sides), tuple(block for block in blocks if block.rows))

    def _cells(self, sides: Mapping[str, Sequence[LinkRow]], method: str, get: _Get) -> list[str]:
        return [spread([get(row) for row in rows if row.title == method]) for rows in sides.values()]


def _by_draw(rows: Sequence[LinkRow], base: SettingRow, reference: str) -> LinkTable | None:
    """Found again by which claims are known (Table 4)."""
    heads = {draw: f"{draw.capitalize()} {base.known} claims" for draw in ("first", "random", "last")}
    return _Across(
        "Found again, by which claims are known",
        "Share of records whose own release comes first.",
        {head: in_setting(rows, base, draw=draw) for draw, head in heads.items()},
        _correct,
        _AMONG_ORIGINALS,
        "Table 4",
        {head: f"correct_{draw}" for draw, head in heads.items()},
    ).build(reference)


def _by_linker(rows: Sequence[LinkRow], base: SettingRow, reference: str) -> LinkTable | None:
    """Found again by linker (Table 6)."""
    linkers = dict.fromkeys(row.setting.linker for row in rows)
    return _Across(
        "Found again, by linker",
        "Share of records whose own release comes first. In the published rows dense linkers use GritLM-7B.",
        {name: in_setting(rows, base, linker=name) for name in linkers},
        _correct,
        _AMONG_ORIGINALS,
        "Table 6",
        {name: f"correct_{name}" for name in linkers},
    ).build(reference)


def _by_known(rows: Sequence[LinkRow], base: SettingRow, reference: str) -> LinkTable | None:
    """Semantic distance by how many claims are known (Figure 4): of the draw that has most numbers."""
    counts = sorted({row.setting.known for row in rows})
    sides = {
        draw: {f"{known} known": found for known in counts if (found := in_setting(rows, base, draw=draw, known=known))}
        for draw in dict.fromkeys(row.setting.draw for row in rows)
    }
    draw = max(sides, key=lambda name: len(sides[name]))
    return _Across(
        f"Semantic distance, by how many claims are known ({draw})",
        "What was known, alone, is how much the known claims say of the rest. The paper draws this without figures.",
        sides[draw],
        _distance,
        _ALONE,
        "Figure 4",
        {},
    ).build(reference)


def _reworded(rows: Sequence[LinkRow], base: SettingRow, reference: str) -> LinkTable | None:
    """Semantic distance with what is known in other words (Table 9)."""
    heads = {"As written": False, "Reworded": True}
    return _Across(
        "Semantic distance, known claims as written and reworded",
        "The facts are the same, the words are not.",
        {head: in_setting(rows, base, reworded=reworded) for head, reworded in heads.items()},
        _distance,
        _ALONE,
        "Table 9",
        {"As written": "semantic_distance_as_written", "Reworded": "semantic_distance_reworded"},
    ).build(reference)


def _kinds(rows: Sequence[LinkRow], base: SettingRow, reference: str) -> LinkTable | None:
    """Leaks by kind of information (Figure 3)."""
    del reference
    shown = in_setting(rows, base)
    kinds = dict.fromkeys(kind for row in shown for kind, rate in row.categories.items() if rate.denominator)
    if not kinds:
        return None
    columns = [_Column(_kind_head(kind, shown), _of_kind(kind)) for kind in kinds]
    note = "Share of claims the attacker did not know that the linked record gives away, at least in similar words."
    block = LinkTableBlock("measured", "Measured here", tuple(_lines(shown, columns)))
    return LinkTable("What leaks, by kind", note, ("Method", *(column.head for column in columns)), (block,))


def _kind_head(kind: str, rows: Sequence[LinkRow]) -> str:
    claims = max(rate.denominator or 0 for row in rows if (rate := row.categories.get(kind)) is not None)
    return f"{kind.replace('_', ' ')} ({number(claims)} claims)"


def _of_kind(kind: str) -> _Get:
    return lambda row: row.categories.get(kind)


def _lines(rows: Sequence[LinkRow], columns: Sequence[_Column]) -> list[tuple[str, ...]]:
    return [
        (method, *(spread([column.get(row) for row in rows if row.title == method]) for column in columns))
        for method in methods_of(rows)
    ]


def _published(
    reference: str, columns: Sequence[_Column], tables: Sequence[str], *, spare: int = 0
) -> list[LinkTableBlock]:
    blocks = []
    for table in tables:
        found = [r for r in published_results(dataset=reference, source=LINK_SOURCE) if r.table == table]
        names = [column.published for column in columns]
        lines = tuple((r.label, *(_value(r.figures.get(name)) for name in names), *[NOTHING] * spare) for r in found)
        told = tuple(line for line in lines if any(cell != NOTHING for cell in line[1:]))
        blocks.append(
            LinkTableBlock("published", f"Published (Xin et al., {table}): other models, prompts and records", told)
        )
    return blocks


def _correct(row: LinkRow) -> RateRow | None:
    return row.linkage.correct


def _found_in_originals(row: LinkRow) -> RateRow | None:
    return row.controls.get("original_linkage")


def _distance(row: LinkRow) -> RateRow | None:
    return row.semantic.distance


_AMONG_ORIGINALS: tuple[str, _Get] = ("the same among the originals", _found_in_originals)
_ALONE: tuple[str, _Get] = (_CONTROLS["known_alone"], lambda row: row.controls.get("known_alone"))


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


_TASKS = ("labels", "answers_released", "answers_by_words_trained_on_release", "answers_by_words_released")


def _task_utility(row: LinkRow) -> RateRow | None:
    """Return what a judge says of the task, else what the reader of words gets."""
    return next((row.utility[name] for name in _TASKS if _told(row, name)), None)


def _told(row: LinkRow, name: str) -> bool:
    rate = row.utility.get(name)
    return rate is not None and rate.value is not None


def _without_context(row: LinkRow) -> RateRow | None:
    names = ("answers_without_context", "answers_by_words_without_context")
    return next((row.utility[name] for name in names if _told(row, name)), None)


def _by_chance(row: LinkRow) -> RateRow | None:
    return row.utility.get("answers_by_words_by_chance")


def _task_words(rows: Sequence[LinkRow]) -> str:
    used = [next((name for name in _TASKS if _told(row, name)), None) for row in rows]
    words = {
        "labels": "Task utility: how well the distribution of labels is kept (1 kept, 0 like uniform labels).",
        "answers_released": "Task utility: questions a model answers rightly from the released record.",
        "answers_by_words_released": "Task utility: questions answered rightly by words alone, without a model.",
        "answers_by_words_trained_on_release": "Synthetic records teach the reader of words, who then answers.",
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
