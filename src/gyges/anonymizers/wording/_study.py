"""What somebody learns or learned: classes and degrees become broader where they surely are some."""

import re
from collections.abc import Iterator

from gyges.anonymizers.wording._around import Swap, is_determiner, is_function, leads_on, word_after, word_before

__all__ = ["study_swaps"]

_LEVEL = (
    r"(?:[Gg]rade|[Ff]orm|[Yy]ear|[Cc]lass|[Ss]tandard)\s"
    r"(?:\d{1,2}|[IVX]{1,4}|[Oo]ne|[Tt]wo|[Tt]hree|[Ff]our|[Ff]ive|[Ss]ix)"
)
_IN_LEVEL = re.compile(rf"(?P<gap>\s)in\s{_LEVEL}(?:(?:,|,?\sand|\sor)\s(?:in\s)?{_LEVEL})*(?!\w)")
_DEGREE = re.compile(
    r"\b(?P<one>(?:(?:bachelor|master|doctoral|law|science|university|college|undergraduate|postgraduate)(?:['’]?s)?\s"
    r"degree|doctorate|PhD|MBA|MSc|BSc|baccalaureate|Abitur|(?:master|bachelor)['’]s))(?P<many>s)?(?![\w'’-])",
    re.IGNORECASE,
)
_IN_SCHOOL = "at school"


def study_swaps(text: str) -> Iterator[Swap]:
    """Yield how words that tell a class or a degree become broader.

    Example:
        >>> [one.new for one in study_swaps("He is in Grade 4. She has a master's degree.")]
        [' at school', 'qualification']
    """
    for match in _IN_LEVEL.finditer(text):
        before, after = word_before(text, match.start() + 1), word_after(text, match.end())
        if before is None or (after is not None and after.lower in {"class", "of", "teacher", "exams", "exam"}):
            continue
        if after is not None and (after.text[0].isupper() or not leads_on(after)):
            continue
        needed = is_function(before.text) or before.lower in {"both", "all", "now"}
        new = f" {_IN_SCHOOL}" if needed and (after is None or after.lower != "at") else ""
        yield Swap(*match.span(), new, f" {_IN_SCHOOL}")
    for match in _DEGREE.finditer(text):
        before, after = word_before(text, match.start()), word_after(text, match.end())
        if before is None or not (is_determiner(before.text) or before.lower in {"two", "first", "second"}):
            continue
        if after is not None and after.lower in {
            "student",
            "students",
            "candidate",
            "programme",
            "program",
            "thesis",
            "course",
        }:
            continue
        new = "qualifications" if match["many"] else "qualification"
        yield Swap(*match.span(), new, new)
