"""Assignments: who is asked to write which sheets."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from gyges.studio.store._database import Database
from gyges.studio.store._trail import note

__all__ = ["Assignments"]


@dataclass(frozen=True)
class Assignments:
    """Reads and sets who is asked for what."""

    database: Database

    def of(self, kind: str, author: str) -> list[int]:
        """Return the numbers of the texts that somebody was asked to write on."""
        query = "select item from assignments where kind = ? and author = ? order by item"
        return [row["item"] for row in self.database.connection.execute(query, (kind, author))]

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
