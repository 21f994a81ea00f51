"""What a model answers when it is asked about the people of a text.

The order of the fields is the order in which a model writes them: quotes first, what it concludes from them after.
"""

from typing import Annotated, TypeAlias

from pydantic import BaseModel, Field

from gyges.records import MAX_LEVEL

__all__ = ["FactRow", "Facts", "People", "PeopleWithFacts", "PersonFacts", "PersonRow", "PersonWithFacts", "Quote"]

MOST_PEOPLE = 100
MOST_FACTS = 40
MOST_QUOTES = 4

Quote: TypeAlias = Annotated[str, Field(max_length=400)]
"""Words that should stand in the text."""


class FactRow(BaseModel):
    """One fact about a person."""

    tag: str = Field(max_length=40)
    quotes: list[Quote] = Field(max_length=MOST_QUOTES)
    value: str = Field(max_length=300)
    certainty: int = Field(ge=0, le=MAX_LEVEL)


class PersonRow(BaseModel):
    """A person, or several of a counted group whom the text does not tell apart."""

    called: str = Field(max_length=200)
    description: str = Field(max_length=400)
    how_many: int = Field(ge=1)


class People(BaseModel):
    """Everybody in a text."""

    people: list[PersonRow] = Field(max_length=MOST_PEOPLE)


class PersonFacts(BaseModel):
    """What was inferred about one person of the list that was given."""

    id: int
    facts: list[FactRow] = Field(max_length=MOST_FACTS)


class Facts(BaseModel):
    """What was inferred about all of them."""

    people: list[PersonFacts] = Field(max_length=MOST_PEOPLE)


class PersonWithFacts(PersonRow):
    """A person and what was inferred, in one go."""

    facts: list[FactRow] = Field(max_length=MOST_FACTS)


class PeopleWithFacts(BaseModel):
    """Everybody in a text, and everything about them."""

    people: list[PersonWithFacts] = Field(max_length=MOST_PEOPLE)
