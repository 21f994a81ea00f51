"""Age and schooling of the author of a post, where words say so."""

import re

from gyges.reading._cues import Cues
from gyges.reading.genres.posts._phrases import load
from gyges.reading.genres.posts._work import Job

__all__ = ["find_age", "find_schooling", "schooling_of"]

_AGE = re.compile(
    r"\b(?:I['’]?m|I am|[Aa]t|[Ee]ven at|[Tt]urned|[Tt]urning|aged?|being|life at|world at) (?:now |"
    r"the age of |age |just )?(?P<age>[1-9]\d)\b(?! ?(?:%|years (?:ago|of)|hours|minutes|feet|km|"
    r"miles|days|am\b|pm\b|:|-?minute|and (?:my|our) )|[:.,]\d|-\d)|"
    r"\b(?P<old>[1-9]\d)[- ]?(?:year[- ]old|yo\b|y/o|yrs old|years old|years young)|"
    r"\bin my (?:(?P<part>early|mid|late)[- ])?(?P<tens>[2-9])0s\b"
)
_STUDY = (
    ("PhD", re.compile(r"\b(?:my (?:phd|doctorate)|phd (?:grad|holder)|finished my phd|as a phd)\b", re.I)),
    (
        "In College",
        re.compile(
            r"\b(?:college student|university student|undergrad|freshman|sophomore|my (?:bachelor|"
            r"degree) (?:program|studies)|final year|#?collegelife|my semester)\b",
            re.I,
        ),
    ),
    (
        "In High School",
        re.compile(r"\b(?:high school student|high school lessons|in (?:9th|10th|11th|12th) grade)\b", re.I),
    ),
    (
        "College Degree",
        re.compile(
            r"\b(?:my degree|graduated from|my (?:master|mba|bachelor)|college grad|alumni|alumna|alumnus)\b", re.I
        ),
    ),
    (
        "High School Diploma",
        re.compile(r"\b(?:high school diploma|no college|never went to college|high school grad)\b", re.I),
    ),
)
_PARTS = {"early": (0, 3), "mid": (4, 6), "late": (7, 9)}


def find_age(text: str, cues: Cues) -> Job | None:
    """Return the author's age on the day of reference, from the age they give and the day they wrote."""
    match = _AGE.search(text)
    if match is None:
        return None
    passed = (cues.reference - cues.written).days / 365.25 if cues.written else 0.0
    less, more = int(passed), int(passed) + (1 if passed % 1 > 0.02 else 0)
    if match["tens"]:
        first, last = _PARTS.get(match["part"] or "", (0, 9))
        low, high = int(match["tens"]) * 10 + first + less, int(match["tens"]) * 10 + last + more
    else:
        low = high = int(match["age"] or match["old"])
        low, high = low + less, high + more
    if not 0 <= less < 30:
        return None
    return Job(match.start(), match.end(), str(low) if low == high else f"{low}-{high}", 5, "age given")


def find_schooling(text: str, job: Job | None) -> Job | None:
    """Return the author's schooling: as said, or as the job needs it."""
    for said, pattern in _STUDY:
        match = pattern.search(text)
        if match is not None:
            return Job(match.start(), match.end(), said, 4, "said so")
    level = schooling_of(job.name) if job is not None else None
    return Job(job.start, job.end, level, 3, "job") if job is not None and level is not None else None


def schooling_of(job: str) -> str | None:
    """Return the schooling a job needs, None if it needs none in particular."""
    table = load("work")
    return next((str(level) for level in table["schooling"] if job in table["schooling"][level]), None)
