"""Work and school in spans: jobs, doings that tell one (``teaches maths``), classes, degrees, pay grades."""

import re
from collections.abc import Iterator

from gyges.reading.english import can_be, usual_tag
from gyges.reading.lexicon._load import words
from gyges.reading.page._forms import find_forms, patterns
from gyges.reading.page._page import Page
from gyges.reading.page._spans import Cue
from gyges.reading.work._occupations import OccupationCue, is_title

__all__ = ["find_callings", "find_degrees", "find_jobs", "find_schooling"]

_IS_RANK = re.compile(r"\b(?:year|grade|class|std|standard)\b", re.I)  # "in year 9"
_SURE = 4  # certainty of words that name a job; below it they only imply one
_NOMINAL = frozenset(("NN", "JJ", ""))
_OBJECT = 3  # words after a verb that say what is done
_LEFT, _RIGHT, _ORDINAL = patterns("schooling", "left right ordinal")
_SHORT, _REACH = 2, 16


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


def find_callings(page: Page) -> Iterator[Cue]:
    """Yield doings by which somebody is known, and places of work that have no name."""
    for index in page.where(words("work_verbs")):
        if index and page.joined(index - 1) and page.key(index - 1) in words("work_subjects"):
            passive = page.key(index - 1) in words("be_forms") and usual_tag(page.key(index)) in {"VBN", "VBD"}
            last = _object(page, index)
            acting = usual_tag(page.key(index + 1)) == "VBG" and last == index + 1  # "keeps breaking them"
            nominal = usual_tag(page.key(last))[:2] in _NOMINAL and usual_tag(page.key(index + 1)) != "RB"  # "too much"
            if last > index and nominal and not passive and not acting and page.key(last) not in words("time_units"):
                yield Cue(page.words[index + 1][0], page.words[last][1], "DEM")
    for index in page.where(words("org_heads_small")):
        small = index and page.joined(index - 1) and not page.capital(index) and not page.capital(index - 1)
        if small and _says_which(page.key(index - 1)):
            first = index - 1
            while first and index - first < _OBJECT and page.joined(first - 1) and _says_which(page.key(first - 1)):
                first -= 1
            yield Cue(page.words[first][0], page.words[index][1], "ORG")


def _says_which(key: str) -> bool:
    """Tell whether a word says which place of work it is: ``paper mill``, but no ``headmaster's office``."""
    plain = key in words("plain_modifiers") or key in words("edge_left") or key in words("phrase_stops")
    verb = can_be(key, "VERB") and not can_be(key, "NOUN") and not can_be(key, "ADJ")
    plain = plain or key in words("day_parts") or key.endswith("-year")  # "evening service", "final-year pharmacy"
    return not (plain or verb or key.endswith("'s")) and usual_tag(key)[:2] in _NOMINAL


def _object(page: Page, index: int) -> int:
    """Return the last word of what a verb is about."""
    last = index
    if page.joined(last) and page.key(last + 1) in words("work_links"):
        last += 1
        last += page.joined(last) and page.key(last + 1) in {"a", "an", "the"}
    first = last
    while page.joined(last) and last - first < _OBJECT and page.key(last + 1) not in words("phrase_stops"):
        last += 1
    return last if last > first else index


def find_degrees(page: Page) -> Iterator[Cue]:
    """Yield degrees that look like initials and a name: ``M.Pharm``, ``B.T.``."""
    return find_forms(page, "schooling")


def find_schooling(page: Page) -> Iterator[Cue]:
    """Yield classes, years of study and pay grades."""
    text = page.text
    for start, end in page.digits:
        if end - start > _SHORT:
            continue
        ordinal = _ORDINAL.match(text, start)
        if ordinal and ordinal["word"].lower() in words("class_nouns"):
            yield Cue(*ordinal.span(), "DEM")
            continue
        left = _LEFT.search(text[max(0, start - _REACH) : start])
        right = _RIGHT.match(text, start)
        if left and right and left["word"].lower() in words("class_labels"):
            yield Cue(start - len(left[0]), right.end(), "DEM")
    for index in page.where(words("class_ordinals")):
        if not page.joined(index) or page.key(index + 1) not in words("class_nouns"):
            continue
        last = index + 1
        while last - index <= _SHORT and page.joined(last) and page.key(last + 1) in words("study_subjects"):
            last += 1
        yield Cue(page.words[index][0], page.words[last][1], "DEM")
