"""Sheets: what one person, or the team, wrote about one text. Nobody overwrites what they have not seen."""

import json
import sqlite3
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from gyges.errors import EditConflictError
from gyges.studio.store._database import Database
from gyges.studio.store._trail import note, now

__all__ = ["TEAM", "Sheet", "Sheets"]

TEAM = ""
"""The author of sheets that belong to everybody: reviews, and what annotators agreed on."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """What somebody wrote about one text.

    Attributes:
        kind: What it is about: people, mentions, a review, a rating.
        item: The number of the document or release.
        author: Who wrote it; `TEAM` for all.
        version: Counts up with every save; 0 where nothing was saved yet.
        body: What was written; None where nothing was.
        done: Whether the author says that it is finished.
        saved: When, UTC.
    """

    kind: str
    item: int
    author: str
    version: int = 0
    body: Any = None
    done: bool = False
    saved: str = ""


@dataclass(frozen=True)
class Sheets:
    """Reads and saves sheets."""

    database: Database

    def get(self, kind: str, item: int, author: str) -> Sheet:
        """Return a sheet; one of version 0 where nothing was saved yet."""
        query = "select * from sheets where kind = ? and item = ? and author = ?"
        row = self.database.connection.execute(query, (kind, item, author)).fetchone()
        return _sheet(row) if row is not None else Sheet(kind, item, author)

    def of_item(self, kind: str, item: int) -> list[Sheet]:
        """Return all sheets of one kind on one text."""
        query = "select * from sheets where kind = ? and item = ? order by author"
        return [_sheet(row) for row in self.database.connection.execute(query, (kind, item))]

    def of_kind(self, kind: str, author: str | None = None) -> list[Sheet]:
        """Return all sheets of one kind, of everybody or of one author, in the order of the texts."""
        query = "select * from sheets where kind = ? and author = coalesce(?, author) order by item, author"
        return [_sheet(row) for row in self.database.connection.execute(query, (kind, author))]

    def heads(self, kind: str) -> list[Sheet]:
        """Return all sheets of one kind without what is written on them, in the order of the texts."""
        query = "select kind, item, author, version, done, saved from sheets where kind = ? order by item, author"
        rows = self.database.connection.execute(query, (kind,))
        return [Sheet(**{**row, "done": bool(row["done"])}) for row in rows]

    def versions(self, kind: str, author: str) -> dict[int, int]:
        """Return the version of every sheet of one kind and author, by the text."""
        query = "select item, version from sheets where kind = ? and author = ?"
        return {row["item"]: row["version"] for row in self.database.connection.execute(query, (kind, author))}

    def states(self, kinds: Sequence[str], author: str, items: Sequence[int]) -> dict[int, dict[str, bool]]:
        """Return for each text which of these kinds of sheets somebody has begun on it, and whether each is done."""
        of_kinds, of_items = (",".join("?" * len(values)) for values in (kinds, items))
        query = (
            f"select kind, item, done from sheets where author = ? and kind in ({of_kinds}) and item in ({of_items})"  # noqa: S608
        )
        found: dict[int, dict[str, bool]] = {}
        for row in self.database.connection.execute(query, (author, *kinds, *items)):
            found.setdefault(row["item"], {})[row["kind"]] = bool(row["done"])
        return found

    def unfinished(self, kind: str, author: str, after: int) -> int | None:
        """Return the next document whose sheet somebody has not finished: behind one, else from the beginning.

        Where documents were assigned to that person, only those count.
        """
        query = """
        select number from documents
        where number <> :after
        and number not in (select item from sheets where kind = :kind and author = :author and done)
        and (number in (select item from assignments where kind = :kind and author = :author)
             or not exists (select 1 from assignments where kind = :kind and author = :author))
        order by number <= :after, number limit 1"""
        asked = {"kind": kind, "author": author, "after": after}
        row = self.database.connection.execute(query, asked).fetchone()
        return None if row is None else row["number"]

    def save(
        self,
        kind: str,
        item: int,
        author: str,
        *,
        who: str,
        seen: int,
        body: Any,
        done: bool,
        what: str = "",
        of: str | None = None,
    ) -> Sheet:
        """Save a sheet that was changed by somebody who had seen version `seen`.

        Args:
            kind: What it is about.
            item: The document or release.
            author: Whose sheet.
            who: Who saves it.
            seen: The version that was on the screen.
            body: What is written now, as JSON values.
            done: Whether it is finished.
            what: What the trail says of it; what happened to `done` if nothing is given.
            of: The text whose digest the trail keeps; the body if none is given.

        Raises:
            EditConflictError: Somebody saved another version in between.
        """
        with self.database.write() as connection:
            last = self.get(kind, item, author)
            if last.version != seen:
                raise EditConflictError(
                    f"this was saved in another window or by somebody else at {last.saved[11:16]} UTC",
                    "look at their version, then save yours over it or take theirs",
                )
            said = what or ("saved" if done == last.done else "finished" if done else "reopened")
            saved = Sheet(kind, item, author, seen + 1, body, done, now())
            _keep(connection, saved, who, said, of)
        return saved

    def bring(self, sheets: Iterable[Sheet], who: str, *, over: bool = True) -> int:
        """Save sheets that came in a file, all of them or none; return how many say something new.

        A sheet that is there with the same body is left alone; another body becomes its next version.

        Args:
            sheets: What the file says.
            who: Who brings it.
            over: Whether it may go over what is there.

        Raises:
            EditConflictError: Something else is there, and it may not go over it.
        """
        new = 0
        with self.database.write() as connection:
            for sheet in sheets:
                last = self.get(sheet.kind, sheet.item, sheet.author)
                if (last.body, last.done) != (sheet.body, sheet.done):
                    if last.version and not over:
                        raise EditConflictError(
                            f"a sheet '{sheet.kind}' of '{sheet.author}' on text {sheet.item} is there and says"
                            " something else",
                            "take it out of the file, or bring the file into a new project",
                        )
                    _keep(connection, replace(sheet, version=last.version + 1, saved=now()), who, "imported")
                    new += 1
        return new


def _keep(connection: sqlite3.Connection, sheet: Sheet, who: str, said: str, of: str | None = None) -> None:
    words = json.dumps(sheet.body, ensure_ascii=False, sort_keys=True)
    connection.execute(
        "insert or replace into sheets values (?, ?, ?, ?, ?, ?, ?)",
        (sheet.kind, sheet.item, sheet.author, sheet.version, words, sheet.done, sheet.saved),
    )
    kept = words if of is None else of
    note(connection, who, said, sheet.kind, of=kept, item=sheet.item, author=sheet.author, version=sheet.version)


def _sheet(row: Any) -> Sheet:
    return Sheet(**{**row, "body": json.loads(row["body"]), "done": bool(row["done"])})
