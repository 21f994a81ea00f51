"""A project: a folder with one database, the documents in it, and what people have written about them."""

import secrets
import threading
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from gyges._home import private_folder
from gyges.errors import InputError
from gyges.models import ModelSettings
from gyges.records import Document, Release
from gyges.studio._auth import Users, check_password, hash_password, proper_name
from gyges.studio._store._database import Database, Trail, open_database
from gyges.studio._store._sheets import Assignments, Sheets
from gyges.studio._store._texts import KeptTexts

EMBEDDED = "rules"
"""The attacker that is always there."""
PROJECT_FILE = "studio.db"
"""The database in the folder of a project."""


@dataclass(frozen=True, slots=True)
class StudioOptions:
    """What is fixed at the start. No page can name an attacker, a host or a folder that does not stand here."""

    attackers: tuple[str, ...] = ()  # attackers that pages may choose besides the embedded one, by their specs
    models: ModelSettings = field(default_factory=ModelSettings)  # how models are used: hosts, budget, prices
    runs: tuple[Path, ...] = ()  # folders with run folders, besides the project's own

    @property
    def offered(self) -> tuple[str, ...]:
        """All attackers that pages may choose."""
        return tuple(dict.fromkeys((EMBEDDED, *self.attackers)))


@dataclass(frozen=True)
class Project:
    """An open project."""

    folder: Path  # where it lies; run folders below it show on the page of runs
    database: Database  # its file
    worked_out: dict[tuple[object, ...], Any] = field(default_factory=dict, compare=False, repr=False)
    working: threading.Lock = field(default_factory=threading.Lock, compare=False, repr=False)

    @property
    def texts(self) -> KeptTexts:
        """Its documents and releases."""
        return KeptTexts(self.database)

    @property
    def sheets(self) -> Sheets:
        """What people wrote about them."""
        return Sheets(self.database)

    @property
    def trail(self) -> Trail:
        """Who did what."""
        return Trail(self.database)

    @property
    def assignments(self) -> Assignments:
        """Who is asked for which sheets."""
        return Assignments(self.database)

    @property
    def users(self) -> Users:
        """Who may sign in with a password."""
        return Users(self.database)

    def secret(self) -> bytes:
        """Return the key that signs the cookies of this project; made once."""
        with self.database.write() as connection:
            connection.execute("insert or ignore into settings values ('secret', ?)", (secrets.token_hex(32),))
            row = connection.execute("select value from settings where name = 'secret'").fetchone()
        return bytes.fromhex(row["value"])

    def add_user(self, name: str, password: str, who: str) -> None:
        """Let somebody sign in with a password from now on."""
        proper = proper_name(name)
        check_password(password)
        self.users.set(proper, hash_password(password), who)

    def setting(self, name: str) -> str:
        """Return a setting of the project; empty where it was never set."""
        query = "select value from settings where name = ?"
        row = self.database.connection.execute(query, (name,)).fetchone()
        return "" if row is None else str(row["value"])

    def set_setting(self, name: str, value: str) -> None:
        """Set it."""
        with self.database.write() as connection:
            connection.execute("insert or replace into settings values (?, ?)", (name, value))

    def add_documents(self, documents: Iterable[Document], who: str, *, over: bool = True) -> int:
        """Add documents; return how many are new. What they say about people and mentions becomes sheets."""
        from gyges.studio._kinds._annotated import imported_sheets

        given = list(documents)
        new = self.texts.add_documents(given, who)
        # After the texts: what a kill left out here comes in with the next start on the same file.
        self.sheets.bring(imported_sheets(given, self.texts.number_of), who, over=over)
        return new

    def add_releases(self, releases: Iterable[Release], name: str, who: str) -> int:
        """Add a set of releases; return how many are new."""
        return self.texts.add_releases(releases, name, who)


def open_project(folder: Path) -> Project:
    """Open the project in a folder, or start one there."""
    try:
        private_folder(folder)
    except OSError as error:
        raise InputError(
            f"{folder} cannot be a project ({error.strerror})", "name a folder you may write to"
        ) from error
    return Project(folder, open_database(folder / PROJECT_FILE))
