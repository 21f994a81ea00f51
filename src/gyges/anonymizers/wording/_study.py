"""What somebody learned: classes, years at school, degrees and subjects go, or become broader where they are needed."""

import re
from collections.abc import Iterator
from functools import cache

from gyges.anonymizers.wording._around import Swap, is_function, leads_on, word_after, word_before
from gyges.anonymizers.wording._tables import words_in

__all__ = ["study_swaps"]

_COUNT = "one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve"
_RANK = r"(?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|eleventh|\d{1,2}(?:st|nd|rd|th))"
_LEVEL = rf"(?:[Gg]rade|[Gg]r|[Ff]orm|[Yy]ear|[Cc]lass|[Ss]tandard)\.?\s(?:\d{{1,2}}|[IVX]{{1,4}}|(?i:{_COUNT}))"
_STAGE = rf"(?:{_LEVEL}|(?:the\s)?{_RANK}\s(?:grade|class|form|year(?:\sof\sschool)?))"
_IN_LEVEL = re.compile(rf"(?P<gap>\s)in\s{_LEVEL}(?:(?:,|,?\sand|\sor)\s(?:in\s)?{_LEVEL})*(?!\w)")
_IN_SCHOOL = "at school"
_LEFT = re.compile(rf"\b(?:left|leave|leaves|quit|finished)\sschool(?P<gone>\s(?:after|in|at|with)\s{_STAGE})(?!\w)")
_STOPPED = re.compile(
    rf"\b(?P<gone>(?:stopped|Left|[Dd]ropped\sout)(?:\sschool)?\s(?:after|in|at|with)\s{_STAGE})(?!\w)"
)
_PASSED = re.compile(rf"\b(?P<gone>(?:completed|finished|passed)\s{_STAGE})(?=[.,;)]|\s(?:and|but|in|at)\b)")
_YEARS_OF = re.compile(
    rf"(?P<gone>\s(?:with|after)\s(?:only\s)?(?:{_COUNT}|\d{{1,2}})\syears\sof\sschool(?:ing)?)(?!\w|\sand\b)"
)
_DEGREE = (
    r"(?:Ph\.?\s?D|M\.?Phil|D\.?Phil|MSc|M\.Sc|BSc|B\.Sc|MBA|M\.?A|B\.?A|LL\.?\s?[BM]|[BM]\.?Ed|[BM]\.?Tech"
    r"|[BM]\.?Com)\.?"
)
_BEHIND_NAME = re.compile(rf"(?P<gone>(?:,\s{_DEGREE})+)(?=[,;)\n]|\.?$|\.\s)", re.MULTILINE)
_STUDENT = re.compile(
    rf"\b(?P<gone>(?:{_DEGREE}|master['’]?s|bachelor['’]?s|doctoral|graduate|undergraduate|postgraduate)\s)"
    r"(?:student|candidate)s?\b"
)
_HELD = re.compile(
    r"\b(?P<whose>(?:[Mm]y|[Yy]our|[Hh]is|[Hh]er|[Tt]heir|an?)\s)(?:own\s)?(?P<gone>(?:doctorate|PhD|(?:master|bachelor)['’]s(?:\sdegree)?"
    r"|(?:doctoral\s|university\s)?degree)(?P<in>\sin\s[a-z]+(?:\s(?P<more>[a-z]+))?)?)(?=[.,;:)]|\s(?:and|from|at|in|"
    r"is|was|has|says|shows|or|but|when|while|so)\b)"
)
_HOLDING = frozenset(("have", "has", "had", "having", "hold", "holds", "held", "with", "got", "earned", "without"))
_DOING = frozenset(
    ("finish", "finished", "finishing", "doing", "did", "do", "start", "started", "complete", "completed")
)


def study_swaps(text: str) -> Iterator[Swap]:
    """Yield how words that tell what somebody learned go or become broader.

    Example:
        >>> [one.new for one in study_swaps("He is in Grade 4. I stopped after class five.")]
        [' at school', 'left school']
    """
    yield from _classes(text)
    ends: set[int] = set()
    for pattern, new in ((_LEFT, ""), (_STOPPED, "left school"), (_PASSED, "went to school"), (_YEARS_OF, "")):
        for match in pattern.finditer(text):
            if match.end("gone") in ends:
                continue  # "left school after the ninth year"
            ends.add(match.end("gone"))
            fitted = new[:1].upper() + new[1:] if match["gone"][0].isupper() else new
            yield Swap(*match.span("gone"), fitted, fitted)
    for pattern in (_BEHIND_NAME, _STUDENT):
        for match in pattern.finditer(text):
            yield Swap(*match.span("gone"), "", "")
    for match in _HELD.finditer(text):
        before = word_before(text, match.start())
        plain = match["whose"].strip() in {"a", "an"} and match["in"] is None
        if plain and (before is None or before.lower not in _HOLDING):
            continue  # "to a degree"
        doing = before is not None and before.lower in _DOING and match["whose"].strip() not in {"a", "an"}
        new = "studies" if doing else "qualification"
        yield Swap(*match.span("gone"), new, new)
    for match in _studied().finditer(text):
        yield Swap(*match.span("gone"), "", "")


def _classes(text: str) -> Iterator[Swap]:
    for match in _IN_LEVEL.finditer(text):
        before, after = word_before(text, match.start() + 1), word_after(text, match.end())
        if before is None or (after is not None and after.lower in {"class", "of", "teacher", "exams", "exam"}):
            continue
        if after is not None and (after.text[0].isupper() or not leads_on(after)):
            continue
        if before.text in {"Left", "stopped", "out"} or (before.lower == "school" and _STOPPED.search(text)):
            continue  # where somebody stopped
        needed = is_function(before.text) or before.lower in {"both", "all", "now"}
        new = f" {_IN_SCHOOL}" if needed and (after is None or after.lower != "at") else ""
        yield Swap(*match.span(), new, f" {_IN_SCHOOL}")


@cache
def _studied() -> re.Pattern[str]:
    subjects = "|".join(sorted(words_in("neutral", "subjects"), key=lambda word: -len(word)))
    return re.compile(
        rf"\b(?:studying|studies|studied|study)(?P<gone>\s(?:{subjects})(?:\sand\s(?:{subjects}))?)"
        r"(?=[.,;)]|\s(?:at|in|by|and|but|from|with|for|while)\b)"
    )
