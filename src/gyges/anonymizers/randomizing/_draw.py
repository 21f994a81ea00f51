"""Draws for each person and kind of fact a value that is not the one a reader finds."""

import random
import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from gyges.records import Fact, JsonValue, Kind, Subject, Tag, taxonomy
from gyges.scoring import compare_values

__all__ = ["Drawn", "draw_values"]

_YOUNGEST, _OLDEST, _FAR = 18, 85, 10
"""Ages that are drawn, and how many years one is away from what a reader finds."""

_NUMBER = re.compile(r"\d{1,3}")


@dataclass(frozen=True, slots=True)
class Drawn:
    """One fact about one person, and the value a reader is to be led to.

    Attributes:
        person: The id of the person in the finding on the original.
        called: What the person is called there.
        tag: The kind of fact.
        found: What a reader finds, the surest first.
        to: The value to point to; empty for a code, which is taken out: an invented one may be somebody's.
        evidence: The words that gave it away.
    """

    person: str
    called: str
    tag: str
    found: tuple[str, ...]
    to: str
    evidence: tuple[str, ...] = ()

    def to_json(self) -> dict[str, JsonValue]:
        """Return the row as a trace holds it."""
        return {"person": self.person, "tag": self.tag, "found": list(self.found), "to": self.to}


def draw_values(people: Sequence[Subject], *, document: str, seed: int, certainty: int) -> tuple[Drawn, ...]:
    """Draw a value for every kind of fact that a reader found about every person.

    The same seed draws the same value for the same document, person and kind, whatever else was found.

    Args:
        people: Who was found in the original, with what.
        document: The id of the document.
        seed: Another one draws other values.
        certainty: Facts of which the reader was less sure are left alone.
    """
    rows = []
    for person in people:
        by_tag: dict[str, list[Fact]] = {}
        for fact in sorted(person.facts, key=lambda fact: -fact.certainty):
            if fact.certainty >= certainty and fact.tag in taxonomy("spia"):
                by_tag.setdefault(fact.tag, []).append(fact)
        for tag, facts in by_tag.items():
            found = tuple(dict.fromkeys(fact.value for fact in facts))
            # What is drawn is no secret: it stands in the trace.
            source = random.Random(f"{seed}\0{document}\0{person.id}\0{tag}")  # noqa: S311
            evidence = tuple(dict.fromkeys(words for fact in facts for words in fact.evidence))
            kind = taxonomy("spia")[tag]
            to = "" if kind.kind is Kind.CODE else _drawn(kind, found, source)
            if to or kind.kind is Kind.CODE:
                rows.append(Drawn(person.id, person.description, tag, found, to, evidence))
    return tuple(rows)


def _drawn(tag: Tag, found: Sequence[str], source: random.Random) -> str:
    """Return a value that no rule takes for one of those found; nothing where there is none."""
    if tag.name == "AGE":
        known = [int(number) for value in found for number in _NUMBER.findall(value)]
        far = [age for age in range(_YOUNGEST, _OLDEST + 1) if all(abs(age - one) >= _FAR for one in known)]
        return str(source.choice(far)) if far else ""
    pool = tag.options or _values().get(tag.name, ())
    other = [value for value in pool if all(_is_other(tag.name, one, value) for one in found)]
    return source.choice(other) if other else ""


def _is_other(tag: str, one: str, two: str) -> bool:
    return not compare_values(tag, one, two).score  # 0, or nothing a rule could say


@cache
def _values() -> Mapping[str, Sequence[str]]:
    source = files(__package__) / "values.toml"
    return tomllib.loads(source.read_text(encoding="utf-8"))
