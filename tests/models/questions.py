"""A typed prompt as a user would write one, shared by the tests of this folder."""

from dataclasses import dataclass

from pydantic import BaseModel, Field

from gyges.models import DocumentText, Prompt


class Person(BaseModel):
    name: str
    certainty: int = Field(ge=0, le=5)


class People(BaseModel):
    people: list[Person]


@dataclass(frozen=True)
class ListPeople(Prompt[People], template="prompts/people.jinja", max_tokens=200):
    text: DocumentText
    tone: str = "Be brief."

    def check(self, answer: People) -> None:
        names = [person.name for person in answer.people]
        if len(set(names)) != len(names):
            raise ValueError("somebody is listed twice")


def question(text: str = "Ana met Ben.") -> ListPeople:
    return ListPeople(DocumentText(text))
