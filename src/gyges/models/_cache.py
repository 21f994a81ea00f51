"""Replies already paid for, in one SQLite file. Keys are hashes: no prompt, no text, no API key is stored."""

import json
import sqlite3
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from pathlib import Path

from gyges._home import cache_home, private_folder
from gyges.errors import ConfigError
from gyges.models._exchange import Reply

__all__ = ["CacheSummary", "ReplyCache", "default_cache_path"]

_BUSY_SECONDS = 30.0


def default_cache_path() -> Path:
    """Return where replies are kept when the user does not say."""
    return cache_home() / "replies.sqlite"


@dataclass(frozen=True, slots=True)
class CacheSummary:
    """How much a cache holds.

    Attributes:
        path: The file.
        replies: How many replies are in it.
        bytes: Its size on disk.
        by_model: Replies by model.
    """

    path: str
    replies: int
    bytes: int
    by_model: dict[str, int]


class ReplyCache:
    """A cache of replies; safe to share between processes, and against a kill at any moment.

    Args:
        path: The file, made readable for its owner only; None keeps the replies in memory.
    """

    def __init__(self, path: Path | None = None) -> None:
        self._path = path
        try:
            if path is not None:
                private_folder(path.parent)
                path.touch(mode=0o600)
            # One loop uses it at a time, but a notebook runs that loop in a thread of its own.
            self._db = sqlite3.connect(
                path or ":memory:", timeout=_BUSY_SECONDS, isolation_level=None, check_same_thread=False
            )
            self._db.execute("PRAGMA journal_mode = WAL")
            self._db.execute("PRAGMA synchronous = NORMAL")  # a kill loses nothing, a power cut the last moments
            self._db.execute("CREATE TABLE IF NOT EXISTS replies (key TEXT PRIMARY KEY, model TEXT, reply TEXT)")
        except (sqlite3.DatabaseError, OSError) as error:
            raise ConfigError(
                f"the reply cache {path} cannot be used ({error})", "move it away or delete it"
            ) from error

    def get(self, key: str) -> Reply | None:
        """Return a reply, or None."""
        found = self._db.execute("SELECT reply FROM replies WHERE key = ?", (key,)).fetchone()
        return Reply(**json.loads(found[0])) if found else None

    def put(self, key: str, model: str, reply: Reply) -> None:
        """Keep a reply."""
        row = (key, model, json.dumps(asdict(reply)))
        self._db.execute("INSERT OR REPLACE INTO replies VALUES (?, ?, ?)", row)

    def forget(self, keys: Iterable[str]) -> None:
        """Drop replies that turned out to be of no use."""
        self._db.executemany("DELETE FROM replies WHERE key = ?", [(key,) for key in keys])

    def clear(self) -> int:
        """Drop everything; return how many replies there were."""
        count = int(self._db.execute("SELECT count(*) FROM replies").fetchone()[0])
        self._db.execute("DELETE FROM replies")
        self._db.execute("VACUUM")
        return count

    def summary(self) -> CacheSummary:
        """Return how much the cache holds."""
        rows = self._db.execute("SELECT model, count(*) FROM replies GROUP BY model ORDER BY model").fetchall()
        size = self._path.stat().st_size if self._path else 0
        return CacheSummary(str(self._path or "memory"), sum(count for _, count in rows), size, dict(rows))

    def close(self) -> None:
        """Close the file."""
        self._db.close()
