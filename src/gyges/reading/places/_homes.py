"""Homes no gazetteer lists: "a ground-floor flat in Upper Mill", "his place in Section 58"."""

import re
from collections.abc import Sequence

from gyges.reading.lexicon._load import words
from gyges.reading.lexicon._people_words import title
from gyges.reading.lexicon._vocabulary import is_common_word
from gyges.reading.page._spans import Spans
from gyges.reading.places._find import Place

__all__ = ["with_homes"]

_CALENDAR = words("calendar")
_CAPITAL = r"[^\W\d_a-zß-öø-ÿ][\w’'-]+"
_HOME = re.compile(
    r"\b(?:home|house|flat|apartment|bedsit|room|bed|kitchen|place|sofa|lives?|living|resid(?:es?|ing)|rents?|renting|moved)\b"
    rf"[^.;:,\n]{{0,16}}?\sin\s(?P<name>{_CAPITAL}(?:\s(?:{_CAPITAL}|\d{{1,3}}(?![\d:./]))){{0,3}})"
)
_DISTRICT = 3


def with_homes(text: str, places: Sequence[Place], taken: Sequence[tuple[int, int]]) -> list[Place]:
    """Add places that are known only because somebody lives there.

    Args:
        text: The text.
        places: The places found by name.
        taken: Spans that are something else for sure.
    """
    busy = Spans([*taken, *((place.start, place.end) for place in places)])
    added = list(places)
    for match in _HOME.finditer(text):
        start, end = match.span("name")
        words = match["name"].split()
        if busy.meets(start, end) or words[0].lower() in _CALENDAR or title(words[0]) is not None:
            continue
        plain = all(is_common_word(word) or word.isdigit() for word in words)
        if plain and (len(words) == 1 or not words[-1].isdigit()):
            continue
        if text[end : end + 2] in {"'s", "’s"}:
            continue
        added.append(Place(start, end, match["name"], "district", (match["name"],), None, _DISTRICT))
    return sorted(added, key=lambda place: (place.start, place.end))
