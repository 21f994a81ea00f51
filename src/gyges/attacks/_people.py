"""From the rows of an answer to people with facts; what was left out on the way is counted, never silent."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence

from gyges.attacks._answers import FactRow, PersonRow
from gyges.attacks._merge import merge_facts
from gyges.attacks._questions import tag_named
from gyges.attacks._values import clean_value
from gyges.reading import QuoteFinder
from gyges.records import Fact, Subject, Tag

__all__ = ["TALLY", "called_in", "facts_of", "quotes_of", "subjects_of"]

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
        return [Subject("", description or "somebody", facts, called)]
    listed = min(row.how_many, MOST_OF_A_GROUP)
    tally["group_members_left_out"] += row.how_many - listed
    return [Subject("", f"{description} ({n} of {row.how_many})", facts, called) for n in range(1, listed + 1)]


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
