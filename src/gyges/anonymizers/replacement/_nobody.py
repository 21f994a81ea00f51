"""Whether words that were taken for a name identify nobody: months, feasts, brands, offices, ordinary words."""

import re

from gyges.anonymizers.replacement._word_kinds import is_land, is_no_name, is_people, is_word, kept_words
from gyges.reading.lookups import first_name, fold, kin, months, title

_TOKEN = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")
_WORD_BEFORE = re.compile(r"([^\W\d_]+)\s$")
_LISTS = ("small", "brands", "feast_words", "feasts", "after_names", "no_places", "generic", "foreign_heads")
_DAYS = frozenset(("Day", "Eve", "Night", "Week"))
_SHORTEST, _ACRONYM = 3, 5  # letters
_USUAL = 0.6  # weight from which a word is somebody's first name, too


def names_nobody(words: str, *, used: bool = False) -> bool:
    """Tell whether words identify nobody."""
    told = _TOKEN.findall(words)
    if not told or not any(map(str.isupper, words)):
        return True
    if all(len(word) == 1 or _is_short_form(word) for word in told) and not used:
        return True
    if told[0] in {"The", "A", "An"} and all(word.islower() for word in told[1:]):  # "The mantas came"
        return True
    if len(told) > 1 and told[-1] in _DAYS:  # "Errol Barrow Day"
        return True
    if {word.lower() for word in told} & kept_words("feast_words"):
        return True
    return all(_is_nobodys(word, used) for word in told)


def _is_short_form(word: str) -> bool:
    """Tell whether a word is letters of something: "MMSE", "HOY", "Hb", "MPhil"."""
    if len(word) < _SHORTEST or re.fullmatch(r"[A-Z]{1,2}[A-Z][a-z]{2,3}|[A-Z][a-z][A-Z]", word):
        return True
    stat = first_name(word)
    usual = stat is not None and stat.weight >= _USUAL
    return word.isupper() and (len(word) <= _SHORTEST or (len(word) <= _ACRONYM and stat is None)) and not usual


def is_public(words: str) -> bool:
    """Tell whether words name nobody of the text, however they are used: in small letters, a month, a brand."""
    low = words.lower()
    listed = low in kept_words("brands") or low in kept_words("no_names")
    return listed or (words.islower() and words.isalpha()) or fold(words) in months()


def follows_a_brand(text: str, start: int) -> bool:
    """Tell whether a brand stands right before a position, so that a model follows: "Toyota Vitz"."""
    before = _WORD_BEFORE.search(text[max(0, start - 24) : start])
    return before is not None and before[1].lower() in kept_words("brands")


def _is_nobodys(word: str, used: bool) -> bool:
    low = word.lower().replace("’", "'")
    if (
        len(word) == 1
        or (len(word) < _SHORTEST and not used)
        or fold(word) in months()
        or is_no_name(low)
        or any(low in kept_words(name) for name in _LISTS)
    ):
        return True
    if is_people(word) or is_land(word) or kin(word) is not None or title(word) is not None:
        return True
    stat = first_name(word)
    return is_word(low) and not (used and stat is not None and stat.weight >= _USUAL)
