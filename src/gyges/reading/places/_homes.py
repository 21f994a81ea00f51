"""Homes that no gazetteer lists: "his place in Section 58"."""

from collections.abc import Sequence

from gyges.reading.lexicon._load import is_common_word, words
from gyges.reading.lexicon._names import title
from gyges.reading.page._forms import pattern
from gyges.reading.page._page import Page
from gyges.reading.page._spans import Spans
from gyges.reading.places._gazetteer import Place

_CALENDAR = words("calendar")
_HOME = pattern("homes.home")
_DISTRICT = 3


def with_homes(page: Page, places: Sequence[Place], taken: Sequence[tuple[int, int]]) -> list[Place]:
    """Add places that are known only because somebody lives there."""
    text = page.text
    busy = Spans([*taken, *((place.start, place.end) for place in places)])
    added = list(places)
    for match in page.each(_HOME):
        start, end = match.span("name")
        parts = match["name"].split()
        if busy.meets(start, end) or parts[0].lower() in _CALENDAR or title(parts[0]) is not None:
            continue
        plain = all(is_common_word(part) or part.isdigit() for part in parts)
        if plain and (len(parts) == 1 or not parts[-1].isdigit()):
            continue
        if text[end : end + 2] in {"'s", "’s"}:
            continue
        added.append(Place(start, end, match["name"], "district", (match["name"],), None, _DISTRICT))
    return sorted(added, key=lambda place: (place.start, place.end))
