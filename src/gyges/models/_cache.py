"""Replies already paid for, in one SQLite file. Keys are hashes: no prompt, no API key is stored."""

import json
import logging
import sqlite3
import time
import zlib
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter

from gyges._home import cache_home, close_file, private_folder
from gyges.errors import ConfigError
from gyges.models._exchange import Reply

NO_RUN = "text:"
"""How users begin that are no runs: what they used is remembered, and goes with the runs that use it too."""

LONGEST_WAIT = 30.0
"""Seconds to wait for another process that writes."""

_SILENT_WAIT = 1.0  # seconds of that before a word is said
_LOG_WAIT = 5.0  # seconds for those who read while the log is to be emptied; a read of ours takes milliseconds
_LOG_PAUSE = 0.05
_BUSY = (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)
_TROUBLES = {
    sqlite3.SQLITE_CORRUPT: "is damaged",
    sqlite3.SQLITE_NOTADB: "is no cache, or damaged",
    sqlite3.SQLITE_READONLY: "cannot be written",
}
_NO_ROOM = (sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR)
"""A full disk, also one that has no room for the files beside the cache."""
_PRIMARY = 0xFF  # the part of an SQLite code that names the kind of trouble
_REPLY = TypeAdapter(Reply)
_log = logging.getLogger("gyges.models")


def default_cache_path() -> Path:
    """Return where replies are kept when the user does not say."""
    return cache_home() / "replies.sqlite"


@dataclass(frozen=True, slots=True)
class CacheSummary:
    """How much a cache holds."""

    path: str  # the file
    replies: int  # how many replies are in it
    bytes: int  # its size on disk
    by_model: dict[str, int]  # replies by model


