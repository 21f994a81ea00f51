"""What models cost for a run folder, summed over all runs in it: killed ones paid too. See docs/design/journal.md."""

import math
import secrets
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from pathlib import Path

from gyges.attacks import Attack
from gyges.errors import JournalDamagedError, RunError
from gyges.models import Model, Spending, account
from gyges.records import JsonValue
from gyges.runs._contents import SPENDING
from gyges.runs._journal import Journal

CHARACTERS_PER_TOKEN = 4
"""The usual rule of thumb for English."""

WINDOW_TOKENS = 6000
"""Longer texts are read and rewritten in windows."""


def tokens_of(characters: int) -> int:
    """Return about how many tokens a text of so many characters has."""
    return math.ceil(characters / CHARACTERS_PER_TOKEN)


def windows_of(characters: int) -> int:
    """Return in how many windows a text of so many characters is read."""
    return max(1, math.ceil(tokens_of(characters) / WINDOW_TOKENS))


def models_asked(attacker: Attack, stages: int) -> Iterator[tuple[Model, int]]:
    """Yield the models behind an attacker with their calls for one window; rules and plug-ins have none."""
    for member in getattr(attacker, "attackers", ()):
        yield from models_asked(member, stages)
    model = getattr(attacker, "model", None)
    if isinstance(model, Model):
        yield model, stages if type(attacker).__name__ == "SubjectsAttack" else 1


_KEPT = ("calls", "input_tokens", "output_tokens", "usd")


class _Paid(Spending):
    """Sums that lie in a file before anybody uses what was paid for; cached answers are those of this run alone.

    The file is a journal with one record a call: under a key of its own each run writes what it has spent so far.
    """

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.path = path
        self._mine = secrets.token_hex(4)
        self._now = Spending()
        self._journal: Journal | None = None
        self._unwritten = False
        if path.exists():
            self._journal = Journal(path)
            for key in self._journal:
                super().add(_spending(self._journal.get(key), path))

    def add(self, other: Spending) -> None:
        """Enter a call, and write it down."""
        super().add(other)
        if other.calls:
            self._now.add(other)
            self._unwritten = True
            with suppress(RunError):  # a full disk: the next call writes both, the end at the latest
                self._write()

    def _write(self) -> None:
        if self._journal is None:
            self._journal = Journal(self.path)
        row = self._now.to_json()
        self._journal.append(self._mine, {name: row[name] for name in _KEPT})
        self._unwritten = False

    def close(self) -> None:
        """Write what the disk did not take before, and close the file."""
        try:
            if self._unwritten:
                self._write()
        finally:
            if self._journal is not None:
                self._journal.close()


def _spending(row: JsonValue, path: Path) -> Spending:
    try:
        spent = Spending(**row)  # type: ignore[arg-type]
        Spending().add(spent)
    except TypeError as error:
        raise JournalDamagedError(f"{path} does not tell what was spent", "move it away") from error
    return spent


_OPEN: ContextVar[tuple[_Paid, ...]] = ContextVar("open", default=())


@contextmanager
def paid_in(folder: Path) -> Iterator[Spending]:
    """Count what models cost for a folder: inside the block, and in all runs before it, however they ended.

    Whoever counts for the same folder inside the block is given the same sums.
    """
    path = folder.absolute() / SPENDING
    found = next((one for one in _OPEN.get() if one.path == path), None)
    if found is not None:
        yield found
        return
    paid = _Paid(path)
    token = _OPEN.set((*_OPEN.get(), paid))
    try:
        with account(paid):
            yield paid
    finally:
        _OPEN.reset(token)
        paid.close()
