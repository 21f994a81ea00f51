"""Names: a letter stands for every form of one; titles go with it, and roles stay before it."""

import re
from collections.abc import Callable, Iterable
from functools import cache, lru_cache

from gyges.anonymizers.wording._around import Swap
from gyges.anonymizers.wording._tables import row, table, words_in

__all__ = [
    "is_call",
    "is_holy",
    "is_honorific",
    "is_kin_word",
    "is_named_noun",
    "is_short_form",
    "is_thing_word",
    "is_title",
    "name_swap",
    "named_nouns",
    "short_forms_of",
    "titles_before",
]

_TITLE = re.compile(r"(?<![\w@.-])(?P<title>[^\W\d_]{2,12})\.?[ \t]+$")
_SHORT = frozenset(
    ("mr", "mrs", "ms", "dr", "mme", "prof", "st", "sr", "sir", "nea", "doña", "don", "oga")
)  # titles also in lower case
_MOST_TITLES = 3
_SHIPS = frozenset(("ms", "mt", "mv", "ss", "rv", "hms", "m/v", "f/v"))
_VOWELS = frozenset("aeiouyąęó")
_LONG_ENOUGH = 4  # letters of a name that its small forms share with it
_NOUNS = frozenset(("called", "quoted"))  # sections of the table that hold nouns, no names
_POSSESSIVE = re.compile(r"['’](?=\s)")
_ARTICLE = re.compile(r"(?<!\w)[Aa]n? $")
_LETTER = re.compile(r"[A-Z]\.?")


def is_title(word: str) -> bool:
    """Tell whether a word before a name is a title: "Mr", "Haji", "Sergeant"."""
    lowered = word.lower().rstrip(".")
    return lowered in _titles() and (word[:1].isupper() or lowered in _SHORT)


def is_honorific(word: str) -> bool:
    """Tell whether a word is a title that means nothing else in English, so that a name follows it: "Tita", "Bu"."""
    lowered = word.lower().rstrip(".")
    return (word[:1].isupper() or lowered in _SHORT) and lowered in _honorifics()


@cache
def _honorifics() -> frozenset[str]:
    return frozenset(word for sex in table("honorifics") for word in words_in("honorifics", sex))


@cache
def _titles() -> frozenset[str]:
    return words_in("frames", "titles") | _honorifics()


def is_thing_word(word: str) -> bool:
    """Tell whether a word with a capital is a feast, a drug, a greeting or the like, and no name."""
    return word.lower() in _thing_words()


@cache
def _thing_words() -> frozenset[str]:
    return frozenset(word for kind in table("things") if kind not in _NOUNS for word in words_in("things", kind))


def is_named_noun(word: str, *, marked: bool = False) -> bool:
    """Tell whether a word is a noun for things that are given names: "trawler", "hurricane", "MV", no "Ms".

    Args:
        word: The word.
        marked: Whether the name stands in quotation marks or behind "called".
    """
    lowered = word.lower()
    bare = lowered in words_in("things", "called") and (word.isupper() or lowered not in _SHIPS)
    return bare or (marked and lowered in words_in("things", "quoted"))


def named_nouns() -> frozenset[str]:
    """Return all nouns for things that are given names."""
    return words_in("things", "called") | words_in("things", "quoted")


def is_call(word: str) -> bool:
    """Tell whether a word with a capital is a greeting, thanks or an exclamation."""
    return word.lower() in words_in("things", "calls")


def is_holy(word: str) -> bool:
    """Tell whether a word with a capital is a deity, a holy book, a prayer or the like."""
    return word.lower() in words_in("things", "faith")


def is_kin_word(word: str) -> bool:
    """Tell whether a word is what relatives are called: "Papa", "Belle-mère"."""
    return word.lower() in words_in("things", "kin")


def is_short_form(short: str, full: str) -> bool:
    """Tell whether a first name is a short or small form of another.

    Example:
        >>> is_short_form("Bill", "William"), is_short_form("Halinka", "Halina"), is_short_form("Marta", "Maria")
        (True, True, False)
    """
    one, other = short.casefold(), full.casefold()
    if other in row("diminutives", "short").get(one, "").split():
        return True
    return one in _small_forms(other)


def short_forms_of(names: Iterable[str]) -> Callable[[str], bool]:
    """Return what tells whether a first name is a short or small form of one of many."""
    full = {name.casefold() for name in names}
    small = frozenset[str]().union(*map(_small_forms, full))
    short = row("diminutives", "short")

    def tells(word: str) -> bool:
        one = word.casefold()
        return one in small or not full.isdisjoint(short.get(one, "").split())

    return tells


@lru_cache(maxsize=4096)
def _small_forms(full: str) -> frozenset[str]:
    stem = full[:-1] if full[-1:] in _VOWELS else full
    if len(stem) < _LONG_ENOUGH:
        return frozenset()
    ends = [end for end in words_in("diminutives", "endings") if len(end) > 1]
    return frozenset(begin + end for begin in (stem, stem[:-1]) for end in ends) - {full}


def titles_before(text: str, start: int) -> int:
    """Return where the titles before a name begin.

    Example:
        >>> titles_before("Dear Mrs. Ruiz", 10), titles_before("the Ruiz case", 4)
        (5, 4)
    """
    for _ in range(_MOST_TITLES):
        found = _TITLE.search(text, max(0, start - 16), start)
        if found is None or not is_title(found["title"]):
            break
        start = found.start()
        if text[max(0, start - 2) : start] == "A/":
            start -= 2  # "A/Prof. Grieve"
    return start


def name_swap(text: str, start: int, end: int, letter: str) -> Swap:
    """Return how a name with its titles becomes a letter; a letter that stands for somebody already stays.

    Example:
        >>> name_swap("Mr James' car", 3, 8, "K.")
        Swap(start=0, end=9, new="K.'s", instead="K.'s")
    """
    first = titles_before(text, start)
    name = text[start:end]
    if _LETTER.fullmatch(name):
        return Swap(first, end, name, name)
    roles = [word for word in text[first:start].split() if word.lower().rstrip(".") in words_in("frames", "roles")]
    if _ARTICLE.search(text, max(0, first - 4), first) and first < start and not roles:
        roles = ["certain"]  # "a Mr Ruiz"
    letter = " ".join((*roles, letter))
    if name.endswith("s") and _POSSESSIVE.match(text, end):
        return Swap(first, end + 1, f"{letter}{text[end]}s", f"{letter}{text[end]}s")
    return Swap(first, end, letter, letter)
