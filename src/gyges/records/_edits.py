"""Edits: which words of the original were replaced by what, about whom and why."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from rapidfuzz.distance import Indel

from gyges.errors import InputError
from gyges.records._cells import JsonValue

_WORDS = re.compile(r"\w+|\s+|[^\w\s]")


@dataclass(frozen=True, slots=True, order=True)
class Edit:
    """One span of the original and what stands there in the release.

    Attributes:
        start: First code point in the original.
        end: One past the last code point; equal to `start` where something was put in.
        text: What stands there now; empty where the words were dropped.
        type: One of TAB's eight entity types, or empty.
        direct: Whether the words identify somebody by themselves.
        person: The id of the person it is about, empty if nobody is known.
        reason: Why, in words a reviewer understands.
    """

    start: int
    end: int
    text: str
    type: str = ""
    direct: bool = False
    person: str = ""
    reason: str = ""


def apply_edits(text: str, edits: Iterable[Edit]) -> str:
    """Return the text with the edits made."""
    parts: list[str] = []
    last = 0
    for edit in sorted(edits):
        if not last <= edit.start <= edit.end <= len(text):
            raise InputError(
                f"the edit at {edit.start}-{edit.end} overlaps another one or leaves the text",
                "give edits that do not overlap, in code points of the original",
            )
        parts += [text[last : edit.start], edit.text]
        last = edit.end
    return "".join([*parts, text[last:]])


def leads_to(text: str, edits: Iterable[Edit], released: str) -> bool:
    """Return True if edits make a release of a text; some methods tell edits of another version of it."""
    try:
        return apply_edits(text, edits) == released
    except InputError:
        return False


def edits_between(original: str, released: str) -> list[Edit]:
    """Return edits that turn one text into another, word by word: how a rewrite is shown to a reviewer."""
    before, after = ([match.group() for match in _WORDS.finditer(text)] for text in (original, released))
    places = [0]
    for word in before:
        places.append(places[-1] + len(word))
    merged: list[list[int]] = []
    for change in Indel.opcodes(before, after):
        bounds = [change.src_start, change.src_end, change.dest_start, change.dest_end]
        if change.tag == "equal":
            continue
        if merged and not "".join(before[merged[-1][1] : bounds[0]]).strip():  # to a reader that is one change
            merged[-1][1], merged[-1][3] = bounds[1], bounds[3]
        else:
            merged.append(bounds)
    return [Edit(places[i], places[j], "".join(after[k:m])) for i, j, k, m in merged]


def edits_to_json(edits: Sequence[Edit]) -> list[JsonValue]:
    """Return edits as a trace holds them; what is empty is left out."""
    rows: list[JsonValue] = []
    for edit in edits:
        row: dict[str, JsonValue] = {"start": edit.start, "end": edit.end, "text": edit.text}
        told: dict[str, JsonValue] = {
            "type": edit.type,
            "direct": edit.direct,
            "person": edit.person,
            "reason": edit.reason,
        }
        rows.append(row | {name: value for name, value in told.items() if value})
    return rows


def edits_from_json(rows: JsonValue) -> list[Edit]:
    """Return the edits of a trace.

    Raises:
        InputError: These are no edits.
    """
    if not isinstance(rows, list):
        raise InputError("the edits of a release are not a list", "use releases that Gyges made")
    try:
        edits = [Edit(**row) for row in rows]
    except TypeError as error:
        raise InputError(f"an edit cannot be read ({error})", "use releases that Gyges made") from error
    for edit in edits:
        if not (_is_place(edit.start) and _is_place(edit.end) and isinstance(edit.text, str)):
            raise InputError(f"the edit {edit} has no places or no words", "use releases that Gyges made")
    return edits


def _is_place(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0
