"""Which ids were seen, and where: on disk, so that memory stays constant however many rows there are."""

import sqlite3
from types import TracebackType

from gyges.errors import DuplicateIdError

__all__ = ["SeenIds"]


class SeenIds:
    """Remembers ids with their places in a private temporary database that SQLite spills to disk."""

    def __init__(self) -> None:
        self._db = sqlite3.connect("", isolation_level=None)  # "" is a private database, deleted when closed
        self._db.execute("PRAGMA journal_mode = OFF")
        self._db.execute("PRAGMA synchronous = OFF")
        self._db.execute("CREATE TABLE seen (id TEXT PRIMARY KEY, place TEXT, count INTEGER) WITHOUT ROWID")

    def __enter__(self) -> "SeenIds":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._db.close()

    def add(self, id_: str, place: str) -> None:
        """Note an id; raise if it was there, naming both places."""
        try:
            self._db.execute("INSERT INTO seen VALUES (?, ?, 1)", (id_, place))
        except sqlite3.IntegrityError:
            (first,) = self._db.execute("SELECT place FROM seen WHERE id = ?", (id_,)).fetchone()
            raise DuplicateIdError(
                f"the id '{id_}' is at {first} and again at {place}", "give every row an id of its own"
            ) from None

    def add_numbered(self, id_: str, place: str) -> str:
        """Note an id made from content; the same text again becomes ``id-2``, ``id-3`` and so on."""
        query = "INSERT INTO seen VALUES (?, ?, 1) ON CONFLICT (id) DO UPDATE SET count = count + 1 RETURNING count"
        (count,) = self._db.execute(query, (id_, place)).fetchone()
        if count == 1:
            return id_
        numbered = f"{id_}-{count}"
        self.add(numbered, place)
        return numbered
