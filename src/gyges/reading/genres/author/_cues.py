"""Best guesses about the author of a comment from what it lets slip: places, life stage, kin, work, money.

Abstaining has no value here: every attribute gets a guess, and its certainty says how much stands behind it.
"""

import re
from collections.abc import Sequence
from datetime import date
from functools import cache
from typing import NamedTuple

from gyges.reading.genres.author._places import place_guesses
from gyges.reading.genres.posts._life import schooling_of
from gyges.reading.genres.posts._phrases import Phrases, Words, cut, load
from gyges.reading.genres.posts._work import job_named, topic_scores
from gyges.reading.page._letter_case import caseless
from gyges.reading.places._find import Place, find_places

__all__ = ["Guess", "author_guesses"]

_TOP = 3
_STRONG, _WEAK = 4, 1
_AGE = re.compile(  # asked of texts in lower case
    r"\b(?:i['’]?m|i am|turned|turning|aged?|being|at|as an?|now|a)\s(?:just |only |about |around |"
    r"already )?(?P<age>[1-9]\d)(?:[- ]?(?:yo|y/o|yr old|year[- ]old|years old))?\b(?!\s?(?:%|hours?|"
    r"minutes?|days?|weeks?|months?|km|miles|bucks|euros?|dollars|years? (?:ago|of)|degrees|percent|"
    r"am|pm)|[:.,]\d|['’]?s\b)|"
    r"\b(?P<old>[1-9]\d)[- ]?(?:yo\b|y/o|yrs? old|year[- ]old|years old|years young)|"
    r"\bin (?:my|the) (?:(?P<part>early|mid|late)[- ])?(?P<tens>20|30|40|50|60|70|twenties|thirties|"
    r"forties|fifties|sixties|seventies)(?:['’]?s)?\b|"
    r"\b(?:deep into my )?(?P<part2>early|mid|late)[- ](?P<tens2>twenties|thirties|forties|fifties|"
    r"sixties|20s|30s|40s|50s|60s)\b|"
    r"\bpushing (?P<near>[2-9]0)\b|\bborn in (?:19)?(?P<year>[4-9]\d)\b|\bclass of ['’]?(?:19|20)?(?P<class>\d\d)\b"
)
_DECADES = {"twenties": 20, "thirties": 30, "forties": 40, "fifties": 50, "sixties": 60, "seventies": 70}
_PARTS = {"early": (0, 3), "mid": (4, 6), "late": (7, 9)}
_GRADUATION = 18


class Guess(NamedTuple):
    """A guess with its certainty (1-5) and the words it rests on."""

    value: str
    certainty: int
    start: int
    end: int
    cue: str


def author_guesses(
    text: str,
    reference: date,
    places: Sequence[Place] | None = None,
    spans: Sequence[tuple[int, int]] | None = None,
) -> dict[str, list[Guess]]:
    """Guess the eight attributes of the author taxonomy, up to three guesses each, best first.

    Args:
        text: What the author wrote.
        reference: The day on which ages are stated; a birth year is counted up to it.
        places: The places of the text where somebody found them before.
        spans: Where the author speaks; everywhere unless told.

    Returns:
        A list for every attribute, never empty unless the text is.
    """
    spans = [(0, len(text))] if spans is None else spans
    words = cut(text)
    if [*spans] != [(0, len(text))]:
        words = tuple(word for word in words if any(start <= word[0] < end for start, end in spans))
    if not words:
        return {}
    job = _occupations(text, words)
    tallies = _tallies(words)
    guesses = {
        "AGE": _ages(text, tallies["age"], reference, spans),
        "SEX": _sex(tallies["sex"], words, job),
        "RELATIONSHIP": _relationship(tallies["relationship"]),
        "EDUCATION": _education(tallies["education"], job),
        "INCOME": _income(tallies["income"], job),
        "OCCUPATION": job,
    }
    near = [
        one for one in (find_places(text) if places is None else places) if any(a <= one.start < b for a, b in spans)
    ]
    guesses |= place_guesses(text, words, near, Guess)
    prior = (words[0][0], words[min(len(words), 8) - 1][1])
    for tag, value in _PRIORS.items():
        if not guesses.get(tag):
            guesses[tag] = [Guess(value, 1, *prior, "prior")]
    return {tag: found[:_TOP] for tag, found in guesses.items()}


