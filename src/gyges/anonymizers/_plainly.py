"""The door to every method: it is given what is seen of a text, and its changes are carried back to the given one."""

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from gyges.anonymizers._anonymizer import Anonymizer
from gyges.anonymizers._floor import with_floor
from gyges.anonymizers._none import NAME as NO_METHOD
from gyges.reading import Plain, overridden_places, plain_document, plain_text, unseen_places
from gyges.records import Document, Edit, Release, apply_edits, edits_between, edits_from_json, edits_to_json, leads_to

_UNSEEN = "signs that nobody sees"


async def release_of(anonymizer: Anonymizer, document: Document, *, floor: bool = True) -> Release:
    """Return what a method makes of a document.

    The method sees the text as whoever looks at it does. Markup, codes and line ends outside its edits stay as they
    were given; signs that nobody sees are left out everywhere. The edits of the trace have places of the given text.
    """
    release = await _made(anonymizer, document)
    return with_floor(document.text, release) if floor and anonymizer.name != NO_METHOD else release


async def _made(anonymizer: Anonymizer, document: Document) -> Release:
    made = plain_text(document.text)
    release = await anonymizer.anonymize(plain_document(document))
    told = release.trace.get("edits")
    if not made.layers:
        text = _without(release.text, unseen_places(release.text))
        return release if text == release.text else replace(release, text=text)
    edits = edits_from_json(told) if told is not None else []
    if told is None or not leads_to(made.text, edits, release.text):
        edits = edits_between(made.text, release.text)
    carried = list(_carried(made, edits))
    carried = sorted([*carried, *_turned(made, document.text, carried)])
    whole = sorted([*carried, *_left_out(unseen_places(document.text), carried)])
    text = apply_edits(document.text, whole)
    trace = release.trace if told is None else {**release.trace, "edits": edits_to_json(whole)}
    return replace(release, text=_without(text, unseen_places(text)), trace=trace)


def _without(text: str, places: Iterable[tuple[int, int]]) -> str:
    return apply_edits(text, (Edit(start, end, "") for start, end in places))


def _left_out(places: Iterable[tuple[int, int]], edits: Sequence[Edit]) -> Iterator[Edit]:
    """Yield edits that leave out places, as far as no other edit, of those in order, covers them."""
    ends = [edit.end for edit in edits]
    for start, end in places:
        number = bisect_right(ends, start)  # the first that ends behind it
        while start < end:
            edge = edits[number].start if number < len(edits) else end
            if start < min(edge, end):
                yield Edit(start, min(edge, end), "", reason=_UNSEEN)
            start = max(start, edits[number].end if number < len(edits) else end)
            number += 1


def _carried(made: Plain, edits: Iterable[Edit]) -> Iterator[Edit]:
    """Yield edits of a plain text as those of the given one; what is one code there is replaced as a whole."""
    group: list[Edit] = []
    place = (0, 0)
    for edit in sorted(edits):
        wide = edit if edit.end > edit.start else _with_a_sign(made.text, edit)
        here = made.back(wide.start, wide.end)
        if group and here[0] < place[1]:
            group.append(edit)
            place = (place[0], max(place[1], here[1]))
            continue
        if group:
            yield _joined(made, group, place)
        group, place = [edit], here
    if group:
        yield _joined(made, group, place)


def _with_a_sign(text: str, edit: Edit) -> Edit:
    """Return the place of what is put in with the sign after it or before it: a place between two codes is none."""
    if edit.start < len(text):
        return replace(edit, end=edit.end + 1)
    return replace(edit, start=edit.start - 1) if text else edit


def _turned(made: Plain, text: str, edits: Sequence[Edit]) -> Iterator[Edit]:
    """Yield runs shown from right to left as they are seen: their sign goes, and without it nobody could read them."""
    for start, end in overridden_places(text):
        if not any(edit.start < end and start < edit.end for edit in edits):
            low, high = made.forth(start, end)
            yield Edit(start, end, made.text[low:high], reason=_UNSEEN)


def _joined(made: Plain, group: Sequence[Edit], place: tuple[int, int]) -> Edit:
    low, high = made.forth(*place)
    low, high = min(low, group[0].start), max(high, group[-1].end)
    inside = [replace(edit, start=edit.start - low, end=edit.end - low) for edit in group]
    text = apply_edits(made.text[low:high], inside)
    return replace(group[0], start=place[0], end=place[1], text=text, direct=any(edit.direct for edit in group))
