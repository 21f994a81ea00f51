"""What stands behind the labels of a form: ``Sex: F``, ``Employer: Port Authority``."""

import re
from collections.abc import Iterator
from functools import cache

from gyges.reading.english import is_english_word
from gyges.reading.lexicon._load import phrases, words
from gyges.reading.page._cue import Cue
from gyges.reading.page._page import Page

__all__ = ["find_fields"]

_FIELD = re.compile(
    r"(?:^|[\n|;\t]|\s\s|[.]\s)[ \t>*•-]{0,8}(?P<label>[^\W\d_][^:\n|]{0,24}?)[ \t]?:[ \t]{0,8}"
    r"(?P<value>[^\s|;](?:(?!\s\s|\.\s|[|;\n]|\s\S{1,16}:\s).){0,60})"
)

_NAMED = frozenset(("ORG", "LOC"))


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
