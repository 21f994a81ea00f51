"""Words for what somebody is: beliefs, origins, health, family, standing, looks, learning, and the values of forms."""

from collections.abc import Iterator
from functools import cache, lru_cache

from gyges.reading.english import is_english_word, usual_tag
from gyges.reading.lexicon._load import phrases, words
from gyges.reading.page._forms import pattern
from gyges.reading.page._page import Page, Wanted
from gyges.reading.page._phrases import PhraseIndex
from gyges.reading.page._spans import Cue

__all__ = ["find_conditions", "find_fields", "find_traits", "is_trait"]

_GROUPS = ("belief", "ethnicity", "orientation", "health", "family", "standing", "looks", "study")
_BROAD = words("broad_traits")
_ENDINGS = tuple(words("medical_endings"))
_SHORTEST_MEDICAL, _SHORT_FORM = 7, 3
_WHICH = 2  # that say which illness it is
_FIELD = pattern("fields.field")
_NAMED = frozenset(("ORG", "LOC"))


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


def find_conditions(page: Page) -> Iterator[Cue]:
    """Yield words for illnesses and treatments with the words that say which."""
    for index in page.where(words("condition_nouns")):
        first = _first(page, index)
        if first < index or page.key(index) in words("conditions_alone"):
            yield Cue(page.words[first][0], page.words[index][1], "DEM")
    for index in page.where(words("body_parts")):
        if not page.joined(index) or page.key(index + 1) not in words("body_troubles"):
            continue
        first = index - (page.joined(index - 1) and page.key(index - 1) in words("body_sides"))
        yield Cue(page.words[first][0], page.words[index + 1][1], "DEM")


def _first(page: Page, index: int) -> int:
    """Return the first of the words that say which condition is meant; the noun itself if none does."""
    first = index
    while first and index - first < _WHICH and page.joined(first - 1):
        key = page.key(first - 1)
        if key in words("phrase_stops") or key in words("plain_modifiers") or key in words("no_condition"):
            break
        first -= 1
    return first


def find_fields(page: Page) -> Iterator[Cue]:
    """Yield the values of labels that announce something about somebody."""
    text = page.text
    for match in _FIELD.finditer(text) if ":" in text else ():
        kind = _kinds().get(match["label"].strip(" .").replace(".", "").lower())
        if kind is not None and not (kind in _NAMED and _is_told(match["value"])):
            yield Cue(*match.span("value"), kind)


def _is_told(value: str) -> bool:
    """Tell whether a value is plain words and no name: ``quiet``, ``he hides his meter``."""
    first, *rest = value.split()
    return (value.islower() and is_english_word(value)) or (
        bool(rest) and first.lower() in words("subjects_and_objects")
    )


@cache
def _kinds() -> dict[str, str]:
    labels = phrases("field_dem", "field_org", "field_loc", "field_datetime")
    return {label: name.removeprefix("field_").upper() for label, name in labels.items()}
