"""Sheets: what one person, or the team, wrote about one text. Nobody overwrites what they have not seen."""

import json
import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from gyges.errors import EditConflictError
from gyges.studio._store._database import Database, note, now

TEAM = ""
"""The author of sheets that belong to everybody: reviews, and what annotators agreed on."""


@dataclass(frozen=True)
class Assignments:
    """Reads and sets who is asked for what."""

    database: Database

    def of(self, kind: str, author: str) -> list[int]:
        """Return the numbers of the texts that somebody was asked to write on."""
        query = "select item from assignments where kind = ? and author = ? order by item"
        return [row["item"] for row in self.database.connection.execute(query, (kind, author))]

    def next_of(self, kind: str, author: str) -> int | None:
        """Return the first text that somebody was asked to write on and has not finished."""
        query = """
            select min(item) as item from assignments left join sheets using (kind, item, author)
            where kind = ? and author = ? and not coalesce(done, 0)"""
        found: int | None = self.database.connection.execute(query, (kind, author)).fetchone()["item"]
        return found

    def counts(self, kind: str) -> dict[str, tuple[int, int]]:
        """Return for everybody how many sheets they were asked for, and how many of them they have finished."""
        query = """
            select assignments.author, count(*) as asked, coalesce(sum(sheets.done), 0) as done
            from assignments left join sheets using (kind, item, author)
            where kind = ? group by assignments.author order by assignments.author"""
        rows = self.database.connection.execute(query, (kind,))
        return {row["author"]: (row["asked"], row["done"]) for row in rows}

    def replace(self, kind: str, asked: Mapping[str, Sequence[int]], who: str) -> None:
        """Ask for these sheets and no others; sheets that were begun stay as they are."""
        with self.database.write() as connection:
            connection.execute("delete from assignments where kind = ?", (kind,))
            rows = [(kind, item, author) for author, items in asked.items() for item in items]
            connection.executemany("insert into assignments values (?, ?, ?)", rows)
            said = json.dumps({author: sorted(items) for author, items in asked.items()}, sort_keys=True)
            note(connection, who, "assigned", kind, of=said)


@dataclass(frozen=True, slots=True)
class Sheet:
    """What somebody wrote about one text."""

    kind: str  # what it is about: people, mentions, a review, a rating
    item: int  # the number of the document or release
    author: str  # who wrote it; `TEAM` for all
    version: int = 0  # counts up with every save; 0 where nothing was saved yet
    body: Any = None  # what was written; None where nothing was
    done: bool = False  # whether the author says that it is finished
    saved: str = ""  # when, UTC


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

    def open_items(self, kind: str, author: str) -> set[int]:
        """Return the texts on which somebody has begun a sheet, or was asked for one, and has not finished it."""
        query = """
        select item from sheets where kind = :kind and author = :author and not done
        union select item from assignments where kind = :kind and author = :author
        except select item from sheets where kind = :kind and author = :author and done"""
        rows = self.database.connection.execute(query, {"kind": kind, "author": author})
        return {row["item"] for row in rows}

    def items_of_others(self, kind: str, author: str) -> list[int]:
        """Return the texts on which somebody else has begun a sheet."""
        query = "select distinct item from sheets where kind = ? and author <> ?"
        return [row["item"] for row in self.database.connection.execute(query, (kind, author))]

    def authors(self, *kinds: str) -> list[str]:
        """Return who has finished a sheet of one of these kinds."""
        query = """
        select distinct author from sheets where done and kind in (select value from json_each(?)) order by author"""
        return [row["author"] for row in self.database.connection.execute(query, (json.dumps(kinds),))]

    def counts(self, kind: str) -> dict[str, tuple[int, int]]:
        """Return for everybody how many sheets they have begun, and how many of them they have finished."""
        query = "select author, count(*) as begun, sum(done) as done from sheets where kind = ? group by author"
        return {row["author"]: (row["begun"], row["done"]) for row in self.database.connection.execute(query, (kind,))}

    def states(self, kinds: Sequence[str], author: str, items: Sequence[int]) -> dict[int, dict[str, bool]]:
        """Return for each text which of these kinds of sheets somebody has begun on it, and whether each is done."""
        query = """
        select kind, item, done from sheets where author = ?
        and kind in (select value from json_each(?)) and item in (select value from json_each(?))"""
        found: dict[int, dict[str, bool]] = {}
        for row in self.database.connection.execute(query, (author, json.dumps(kinds), json.dumps(items))):
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
        """Save a sheet that was changed by somebody who had seen version `seen`."""
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
