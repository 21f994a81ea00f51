"""What is known about jobs: words of one meaning, wider words, fields of work."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache, lru_cache

from gyges.scoring.values._tables import table
from gyges.scoring.values._text import words

__all__ = ["JobTitle", "are_alike", "are_near", "is_wider", "read_jobs", "share_a_stem"]

_PIECES = re.compile(r"(?:(?<!\s)\s++)?(?:[/;,|]|\bor\b|\band\b|\be\.g\.)\s*", re.IGNORECASE)
_AFTER = re.compile(r"\b(?:of|in|at|for|with|from|on|who|that|specializing)\b")
_NOTE = re.compile(r"\(.*?\)?$|\s[-–]\s.*$")
_FIELD = "@"  # in the table of wider words: every job of a field
_STEM = 4  # letters that words of one family share, as in "clerk" and "clerical"


@dataclass(frozen=True, slots=True)
class JobTitle:
    """One job in one shape.

    Attributes:
        name: Its words, in one shape and order, without those that do not matter.
        head: The noun that says what somebody is.
        qualifiers: The other words that matter.
        standing: Words such as "retired" or "freelance".
        grades: Words such as "senior" or "junior".
        status: What it is if it is no job of its own, such as "Student".
        fields: The fields of work its words belong to.
        known: Whether its head is a word of some field.
    """

    name: str
    head: str
    qualifiers: frozenset[str]
    standing: frozenset[str]
    grades: frozenset[str]
    status: str | None
    fields: frozenset[str]
    known: bool


def read_jobs(value: str) -> tuple[JobTitle, ...]:
    """Return the job a value names, or the jobs it hedges between, as "writer or editor".

    Example:
        >>> [job.name for job in read_jobs("Attorney / part-time maths teacher")]
        ['lawyer', 'mathematics teacher']
    """
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
