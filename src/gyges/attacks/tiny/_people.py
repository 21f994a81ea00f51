"""From the lines of an answer to people with facts: quotes checked in the text, certainty from the table."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from gyges.attacks._merge import merge_facts
from gyges.attacks._people import MOST_OF_A_GROUP, called_in
from gyges.attacks._values import clean_value
from gyges.attacks.tiny._certainty import PERSON, Calibration
from gyges.attacks.tiny._lines import LineFact, LinePerson, read_people
from gyges.attacks.tiny._runtime import Answer
from gyges.reading import QuoteFinder
from gyges.records import Fact, Kind, Subject, Taxonomy, taxonomy

__all__ = ["TALLY", "ReadSubject", "fact_of", "people_of"]

TALLY = ("quotes_dropped", "facts_unsupported", "values_empty", "values_invented", "answers_cut_off")
"""What is counted: quotes that are not in the text, facts without any words of the text, values that are none, names
and codes that are not in the text."""

_COPIED = frozenset(tag.name for tag in taxonomy("spia") if tag.kind is Kind.CODE) | {"NAME"}
"""Kinds of facts that can only be read, never inferred: one that is not in the text is a memory of the training."""

_NAMES_TELL = ("SEX", "NATIONALITY")  # kinds of facts that a name gives away


@dataclass(frozen=True, slots=True)
class ReadSubject:
    """A person with how probable it is that there is such a person."""

    subject: Subject
    share: float


def people_of(answer: Answer, text: str, calibration: Calibration, tally: Counter[str]) -> list[ReadSubject]:
    """Return the people of an answer; ids are given later."""
    finder = QuoteFinder(text)
    people: list[ReadSubject] = []
    lines = read_people(answer.text if answer.whole else answer.text[: answer.text.rfind("\n") + 1])
    tally["answers_cut_off"] += not answer.whole
    for line in dict.fromkeys(lines):
        name = next((fact.value for fact in line.facts if fact.tag == "NAME"), "")
        read = (fact_of(fact, answer, finder, calibration, tally, name=name) for fact in line.facts)
        facts = merge_facts(fact for fact in read if fact is not None)
        share = calibration.share(PERSON, answer.chance(*_called(line)))
        called = (*called_in(name, finder), *called_in(line.role, finder))
        people += [ReadSubject(subject, share) for subject in _subjects(line, facts, called)]
    return people


def fact_of(
    line: LineFact,
    answer: Answer,
    finder: QuoteFinder,
    calibration: Calibration,
    tally: Counter[str],
    *,
    name: str = "",
    tags: Taxonomy | None = None,
    asked: str = "",
) -> Fact | None:
    """Return a fact as it stands in a line, with the words it follows from; None where the value is no value.

    `asked` stands before the kind in the table of certainties.
    """
    tag = (tags or taxonomy("spia"))[line.tag]
    value = clean_value(line.value, tag)
    if not value:
        tally["values_empty"] += 1
        return None
    if line.tag in _COPIED and not all(finder.find(word) for word in value.split()):
        tally["values_invented"] += 1
        return None
    chance = answer.chance(line.tag_span, line.value_span)
    certainty = calibration.certainty(asked + line.tag, chance)
    quotes = [line.quote] if line.quote else [value, *value.split(" / "), *([name] if line.tag in _NAMES_TELL else [])]
    found = next((words for quote in quotes if (words := finder.find(quote))), None)
    tally["quotes_dropped"] += bool(line.quote) and found is None
    if found is None:  # nothing in the text says so: it may still be right, but less surely
        tally["facts_unsupported"] += 1
        return Fact(tag.name, value, max(1, certainty - 1))
    return Fact(tag.name, value, certainty, evidence=(found,))


def _called(line: LinePerson) -> Sequence[tuple[int, int]]:
    return (line.span, *(fact.value_span for fact in line.facts if fact.tag == "NAME"))


def _subjects(line: LinePerson, facts: tuple[Fact, ...], called: tuple[str, ...]) -> list[Subject]:
    name = next((fact.value for fact in facts if fact.tag == "NAME"), "")
    description = f"{name} - {line.role}" if name else line.role
    if line.count == 1:
        return [Subject("", description, facts, called)]
    listed = min(line.count, MOST_OF_A_GROUP)
    return [Subject("", f"{description} ({number} of {line.count})", facts, called) for number in range(1, listed + 1)]
