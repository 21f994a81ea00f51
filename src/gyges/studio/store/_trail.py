"""The trail of a project: who did what, when, and the digest of what came of it. Rows are added and never changed."""

import hashlib
import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime

from gyges.studio.store._database import Database

__all__ = ["Trail", "TrailRow", "digest_of", "note", "now"]


@dataclass(frozen=True, slots=True)
class TrailRow:
    """One thing that was done.

    Attributes:
        number: In the order of doing.
        at: When, UTC.
        who: By whom.
        what: What: ``saved``, ``finished``, ``reopened``, ``assigned``, ``signed``, ``imported``, ``exported``,
            ``attacked``, ``signed in``, ``refused``, ``added user``, ``removed user``.
        kind: The kind of sheet, or what was imported or exported.
        item: The number of the document or release; None where it is about the project.
        author: Whose sheet.
        version: Of the sheet after it.
        digest: SHA-256 of what came of it.
    """

    number: int
    at: str
    who: str
    what: str
    kind: str
    item: int | None
    author: str
    version: int | None
    digest: str


@dataclass(frozen=True)
class Trail:
    """Reads the trail, and adds to it what changes nothing else."""

    database: Database

    def add(self, who: str, what: str, kind: str, *, of: str) -> None:
        """Add a row about the project; `of` is the text whose digest is kept."""
        with self.database.write() as connection:
            note(connection, who, what, kind, of=of)

    def rows(self, kind: str | None = None, item: int | None = None) -> Iterator[TrailRow]:
        """Return what was done, the first first; all of it, or what concerns one kind or item."""
        wanted = {name: value for name, value in (("kind", kind), ("item", item)) if value is not None}
        where = " and ".join(f"{name} = ?" for name in wanted) or "1"
        query = f"select * from trail where {where} order by number"  # noqa: S608 (our own column names)
        return (TrailRow(**row) for row in self.database.connection.execute(query, tuple(wanted.values())))


def note(
    connection: sqlite3.Connection,
    who: str,
    what: str,
    kind: str,
    *,
    of: str,
    item: int | None = None,
    author: str = "",
    version: int | None = None,
) -> None:
    """Add a row inside the transaction that does the thing; `of` is the text whose digest is kept."""
    connection.execute(
        "insert into trail (at, who, what, kind, item, author, version, digest) values (?, ?, ?, ?, ?, ?, ?, ?)",
        (now(), who, what, kind, item, author, version, digest_of(of)),
    )


def digest_of(text: str) -> str:
    """Return the SHA-256 of a text in UTF-8, as recorded readings and reviews name texts."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def now() -> str:
    """Return this moment in UTC."""
    return datetime.now(UTC).isoformat(timespec="milliseconds")
