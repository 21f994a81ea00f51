"""Which found person is which true person, one to one: by rules, or by a model."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

from pydantic import BaseModel, ConfigDict

from gyges.models import DocumentText, Model, Prompt
from gyges.records import Kind, Subject, taxonomy
from gyges.scoring._assignment import best_assignment
from gyges.scoring.values import compare_values, normalised
from gyges.scoring.values._identity import are_one_name, is_in, is_placeholder
from gyges.scoring.values._roles import Role, read_role
from gyges.scoring.values.sex import read_sex

__all__ = ["ACCEPT", "align", "align_by_model"]

ACCEPT = 2.0
"""The least evidence for a match, chosen on the development data: people of another document stay below it."""

_NAME = 2.5
_SHARED_TOKEN = 0.5
_CODE = 3.0
_ROLE = 2.0
_HEAD_WORDS = 1.0
_EVIDENCE = 1.0
_UNNAMED = 1.0  # taken off where one has a name and the other has none although the text still has names
_RENAMED = 1.5  # taken off where a name was made up by the anonymizer
_AGREES = {
    "OCCUPATION": 1.0,
    "AFFILIATION": 1.0,
    "POSITION": 1.0,
    "AGE": 1.0,
    "LOCATION": 0.5,
    "RELATIONSHIP": 0.25,
    "NATIONALITY": 0.1,
}
_DISAGREES = {"OCCUPATION": 0.5, "AGE": 1.0, "NATIONALITY": 0.5, "LOCATION": 0.25, "RELATIONSHIP": 0.5}
_CODES = frozenset(tag.name for tag in taxonomy("spia") if tag.kind is Kind.CODE)
_HANDLE = re.compile(
    r"^@?([\w.'-]*[A-Z0-9_@.][\w.'-]*|(?<=@)[\w.'-]+)(?=\s+[-–—(]|,|\s*$)"
)  # the person is called by it
_SHORTEST_QUOTE = 4


@dataclass(frozen=True, slots=True)
class _Person:
    """A subject, read once."""

    id: str
    names: tuple[str, ...]
    renamed: bool
    handles: tuple[str, ...]
    role: Role
    sex: str | None
    values: dict[str, tuple[str, ...]]
    quotes: dict[str, tuple[str, ...]]


def align(truth: Sequence[Subject], found: Sequence[Subject], text: str | None = None) -> dict[str, str]:
    """Match true people with found ones, one to one.

    A pair is scored by its names, shared numbers and addresses, the parts both play in the text, and how their facts
    agree. Two names without a token in common exclude each other, and so do two sexes where nothing but the part
    speaks for the pair. A found name that is not in the original text was made up by an anonymizer: it excludes
    nobody, but more evidence is asked for. Pairs with a name in common are matched before all others; of the rest, the
    best assignment of pairs with enough evidence is taken. The order of the lists plays no role.

    Args:
        truth: The true people.
        found: The people an attacker found, named or not.
        text: The original text. Where it is given, made-up names are told from true ones, and evidence quoted from
            the same place counts.

    Returns:
        The id of the found person for every true person that was matched.
    """
    ones = sorted((_read(subject) for subject in truth), key=lambda person: person.id)
    twos = sorted((_read(subject) for subject in found), key=lambda person: person.id)
    if not ones or not twos:
        return {}
    if text is not None:
        known = [name for one in ones for name in (*one.names, *one.handles)]
        words = normalised(text)  # once: it may be long
        twos = [_without_strange_names(two, known, words) for two in twos]
    names_left = 2 * sum(bool(two.names) for two in twos) >= len(twos)
    matches: dict[str, str] = {}
    for by_name in (True, False):  # names decide first, what is left is matched by everything else
        rows = [one for one in ones if one.id not in matches]
        columns = [two for two in twos if two.id not in matches.values()]
        scores = [[_score(one, two, text, names_left, by_name) for two in columns] for one in rows]
        pairs = best_assignment([[score if score >= ACCEPT else 0.0 for score in row] for row in scores])
        matches |= {rows[r].id: columns[c].id for r, c in pairs if scores[r][c] >= ACCEPT}
    return {one.id: matches[one.id] for one in ones if one.id in matches}


def _read(subject: Subject) -> _Person:
    values: dict[str, list[str]] = {}
    quotes: dict[str, list[str]] = {}
    for fact in subject.facts:
        if fact.certainty > 0 and fact.value.strip():
            values.setdefault(fact.tag, []).append(fact.value)
            quotes.setdefault(fact.tag, []).extend(fact.evidence)
    names = tuple(name for name in values.pop("NAME", []) if not is_placeholder(name))
    role = read_role(subject.description)
    handles = tuple(_HANDLE.findall(subject.description))
    sex = read_sex(values.pop("SEX", [role.sex or ""])[0])
    return _Person(
        subject.id,
        names,
        False,
        handles,
        role,
        sex,
        {tag: tuple(found) for tag, found in values.items()},
        {tag: tuple(found) for tag, found in quotes.items()},
    )


def _without_strange_names(person: _Person, known: Sequence[str], text: str) -> _Person:
    """Drop names that neither the original text nor a true person has: made up, they exclude nobody."""
    kept = tuple(name for name in person.names if is_in(name, text) or any(are_one_name(name, one) for one in known))
    return replace(person, names=kept, renamed=len(kept) < len(person.names))


def _score(one: _Person, two: _Person, text: str | None, names_left: bool, by_name: bool) -> float:
    named = _name_evidence(one, two)
    if named is None or (by_name and not named):
        return 0.0
    sure = named + _CODE * any(_agree(tag, one, two) == 1.0 for tag in _CODES)
    role = one.role.fits(two.role)
    if not sure and (role < 0 or _sexes_differ(one, two)):
        return 0.0
    score = sure + _ROLE * max(role, 0.0) + _HEAD_WORDS * one.role.overlap(two.role)
    score += sum(_fact_evidence(tag, one, two) for tag in _AGREES)
    if text is not None and _share_evidence(one, two, text):
        score += _EVIDENCE
    if two.renamed:
        score -= _RENAMED
    elif not sure and not (role == 1.0 and one.role.is_unique):
        score -= _UNNAMED * bool(two.names if not one.names else names_left and not two.names)
    return score


def _name_evidence(one: _Person, two: _Person) -> float | None:
    """Return what the names say for the pair; None where they exclude it."""
    shared = [
        are_one_name(first, second) for first in (*one.names, *one.handles) for second in (*two.names, *two.handles)
    ]
    best = max(shared, default=0)
    if best:
        return _NAME + _SHARED_TOKEN * best
    return None if one.names and two.names else 0.0


def _sexes_differ(one: _Person, two: _Person) -> bool:
    return one.sex is not None and two.sex is not None and one.sex != two.sex


def _agree(tag: str, one: _Person, two: _Person) -> float | None:
    """Return the best score of two people's values of a tag; None where one of them has none."""
    pairs = [
        compare_values(tag, first, second).score
        for first in one.values.get(tag, ())
        for second in two.values.get(tag, ())
    ]
    return max((score for score in pairs if score is not None), default=None)


