"""Reading blind: what somebody is given, whom they find, who is who; the answers are a recorded attacker."""

import hashlib
import hmac
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from pydantic import Field, model_validator

from gyges.attacks import text_digest
from gyges.errors import InputError, UnknownItemError
from gyges.records import JsonValue, Release
from gyges.studio._kinds._kind import Body, Remark, SheetKind
from gyges.studio._kinds._people import PeopleBody, people_of, tells_people
from gyges.studio._kinds._people_remarks import remarks_on_people
from gyges.studio._project import Project
from gyges.studio._store._database import digest_of
from gyges.studio._store._sheets import Sheet
from gyges.studio._store._texts import ReleaseLine

_NOT_ASKED = frozenset({"no_facts", "no_hardness"})
"""What an annotator must tell and a reader need not: how hard something is to tell, and something about everybody."""
TO_READ_SET = "to read"
"""The set of releases that were drawn to be read and are of no other set."""
_SAMPLE = "to_read"
_KEY = 16  # hexadecimal digits


class MatchesDecided(Body):
    """Who is who in one reading."""

    reader: str  # whose reading
    seen: str  # SHA-256 of what the reader had written; another reading needs another decision
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
    found = []
    for number, one in enumerate(body.readings):
        kept = project.sheets.get("reading", item, one.reader)
        if kept.body is None or reading_digest(kept) != one.seen:
            words = f"{one.reader} has changed the reading since; decide again"
            found.append(Remark(at=["readings", number], rule="reading-changed", words=words))
    return found


READING = SheetKind("reading", PeopleBody, "release", remarks=reading_remarks, by_number=False)
WHO_IS_WHO = SheetKind("who", WhoBody, "release", remarks=who_remarks)


@dataclass(frozen=True, slots=True)
class TextToRead:
    """A text of somebody's pile; nothing tells of which document or method it is."""

    key: str  # by which its reader asks for it; tells nothing
    characters: int  # how long it is
    begun: bool  # whether the reader has written something
    done: bool  # whether the reader has finished
    drawn: bool  # whether it is of a drawn sample


def pile_of(project: Project, reader: str) -> list[TextToRead]:
    """Return what somebody can read: what was drawn first; of two releases of one document the second much later."""
    drawn = _drawn(project)
    lines = [line for line in project.texts.release_lines() if line.failed is None]
    key = project.secret()

    def lot(line: ReleaseLine) -> str:
        return hmac.new(key, f"{reader}\n{line.number}".encode(), hashlib.sha256).hexdigest()

    again: dict[int, int] = {}
    rounds: dict[int, int] = {}
    texts: set[str] = set()
    for line in sorted(lines, key=lot):
        if line.digest in texts:  # the same text in another set
            continue
        texts.add(line.digest)
        rounds[line.number] = again[line.document] = again.get(line.document, -1) + 1
    shuffled = sorted((line for line in lines if line.number in rounds), key=lambda one: (rounds[one.number], lot(one)))
    shuffled.sort(key=lambda line: line.digest not in drawn)
    states = project.sheets.states(["reading"], reader, [line.number for line in shuffled])
    return [
        TextToRead(
            _key(key, reader, line.number),
            line.characters,
            line.number in states,
            states.get(line.number, {}).get("reading", False),
            line.digest in drawn,
        )
        for line in shuffled
    ]


def to_read(project: Project, reader: str, key: str) -> int:
    """Return the number of the release that a reader's page calls by a key."""
    secret = project.secret()
    for line in project.texts.release_lines():
        if hmac.compare_digest(_key(secret, reader, line.number), key):
            return line.number
    raise UnknownItemError("there is no such text among yours", "go back to the list of texts")


def add_to_read(project: Project, rows: Iterable[Mapping[str, object]], who: str) -> int:
    """Take a sample that was drawn (``to_read.jsonl`` of a run) as what to read first; return how many texts it has."""
    given = [_row(row) for row in rows]
    if not given:
        raise InputError("there is nothing to read in it", "name the to_read.jsonl of a run folder")
    there = {line.digest for line in project.texts.release_lines()}
    missing = [Release(id_, text, "") for id_, text in given if text_digest(text) not in there]
    project.add_releases(missing, TO_READ_SET, who)
    digests = sorted(_drawn(project) | {text_digest(text) for _, text in given})
    project.set_setting(_SAMPLE, " ".join(digests))
    return len(given)


def _row(row: Mapping[str, object]) -> tuple[str, str]:
    id_, text, digest = row.get("id"), row.get("text"), row.get("digest")
    if not isinstance(id_, str) or not isinstance(text, str):
        raise InputError("a row has no id or no text", "name the to_read.jsonl of a run folder")
    if digest is not None and digest != text_digest(text):
        raise InputError(f"the text of '{id_}' is not the one that was drawn", "take the file as the run wrote it")
    return id_, text


def _key(secret: bytes, reader: str, number: int) -> str:
    """Return a key that begins with a letter: pages take digits alone for a number."""
    return "t" + hmac.new(secret, f"reading:{number}:{reader}".encode(), hashlib.sha256).hexdigest()[:_KEY]


def _drawn(project: Project) -> set[str]:
    return set(project.setting(_SAMPLE).split())


@dataclass(frozen=True, slots=True)
class Decision:
    """Somebody's word on who is who in a reading: `matches` by true id the place in it."""

    by: str
    matches: dict[str, int]


def recorded_rows(project: Project, reader: str) -> Iterator[dict[str, JsonValue]]:
    """Return what one reader found, as ``recorded:FILE`` takes it; unfinished readings are none.

    Who is who is in it where somebody finished deciding on the reading as it is; another person before the reader.
    """
    seen: set[str] = set()
    for sheet in project.sheets.of_kind("reading", reader):
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
    for sheet in project.sheets.of_item("who", reading.item):
        for one in WhoBody.model_validate(sheet.body).readings if sheet.done else ():
            fits = one.reader == reading.author and one.seen == digest
            if fits and all(place < listed for place in one.matches.values()):
                found.append((sheet.author != reading.author, sheet.saved, Decision(sheet.author, one.matches)))
    return max(found, key=lambda one: one[:2])[2] if found else None


def reading_digest(reading: Sheet) -> str:
    """Return what tells what a reader wrote from what they write later."""
    return digest_of(PeopleBody.model_validate(reading.body).model_dump_json())
