"""The texts of a project: documents as they were given, and releases of them by the name of their set."""

import json
import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from gyges.errors import BadRowError, DuplicateIdError, InputError, UnknownItemError
from gyges.records import Document, JsonValue, Release
from gyges.scoring import why_no_release
from gyges.studio._store._database import Database, digest_of, note

_OPENING = 160  # characters a list shows of a text
_RELEASES = """
select releases.*, documents.id as document_id from releases
join documents on documents.number = releases.document"""


@dataclass(frozen=True, slots=True)
class TextRow:
    """A document in a list: without its text."""

    number: int
    id: str
    characters: int
    opening: str
    digest: str


@dataclass(frozen=True, slots=True)
class ReleaseRow:
    """A release with the number by which sheets name it; `failed` says why it is none."""

    number: int
    name: str
    document: int
    digest: str
    release: Release
    failed: str | None


@dataclass(frozen=True, slots=True)
class ReleaseLine:
    """A release in a list: without its text."""

    number: int  # by which sheets name it
    name: str  # the set it is of
    document: int  # the number of its original
    id: str  # the id of its original
    method: str  # who made it
    characters: int  # how long it is
    digest: str  # SHA-256 of its text
    failed: str | None


@dataclass(frozen=True)
class KeptTexts:
    """Reads and adds texts. They are never changed: what was read, rated or signed must stay what it was."""

    database: Database

    def add_documents(self, documents: Iterable[Document], who: str) -> int:
        """Add documents; one that is there with the same text is left alone. Return how many are new."""
        new = 0
        with self.database.write() as connection:
            for document in documents:
                new += _add_document(connection, document)
            note(connection, who, "imported", "documents", of=str(new))
        return new

    def add_releases(self, releases: Iterable[Release], name: str, who: str) -> int:
        """Add a set of releases of documents that are there; return how many are new."""
        new = 0
        with self.database.write() as connection:
            for release in releases:
                new += _add_release(connection, release, name)
            note(connection, who, "imported", f"releases {name}", of=str(new))
        return new

    def count(self) -> int:
        """Return how many documents there are."""
        found: int = self.database.connection.execute("select count(*) from documents").fetchone()[0]
        return found

    def rows(self, *, start: int = 0, limit: int = -1, words: str = "") -> list[TextRow]:
        """Return documents in the order in which they came, those whose id or opening holds the words."""
        query = (
            "select number, id, characters, opening, digest from documents "
            "where instr(lower(id || ' ' || opening), lower(?)) order by number limit ? offset ?"
        )
        return [TextRow(**row) for row in self.database.connection.execute(query, (words, limit, start))]

    def document(self, number: int) -> Document:
        """Return a document."""
        row = self._one("select * from documents where number = ?", number, "document")
        return Document(row["id"], row["text"], meta=json.loads(row["meta"]))

    def find(self, id: str, name: str | None = None) -> int | None:
        """Return the number of the document of an id, or of its release in a set; None where there is none."""
        query = "select number from documents where id = :id"
        if name is not None:
            query = f"select number from releases where name = :name and document = ({query})"  # noqa: S608 (no words of users)
        row = self.database.connection.execute(query, {"id": id, "name": name}).fetchone()
        return None if row is None else int(row["number"])

    def number_of(self, id: str) -> int:
        """Return the number of the document of an id that is there."""
        number = self.find(id)
        if number is None:
            raise UnknownItemError(f"there is no document '{id}' in this project", "add it first")
        return number

    def beside(self, number: int) -> tuple[int | None, int | None]:
        """Return the numbers of the documents before and after one."""
        query = (
            "select (select max(number) from documents where number < :here) as before, "
            "(select min(number) from documents where number > :here) as after"
        )
        row = self.database.connection.execute(query, {"here": number}).fetchone()
        return row["before"], row["after"]

    def documents(self) -> Iterator[tuple[int, Document]]:
        """Return all documents with their numbers."""
        for row in self.database.connection.execute("select * from documents order by number"):
            yield row["number"], Document(row["id"], row["text"], meta=json.loads(row["meta"]))

    def release_sets(self) -> dict[str, int]:
        """Return the names of the sets of releases and how many each holds."""
        query = "select name, count(*) as held from releases group by name order by name"
        return {row["name"]: row["held"] for row in self.database.connection.execute(query)}

    def releases_of(self, document: int) -> list[int]:
        """Return the numbers of the releases of a document."""
        query = "select number from releases where document = ?"
        return [row["number"] for row in self.database.connection.execute(query, (document,))]

    def sets_of(self, document: int) -> list[str]:
        """Return the names of the sets that have a release of a document."""
        query = "select name from releases where document = ? order by name"
        return [row["name"] for row in self.database.connection.execute(query, (document,))]

    def release_lines(self, name: str | None = None) -> list[ReleaseLine]:
        """Return the releases of one set or of all, without their texts."""
        query = (
            "select releases.number, name, document, documents.id, method, releases.characters, "
            "releases.digest, failed from releases "
            "join documents on documents.number = releases.document "
            "where name = coalesce(?, name) order by releases.number"
        )
        return [ReleaseLine(**row) for row in self.database.connection.execute(query, (name,))]

    def release(self, number: int) -> ReleaseRow:
        """Return a release."""
        return _release(self._one(f"{_RELEASES} where releases.number = ?", number, "release"))

    def releases(self, name: str | None = None) -> Iterator[ReleaseRow]:
        """Return the releases of one set or of all."""
        query = f"{_RELEASES} where releases.name = coalesce(?, releases.name) order by releases.number"
        return (_release(row) for row in self.database.connection.execute(query, (name,)))

    def _one(self, query: str, number: int, what: str) -> Any:
        row = self.database.connection.execute(query, (number,)).fetchone()
        if row is None:
            raise UnknownItemError(f"there is no {what} {number} in this project", "go back to the list")
        return row


