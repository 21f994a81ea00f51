"""Best guesses about the author of a comment from what it lets slip: places, life stage, kin, work, money.

Abstaining has no value here: every attribute gets a guess, and its certainty says how much stands behind it.
"""

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from datetime import date
from functools import cache
from typing import Any, NamedTuple

from gyges.reading.genres._jobs import Phrases, Words, cut, job_named, schooling_of, topic_scores
from gyges.reading.genres._table import load_table
from gyges.reading.genres.author._places import Guess, place_guesses
from gyges.reading.lexicon._fold import caseless
from gyges.reading.places._find import find_places
from gyges.reading.places._gazetteer import Place

_TOP = 3
_STRONG, _WEAK = 4, 1
_GRADUATION = 18


def author_guesses(
    text: str,
    reference: date,
    places: Sequence[Place] | None = None,
    spans: Sequence[tuple[int, int]] | None = None,
) -> dict[str, list[Guess]]:
    """Guess the eight attributes of the author taxonomy, up to three guesses each, best first."""
    spans = [(0, len(text))] if spans is None else spans
    words = cut(text)
    if [*spans] != [(0, len(text))]:
        starts = [word[0] for word in words]
        heard = {at for span in spans for at in range(bisect_left(starts, span[0]), bisect_left(starts, span[1]))}
        words = tuple([words[at] for at in sorted(heard)])
    if not words:
        return {}
    job = _occupations(text, words)
    tallies = _tallies(words)
    _weigh_bonds(tallies["relationship"].scores)
    _hear_job(tallies, words, job)
    guesses = {group.upper(): _listed(tallies[group], cue) for group, cue in _CUES.items()}
    guesses |= {"AGE": _ages(text, tallies["age"], reference, spans), "OCCUPATION": job}
    near = [
        one for one in (find_places(text) if places is None else places) if any(a <= one.start < b for a, b in spans)
    ]
    guesses |= place_guesses(text, words, near)
    prior = (words[0][0], words[min(len(words), 8) - 1][1])
    for tag, value in _life()["priors"].items():
        if not guesses.get(tag):
            guesses[tag] = [Guess(value, 1, *prior, "prior")]
    return {tag: found[:_TOP] for tag, found in guesses.items()}


def _life() -> dict[str, Any]:
    return load_table("author/life")


class _Tally(NamedTuple):
    scores: dict[str, float]
    spans: dict[str, tuple[int, int]]


@cache
def _table() -> tuple[Phrases, dict[str, dict[str, list[tuple[str, int]]]]]:
    """Return all phrases with the values they speak for and how loudly, by attribute."""
    life = _life()
    groups = {group: dict(life[group]) for group in _CUES}
    groups["age"] = {f"{row['low']}-{row['high']}": row for row in life["age"]}
    table: dict[str, dict[str, list[tuple[str, int]]]] = {}
    for group, values in groups.items():
        for value, row in values.items():
            for weight, key in ((_STRONG, "strong"), (_WEAK, "weak")):
                for phrase in row[key]:
                    table.setdefault(phrase, {}).setdefault(group, []).append((value, weight))
    return Phrases(table), table


_CUES = {
    "sex": "life words", "relationship": "kin words", "education": "schooling words", "income": "money words",
}  # fmt: skip
"""Attributes that words add up to, and the names of the rules that add them."""


def _tallies(words: Words) -> dict[str, _Tally]:
    """Return for every attribute what its words add up to; of phrases that start at one word the longest counts."""
    phrases, table = _table()
    tallies = {group: _Tally({}, {}) for group in (*_CUES, "age")}
    loudest: dict[tuple[str, str], int] = {}
    at: dict[str, int] = {}
    seen: set[tuple[str, str]] = set()
    for hit in phrases.find_all(words):
        for group, values in table[hit.phrase].items():
            if at.get(group) == hit.start or (group, hit.phrase) in seen:
                continue
            at[group] = hit.start
            seen.add((group, hit.phrase))
            scores, spans = tallies[group]
            for value, weight in values:
                scores[value] = scores.get(value, 0.0) + weight
                if weight > loudest.get((group, value), 0):
                    loudest[group, value] = weight
                    spans[value] = (hit.start, hit.end)
    return tallies


