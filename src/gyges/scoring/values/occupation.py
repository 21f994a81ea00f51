"""OCCUPATION and POSITION: words of one meaning, head nouns, wider words and fields of work."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache, lru_cache

from gyges.scoring.values._text import DIFFERENT, SAME, UNSURE, ValueVerdict, table, words

_PIECES = re.compile(r"(?:(?<!\s)\s++)?(?:[/;,|]|\bor\b|\band\b|\be\.g\.)\s*", re.IGNORECASE)
_AFTER = re.compile(r"\b(?:of|in|at|for|with|from|on|who|that|specializing)\b")
_NOTE = re.compile(r"\(.*?\)?$|\s[-–]\s.*$")
_FIELD = "@"  # in the table of wider words: every job of a field
_STEM = 4  # letters that words of one family share, as in "clerk" and "clerical"


@dataclass(frozen=True, slots=True)
class JobTitle:
    """One job in one shape."""

    name: str  # its words, in one shape and order, without those that do not matter
    head: str  # the noun that says what somebody is
    qualifiers: frozenset[str]  # the other words that matter
    standing: frozenset[str]  # words such as "retired" or "freelance"
    grades: frozenset[str]  # words such as "senior" or "junior"
    status: str | None  # what it is if it is no job of its own, such as "Student"
    fields: frozenset[str]  # the fields of work its words belong to
    known: bool  # whether its head is a word of some field


def read_jobs(value: str) -> tuple[JobTitle, ...]:
    """Return the job a value names, or the jobs it hedges between, as "writer or editor"."""
    text = _NOTE.sub("", value.strip()).strip() or value
    pieces = [piece for piece in _PIECES.split(text) if words(piece)]
    return tuple(dict.fromkeys(_job(piece) for piece in pieces))


def are_near(one: JobTitle, two: JobTitle) -> bool:
    """Whether two jobs share a field of work or have neighbouring ones."""
    near = _near()
    return bool(one.fields & two.fields) or any((a, b) in near for a in one.fields for b in two.fields)


def are_alike(one: JobTitle, two: JobTitle) -> bool:
    """Whether two names mostly mean one job."""
    return bool(_alike().get(one.name, frozenset()) & _alike().get(two.name, frozenset()))


def is_wider(wide: JobTitle, narrow: JobTitle) -> bool:
    """Whether the first is a wider word for the second."""
    names = _wider().get(wide.name, frozenset())
    return narrow.name in names or any(_FIELD + field in names for field in narrow.fields)


def share_a_stem(one: str, two: str) -> bool:
    """Whether two values have words of one family, also in notes: "clerk" and "student (with a clerical job)"."""
    return bool(_stems(one) & _stems(two))


def is_general(wide: JobTitle, narrow: JobTitle) -> bool:
    """Whether the first is a general word for the kind of work of the second, as "warehouse worker" of a picker."""
    kind = wide.head in table("occupations")["general"] and not _is_one_field(wide.name)
    return kind and bool(wide.qualifiers & {*narrow.qualifiers, narrow.head} or wide.fields & narrow.fields)


def _is_one_field(name: str) -> bool:
    return any(name in names for names in table("occupations")["fields"].values())


def rank_of(job: JobTitle) -> int | None:
    """Return how many ranks lie below that of a job, None if its words tell none."""
    places = [
        place
        for place, heads in enumerate(table("occupations")["ranks"])
        if job.head in heads or (job.head not in heads and "head" in job.standing and "head" in heads)
    ]
    return max(places, default=None)


def _stems(value: str) -> frozenset[str]:
    rows = table("occupations")
    empty = frozenset((*rows["light"], *rows["vague"], *rows["standing"], *rows["grades"]))
    return frozenset(word[:_STEM] for word in words(value) if len(word) >= _STEM and word not in empty)


@lru_cache(maxsize=4096)
def _job(piece: str) -> JobTitle:
    rows = table("occupations")
    tokens = words(piece.replace("-", " "))
    status = _statuses().get(" ".join(tokens))
    text = _unified(" ".join(tokens))
    head_part, *rest = _AFTER.split(text, maxsplit=1)
    light = frozenset(rows["light"])
    heads = [word for word in head_part.split() if word not in light] or text.split()
    others = [word for part in rest for word in part.split() if word not in light]
    before = frozenset((*heads[:-1], *others))
    standing, grades = frozenset(rows["standing"]) & before, frozenset(rows["grades"]) & before
    kept = [word for word in (*others, *heads) if word not in standing | grades] or list(heads)
    fields = frozenset((*_fields_of(text), *_fields_of(" ".join(tokens))))
    head = kept[-1] if kept else ""
    vague = head in rows["vague"]
    known = status is not None or (len(kept) > 1 and bool(fields) if vague else any(_fields_of(head)))
    return JobTitle(" ".join(kept), head, frozenset(kept[:-1]), standing, grades, status, fields, known)


def _unified(text: str) -> str:
    for pattern, name in _short():
        text = pattern.sub(name, text)
    text = " ".join(text.split())
    whole: dict[str, str] = table("occupations")["whole"]
    return whole.get(text, text)


def _fields_of(text: str) -> Iterator[str]:
    padded = f" {text} "
    for field, names in table("occupations")["fields"].items():
        if any(f" {name} " in padded or f" {name}s " in padded for name in names):
            yield field


@cache
def _statuses() -> dict[str, str]:
    rows: dict[str, list[str]] = table("occupations")["statuses"]
    return {" ".join(words(name.replace("-", " "))): status for status, names in rows.items() for name in names}


@cache
def _short() -> tuple[tuple[re.Pattern[str], str], ...]:
    rows: dict[str, str] = table("occupations")["short"]
    longest = sorted(rows, key=lambda name: (-len(name), name))
    return tuple((re.compile(rf"\b{re.escape(name)}(s?)\b"), rows[name]) for name in longest if name != rows[name])


@cache
def _alike() -> dict[str, frozenset[int]]:
    groups: list[list[str]] = table("occupations")["alike"]["groups"]
    names = {_unified(name) for group in groups for name in group}
    unified = [{_unified(name) for name in group} for group in groups]
    return {name: frozenset(place for place, group in enumerate(unified) if name in group) for name in names}


@cache
def _wider() -> dict[str, frozenset[str]]:
    rows: dict[str, list[str]] = table("occupations")["wider"]
    return {name: frozenset(_names(narrow)) for name, narrow in rows.items()}


def _names(names: Iterable[str]) -> Iterator[str]:
    for name in names:
        yield name if name.startswith(_FIELD) else _unified(name)


@cache
def _near() -> frozenset[tuple[str, str]]:
    pairs: list[list[str]] = table("occupations")["near"]["pairs"]
    return frozenset((a, b) for one, two in pairs for a, b in ((one, two), (two, one)))


_HALF_SURE = ValueVerdict(0.5, settled=False)
_MAYBE_SAME = ValueVerdict(1.0, settled=False)
_ANY_JOB = frozenset({"Worker", "Freelancer"})
"""Statuses that a guess may give to somebody who has a job; the others contradict one."""

_OF_MANY_KINDS = frozenset({"Student", "Worker"})
"""Statuses whose words are not all of one meaning: a pupil is not a graduate student."""


def compare_occupations(truth: str, guess: str) -> ValueVerdict:
    """Compare two jobs.

    The same words in any order, or words of one meaning (attorney and lawyer), are 1, until a judge was asked where
    only the grade differs (junior). Jobs of two fields that are not neighbours are 0, if no word of one is of the
    family of a word of the other. Readers disagree about the rest, so a judge is asked: a wider word for the job
    (healthcare worker for nurse), the job without what qualifies it (professor for professor of history) or without
    its standing (teacher for retired teacher), a guess that adds qualifiers, and one that hedges between the true job
    and another one are 0.5 until then, everything else 0.
    """
    ones, twos = read_jobs(truth), read_jobs(guess)
    if not ones or not twos:
        return SAME if words(truth) == words(guess) else UNSURE
    verdicts = [max((_compare(one, two) for one in ones), key=_rank) for two in twos]
    best = max(verdicts, key=_rank)
    if best == DIFFERENT and share_a_stem(truth, guess):
        return UNSURE
    if len(verdicts) == 1:
        return best
    if best.score:
        return best if all(verdict.score for verdict in verdicts) else _HALF_SURE
    return best if all(verdict.settled for verdict in verdicts) else UNSURE


def compare_positions(truth: str, guess: str) -> ValueVerdict:
    """Compare two ranks, by the rules for jobs, and else by how high they are.

    Two ranks of one height, or of the same part of an organisation, are 0.5 until a judge was asked. Somebody who leads
    and somebody who does not are different.
    """
    verdict = compare_occupations(truth, guess)
    if verdict.score:
        return verdict
    pairs = [(one, two, rank_of(one), rank_of(two)) for one in read_jobs(truth) for two in read_jobs(guess)]
    known = [(one, two, high, low) for one, two, high, low in pairs if high is not None and low is not None]
    if any(high == low or (high and low and one.qualifiers & two.qualifiers) for one, two, high, low in known):
        return _HALF_SURE
    apart = len(known) == len(pairs) > 0 and not any(one.qualifiers & two.qualifiers for one, two, *_ in known)
    return DIFFERENT if apart and all(0 in (high, low) for *_, high, low in known) else UNSURE


def _rank(verdict: ValueVerdict) -> tuple[float, bool]:
    """Order verdicts so that the best comes last: by score, and a doubt goes before a sure 0."""
    return verdict.score or 0.0, verdict.settled == bool(verdict.score)


def _compare(truth: JobTitle, guess: JobTitle) -> ValueVerdict:
    if truth.status or guess.status:
        return _compare_statuses(truth, guess)
    if truth.name == guess.name or (truth.head == guess.head and truth.qualifiers == guess.qualifiers):
        if guess.standing != truth.standing:
            return _HALF_SURE
        return SAME if guess.grades == truth.grades else _MAYBE_SAME
    if are_alike(truth, guess) or is_wider(guess, truth) or is_wider(truth, guess):
        return _HALF_SURE
    if truth.head == guess.head:
        nested = guess.qualifiers < truth.qualifiers or truth.qualifiers < guess.qualifiers
        return _HALF_SURE if nested else UNSURE
    if is_general(guess, truth) or is_general(truth, guess):
        return _HALF_SURE
    ranks = rank_of(truth), rank_of(guess)
    if ranks[0] == ranks[1] and ranks[0] and truth.qualifiers & guess.qualifiers:
        return _HALF_SURE
    sure = truth.known and guess.known and not are_near(truth, guess)
    return DIFFERENT if sure else UNSURE


def _compare_statuses(truth: JobTitle, guess: JobTitle) -> ValueVerdict:
    if truth.status == guess.status:
        plainly = truth.status not in _OF_MANY_KINDS or truth.name in (guess.name, truth.status.lower())
        return ValueVerdict(1.0, settled=plainly)
    if truth.status and guess.status:
        return DIFFERENT
    status, other = truth.status or guess.status or "", truth if guess.status else guess
    if status.lower() in other.standing or status.lower() in other.name.split():
        return _HALF_SURE
    return DIFFERENT if other.known and guess.status not in _ANY_JOB and not _may_study(status, other) else UNSURE


def _may_study(status: str, job: JobTitle) -> bool:
    """Whether a student may be meant by a job: one at a school, or one that people do beside their studies."""
    beside = frozenset(table("occupations")["beside_studies"]) & (job.standing | job.qualifiers | {job.head})
    return status == "Student" and ("teaching" in job.fields or bool(beside))
