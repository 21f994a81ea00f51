"""What somebody is given to read: released texts without a name, in an order of their own."""

import hashlib
import hmac
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from gyges.attacks import text_digest
from gyges.errors import InputError, UnknownItemError
from gyges.records import Release
from gyges.studio._project import Project
from gyges.studio.store import ReleaseLine

__all__ = ["TO_READ_SET", "TextToRead", "add_to_read", "pile_of", "to_read"]

TO_READ_SET = "to read"
"""The set of releases that were drawn to be read and are of no other set."""

_SAMPLE = "to_read"
_KEY = 16  # hexadecimal digits


@dataclass(frozen=True, slots=True)
class TextToRead:
    """A text of somebody's pile; nothing tells of which document or method it is.

    Attributes:
        key: By which its reader asks for it; tells nothing.
        number: Of the release; no page of a reader learns it.
        characters: How long it is.
        begun: Whether the reader has written something.
        done: Whether the reader has finished.
        drawn: Whether it is of a drawn sample.
    """

    key: str
    number: int
    characters: int
    begun: bool
    done: bool
    drawn: bool


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
            line.number,
            line.characters,
            line.number in states,
            states.get(line.number, {}).get("reading", False),
            line.digest in drawn,
        )
        for line in shuffled
    ]


def to_read(project: Project, reader: str, key: str) -> int:
    """Return the number of the release that a reader's page calls by a key.

    Raises:
        UnknownItemError: They have none of that key.
    """
    secret = project.secret()
    for line in project.texts.release_lines():
        if hmac.compare_digest(_key(secret, reader, line.number), key):
            return line.number
    raise UnknownItemError("there is no such text among yours", "go back to the list of texts")


def add_to_read(project: Project, rows: Iterable[Mapping[str, object]], who: str) -> int:
    """Take a sample that was drawn (``to_read.jsonl`` of a run) as what to read first; return how many texts it has.

    Args:
        project: Where it is read.
        rows: ``id`` and ``text`` of each, as the file has them.
        who: Who brings it.

    Raises:
        InputError: A row is none of such a file, or the project has not the original of it.
    """
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
