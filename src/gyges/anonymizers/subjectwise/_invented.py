"""Whether new words bring in what the original does not say: names, numbers, places, organisations."""

import re

from gyges.anonymizers.subjectwise._tables import words_in
from gyges.anonymizers.wording import is_english_word, is_function, is_ordinary
from gyges.reading import find_mentions

__all__ = ["invents"]

_DIGITS = re.compile(r"\d+")
_DECADE = re.compile(r"(?<!\d)((?:1[89]|20)?\d)0s\b")  # "in their 40s", "the 1960s"
_NAMED = frozenset(("PERSON", "LOC", "ORG", "CODE", "DATETIME", "QUANTITY"))
_WITHIN_SENTENCE = re.compile(r"(?<=[^\s.!?:;…\"“‘'(\[•*#|>-])[^\S\n]+([A-Z][\w'’-]+)")
_LABEL = re.compile(
    r"(?<![\w.])(?:(?:[A-Z][a-z]+ ){0,2}(?:[A-Z]\.?(?:[A-Z]\.?)?(?!\w)|\d{1,2}(?!\w))|\[[^\[\]\n]{1,40}\]|…)"
)


def invents(new: str, *known: str) -> bool:
    """Tell whether words name somebody or something that no known text does.

    Letters and numbers that stand for people ("B.", "Person 1") and marks in brackets name nobody, and the decade of a
    known age or year is broader than it.

    Args:
        new: The new words.
        known: The original, and what was made of it so far.

    Example:
        >>> invents("a town near Lyon", "She lives in Paris."), invents("a town", "She lives in Paris.")
        (True, False)
    """
    folded = " ".join("\n".join(known).casefold().split())
    plain = _LABEL.sub(_without_label, _without_decades(new, folded))
    numbers = set(_DIGITS.findall(folded))
    if any(number not in numbers and number.lstrip("0") not in numbers for number in _DIGITS.findall(plain)):
        return True
    within = (match[1] for match in _WITHIN_SENTENCE.finditer(plain))
    if any(word.casefold() not in folded and not is_english_word(word) for word in within):
        return True
    named = (plain[mention.start : mention.end] for mention in find_mentions(plain) if mention.type in _NAMED)
    return any(_is_new(words, folded) for words in named if any(map(str.isupper, words)))


def _is_new(words: str, folded: str) -> bool:
    """Tell whether a name has a word that is neither known nor ordinary: "Friday" is new, "The Council" is not."""
    if " ".join(words.casefold().split()) in folded:
        return False
    parts = re.findall(r"[^\W\d_][\w'’-]*", words)
    return any(part.casefold() not in folded and not _is_ordinary(part) for part in parts)


def _is_ordinary(word: str) -> bool:
    return (is_ordinary(word) or is_function(word)) and not find_mentions(word)


def _without_decades(new: str, folded: str) -> str:
    return _DECADE.sub(lambda match: "" if re.search(rf"(?<!\d){match[1]}\d(?!\d)", folded) else match[0], new)


def _without_label(match: re.Match[str]) -> str:
    """Leave out a letter or number that stands for somebody, with the word before it."""
    words = match[0]
    if not words[-1].isdigit() or words.split()[0].casefold() in words_in("labels", "people"):
        return " someone "
    return words
