"""Who speaks between quotation marks: the one named before, or after, in the same line."""

from bisect import bisect_left

from gyges.reading._cues import Cues
from gyges.reading.page._forms import pattern
from gyges.reading.people._draft import PersonDraft
from gyges.reading.people._named import Spot
from gyges.reading.people._voices import FIRST_PERSON, Voices

__all__ = ["attribute"]

_SAID_BEFORE = pattern("quotes.said_before")


def attribute(cues: Cues, spots: list[Spot], voices: Voices) -> None:
    """Tell the voices who is quoted where; quotations without "I" keep the voice around them."""
    starts = [spot.start for spot in spots]
    said: list[tuple[int, int, PersonDraft | None]] = []
    for quote in cues.layout.quotes:
        words = {word.strip('.,!?;:"“”').lower() for word in cues.text[quote.start : quote.end].split()}
        if not words & FIRST_PERSON:
            continue
        said.append((quote.start, quote.end, _speaker(cues.text, spots, starts, quote.start, quote.end, voices)))
    voices.quote(said)


def _speaker(
    text: str, spots: list[Spot], starts: list[int], start: int, end: int, voices: Voices
) -> PersonDraft | None:
    index = bisect_left(starts, start) - 1
    line = text.rfind("\n", 0, start) + 1
    around = voices.turn_at(start)
    before = spots[index] if index >= 0 and spots[index].start >= line else None
    if (
        before is not None
        and before.person is not around
        and (start - before.end < 60 or _SAID_BEFORE.search(text[before.end : start]))
    ):
        return before.person
    following = bisect_left(starts, end)
    if following < len(spots) and spots[following].start - end < 30:
        return spots[following].person
    if index >= 0 and start - spots[index].end < 400:
        return spots[index].person
    return around
