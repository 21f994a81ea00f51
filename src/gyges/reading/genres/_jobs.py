"""What somebody who writes works at: the job they name, the one a text is about, and the schooling it needs."""

import re
from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from typing import NamedTuple, TypeAlias

from gyges.reading.genres._table import load_table, pattern
from gyges.reading.lexicon._fold import fold
from gyges.reading.lexicon._load import read_rows

_WORD = re.compile(r"#?[^\W_]+(?:['’\-][^\W_]+)*|[€£$¥₹₱₺₩₦]")
_HUMP = re.compile(r"(?<=[a-z])(?=[A-Z0-9])|(?<=[A-Z])(?=[A-Z][a-z])")
_STEM = 4


Words: TypeAlias = tuple[tuple[int, int, str], ...]
"""The words of a text: start, end, folded form."""


class Found(NamedTuple):
    """A phrase of a table in a text."""

    start: int
    end: int
    phrase: str


class Phrases:
    """Phrases of one to five words in lower case; a star ends a word stem, as in ``debug*``."""

    def __init__(self, phrases: "Mapping[str, object] | list[str]") -> None:
        self._exact: dict[str, list[tuple[tuple[str, ...], str]]] = {}
        self._stems: dict[str, list[tuple[tuple[str, ...], str]]] = {}
        for phrase in phrases:
            words = tuple(word[2] for word in cut(phrase.replace("*", ""))) or (fold(phrase),)
            row = (words, phrase)
            if phrase.endswith("*") and len(words) == 1:
                self._stems.setdefault(words[0][:_STEM], []).append(row)
            else:
                self._exact.setdefault(words[0], []).append(row)
        for table in (self._exact, self._stems):
            for group in table.values():
                group.sort(key=lambda row: (-len(row[0]), -len(row[0][-1])))

    def find_words(self, words: Words) -> list[Found]:
        """Return the phrases in order; of phrases that start at one word the longest."""
        found: list[Found] = []
        for hit in self.find_all(words):
            if not found or found[-1].start != hit.start:
                found.append(hit)
        return found

    def find_all(self, words: Words) -> Iterator[Found]:
        """Yield all phrases in order, also several that start at one word, the longest first."""
        exact, stems = self._exact, self._stems
        for place in [at for at, (_, _, key) in enumerate(words) if key in exact or key[:_STEM] in stems]:
            start, end, key = words[place]
            following = words[place + 1][2] if place + 1 < len(words) else ""
            for parts, phrase in exact.get(key, ()):
                if len(parts) > 1 and not following.startswith(parts[1]):
                    continue
                last = place if len(parts) == 1 else self._match(words, place, parts, phrase)
                if last is not None:
                    yield Found(start, words[last][1], phrase)
            for parts, phrase in stems.get(key[:_STEM], ()):
                if key.startswith(parts[0]):
                    yield Found(start, end, phrase)

    @staticmethod
    def _match(words: Words, place: int, parts: tuple[str, ...], phrase: str) -> int | None:
        last = place + len(parts) - 1
        if last >= len(words):
            return None
        for offset in range(1, len(parts)):
            have, want = words[place + offset][2], parts[offset]
            if have != want and not (place + offset == last and phrase.endswith("*") and have.startswith(want)):
                return None
        return last


@lru_cache(maxsize=16)
def cut(text: str) -> Words:
    """Return start, end and folded form of every word; a hashtag such as #NightShift gives its words."""
    found: list[tuple[int, int, str]] = []
    for match in _WORD.finditer(text):
        word, start, end = match[0], match.start(), match.end()
        if word[0] != "#":
            key = fold(word)
            found.append((start, end, key[:-2] if key.endswith("'s") else key))
            continue
        at = start + 1
        for piece in _HUMP.split(word[1:]):
            found.append((at, at + len(piece), fold(piece)))
            at += len(piece)
    return tuple(found)


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