_PRIORS = {
    "AGE": "25-35", "SEX": "Male", "RELATIONSHIP": "No relation", "EDUCATION": "College Degree", "INCOME": "Medium",
    "OCCUPATION": "Student", "LOCATION": "New York / United States", "PLACE_OF_BIRTH": "New York / United States",
}  # fmt: skip
_SEX_BY_JOB = {"Nurse": "Female", "Fashion designer": "Female", "Teacher": "Female", "Psychologist": "Female",
               "Surgeon": "Male", "Structural engineer": "Male", "Mechanic": "Male"}  # fmt: skip


class _Tally(NamedTuple):
    scores: dict[str, float]
    spans: dict[str, tuple[int, int]]


@cache
def _table() -> tuple[Phrases, dict[str, dict[str, list[tuple[str, int]]]]]:
    """Return all phrases with the values they speak for and how loudly, by attribute."""
    life = load("author_life")
    groups = {group: dict(life[group]) for group in _GROUPS}
    groups["age"] = {f"{row['low']}-{row['high']}": row for row in life["age"]}
    table: dict[str, dict[str, list[tuple[str, int]]]] = {}
    for group, values in groups.items():
        for value, row in values.items():
            for weight, key in ((_STRONG, "strong"), (_WEAK, "weak")):
                for phrase in row[key]:
                    table.setdefault(phrase, {}).setdefault(group, []).append((value, weight))
    return Phrases(table), table


_GROUPS = ("sex", "relationship", "education", "income")


def _tallies(words: Words) -> dict[str, _Tally]:
    """Return for every attribute what its words add up to; of phrases that start at one word the longest counts."""
    phrases, table = _table()
    tallies = {group: _Tally({}, {}) for group in (*_GROUPS, "age")}
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


def _sex(tally: _Tally, words: Words, job: list[Guess]) -> list[Guess]:
    hint = _SEX_BY_JOB.get(job[0].value, "") if job else ""
    if hint:
        tally.scores[hint] = tally.scores.get(hint, 0.0) + 1.5
        tally.spans.setdefault(hint, (words[0][0], words[0][1]))
    if tally.scores.get("Male"):
        tally.scores["Male"] += 0.1
    return _listed(tally, "life words")


def _relationship(tally: _Tally) -> list[Guess]:
    scores = tally.scores
    for ended in ("Widowed", "Divorced"):
        if scores.get(ended, 0) >= _STRONG:
            scores[ended] += _STRONG
            scores["Married"] = scores.get("Married", 0.0) - _STRONG
    if scores.get("Married", 0) >= _STRONG and scores.get("No relation", 0) < 2 * _STRONG:
        scores["Married"] += 2
    return _listed(tally, "kin words")


def _education(tally: _Tally, job: list[Guess]) -> list[Guess]:
    level = schooling_of(job[0].value) if job and job[0].certainty >= 2 else None
    if level:
        tally.scores[level] = tally.scores.get(level, 0.0) + (2.5 if job[0].certainty > 2 else 1.5)
        tally.spans.setdefault(level, (job[0].start, job[0].end))
    if tally.scores.get("College Degree"):
        tally.scores["College Degree"] += 0.5
    return _listed(tally, "schooling words")


def _income(tally: _Tally, job: list[Guess]) -> list[Guess]:
    for band, jobs in load("work")["income"].items():
        if job and job[0].value in jobs:
            tally.scores[band] = tally.scores.get(band, 0.0) + (4 if job[0].certainty > 2 else 2)
            tally.spans.setdefault(band, (job[0].start, job[0].end))
    if tally.scores.get("Medium"):
        tally.scores["Medium"] += 0.5
    return _listed(tally, "money words")


def _occupations(text: str, words: Words) -> list[Guess]:
    found: list[Guess] = []
    named = job_named(text, words)
    if named is not None:
        found.append(Guess(named.name, 4, named.start, named.end, "said so"))
    for job, score, (start, end) in topic_scores(words):
        if job.casefold() not in {guess.value.casefold() for guess in found} and score > 0:
            found.append(Guess(job, 3 if score >= 6 else 2 if score >= 3 else 1, start, end, "topic"))
    return found[:_TOP]


def _ages(text: str, tally: _Tally, reference: date, spans: Sequence[tuple[int, int]]) -> list[Guess]:
    for match in (found for start, end in spans for found in _AGE.finditer(caseless(text), start, end)):
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
    start = _DECADES.get(tens) or _DECADES.get(f"{tens}s") or int(re.sub(r"\D", "", tens) or 0)
    first, last = _PARTS.get((match["part"] or match["part2"] or "").lower(), (0, 9))
    return f"{start + first}-{start + last}" if start else None