def _add_document(connection: sqlite3.Connection, document: Document) -> bool:
    digest = digest_of(document.text)
    there = connection.execute("select digest from documents where id = ?", (document.id,)).fetchone()
    if there is not None and there["digest"] != digest:
        raise DuplicateIdError(f"'{document.id}' is there with another text", "give it another id, or a new project")
    if there is not None:
        return False
    opening = " ".join(document.text[: 2 * _OPENING].split())[:_OPENING]
    connection.execute(
        "insert into documents (id, text, digest, meta, characters, opening) values (?, ?, ?, ?, ?, ?)",
        (document.id, document.text, digest, _json(document.meta, document.id), len(document.text), opening),
    )
    return True


def _add_release(connection: sqlite3.Connection, release: Release, name: str) -> bool:
    row = connection.execute("select number, text from documents where id = ?", (release.id,)).fetchone()
    if row is None:
        raise InputError(
            f"the project has no document '{release.id}'",
            "add the originals first, or name the run folder of these releases, which knows whose they are",
        )
    query = "select digest from releases where name = ? and document = ?"
    there = connection.execute(query, (name, row["number"])).fetchone()
    digest = digest_of(release.text)
    if there is not None and there["digest"] != digest:
        raise DuplicateIdError(f"'{name}' holds another release of '{release.id}'", "give the set another name")
    if there is not None:
        return False
    trace, failed = _json(release.trace, release.id), why_no_release(row["text"], release)
    connection.execute(
        "insert into releases (name, document, text, digest, method, trace, characters, failed) "
        "values (?, ?, ?, ?, ?, ?, ?, ?)",
        (name, row["number"], release.text, digest, release.method, trace, len(release.text), failed),
    )
    return True


def _json(told: Mapping[str, JsonValue], id: str) -> str:
    """Return it as it is kept; a number that is none would make an answer that no browser reads."""
    try:
        return json.dumps(dict(told), allow_nan=False)
    except ValueError as error:
        raise BadRowError(
            f"what is told of '{id}' holds a number that is not finite", "write null for it, or leave it out"
        ) from error


def _release(row: Any) -> ReleaseRow:
    release = Release(row["document_id"], row["text"], row["method"], json.loads(row["trace"]))
    return ReleaseRow(row["number"], row["name"], row["document"], row["digest"], release, row["failed"])
