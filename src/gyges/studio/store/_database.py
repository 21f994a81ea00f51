"""The SQLite file of a project: one connection a thread, every change a transaction that survives a kill."""

import sqlite3
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.resources import files
from pathlib import Path

from gyges.errors import InputError

__all__ = ["Database", "open_database"]

_VERSION = 1
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
        connection = self.connection
        if connection.in_transaction:
            yield connection
            return
        connection.execute("begin immediate")
        try:
            yield connection
        except BaseException:
            connection.execute("rollback")
            raise
        connection.execute("commit")


def open_database(path: Path) -> Database:
    """Open the file of a project, or make it.

    Raises:
        InputError: It is no project, or one of a newer version.
    """
    made = not path.exists()
    database = Database(path)
    try:
        if made:
            path.touch(mode=0o600)
            _lay_out(database)
        version = database.connection.execute("pragma user_version").fetchone()[0]
        ours = database.connection.execute("pragma application_id").fetchone()[0] == _APPLICATION
    except (OSError, sqlite3.Error) as error:
        raise InputError(f"{path} cannot be opened ({error})", "name another project folder") from error
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
