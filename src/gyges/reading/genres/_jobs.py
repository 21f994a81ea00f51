"""What somebody who writes works at: the job they name, the one a text is about, and the schooling it needs."""

from functools import cache, lru_cache
from typing import NamedTuple

from gyges.reading.genres._phrases import Phrases, Words, cut
from gyges.reading.genres._table import load_table, pattern
from gyges.reading.lexicon._load import read_rows
from gyges.reading.lexicon._names import is_surname

__all__ = ["ToldValue", "job_in_account", "job_named", "schooling_of", "topic_scores"]

_NO_TOP = 99
_STRONG, _WEAK, _MOST_WEAK = 3, 1, 2  # what words of a topic are worth, and all its weak ones at most


class ToldValue(NamedTuple):
    """A value and the words that tell it."""

    start: int
    end: int
    value: str
    sure: int
    cue: str


@cache
def _jobs() -> tuple[Phrases, dict[str, str]]:
    table = {phrase: title for title, phrases in read_rows("genres/posts/jobs.tsv") for phrase in phrases.split(";")}
    table |= {f"{phrase}s": title for phrase, title in table.items() if phrase[-1] not in "sgh" and len(phrase) > 3}
    return Phrases(table), table


@lru_cache(maxsize=16)
def job_named(text: str, words: Words) -> ToldValue | None:
    """Return the job the author names as theirs, outright or in a hashtag."""
    phrases, titles = _jobs()
    for found in phrases.find_words(words):
        if _tagged(text, found.start):
            return ToldValue(found.start, found.end, titles[found.phrase], 5, "hashtag")
        if pattern("posts.own_job").search(text[max(0, found.start - 40) : found.start]):
            return ToldValue(found.start, found.end, titles[found.phrase], 5, "said so")
    return None


def _tagged(text: str, start: int) -> bool:
    while start > 0 and text[start - 1].isalnum():
        start -= 1
    return start > 0 and text[start - 1] == "#"


def job_in_account(handle: str) -> str | None:
    """Return the job in the name of an account, such as ``@trucker_tom``."""
    phrases, titles = _jobs()
    if " " in handle.strip() or not handle:
        return None
    found = phrases.find_words(cut("#" + handle.lstrip("@").replace("_", " #").replace(".", " #")))
    pieces = [one.phrase for one in found if len(one.phrase) > 3 and not is_surname(one.phrase)]
    return titles[pieces[0]] if pieces else None


@cache
def _topics() -> tuple[Phrases, dict[str, list[tuple[str, int]]], dict[str, tuple[int, int]]]:
    """Return the phrases, the jobs each speaks for and how loudly, the place of each job and the most it can score."""
    rows = load_table("posts/topics")["topic"]
    table: dict[str, list[tuple[str, int]]] = {}
    for row in rows:
        for key, weight in (("strong", _STRONG), ("weak", _WEAK)):
            for phrase in row.get(key, ()):
                table.setdefault(phrase, []).append((row["job"], weight))
    return Phrases(table), table, {row["job"]: (place, row.get("top", _NO_TOP)) for place, row in enumerate(rows)}


@lru_cache(maxsize=16)
def topic_scores(words: Words) -> list[tuple[str, int, tuple[int, int]]]:
    """Return the jobs a text may be about with their scores and the first words that speak for them, best first."""
    phrases, table, jobs = _topics()
    scores: dict[str, list[int]] = {}
    first: dict[str, tuple[int, int]] = {}
    for found in {hit.phrase: hit for hit in reversed(phrases.find_words(words))}.values():
        for job, weight in table[found.phrase]:
            scores.setdefault(job, []).append(weight)
            first[job] = min(first.get(job, (found.start, found.end)), (found.start, found.end))
    totals = {
        job: min(_STRONG * found.count(_STRONG) + min(found.count(_WEAK), _MOST_WEAK), jobs[job][1])
        for job, found in scores.items()
    }
    return [(job, totals[job], first[job]) for job in sorted(totals, key=lambda job: (-totals[job], jobs[job][0]))]


def schooling_of(job: str) -> str | None:
    """Return the schooling a job needs, None if it needs none in particular."""
    levels = load_table("posts/work")["schooling"]
    return next((level for level in levels if job in levels[level]), None)
