"""Words of everyday life that point to a country or city: a transport card, a holiday, a dish, a word of slang."""

from functools import cache

from gyges.reading.lexicon._countries import country
from gyges.reading.lexicon._load import read_rows
from gyges.reading.page._page import Page
from gyges.reading.page._phrase_index import PhraseIndex
from gyges.reading.places._gazetteer import Place, PlaceKind

__all__ = ["find_hints"]


@cache
def _hints() -> PhraseIndex[tuple[tuple[str, ...], int]]:
    return PhraseIndex({words: (tuple(levels.split(";")), int(sure)) for words, levels, sure in read_rows("hints.tsv")})


def find_hints(page: Page) -> list[Place]:
    """Return the words that hint at where their author lives, in their order, without overlap.

    They are no mentions of a place, so `find_places` leaves them out; kind and levels are those of the place meant.

    Example:
        >>> [(hint.text, hint.levels) for hint in find_hints(Page("I topped up my Oyster card."))]
        [('Oyster card', ('London', 'United Kingdom'))]
    """
    text = page.text
    words, found = page.words, []
    for index, count, (levels, sure) in _hints().find(page):
        start, end = words[index][0], words[index + count - 1][1]
        kind: PlaceKind = "country" if len(levels) == 1 else "city"
        land = country(levels[-1])
        found.append(Place(start, end, text[start:end], kind, levels, land.name if land else None, sure))
    return found
