"""Words for what somebody is: beliefs, origins, health, family, standing, looks, learning."""

from collections.abc import Iterator
from functools import cache, lru_cache

from gyges.reading.english import usual_tag
from gyges.reading.lexicon._load import phrases, words
from gyges.reading.page._cue import Cue
from gyges.reading.page._page import Page, Wanted
from gyges.reading.page._phrase_index import PhraseIndex

__all__ = ["find_traits", "is_trait"]

_GROUPS = ("belief", "ethnicity", "orientation", "health", "family", "standing", "looks", "study")
_BROAD = words("broad_traits")
_ENDINGS = tuple(words("medical_endings"))
_SHORTEST_MEDICAL, _SHORT_FORM = 7, 3


def find_traits(page: Page) -> Iterator[Cue]:
    """Yield everything that says what somebody is."""
    for index in page.where(_is_medical):
        yield Cue(*page.words[index][:2], "DEM")
    for index, count, group in _phrases().find(page):
        if count > 1 or _meant(page, index, group):
            last = index + count - 1
            last += page.joined(last) and page.key(last + 1) in words("trait_nouns")
            yield Cue(page.words[index][0], page.words[last][1], "DEM")


@lru_cache(maxsize=16384)
def is_trait(key: str) -> bool:
    """Tell whether a folded word says what somebody is."""
    return key in words("kin") or any(key in words(group) for group in _GROUPS)


@cache
def _phrases() -> PhraseIndex[str]:
    table = phrases(*_GROUPS)
    plural = {
        f"{key}s": group
        for key, group in table.items()
        if key[-1] not in "sy'" and key.partition(" ")[0] not in words("before_nouns") and len(key) > _SHORT_FORM
    }  # no "in debts", no "adds"
    return PhraseIndex({**plural, **table})


@Wanted
def _is_medical(key: str) -> bool:
    """Tell whether a word ends like an operation, an illness or a medicine."""
    return len(key) >= _SHORTEST_MEDICAL and key.endswith(_ENDINGS)


def _is_of_thing(page: Page, index: int) -> bool:
    """Tell whether a word is a common noun, so that what it is said to be is a colour: ``the form is white``."""
    key = page.key(index)
    return (usual_tag(key)[:2] == "NN" and not page.capital(index) and key not in words("kin")) or key.isdigit()


def _meant(page: Page, index: int, group: str) -> bool:
    """Tell whether a word that often means something else means a trait here."""
    start, end, key = page.words[index]
    if key not in _BROAD:
        return True
    before, after, following = page.key(index - 1), page.key(index + 1), page.text[end : end + 1]
    if page.opens(index) and following in ".,;!)\n":  # an answer of one word
        return group in {"family", "health"}
    if group == "ethnicity":
        told = before in words("is") and not _is_of_thing(page, index - 2)
        return after in words("described") or told or following in "’'”\""
    if page.text[start:end].isupper():
        return True
    if group == "family":
        return before in words("is") or after in words("kin")
    return before in words("has_or_is") and len(key) > 3