def _sure(score: float) -> int:
    return 4 if score >= 2 * _STRONG else 3 if score >= _STRONG else 2


def _listed(tally: _Tally, cue: str) -> list[Guess]:
    order = sorted(tally.scores, key=lambda value: (-tally.scores[value], value))
    return [
        Guess(value, _sure(tally.scores[value]), *tally.spans[value], cue) for value in order if tally.scores[value] > 0
    ]


def _weigh_bonds(scores: dict[str, float]) -> None:
    """A marriage that is over is none; where there is one, being alone for an evening says little."""
    for ended in ("Widowed", "Divorced"):
        if scores.get(ended, 0) >= _STRONG:
            scores[ended] += _STRONG
            scores["Married"] = scores.get("Married", 0.0) - _STRONG
    if scores.get("Married", 0) >= _STRONG and scores.get("No relation", 0) < 2 * _STRONG:
        scores["Married"] += 2


def _hear_job(tallies: dict[str, _Tally], words: Words, job: list[Guess]) -> None:
    """Add what the likeliest job says about sex, schooling and income, and what is likelier anyway."""
    for group, value, weight, span in _said_by(job[0], words) if job else ():
        scores, spans = tallies[group]
        scores[value] = scores.get(value, 0.0) + weight
        spans.setdefault(value, span)
    for group, more in _life()["likelier"].items():
        for value, weight in more.items():
            if tallies[group].scores.get(value):
                tallies[group].scores[value] += weight


def _said_by(job: Guess, words: Words) -> Iterator[tuple[str, str, float, tuple[int, int]]]:
    sure, span = job.certainty > 2, (job.start, job.end)
    sex = _life()["sex_by_job"].get(job.value)
    if sex:
        yield "sex", sex, 1.5, (words[0][0], words[0][1])
    level = schooling_of(job.value) if job.certainty >= 2 else None
    if level:
        yield "education", level, 2.5 if sure else 1.5, span
    for band, jobs in load_table("posts/work")["income"].items():
        if job.value in jobs:
            yield "income", band, 4 if sure else 2, span


def _occupations(text: str, words: Words) -> list[Guess]:
    found: list[Guess] = []
    named = job_named(text, words)
    if named is not None:
        found.append(Guess(named.value, 4, named.start, named.end, "said so"))
    for job, score, (start, end) in topic_scores(words):
        if job.casefold() not in {guess.value.casefold() for guess in found} and score > 0:
            found.append(Guess(job, 3 if score >= 6 else 2 if score >= 3 else 1, start, end, "topic"))
    return found[:_TOP]


@cache
def _said_age() -> re.Pattern[str]:
    return re.compile(_life()["said_age"]["pattern"])


def _ages(text: str, tally: _Tally, reference: date, spans: Sequence[tuple[int, int]]) -> list[Guess]:
    for match in (found for start, end in spans for found in _said_age().finditer(caseless(text), start, end)):
        years = _years(match, reference)
        if years is not None:
            return [Guess(years, 5 if match["age"] or match["old"] else 4, match.start(), match.end(), "age given")]
    return _listed(tally, "life stage")


def _years(match: re.Match[str], reference: date) -> str | None:
    if match["age"] or match["old"]:
        age = int(match["age"] or match["old"])
        return str(age) if match["old"] or 17 <= age <= 90 else None
    if match["near"]:
        return f"{int(match['near']) - 3}-{match['near']}"
    if match["year"]:
        return str(reference.year - 1900 - int(match["year"]))
    if match["class"]:
        year = int(match["class"])
        left = 2000 + year if year <= reference.year % 100 else 1900 + year
        age = reference.year - left + _GRADUATION
        return f"{age - 2}-{age + 4}"
    tens = (match["tens"] or match["tens2"] or "").lower().rstrip("'s’")
    decades, parts = _life()["said_age"]["decades"], _life()["said_age"]["parts"]
    start = decades.get(tens) or decades.get(f"{tens}s") or int(re.sub(r"\D", "", tens) or 0)
    first, last = parts.get((match["part"] or match["part2"] or "").lower(), (0, 9))
    return f"{start + first}-{start + last}" if start else None
