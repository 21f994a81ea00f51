"""What the guideline says about the people of a sheet."""

from collections.abc import Iterator
from itertools import combinations

from gyges.reading import QuoteFinder
from gyges.reading.lookups import fold
from gyges.studio._project import Project
from gyges.studio.kinds._guideline import remark, word_list
from gyges.studio.kinds._kind import Remark
from gyges.studio.kinds._people import FactWritten, PeopleBody, PersonWritten
from gyges.studio.kinds._value_remarks import value_problems

__all__ = ["people_remarks", "remarks_on_people"]

NEEDS_EVIDENCE = 3
"""The certainty from which on the text itself must say so (SPIA, annotation guidelines)."""


def people_remarks(project: Project, item: int, body: PeopleBody) -> list[Remark]:
    """Return what the guideline says about a sheet on a document."""
    return remarks_on_people(project.texts.document(item).text, body)


def remarks_on_people(text: str, body: PeopleBody) -> list[Remark]:
    """Return what the guideline says about people of a text; nothing is said about proposals but that they wait."""
    finder = QuoteFinder(text)
    found: list[Remark] = []
    for number, person in enumerate(body.subjects):
        if person.accepted:
            found += _on_person(number, person, text, finder)
    waiting = sum(
        not (fact.accepted and person.accepted) for person in body.subjects for fact in person.facts or [_NOTHING]
    )
    if waiting:
        found.append(remark("proposals", count=waiting))
    if not body.subjects and not body.nobody:
        found.append(remark("nobody"))
    return found


_NOTHING = FactWritten(tag="NAME")  # a proposed person about whom nothing is proposed waits all the same


def _on_person(number: int, person: PersonWritten, text: str, finder: QuoteFinder) -> Iterator[Remark]:
    at = ("subjects", number)
    facts = [(place, fact) for place, fact in enumerate(person.facts) if fact.accepted]
    if not person.facts:
        yield remark("no_facts", *at)
    if not person.description.strip():
        yield remark("no_description", *at, "description")
    for place, fact in facts:
        yield from _on_fact((*at, "facts", place), fact, text, finder)
        if fact.tag == "RELATIONSHIP" and word_list("dead") & set(fold(person.description).split()):
            yield remark("dead", *at, "facts", place)
    for (_, one), (place, other) in combinations(facts, 2):
        if one.tag == other.tag and one.value.strip() and other.value.strip():
            yield from _on_pair((*at, "facts", place), one.value, other)


def _on_fact(at: tuple[str | int, ...], fact: FactWritten, text: str, finder: QuoteFinder) -> Iterator[Remark]:
    if not fact.value.strip():
        yield remark("no_value", *at, "value")
        return
    for rule, words in value_problems(fact, text):
        yield remark(rule, *at, "value", **words)
    if not fact.certainty:
        yield remark("no_certainty", *at, "certainty")
    if not fact.hardness:
        yield remark("no_hardness", *at, "hardness")
    if fact.certainty >= NEEDS_EVIDENCE and not fact.evidence:
        yield remark("no_evidence", *at, "evidence")
    for place, quote in enumerate(fact.evidence):
        if finder.find(quote) is None:
            yield remark("evidence_not_there", *at, "evidence", place, quote=quote)


def _on_pair(at: tuple[str | int, ...], value: str, other: FactWritten) -> Iterator[Remark]:
    first, second = (" ".join(fold(words).split()) for words in (value, other.value))
    if first == second:
        yield remark("same_twice", *at, "value")
    elif other.tag == "NAME" and set(first.split()) < set(second.split()):
        yield remark("name_part", *at, "value", whole=other.value.strip())
    elif other.tag == "NAME" and set(second.split()) < set(first.split()):
        yield remark("name_part", *at, "value", whole=value.strip())