class ReplyCache:
    """A cache of replies; safe to share between processes, and against a kill at any moment.

    Args:
        path: The file, made readable for its owner only; None keeps the replies in memory.
        notify: Called with a sentence when another process keeps the file to itself.
        longest_wait: Seconds to wait for it.
    """

    def __init__(
        self,
        path: Path | None = None,
        *,
        notify: Callable[[str], None] = _log.warning,
        longest_wait: float = LONGEST_WAIT,
    ) -> None:
        self._path = path
        self._users: tuple[str, ...] = ()
        self._notify = notify
        self._longest_wait = longest_wait
        self._gave_up = False
        try:
            if path is not None:
                private_folder(path.parent)
                path.touch(mode=0o600)
                close_file(path)  # replies quote texts; SQLite makes its other files with the rights of this one
            # One loop uses it at a time, but a notebook runs that loop in a thread of its own.
            self._db = sqlite3.connect(
                path or ":memory:",
                timeout=min(_SILENT_WAIT, longest_wait / 2),
                isolation_level=None,
                check_same_thread=False,
            )
        except (sqlite3.DatabaseError, OSError) as error:
            raise ConfigError(
                f"the reply cache {path} cannot be used (its folder is missing or closed to you)",
                "set GYGES_HOME to a folder of your own",
            ) from error
        self._run("PRAGMA journal_mode = WAL")
        self._run("PRAGMA synchronous = NORMAL")  # a kill loses nothing, a power cut the last moments
        self._run("PRAGMA secure_delete = ON")  # what is dropped is overwritten
        self._run("CREATE TABLE IF NOT EXISTS replies (key TEXT PRIMARY KEY, model TEXT, reply TEXT)")
        self._run("CREATE TABLE IF NOT EXISTS uses (run TEXT, key TEXT, PRIMARY KEY (run, key)) WITHOUT ROWID")

    def works_for(self, *runs: str) -> None:
        """From now on, note that replies are used by runs, so that they can go with them."""
        self._users = runs

    def pass_on(self, user: str, to: str) -> None:
        """Note that replies which one has used are used by another as well."""
        self._run("INSERT OR IGNORE INTO uses SELECT ?, key FROM uses WHERE run = ?", (to, user))

    def get(self, key: str) -> Reply | None:
        """Return a reply, or None; one that is damaged is dropped, so that it is asked for again."""
        found = self._run("SELECT CAST(reply AS BLOB) FROM replies WHERE key = ?", (key,))
        if not found:
            return None
        try:
            reply = _REPLY.validate_json(_without_sum(found[0][0] or b""), strict=True)
        except ValueError:  # of the sum, or of pydantic
            self.forget([key])
            return None
        self._note(key)
        return reply

    def put(self, key: str, model: str, reply: Reply) -> None:
        """Keep a reply."""
        self._note(key)  # first: a reply that nobody is known to use would outlive its run
        row = (key, model, _with_sum(json.dumps(asdict(reply))))
        self._run("INSERT OR REPLACE INTO replies VALUES (?, ?, ?)", row)

    def forget(self, keys: Iterable[str]) -> None:
        """Drop replies that turned out to be of no use."""
        for key in keys:
            self._run("DELETE FROM replies WHERE key = ?", (key,))

    def drop_runs(self, runs: Iterable[str]) -> int:
        """Drop the replies that these runs have used and no other one has; return how many."""
        gone = 0
        for run in runs:
            alone = f"""key IN (SELECT key FROM uses WHERE run = ?) AND NOT EXISTS
                (SELECT 1 FROM uses WHERE uses.key = replies.key AND run != ? AND run NOT GLOB '{NO_RUN}*')"""  # noqa: S608 - ours
            gone += int(self._run(f"SELECT count(*) FROM replies WHERE {alone}", (run, run))[0][0])  # noqa: S608 - ours
            self._run(f"DELETE FROM replies WHERE {alone}", (run, run))  # noqa: S608 - a constant of ours
            self._run("DELETE FROM uses WHERE run = ?", (run,))
        self._empty_log()
        return gone

    def clear(self) -> int:
        """Drop everything; return how many replies there were."""
        count = int(self._run("SELECT count(*) FROM replies")[0][0])
        self._run("DELETE FROM replies")
        self._run("DELETE FROM uses")
        self._run("VACUUM")
        self._empty_log()
        return count

    def summary(self) -> CacheSummary:
        """Return how much the cache holds."""
        rows = self._run("SELECT model, count(*) FROM replies GROUP BY model ORDER BY model")
        size = self._path.stat().st_size if self._path else 0
        return CacheSummary(str(self._path or "memory"), sum(count for _, count in rows), size, dict(rows))

    def close(self) -> None:
        """Close the file."""
        self._db.close()

    def _empty_log(self) -> None:
        """Empty the log beside the file, which holds what was dropped until then."""
        started = time.monotonic()
        while self._run("PRAGMA wal_checkpoint(TRUNCATE)")[0][0]:  # the row says whether it was busy; nothing is raised
            if time.monotonic() - started >= min(_LOG_WAIT, self._longest_wait):
                raise ConfigError(
                    f"the replies are dropped, but {self._path}-wal still holds them, as another process reads it",
                    "end that process, and run the same command again",
                )
            time.sleep(_LOG_PAUSE)

    def _note(self, key: str) -> None:
        for user in self._users:
            self._run("INSERT OR IGNORE INTO uses VALUES (?, ?)", (user, key))

    def _run(self, statement: str, values: Sequence[str] = ()) -> list[Any]:
        """Do one thing with the file; wait while another process writes, but not for ever and not silently."""
        started, told = time.monotonic(), self._gave_up
        while True:
            try:
                rows = self._db.execute(statement, values).fetchall()
            except sqlite3.DatabaseError as error:
                if not _is_busy(error):
                    raise self._unusable(error) from None  # its own words are about SQLite, not about what to do
            else:
                self._gave_up = False
                return rows
            if self._gave_up or time.monotonic() - started >= self._longest_wait:
                self._gave_up = True  # who comes next does not wait as long again
                raise ConfigError(
                    f"another process has kept the reply cache {self._path} to itself for {self._longest_wait:g} s",
                    "end it, or set GYGES_HOME to another folder, and run the same command again",
                )
            if not told:
                told = True
                self._notify(
                    f"another process uses the reply cache {self._path}; waiting up to {self._longest_wait:g} s"
                )

    def _unusable(self, error: sqlite3.DatabaseError) -> ConfigError:
        code = getattr(error, "sqlite_errorcode", None)
        name = getattr(error, "sqlite_errorname", type(error).__name__)
        kind = code & _PRIMARY if isinstance(code, int) else None
        if kind in _NO_ROOM:
            return ConfigError(
                f"the reply cache {self._path} cannot be written ({name}: the disk may be full)",
                "make room, or set GYGES_HOME to a folder on another disk, and run the same command again",
            )
        words = _TROUBLES.get(kind, f"cannot be used ({name})") if kind is not None else f"cannot be used ({name})"
        return ConfigError(f"the reply cache {self._path} {words}", "move it away or delete it")


def _with_sum(row: str) -> str:
    """Return a row with its checksum before it: SQLite keeps none, and a changed letter would be another answer."""
    return f"{zlib.crc32(row.encode()):08x} {row}"


def _without_sum(kept: bytes) -> bytes:
    """Return a row that is as it was written; those of earlier versions have no sum."""
    if kept.startswith(b"{"):
        return kept
    said, _, row = kept.partition(b" ")
    if said != b"%08x" % zlib.crc32(row):
        raise ValueError("the checksum does not fit")
    return row


def _is_busy(error: sqlite3.DatabaseError) -> bool:
    code = getattr(error, "sqlite_errorcode", None)
    return isinstance(code, int) and code & _PRIMARY in _BUSY
