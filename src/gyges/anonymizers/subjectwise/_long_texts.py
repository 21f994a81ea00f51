"""Texts that are long or in several languages: worked on window by window, and put together again.

So the time of a long text grows with its length, and every paragraph is read and written in its own language.
"""

import re
from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from gyges.anonymizers._edits import Edit, apply_edits, edits_from_json, edits_to_json
from gyges.anonymizers._guard import Residual, residual_identifiers
from gyges.anonymizers._parts import in_parts
from gyges.anonymizers.subjectwise._across import Across
from gyges.anonymizers.subjectwise._board import Version
from gyges.anonymizers.subjectwise._parts import TextPart
from gyges.anonymizers.subjectwise._pieces import Piece
from gyges.anonymizers.subjectwise._rescan import english_label, is_believed
from gyges.anonymizers.subjectwise._things import is_thing
from gyges.anonymizers.subjectwise.languages._residual import is_left_in, label_of_residual
from gyges.anonymizers.subjectwise.languages._table import writing_in
from gyges.anonymizers.wording import ALPHABET, Change
from gyges.reading import split_windows
from gyges.records import Document, JsonValue, Release

__all__ = ["LONGEST", "anonymize_in_windows"]

LONGEST = 50_000
"""Characters up to which a text is worked on as one: some twenty pages."""

_WINDOW = 16_000
"""The most characters of a window. Above, the time of one grows faster than its length (`subjectwise_length.py`)."""

_AROUND = 200  # characters around a name that are looked at to tell what it is
_WORD = re.compile(r"[^\W\d_]{3,}")
_PASSES = 2  # clearing one identifier may bring another into sight
_IDENTIFIES = "identifies somebody"

Windowed = Callable[[Document, Across], Awaitable[tuple[str, dict[str, JsonValue]]]]


async def anonymize_in_windows(
    document: Document, parts: Sequence[TextPart], work: Windowed
) -> tuple[str, dict[str, JsonValue]]:
    """Return the release of a text that is long or in several languages, and its trace.

    A window is read and edited by itself; one person has one letter in all of them, and names that one window hid are
    looked for in all others in the end.

    Args:
        document: The document.
        parts: What of it is in one language each.
        work: Makes the rounds of one window.
    """
    across = Across(document.text, _alphabet(parts))
    edits: list[Edit] = []
    traces: list[dict[str, JsonValue]] = []
    windows = list(_windows(parts))
    with in_parts(len(windows)) as begin:
        for number, (part, start, text) in enumerate(windows, start=1):
            begin(number)
            _, trace = await work(Document(document.id, text), across)
            for edit in edits_from_json(trace["edits"]):
                moved = replace(edit, start=edit.start + start, end=edit.end + start)
                edits += part.back(replace(moved, person=edit.person and _person(number, edit.person)))
            traces.append(_numbered(trace, number))
    edits, left = _cleared(document.text, sorted(edits), across, parts)
    trace = {**_joined(traces), "edits": edits_to_json(edits), "identifiers_left": left, "windows": len(traces)}
    if len(parts) > 1:
        trace["languages"] = [part.language for part in parts]
    return apply_edits(document.text, edits), trace


def _alphabet(parts: Sequence[TextPart]) -> str:
    """Return the letters that are no words in any language of a text."""
    others = [writing_in(part.iso).letters or ALPHABET for part in parts if part.iso]
    return "".join(letter for letter in ALPHABET if all(letter in letters for letters in others))


def _windows(parts: Sequence[TextPart]) -> Iterator[tuple[TextPart, int, str]]:
    """Yield the windows of all parts, each with where it begins in its part."""
    for part in parts:
        if len(part.text) <= LONGEST:
            yield part, 0, part.text
        else:
            yield from ((part, window.start, window.text) for window in split_windows(part.text, _WINDOW))


