"""People of a text and what it says about them: the sheet of an annotator, and the records it becomes."""

from collections.abc import Iterable
from dataclasses import asdict
from typing import Annotated

from pydantic import AfterValidator, Field, model_validator

from gyges.records import MAX_LEVEL, Fact, Subject, taxonomy
from gyges.studio._kinds._kind import Body

_TAGS = tuple(dict.fromkeys(tag for name in ("spia", "author") for tag in taxonomy(name).names))
FactLevel = Annotated[int, Field(ge=0, le=MAX_LEVEL)]


def _known(tag: str) -> str:
    if tag not in _TAGS:
        raise ValueError(f"there is no kind of fact '{tag}'")
    return tag


FactTag = Annotated[str, AfterValidator(_known), Field(json_schema_extra={"enum": list(_TAGS)})]


class FactWritten(Body):
    """A fact as it stands on a sheet."""

    tag: FactTag  # what kind of fact
    value: str = ""  # its value; empty while somebody writes it
    certainty: FactLevel = 0  # 1-5, 0 while nobody has rated it
    hardness: FactLevel = 0  # 1-5, 0 while nobody has rated it
    evidence: list[str] = Field(default_factory=list)  # words of the text, literally
    by: str = ""  # the attacker that proposed it; empty where the author wrote it
    accepted: bool = True  # whether the author stands behind it; a proposal counts for nothing before


class PersonWritten(Body):
    """A person as they stand on a sheet; `called`, `by` and `accepted` as in `Subject` and `FactWritten`."""

    id: str = Field(min_length=1)
    description: str = ""
    facts: list[FactWritten] = Field(default_factory=list)
    called: list[str] = Field(default_factory=list)
    by: str = ""
    accepted: bool = True


class PeopleBody(Body):
    """All people of a text."""

    subjects: list[PersonWritten] = Field(default_factory=list)  # the people
    nobody: bool = False  # whether the author says that there is nobody; an empty list alone says nothing

    @model_validator(mode="after")
    def _ids_differ(self) -> "PeopleBody":
        if len({person.id for person in self.subjects}) != len(self.subjects):
            raise ValueError("two people have one id")
        return self


def people_of(body: PeopleBody) -> tuple[Subject, ...]:
    """Return the people an author stands behind, without blank facts and without proposals nobody accepted."""
    return tuple(
        Subject(person.id, person.description, _facts(person), tuple(person.called))
        for person in body.subjects
        if person.accepted
    )


def tells_people(body: PeopleBody) -> bool:
    """Whether a finished sheet tells who is in a text: somebody, or expressly nobody."""
    return body.nobody or bool(people_of(body))


def people_body(subjects: Iterable[Subject], *, by: str = "", accepted: bool = True) -> PeopleBody:
    """Return people as a sheet holds them."""
    given = list(subjects)
    return PeopleBody(
        nobody=accepted and not given,
        subjects=[
            PersonWritten(
                id=subject.id,
                description=subject.description,
                facts=[fact_written(fact, by, accepted) for fact in subject.facts],
                called=list(subject.called),
                by=by,
                accepted=accepted,
            )
            for subject in given
        ],
    )


def _facts(person: PersonWritten) -> tuple[Fact, ...]:
    return tuple(
        Fact(fact.tag, fact.value.strip(), fact.certainty, fact.hardness, tuple(fact.evidence))
        for fact in person.facts
        if fact.accepted and fact.value.strip()
    )


def fact_written(fact: Fact, by: str = "", accepted: bool = True) -> FactWritten:
    """Return a fact as a sheet holds it."""
    return FactWritten(**asdict(fact), by=by, accepted=accepted)
