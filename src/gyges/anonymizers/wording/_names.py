"""Names: a letter stands for every form of one, and titles go with it."""

import re

from gyges.anonymizers.wording._around import Swap
from gyges.anonymizers.wording._tables import words_in

__all__ = ["is_title", "name_swap", "titles_before"]

_TITLE = re.compile(r"(?<![\w@.-])(?P<title>[^\W\d_]{2,12})\.?[ \t]+$")
_SHORT = frozenset(("mr", "mrs", "ms", "dr", "mme", "prof", "st", "sr"))  # titles also in lower case
_MOST_TITLES = 3
_POSSESSIVE = re.compile(r"['’](?=\s)")
_LETTER = re.compile(r"[A-Z]\.?")


def is_title(word: str) -> bool:
    """Tell whether a word before a name is a title: "Mr", "Haji", "Sergeant"."""
    lowered = word.lower().rstrip(".")
    return lowered in words_in("frames", "titles") and (word[:1].isupper() or lowered in _SHORT)


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
    if name.endswith("s") and _POSSESSIVE.match(text, end):
        return Swap(first, end + 1, f"{letter}{text[end]}s", f"{letter}{text[end]}s")
    return Swap(first, end, letter, letter)
