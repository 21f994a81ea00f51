"""Words for somebody's job as spans: its name, or what is worked with where a verb tells the job."""

import re
from collections.abc import Iterator

from gyges.reading.english import can_be, usual_tag
from gyges.reading.lexicon._load import words
from gyges.reading.page._cue import Cue
from gyges.reading.page._page import Page
from gyges.reading.work._occupations import OccupationCue, is_title

__all__ = ["find_jobs"]

_IS_RANK = re.compile(r"\b(?:year|grade|class|std|standard)\b", re.I)  # "in year 9"
_SURE = 4  # certainty of words that name a job; below it they only imply one


def find_jobs(page: Page, jobs: list[OccupationCue]) -> Iterator[Cue]:
    """Yield the words for what somebody is, and what they work with where a verb tells what they do."""
    for job in jobs:
        first, stop = page.at(job.start), page.at(job.end)
        if page.key(stop - 1) == "partner" and page.joined(stop - 1) and usual_tag(page.key(stop)) == "NN":
            continue  # "the partner scheme"
        if _names_job(job.text):
            yield Cue(job.start, job.end, "DEM")
        elif stop - first > 1 and page.key(first) in words("any_doing"):
            continue  # "made the tablet" tells nothing
        elif stop - first > 1 and _is_verb(page, first) and not (job.certainty >= _SURE and " of " in job.text):
            if _has_object(page, first, stop):
                yield Cue(page.words[first + 1][0], _noun_end(page, stop - 1), "DEM")
        elif job.certainty >= _SURE and (_IS_RANK.search(job.text) or page.key(first) not in words("before_nouns")):
            yield Cue(job.start, job.end, "DEM")


def _is_verb(page: Page, index: int) -> bool:
    """Tell whether a word says what somebody does: ``teaches``, and ``drives`` if somebody stands before it."""
    key = page.key(index)
    if page.opens(index) and usual_tag(key) == "VBG":
        return False  # "Writing on hotel paper"
    return can_be(key, "VERB") and (usual_tag(key)[:2] == "VB" or page.key(index - 1) in words("work_subjects"))


def _has_object(page: Page, first: int, stop: int) -> bool:
    """Tell whether a verb says what is worked with: it is no passive, and no time follows it."""
    passive = page.key(first - 1) in words("be_forms") and usual_tag(page.key(first)) == "VBN"
    return not passive and page.key(stop - 1) not in words("time_units") and page.key(first + 1) != "with"


def _noun_end(page: Page, last: int) -> int:
    """Return where the noun ends that begins in a cue: ``coaches his league side``."""
    while (
        page.joined(last) and usual_tag(page.key(last + 1)) in {"NN", "NNS"} and not can_be(page.key(last + 1), "VERB")
    ):
        last += 1
    return page.words[last][1]


def _names_job(words_told: str) -> bool:
    """Tell whether words end in the name of a job: ``former magistrate``."""
    parts = words_told.split()
    return any(is_title(" ".join(parts[at:])) for at in range(len(parts)))
