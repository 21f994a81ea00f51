"""The two sheets of a reader: whom somebody finds in a release that they read blind, and who of them is who."""

from pydantic import Field, model_validator

from gyges.studio._project import Project
from gyges.studio.kinds._kind import Body, Remark
from gyges.studio.kinds._people import PeopleBody
from gyges.studio.kinds._people_remarks import remarks_on_people

__all__ = ["MatchesDecided", "WhoBody", "reading_remarks", "who_remarks"]

_NOT_ASKED = frozenset({"no_facts", "no_hardness"})
"""What an annotator must tell and a reader need not: how hard something is to tell, and something about everybody."""


class MatchesDecided(Body):
    """Who is who in one reading.

    Attributes:
        reader: Whose reading.
        seen: SHA-256 of what the reader had written; another reading needs another decision.
        matches: By the id of the true person the place in the reading, from 0. Who is not in it was listed nowhere.
    """

    reader: str
    seen: str
    matches: dict[str, int] = Field(default_factory=dict)

    @model_validator(mode="after")
    def _once(self) -> "MatchesDecided":
        places = list(self.matches.values())
        if len(set(places)) != len(places) or any(place < 0 for place in places):
            raise ValueError("one listed person is taken for two")
        return self


class WhoBody(Body):
    """Who is who, for every reading of a release that somebody decided on."""

    readings: list[MatchesDecided] = Field(default_factory=list)

    @model_validator(mode="after")
    def _decided_once(self) -> "WhoBody":
        if len({one.reader for one in self.readings}) != len(self.readings):
            raise ValueError("one reading is decided on twice")
        return self


def reading_remarks(project: Project, item: int, body: PeopleBody) -> list[Remark]:
    """Return what the guideline says about a reading; quotes must stand in the released text."""
    found = remarks_on_people(project.texts.release(item).release.text, body)
    return [one for one in found if one.rule not in _NOT_ASKED]


def who_remarks(project: Project, item: int, body: WhoBody) -> list[Remark]:
    """Say which readings have changed since somebody decided on them."""
    from gyges.studio.readings import reading_digest  # readings are made of kinds

    found = []
    for number, one in enumerate(body.readings):
        kept = project.sheets.get("reading", item, one.reader)
        if kept.body is None or reading_digest(kept) != one.seen:
            words = f"{one.reader} has changed the reading since; decide again"
            found.append(Remark(at=["readings", number], rule="reading-changed", words=words))
    return found
