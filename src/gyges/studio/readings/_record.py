"""What readers wrote, as a recorded attacker: one row a text, by its digest, with who is who where that was decided."""

from collections.abc import Iterator
from dataclasses import dataclass

from gyges.records import JsonValue
from gyges.studio._project import Project
from gyges.studio.kinds import PeopleBody, WhoBody, people_of, tells_people
from gyges.studio.store import Sheet, digest_of

__all__ = ["Decision", "decision_on", "reader_names", "reading_digest", "recorded_rows"]

READING, WHO_SHEET = "reading", "who"


@dataclass(frozen=True, slots=True)
class Decision:
    """Somebody's word on who is who in a reading: `matches` by true id the place in it."""

    by: str
    matches: dict[str, int]


def reader_names(project: Project) -> list[str]:
    """Return who has finished a reading."""
    return sorted({sheet.author for sheet in project.sheets.of_kind(READING) if sheet.done})


def recorded_rows(project: Project, reader: str) -> Iterator[dict[str, JsonValue]]:
    """Return what one reader found, as ``recorded:FILE`` takes it; unfinished readings are none.

    Who is who is in it where somebody finished deciding on the reading as it is; another person before the reader.
    """
    seen: set[str] = set()
    for sheet in project.sheets.of_kind(READING, reader):
        row = project.texts.release(sheet.item)
        body = PeopleBody.model_validate(sheet.body)
        if not sheet.done or row.digest in seen or not tells_people(body):
            continue
        seen.add(row.digest)
        people: list[JsonValue] = [
            {
                "called": next(iter(person.called), ""),
                "description": person.description,
                "facts": [
                    {"tag": f.tag, "value": f.value, "certainty": f.certainty, "quotes": list(f.evidence)}
                    for f in person.facts
                ],
            }
            for person in people_of(body)
        ]
        said: dict[str, JsonValue] = {"digest": row.digest, "id": row.release.id, "read_by": reader, "people": people}
        decision = decision_on(project, sheet)
        if decision is not None:
            said |= {"who": dict(decision.matches), "who_by": decision.by}
        yield said


def decision_on(project: Project, reading: Sheet) -> Decision | None:
    """Return who is who in a reading as it is now, if somebody finished deciding that; the last word of another one."""
    digest, listed = reading_digest(reading), len(people_of(PeopleBody.model_validate(reading.body)))
    found = []
    for sheet in project.sheets.of_item(WHO_SHEET, reading.item):
        for one in WhoBody.model_validate(sheet.body).readings if sheet.done else ():
            fits = one.reader == reading.author and one.seen == digest
            if fits and all(place < listed for place in one.matches.values()):
                found.append((sheet.author != reading.author, sheet.saved, Decision(sheet.author, one.matches)))
    return max(found, key=lambda one: one[:2])[2] if found else None


def reading_digest(reading: Sheet) -> str:
    """Return what tells what a reader wrote from what they write later."""
    return digest_of(PeopleBody.model_validate(reading.body).model_dump_json())
