"""Long texts, worked on window by window, so that the time of a text grows with its length."""

import re
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import replace

from gyges.anonymizers.subjectwise._changes import Change, moved
from gyges.reading import split_windows
from gyges.records import Document, Edit, JsonValue, edits_from_json, edits_to_json, in_parts

_LONGEST, _MOST = 50_000, 1_200
"""Characters, and clauses, rows or items, up to which a text is worked on as one: some twenty pages."""

_WINDOW, _IN_WINDOW = 16_000, 400
"""The most of a window. Above, the time of one grows faster than its length (`subjectwise_length.py`)."""

_BREAK = re.compile(r"[.!?:;,|](?=\s)|\n(?=\S)")

Windowed = Callable[[Document, Sequence[Change]], Awaitable[dict[str, JsonValue]]]


def is_long(text: str) -> bool:
    """Return True if a text has too many characters, or too many clauses, rows or items, to be worked on as one."""
    return len(text) > _LONGEST or len(_BREAK.findall(text)) > _MOST


async def work_in_windows(document: Document, changes: Sequence[Change], work: Windowed) -> dict[str, JsonValue]:
    """Return the trace of a long text, given how it is masked; a window is attacked and shortened by itself."""
    text = document.text
    each = len(text) // (len(_BREAK.findall(text)) + 1) + 1
    windows = split_windows(text, min(_WINDOW, each * _IN_WINDOW))
    edits: list[Edit] = []
    traces: list[dict[str, JsonValue]] = []
    with in_parts(len(windows)) as begin:
        for number, window in enumerate(windows, start=1):
            begin(number)
            start, end = window.start, window.start + len(window.text)
            trace = await work(Document(document.id, window.text), moved(_within(changes, start, end), -start))
            made = edits_from_json(trace["edits"])
            edits += [
                replace(
                    edit,
                    start=edit.start + start,
                    end=edit.end + start,
                    person=edit.person and _person(number, edit.person),
                )
                for edit in made
            ]
            traces.append(_numbered(trace, number))
    return {**_joined(traces), "edits": edits_to_json(sorted(edits)), "windows": len(windows)}


def _within(changes: Sequence[Change], start: int, end: int) -> list[Change]:
    """Return the changes of a window; one over a joint has its new words in the first."""
    return [
        replace(one, start=max(one.start, start), end=min(one.end, end), new=one.new if one.start >= start else "")
        for one in changes
        if one.meets(start, end)
    ]


def _numbered(trace: Mapping[str, JsonValue], number: int) -> dict[str, JsonValue]:
    """Return the trace of a window with its number beside its people."""
    return {**trace, "people": [{**row, "id": _person(number, str(row["id"]))} for row in _rows(trace["people"])]}


def _person(number: int, person: str) -> str:
    return f"{number}.{person}"


def _joined(traces: Sequence[Mapping[str, JsonValue]]) -> dict[str, JsonValue]:
    """Return one trace: lists one behind the other, numbers added up, words as the first window has them."""
    names = dict.fromkeys(name for trace in traces for name in trace)
    return {name: _together([trace[name] for trace in traces if name in trace]) for name in names}


def _together(values: Sequence[JsonValue]) -> JsonValue:
    first = values[0]
    if isinstance(first, list):
        return [row for value in values if isinstance(value, list) for row in value]
    if isinstance(first, dict):
        rows = _rows(list(values))
        return {name: _together([row[name] for row in rows if name in row]) for name in first}
    if isinstance(first, int | float) and not isinstance(first, bool):
        return round(sum(value for value in values if isinstance(value, int | float)), 4)
    return first


def _rows(values: JsonValue) -> list[dict[str, JsonValue]]:
    return [dict(row) for row in values if isinstance(row, Mapping)] if isinstance(values, Iterable) else []
