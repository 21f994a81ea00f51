"""Invented ages: all ages of a document are moved by the same step, where nothing in it depends on them."""

import re

from gyges.anonymizers.replacement._replacement import Scene
from gyges.anonymizers.replacement._secret import Secret
from gyges.reading import REFERENCE_DATE, ReadMention, find_ages
from gyges.reading.lookups import number_words

__all__ = ["Ages"]

_STEPS = (-2, -1, 1, 2)
_AGE = re.compile(
    r"(?:aged?\s|about\s|around\s)?(?P<age>\d{2}|[A-Za-z]+(?:-[A-Za-z]+)?)"
    r"(?:[\s-]years?[\s-]old|\syears of age|\s?y/?o\b|\syears)?",
    re.IGNORECASE,
)
_DEPENDS = re.compile(
    r"\b(?:born|birth|birthday|dob|b\.\s?\d{4}|turn(?:s|ed|ing)?|retire[ds]?|retirement|pension\w*|"
    r"when (?:s?he|i|they) (?:was|were)|at the age|by the age|years? (?:older|younger)|twice (?:his|her|their|my) age|"
    r"age \d|class of|grade|jubilee)\b|\*\s?\d{4}",
    re.IGNORECASE,
)
_CALLED = re.compile(
    r"\b(?:aged?|years?|yrs|y/?o|old|I am|I['’]m|s?he is|s?he was|s?he['’]s|who is|he)\b", re.IGNORECASE
)
_YOUNGEST, _OLDEST = 23, 97  # what comes with a school year, a licence or a century is not moved
_TOLD = frozenset((60, 65, 67))  # ages at which people stop working


class Ages:
    """The ages of one document.

    Args:
        secret: What the step is drawn from.
        scene: The document.
    """

    def __init__(self, secret: Secret, scene: Scene) -> None:
        said = [one for one in scene.mentions if one.type == "DEM" and _age(scene.words(one)) is not None]
        self._step = secret.pick(_STEPS, "age", scene.id) if said and _may_move(scene, said) else 0

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


def _may_move(scene: Scene, said: list[ReadMention]) -> bool:
    """Tell whether all numbers of a document that may be ages are, and nothing in it follows from them."""
    ages = [_age(scene.words(one)) or 0 for one in said]
    people = {one.end for one in scene.mentions if one.type == "PERSON"}
    for one in said:
        near = any(one.start - gap in people for gap in (1, 2, 3))
        if not near and not _CALLED.search(scene.text[max(0, one.start - 12) : one.end + 12]):
            return False
    numbers = [_value(token) for token in re.findall(r"\d+|[a-z]+(?:-[a-z]+)?", scene.text.lower())]
    plain = all(_YOUNGEST <= age <= _OLDEST and age % 10 and age not in _TOLD for age in ages)
    alone = all(numbers.count(age) == ages.count(age) for age in ages)
    if not plain or not alone or _DEPENDS.search(scene.text):
        return False
    return len(find_ages(scene.text, REFERENCE_DATE)) <= len(ages)


def _age(words: str) -> int | None:
    match = _AGE.fullmatch(words)
    return _value(match["age"].lower()) if match else None


def _value(token: str) -> int | None:
    return int(token) if token.isdecimal() and len(token) < 4 else number_words().get(token)