def _cleared(text: str, edits: list[Edit], across: Across, parts: Sequence[TextPart]) -> tuple[list[Edit], int]:
    """Hide in every window what another one hid; return all edits, and how many direct identifiers are left."""
    left, shown = 0, _shown(text, edits)
    for _ in range(_PASSES):
        version = _version(text, edits)
        trace: dict[str, JsonValue] = {"edits": edits_to_json(edits)}
        found = residual_identifiers(text, Release("", version.text, "subjectwise", trace))
        left = len(found)
        more = [edit for one in found for edit in _hidden(text, version, one, across, parts, shown)]
        if not more:
            break
        edits, left = sorted([*edits, *more]), left - len(more)
    return edits, left


def _shown(text: str, edits: Sequence[Edit]) -> dict[str, str]:
    """Return for each word of the names that went the words around it where it first did."""
    shown: dict[str, str] = {}
    for edit in edits:
        if edit.direct and edit.type == "PERSON":
            around = text[max(0, edit.start - _AROUND) : edit.end + _AROUND]
            for word in _WORD.findall(text[edit.start : edit.end]):
                shown.setdefault(word, around)
    return shown


def _version(text: str, edits: Sequence[Edit]) -> Version:
    begins, shift = [], 0
    for edit in edits:
        begins.append(edit.start + shift)
        shift += len(edit.text) - (edit.end - edit.start)
    changes: tuple[Change[Piece], ...] = tuple(Change(edit.start, edit.end, edit.text, ()) for edit in edits)
    return Version(apply_edits(text, edits), changes, tuple(begins))


def _is_name(text: str, one: Residual, shown: Mapping[str, str]) -> bool:
    """Tell whether words name somebody, by what stands around them here and around the name in another window."""
    before = "".join(f"{shown[word]}\n\n" for word in _WORD.findall(one.words) if word in shown)
    low = max(0, one.start - _AROUND)
    near = before + text[low : one.end + _AROUND]
    shift = len(before) - low
    here = replace(one, start=one.start + shift, end=one.end + shift)
    return is_believed(near, here) and not is_thing(near, here.start, here.end)


def _hidden(
    text: str, version: Version, one: Residual, across: Across, parts: Sequence[TextPart], shown: Mapping[str, str]
) -> list[Edit]:
    """Return the edit that hides an identifier, if it stands in words that nobody changed."""
    spans = version.original(one.start, one.end)[1]
    if [text[start:end] for start, end in spans] != [one.words]:
        return []
    part = next((part for part in parts if part.holds(spans[0][0])), parts[0])
    writing = writing_in(part.iso) if part.iso else None
    if writing is not None:
        goes = is_left_in(version.text, one)
    else:
        goes = _is_name(version.text, one, shown) if one.type == "PERSON" else is_believed(version.text, one)
    if not goes:
        return []
    if one.type == "PERSON":
        new = across.window({one.words: [one.words]}).of(one.words)
    else:
        new = label_of_residual(one, writing) if writing is not None else english_label(one)
    return [Edit(*spans[0], new, one.type, direct=True, reason=_IDENTIFIES)]


def _person(number: int, person: str) -> str:
    return f"{number}.{person}"


def _numbered(trace: Mapping[str, JsonValue], number: int) -> dict[str, JsonValue]:
    """Return the trace of a window with its number beside its rounds and people."""
    rounds = [{**row, "window": number} for row in _rows(trace["rounds"])]
    people = [{**row, "id": _person(number, str(row["id"]))} for row in _rows(trace["people"])]
    return {**trace, "rounds": rounds, "people": people}


def _joined(traces: Sequence[Mapping[str, JsonValue]]) -> dict[str, JsonValue]:
    """Return one trace: lists one behind the other, numbers added up, words as the first window has them."""
    joined: dict[str, JsonValue] = {}
    for name in dict.fromkeys(name for trace in traces for name in trace):
        values = [trace[name] for trace in traces if name in trace]
        joined[name] = _together(values)
    joined["stopped"] = "; ".join(dict.fromkeys(str(trace["stopped"]) for trace in traces))
    sexes = {str(trace["sex"]) for trace in traces}
    joined["sex"] = sexes.pop() if len(sexes) == 1 else "partly"
    return joined


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
