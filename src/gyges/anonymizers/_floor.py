"""The floor under a method: what the finder calls a direct identifier does not stand in the release.

Whatever a method left of one, wherever it stands, is hidden plainly. The guard then says what stands all the same.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from gyges.anonymizers._plain_mark import label_of, plain_mark
from gyges.anonymizers.replacement._labels import marked
from gyges.anonymizers.subjectwise.languages._table import writing_in
from gyges.errors import UnreadError
from gyges.reading import ENGLISH, find_special, reading_language
from gyges.reading.details import written_as
from gyges.reading.finder import Residual
from gyges.records import Edit, JsonValue, Release, apply_edits, edits_from_json, edits_to_json, leads_to
from gyges.scoring import residual_identifiers

_ROUNDS = 3  # hiding one name can show another that stood beside it
_LABELLED, _STARRED = "mask", "mask:stars"
_REASON = "identifies somebody by itself"


def with_floor(original: str, release: Release) -> Release:
    """Return a release in which no direct identifier of the original stands."""
    hidden: list[JsonValue] = []
    for _ in range(_ROUNDS):
        left = residual_identifiers(original, release)
        if not left:
            break
        edits = [
            Edit(one.start, one.end, _mark(original, release.method, one), one.type, direct=True, reason=_REASON)
            for one in left
        ]
        hidden += [{"words": one.words, "kind": one.kind} for one in left]
        release = edited(original, release, edits)
    return replace(release, trace={**release.trace, "floor": hidden}) if hidden else release


def without_special(original: str, release: Release) -> Release:
    """Return a release without the words that tell a special category of somebody; a mark stands for them.

    Raises:
        UnreadError: The text is in a language whose words for them are not known.
    """
    if reading_language(original) != ENGLISH:
        raise UnreadError(
            "words that tell special categories are known in English only",
            "leave --hide special out, and look yourself",
        )
    mark = "***" if release.method == _STARRED else "[...]"
    edits = [
        Edit(one.start, one.end, mark, "DEM", reason="tells a special category of personal data")
        for one in find_special(release.text)
    ]
    return edited(original, release, edits) if edits else release


def _mark(original: str, method: str, one: Residual) -> str:
    if method == _STARRED:
        return "***"
    if method == _LABELLED:
        return marked(label_of(one, one.words, english=not written_as(original)))
    iso = written_as(original)
    return plain_mark(one, writing_in(iso).labels if iso else None)


def edited(original: str, release: Release, edits: Sequence[Edit]) -> Release:
    """Return a release after edits of it, which go into those of its trace."""
    text = apply_edits(release.text, edits)
    told = release.trace.get("edits")
    if told is None:
        return replace(release, text=text)
    both = joined_edits(edits_from_json(told), edits)
    if not leads_to(original, both, text):  # a method whose edits are no edits of the text
        return replace(release, text=text)
    return replace(release, text=text, trace={**release.trace, "edits": edits_to_json(both)})


def joined_edits(first: Iterable[Edit], then: Iterable[Edit]) -> list[Edit]:
    """Return edits of a text that do what two lists do one after the other."""
    waiting = sorted(first)
    made: list[Edit] = []
    moved = 0  # how much further a place is after the edits so far
    for one in sorted(then):
        while waiting and waiting[0].start + moved + len(waiting[0].text) <= one.start:
            edit = waiting.pop(0)
            made.append(edit)
            moved += len(edit.text) - (edit.end - edit.start)
        start, before = one.start - moved, ""
        if waiting and waiting[0].start + moved < one.start:
            start, before = waiting[0].start, waiting[0].text[: one.start - waiting[0].start - moved]
        while waiting and waiting[0].start + moved < one.end:
            edit = waiting.pop(0)
            rest = edit.start + moved + len(edit.text) - one.end
            moved += len(edit.text) - (edit.end - edit.start)
            if rest > 0:  # what stands behind it is an insertion of its own
                waiting.insert(0, replace(edit, start=edit.end, text=edit.text[-rest:]))
                moved -= rest
                break
        made.append(replace(one, start=start, end=one.end - moved, text=before + one.text))
    joined: list[Edit] = []
    for edit in (*made, *waiting):
        if joined and edit.start == edit.end == joined[-1].end:  # edits are sorted: two insertions at one place are one
            joined[-1] = replace(joined[-1], text=joined[-1].text + edit.text)
        else:
            joined.append(edit)
    return joined
