"""Invented ages: all ages of a document are moved by the same step, where nothing in it depends on them."""

import re
from collections.abc import Sequence

from gyges.anonymizers.replacement._secret import Secret
from gyges.reading import REFERENCE_DATE, find_ages
from gyges.reading.lookups import number_words

__all__ = ["Ages"]

_STEPS = (-2, -1, 1, 2)
_AGE = re.compile(
    r"(?:aged?\s|about\s|around\s)?(?P<age>\d{2}|[A-Za-z]+(?:-[A-Za-z]+)?)"
    r"(?:[\s-]years?[\s-]old|\syears of age|\s?y/?o\b|\syears)?",
    re.IGNORECASE,
)
_DEPENDS = re.compile(
    r"\b(?:born|birth|birthday|dob|b\.\s?\d{4}|turn(?:s|ed|ing)?|retire[ds]?|retirement|pension\w*|when (?:s?he|i|they) (?:was|were)|"
    r"at the age|by the age|years? (?:older|younger)|twice (?:his|her|their|my) age|age \d|class of|grade|jubilee)\b|\*\s?\d{4}",
    re.IGNORECASE,
)
_YOUNGEST, _OLDEST = 23, 97  # what comes with a school year, a licence or a century is not moved
_TOLD = frozenset((60, 65, 67))  # ages at which people stop working


class Ages:
    """The ages of one document.

    Args:
        secret: What the step is drawn from.
        document: The id of the document.
        text: Its text.
        said: The spans that say what somebody is.
    """

    def __init__(self, secret: Secret, document: str, text: str, said: Sequence[str]) -> None:
        ages = [age for words in said if (age := _age(words)) is not None]
        numbers = [number for token in re.findall(r"\d+|[a-z]+(?:-[a-z]+)?", text.lower()) if (number := _value(token))]
        plain = all(_YOUNGEST <= age <= _OLDEST and age % 10 and age not in _TOLD for age in ages)
        alone = all(numbers.count(age) == ages.count(age) for age in ages)
        holds = plain and alone and not _DEPENDS.search(text) and len(find_ages(text, REFERENCE_DATE)) <= len(ages)
        self._step = secret.pick(_STEPS, "age", document) if holds else 0

    def other(self, words: str) -> str | None:
        """Return words with another age; None if they say none, or if something in the document depends on it."""
        match = _AGE.fullmatch(words)
        age = _age(words)
        if match is None or age is None or not self._step:
            return None
        new = age + self._step
        written = match["age"]
        start, end = match.span("age")
        if not written.isdecimal():
            name = next(word for word, value in number_words().items() if value == new)
            return words[:start] + (name.capitalize() if written[0].isupper() else name) + words[end:]
        return f"{words[:start]}{new}{words[end:]}"


def _age(words: str) -> int | None:
    match = _AGE.fullmatch(words)
    return _value(match["age"].lower()) if match else None


def _value(token: str) -> int | None:
    return int(token) if token.isdecimal() and len(token) < 4 else number_words().get(token)
