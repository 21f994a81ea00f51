"""From the rows of answers to people with facts, each once; what was left out on the way is counted, never silent."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace

from gyges.attacks._questions import FactRow, PersonRow, clean_value, tag_named
from gyges.attacks._same_person import align_people
from gyges.reading import QuoteFinder
from gyges.reading.lookups import name_parts
from gyges.records import Fact, Subject, Tag


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
    return tuple(
        replace(subject, facts=merge_facts(subject.facts), special=merge_facts(subject.special)) for subject in people
    )


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
    facts, special = (*known.facts, *again.facts), (*known.special, *again.special)
    return replace(known, description=description, facts=facts, called=called, special=special)


MOST_OF_A_GROUP = 20
"""People of one group who are listed one by one; a group of 500 says no more about each than one of 20."""

TALLY = ("quotes_dropped", "facts_unsupported", "values_empty", "values_outside_options", "group_members_left_out")
"""What is counted: quotes that are not in the text, facts left without any, rows without a guess, values that are
none of the options of their tag, and people of large groups."""


def subjects_of(row: PersonRow, facts: tuple[Fact, ...], finder: QuoteFinder, tally: Counter[str]) -> list[Subject]:
    """Return one person, or each one of a counted group; ids are given later."""
    called = called_in(row.called, finder)
    description = " - ".join(part for part in (" ".join(w.split()) for w in (row.called, row.description)) if part)
    if row.how_many == 1:
        return [Subject("", description or "somebody", called=called).told(facts)]
    listed = min(row.how_many, MOST_OF_A_GROUP)
    tally["group_members_left_out"] += row.how_many - listed
    return [
        Subject("", f"{description} ({n} of {row.how_many})", called=called).told(facts) for n in range(1, listed + 1)
    ]


def called_in(words: str, finder: QuoteFinder) -> tuple[str, ...]:
    """Return the words by which somebody is called, as they stand in the text; a remark in brackets may be added."""
    whole = finder.find(words)
    parts = [whole] if whole else [finder.find(part) for part in re.split(r"[()]", words)]
    return tuple(dict.fromkeys(part for part in parts if part))


def facts_of(
    rows: Iterable[FactRow], tags: Sequence[Tag], finder: QuoteFinder, tally: Counter[str]
) -> tuple[Fact, ...]:
    """Return the facts of one person, cleaned: values by their conventions, quotes as they stand in the text."""
    facts = []
    for row in rows:
        tag = tag_named(row.tag, tags)
        if tag is None:  # the prompt has checked that; a caller of ours might not have
            continue
        value = clean_value(row.value, tag)
        if not value or not row.certainty:
            tally["values_empty"] += 1
            continue
        tally["values_outside_options"] += bool(tag.options) and value not in tag.options
        evidence = quotes_of(row.quotes, finder, tally)
        tally["facts_unsupported"] += not evidence
        facts.append(Fact(tag.name, value, row.certainty, evidence=evidence))
    return merge_facts(facts)


def quotes_of(quotes: Sequence[str], finder: QuoteFinder, tally: Counter[str]) -> tuple[str, ...]:
    """Return the quotes that are in the text, in the words of the text."""
    found = [finder.find(quote) for quote in quotes]
    tally["quotes_dropped"] += found.count(None)
    return tuple(dict.fromkeys(words for words in found if words is not None))
