"""Users with passwords: needed where others than this machine may ask. What is kept of a password is its hash."""

from dataclasses import dataclass

from gyges.studio.store._database import Database
from gyges.studio.store._trail import note

__all__ = ["Users"]

_SESSION = "session "
_ALL = f"{_SESSION}*"


@dataclass(frozen=True)
class Users:
    """Reads and sets who may sign in."""

    database: Database

    def names(self) -> list[str]:
        """Return who may sign in."""
        query = "select name from users where secret is not null order by name"
        return [row["name"] for row in self.database.connection.execute(query)]

    def secret_of(self, name: str) -> str | None:
        """Return what is kept of somebody's password; None where there is nobody of that name."""
        row = self.database.connection.execute("select secret from users where name = ?", (name,)).fetchone()
        return None if row is None else row["secret"]

    def set(self, name: str, secret: str, who: str) -> None:
        """Let somebody sign in from now on; a new secret ends what was open under the old one."""
        with self.database.write() as connection:
            connection.execute("insert or replace into users values (?, ?)", (name, secret))
            note(connection, who, "added user", name, of=name)

    def open_session(self, number: str, now: int, until: int) -> None:
        """Keep that a session is open; those whose time is over are forgotten."""
        with self.database.write() as connection:
            connection.execute("delete from settings where name glob ? and cast(value as integer) < ?", (_ALL, now))
            connection.execute("insert into settings values (?, ?)", (_SESSION + number, str(until)))

    def has_session(self, number: str) -> bool:
        """Whether a session is open."""
        query = "select 1 from settings where name = ?"
        return self.database.connection.execute(query, (_SESSION + number,)).fetchone() is not None

    def end_session(self, number: str) -> None:
        """Forget a session, so that its cookie opens nothing any more, wherever it was copied to."""
        with self.database.write() as connection:
            connection.execute("delete from settings where name = ?", (_SESSION + number,))

    def remove(self, name: str, who: str) -> bool:
        """Let somebody sign in no more; return whether there was anybody of that name. Their sheets stay."""
        with self.database.write() as connection:
            gone = connection.execute("delete from users where name = ?", (name,)).rowcount > 0
            if gone:
                note(connection, who, "removed user", name, of=name)
        return gone
