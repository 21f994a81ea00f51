"""Whether new words bring in what the original does not say: names, numbers, places, organisations."""

import re

from gyges.reading import find_mentions

__all__ = ["invents"]

_DIGITS = re.compile(r"\d+")
_NAMED = frozenset(("PERSON", "LOC", "ORG", "CODE", "DATETIME", "QUANTITY"))
_CAPITAL = re.compile(r"(?<=\s)[A-Z][\w'’-]+")


def invents(new: str, original: str) -> bool:
    """Tell whether words name somebody or something that the original does not.

    Example:
        >>> invents("a town near Lyon", "She lives in Paris."), invents("a town", "She lives in Paris.")
        (True, False)
    """
    known = original.casefold()
    if any(number not in known for number in _DIGITS.findall(new)):
        return True
    if any(word.casefold() not in known for word in _CAPITAL.findall(f" {new}"[1:])):
        return True
    named = (new[mention.start : mention.end] for mention in find_mentions(new) if mention.type in _NAMED)
    return any(words.casefold() not in known for words in named if any(map(str.isupper, words)))
