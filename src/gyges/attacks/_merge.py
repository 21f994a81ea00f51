"""Puts what was read in several windows together: people once each, their facts once each, the surest first."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from gyges.attacks._same_person import align_people
from gyges.reading.lookups import name_parts
from gyges.records import Fact, Subject

__all__ = ["merge_facts", "merge_windows"]


def merge_windows(windows: Iterable[Sequence[Subject]]) -> tuple[Subject, ...]:
    """Return the people of all windows of a text, numbered from 0 in the order in which they appear."""
    people: list[Subject] = []
    for read in windows:
        named = [replace(subject, id=f"new-{number}") for number, subject in enumerate(read)]
        known = {new: old for old, new in align_people(people, named).items()}
        place = {subject.id: number for number, subject in enumerate(people)}
        for subject in named:
            if subject.id in known:
                number = place[known[subject.id]]
                people[number] = _one_person(people[number], subject)
            else:
                people.append(replace(subject, id=str(len(people))))
    return tuple(replace(subject, facts=merge_facts(subject.facts)) for subject in people)


def merge_facts(facts: Iterable[Fact]) -> tuple[Fact, ...]:
    """Return each value of a tag once, with all its evidence; tags in their order, the surest value of each first."""
    merged: dict[tuple[str, str], Fact] = {}
    for fact in facts:
        key = (fact.tag, fact.value.casefold())
        known = merged.get(key)
        if known is None:
            merged[key] = fact
        else:
            surer = max(known, fact, key=lambda f: f.certainty)
            merged[key] = replace(surer, evidence=tuple(dict.fromkeys((*known.evidence, *fact.evidence))))
    order = list(dict.fromkeys(tag for tag, _ in merged))
    return tuple(sorted(merged.values(), key=lambda fact: (order.index(fact.tag), -fact.certainty, -_depth(fact))))


def _depth(fact: Fact) -> int:
    """How complete a value is, where more words of it say more."""
    if fact.tag == "NAME":
        return len(name_parts(fact.value))
    return fact.value.count(" / ") if fact.tag == "LOCATION" else 0


def _one_person(known: Subject, again: Subject) -> Subject:
    unnamed_before = not any(fact.tag == "NAME" for fact in known.facts)
    named_now = any(fact.tag == "NAME" for fact in again.facts)
    description = again.description if unnamed_before and named_now else known.description
    called = tuple(dict.fromkeys((*known.called, *again.called)))
    return replace(known, description=description, facts=(*known.facts, *again.facts), called=called)
