"""Words for somebody's job as spans: its name, or what is worked with where a verb tells the job."""

import re
from collections.abc import Iterator

from gyges.reading.english import can_be, usual_tag
from gyges.reading.page._scan import Scan, Span, words
from gyges.reading.work._occupations import OccupationCue, is_title

__all__ = ["find_jobs"]

_IS_RANK = re.compile(r"\b(?:year|grade|class|std|standard)\b", re.I)  # "in year 9"
_SURE = 4  # certainty of words that name a job; below it they only imply one


def find_jobs(scan: Scan, jobs: list[OccupationCue]) -> Iterator[Span]:
    """Yield the words for what somebody is, and what they work with where a verb tells what they do."""
    for job in jobs:
        first, stop = scan.at(job.start), scan.at(job.end)
        if scan.key(stop - 1) == "partner" and scan.joined(stop - 1) and usual_tag(scan.key(stop)) == "NN":
            continue  # "the partner scheme"
        if _names_job(job.text):
            yield Span(job.start, job.end, "DEM")
        elif stop - first > 1 and scan.key(first) in words("any_doing"):
            continue  # "made the tablet" tells nothing
        elif stop - first > 1 and _is_verb(scan, first) and not (job.certainty >= _SURE and " of " in job.text):
            if _has_object(scan, first, stop):
                yield Span(scan.words[first + 1][0], _noun_end(scan, stop - 1), "DEM")
        elif job.certainty >= _SURE and (_IS_RANK.search(job.text) or scan.key(first) not in words("before_nouns")):
            yield Span(job.start, job.end, "DEM")


def _is_verb(scan: Scan, index: int) -> bool:
    """Tell whether a word says what somebody does: ``teaches``, and ``drives`` if somebody stands before it."""
    key = scan.key(index)
    if scan.opens(index) and usual_tag(key) == "VBG":
        return False  # "Writing on hotel paper"
    return can_be(key, "VERB") and (usual_tag(key)[:2] == "VB" or scan.key(index - 1) in words("work_subjects"))


def _has_object(scan: Scan, first: int, stop: int) -> bool:
    """Tell whether a verb says what is worked with: it is no passive, and no time follows it."""
    passive = scan.key(first - 1) in words("be_forms") and usual_tag(scan.key(first)) == "VBN"
    return not passive and scan.key(stop - 1) not in words("time_units") and scan.key(first + 1) != "with"


def _noun_end(scan: Scan, last: int) -> int:
    """Return where the noun ends that begins in a cue: ``coaches his league side``."""
    while (
        scan.joined(last) and usual_tag(scan.key(last + 1)) in {"NN", "NNS"} and not can_be(scan.key(last + 1), "VERB")
    ):
        last += 1
    return scan.words[last][1]


def _names_job(words_told: str) -> bool:
    """Tell whether words end in the name of a job: ``former magistrate``."""
    parts = words_told.split()
    return any(is_title(" ".join(parts[at:])) for at in range(len(parts)))
