"""What words of a name look like, and the capitalised words that are none."""

import re

from gyges.reading.lexicon._load import words

__all__ = [
    "CALENDAR", "CREDENTIALS", "GIVEN_TITLES", "INITIALS", "NOT_NAMES", "PARTICLES", "SAYING", "SUFFIX_TITLES",
    "TAG_HANDLE", "capitalised", "proper", "shout",
]  # fmt: skip

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
    """Return a shouted word in the case of a name.

    Example:
        >>> proper("AYDOĞMUŞ"), proper("McNeil")
        ('Aydoğmuş', 'McNeil')
    """
    if not shout(word):
        return word
    parts = re.split(r"([-'’])", word)
    return "".join(part[:1] + part[1:].lower().replace("i\u0307", "i") if part else "" for part in parts)