def _fact_evidence(tag: str, one: _Person, two: _Person) -> float:
    score = _agree(tag, one, two)
    if score is None:
        return 0.0
    return _AGREES[tag] * score if score else -_DISAGREES.get(tag, 0.0)


def _share_evidence(one: _Person, two: _Person, text: str) -> bool:
    """Whether facts of one kind were read from the same place of the text."""
    for tag in one.quotes.keys() & two.quotes.keys():
        ours, theirs = _places(one.quotes[tag], text), _places(two.quotes[tag], text)
        if any(start < other_end and other < end for start, end in ours for other, other_end in theirs):
            return True
    return False


def _places(quotes: Iterable[str], text: str) -> list[tuple[int, int]]:
    """Return where quotes stand that occur exactly once."""
    return [
        (start, start + len(quote))
        for quote in quotes
        if len(quote) >= _SHORTEST_QUOTE and (start := text.find(quote)) >= 0 and text.find(quote, start + 1) < 0
    ]


class Match(BaseModel):
    """A true person and the found person who is the same."""

    model_config = ConfigDict(extra="forbid")

    truth: str
    found: str


class Matches(BaseModel):
    """The matcher's answer; people without a counterpart are left out."""

    model_config = ConfigDict(extra="forbid")

    matches: list[Match]


@dataclass(frozen=True)
class MatchPeople(Prompt[Matches]):
    """The question which people of two lists about one text are the same."""

    template: ClassVar[str] = "prompts/match.jinja"
    answer: ClassVar[type[BaseModel]] = Matches
    max_tokens: ClassVar[int] = 2048

    text: DocumentText
    truth: DocumentText
    found: DocumentText
    truth_ids: tuple[str, ...]
    found_ids: tuple[str, ...]

    def check(self, answer: Matches) -> None:
        """Check that ids are known and that nobody is matched twice."""
        for side, known in (("truth", self.truth_ids), ("found", self.found_ids)):
            used = [str(getattr(match, side)) for match in answer.matches]
            if not set(used) <= set(known):
                raise ValueError(f"an id is not in the list '{side}'; its ids are {', '.join(known)}")
            if len(set(used)) < len(used):
                raise ValueError(f"somebody of the list '{side}' is matched twice; match people one to one")


async def align_by_model(model: Model, truth: Sequence[Subject], found: Sequence[Subject], text: str) -> dict[str, str]:
    """Match true people with found ones by asking a model, one to one.

    Raises:
        ModelError: The model could not be asked, or gave no valid answer.
    """
    if not truth or not found:
        return {}
    ones = {f"T{number}": subject for number, subject in enumerate(truth, start=1)}
    twos = {f"F{number}": subject for number, subject in enumerate(found, start=1)}
    prompt = MatchPeople(
        DocumentText(text), DocumentText(_listed(ones)), DocumentText(_listed(twos)), tuple(ones), tuple(twos)
    )
    answer = await model.ask(prompt)
    return {ones[match.truth].id: twos[match.found].id for match in answer.matches}


def _listed(people: dict[str, Subject]) -> str:
    lines = []
    for id, subject in people.items():
        facts = [f"{fact.tag}: {fact.value}" for fact in subject.facts if fact.certainty > 0 and fact.value.strip()]
        lines.append(f"{id}: {subject.description}" + "".join(f"\n  {fact}" for fact in facts))
    return "\n".join(lines)
