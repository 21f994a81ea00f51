"""The SQLite file of a project: one connection a thread, every change a transaction that survives a kill."""

import hashlib
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib.resources import files
from pathlib import Path

from gyges.errors import InputError, StoreUnavailableError

_VERSION = 2
"""Of the schema, as ``pragma user_version`` holds it."""
_APPLICATION = 0x47594753  # 'GYGS': tells our files from other people's databases
_WAIT_SECONDS = 20.0


class Database:
    """Connections to one file; `write` is a transaction, and one at a time."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._own = threading.local()

    @property
    def connection(self) -> sqlite3.Connection:
        """The connection of this thread, for reading."""
        found: sqlite3.Connection | None = getattr(self._own, "connection", None)
        if found is None:
            found = sqlite3.connect(self.path, timeout=_WAIT_SECONDS, isolation_level=None)
            found.row_factory = sqlite3.Row
            # What was answered with "saved" must be on disk: a kill or a power cut loses nothing.
            for pragma in ("journal_mode = wal", "synchronous = full", "foreign_keys = on"):
                found.execute(f"pragma {pragma}")
            self._own.connection = found
        return found

    @contextmanager
    def write(self) -> Iterator[sqlite3.Connection]:
        """Hold the only right to write; everything inside happens, or nothing. What is inside another is part of it."""
        try:
            connection = self.connection
            if connection.in_transaction:
                yield connection
                return
            connection.execute("begin immediate")
            try:
                yield connection
                connection.execute("commit")
            except BaseException:
                if connection.in_transaction:  # a full disk may have rolled it back already
                    connection.execute("rollback")
                raise
        except sqlite3.IntegrityError:
            raise  # ours to mend, not the disk's
        except sqlite3.DatabaseError as error:
            raise unavailable(error) from error
        except UnicodeEncodeError as error:
            raise InputError("this holds half a character (an unpaired surrogate)", "take it out") from error


def unavailable(error: sqlite3.Error) -> StoreUnavailableError:
    """Return what to say where the file does not do what it should."""
    remedy = "free space or mend the folder's permissions; what was saved before is there"
    return StoreUnavailableError(f"the project cannot be used now ({error})", remedy)


def open_database(path: Path) -> Database:
    """Open the file of a project, or make it."""
    made = not path.exists()
    database = Database(path)
    try:
        if made:
            path.touch(mode=0o600)
        if path.stat().st_size == 0:  # a kill or a full disk between these lines leaves an empty file
            _lay_out(database)
        version = database.connection.execute("pragma user_version").fetchone()[0]
        ours = database.connection.execute("pragma application_id").fetchone()[0] == _APPLICATION
    except (OSError, sqlite3.Error, StoreUnavailableError) as error:
        cause = error.__cause__ or error
        raise InputError(f"{path} cannot be opened ({cause})", "name another project folder") from error
    if not ours:
        raise InputError(f"{path} is no project of the studio", "name another project folder")
    if version != _VERSION:
        raise InputError(f"{path} was made by another version of Gyges", "open it with that version and export it")
    return database


def _lay_out(database: Database) -> None:
    schema = (files(__package__) / "schema.sql").read_text(encoding="utf-8")
    with database.write() as connection:
        for statement in schema.split(";\n"):
            connection.execute(statement)
        connection.execute(f"pragma application_id = {_APPLICATION}")
        connection.execute(f"pragma user_version = {_VERSION}")


@dataclass(frozen=True, slots=True)
class TrailRow:
    """One thing that was done."""

    number: int  # in the order of doing
    at: str  # when, UTC
    who: str  # by whom
    what: str
    kind: str  # the kind of sheet, or what was imported or exported
    item: int | None  # the number of the document or release; None where it is about the project
    author: str  # whose sheet
    version: int | None  # of the sheet after it
    digest: str  # SHA-256 of what came of it


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
