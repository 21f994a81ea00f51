"""What words of a name look like, what speaks for and against one, and the capitalised words that are none."""

import re
from collections.abc import Sequence

from gyges.reading.lexicon._load import is_common_word, words
from gyges.reading.lexicon._names import first_name, is_surname, title
from gyges.reading.page._forms import patterns
from gyges.reading.page._tokens import Token

_FIRM_WORDS = words("firm_words")
_PLACE_OPENERS = words("place_openers")
_EPONYMS = words("eponyms")
_THINGS = words("named_things")
_MAKERS = words("makers")
_THINGS_NAMED = words("things_named")
_NEVER = words("never_people")
_ROMAN = words("no_names.roman")
_IN = frozenset({"in", "near", "outside", "around"})
_SAINT = re.compile(r"(?<!\w)(?:St|Ste|Sta|Sto|Saint|Sankt)\.?\s$")
_HOUSE, _NUMBERED, _HOUSE_NUMBER, _LETTERS = patterns("no_names", "house numbered house_number letters")
_SHOP = re.compile(r"['’]s?\s(?P<head>[^\W\d_]\w+)")
_USUAL = 0.3  # weight from which on a first name needs no other evidence


def likely_first(word: str) -> bool:
    """Tell whether a word is a first name more often than anything else."""
    stat = first_name(word)
    return stat is not None and not stat.ambiguous and not is_common_word(word)


def as_first(word: str) -> float:
    """Return how much speaks for a first name."""
    stat = first_name(word)
    common = is_common_word(word)
    if stat is not None:
        if common or stat.ambiguous:
            return 1.5
        return 3.0 if stat.weight >= _USUAL else 2.6
    return -2.0 if common else 0.6


def as_last(word: str) -> float:
    """Return how much speaks for a family name."""
    if is_surname(word):
        return 0.8 if is_common_word(word) else 1.4
    if is_common_word(word):
        return -2.2
    return 1.0 if first_name(word) is not None else 0.7


def is_nobody(text: str, words: Sequence[Token], before: Token | None, after: Token | None) -> bool:
    """Tell whether a run without a title is no person whatever else speaks for it."""
    lows, first, several = [word.lower for word in words], words[0], len(words) > 1
    if before is not None:
        if before.lower in {"no", "every", "any"}:
            return True
        if before.lower in _THINGS_NAMED and text[before.end : first.start] == " ":
            return True  # "the utility Saran Zhylu", "the canoe Sister Ekua"
        if before.text == "," and _LETTERS.fullmatch(text, first.start, words[-1].end):
            return True  # "Ratna, S.Pd."
    if any(low in _NEVER for low in lows) or (lows[0] in _ROMAN and first.text.isupper()):
        return True  # "XI IPS": a class
    if several and (lows[-1] in _FIRM_WORDS or lows[0] in _THINGS_NAMED or lows[0] in _MAKERS):
        return True
    if several and lows[0] in _PLACE_OPENERS and not _is_usual(first.text):
        return True
    if not several and title(first.text) is not None and _is_address(first):
        return True  # a title without a name addresses somebody who has one elsewhere
    if _SAINT.search(text, max(0, first.start - 8), first.start):
        return True
    return is_thing(text, words, after) or _is_heading(text, words, after)


def _is_usual(word: str) -> bool:
    stat = first_name(word)
    return stat is not None and stat.weight >= 0.5


def _is_address(word: Token) -> bool:
    return not is_surname(word.text) or word.lower in GIVEN_TITLES


def is_thing(text: str, words: Sequence[Token], after: Token | None) -> bool:
    """Tell whether a name is part of the name of a thing: "Harris score", "Foo & Sons", "Ebo's Electricals"."""
    if after is None or "\n" in text[words[-1].end : after.start]:
        return False
    tail = text[words[-1].end : words[-1].end + 40]
    if after.lower in _EPONYMS and tail.startswith(" "):
        return True
    if _HOUSE.match(tail):
        return True
    shop = _SHOP.match(tail)
    return shop is not None and shop["head"][0].isupper() and shop["head"].lower() in _THINGS | _FIRM_WORDS


def _is_heading(text: str, words: Sequence[Token], after: Token | None) -> bool:
    """Tell whether a single word is the heading of a numbered item: "2. Lorry. It has drunk ..."."""
    if len(words) != 1 or after is None or after.text not in ".:" or _is_usual(words[0].text):
        return False
    start = words[0].start
    return _NUMBERED.search(text, max(0, start - 12), start) is not None


def speaks_against(text: str, words: Sequence[Token], before: Token | None, one_place: bool) -> float:
    """Return how much speaks against a run that may name somebody."""
    against = 0.0
    led = before.lower if before is not None else ""
    if len(words) > 1:
        against += 2.5 if one_place else 0.0
        placed = led in _IN and not text.startswith(("'s", "’s"), words[-1].end)
        against += 1.5 if placed or led in {"the", "a", "an"} else 0.0
    elif led in {"a", "an"}:
        against += 2.0
    if _HOUSE_NUMBER.match(text, words[-1].end) and not all(is_common_word(word.text) for word in words):
        against += 1.0
    return against


PARTICLES = words("particles")
CALENDAR = words("calendar")
NOT_NAMES = words("not_names")
CREDENTIALS = words("credentials")
GIVEN_TITLES = words("given_titles")
SUFFIX_TITLES = words("suffix_titles")
SAYING = words("saying")
INITIALS = re.compile(r"(?<![\w.])(?:[^\W\d_a-zà-öø-ÿ]\. ?-?){2,4}(?!\w)")
TAG_HANDLE = re.compile(r"(?<![\w.@/])@(?=[\w.]*[^\W\d])[\w](?:[\w.]{0,28}\w)?|(?<![\w/])u/[\w-]{3,20}")


def capitalised(word: str) -> bool:
    """Tell whether a word starts like a name: upper case, or a script without case is not asked for."""
    return word[:1].isupper() and (word.isalpha() or any(letter.isalpha() for letter in word))


def shout(word: str) -> bool:
    """Tell whether a word of three letters or more is all in upper case."""
    return len(word) > 2 and word.isupper()


def proper(word: str) -> str:
    """Return a shouted word in the case of a name."""
    if not shout(word):
        return word
    parts = re.split(r"([-'’])", word)
    return "".join(part[:1] + part[1:].lower().replace("i\u0307", "i") if part else "" for part in parts)
