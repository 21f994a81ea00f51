"""Very many things that are put aside: few stay in memory, more go into private SQLite databases on disk."""

import sqlite3
import weakref
from collections.abc import Callable, ItemsView, Iterable, Iterator, Mapping, Sequence, ValuesView
from typing import Generic, TypeVar, overload

from gyges.corpus._drafts import temporary_room
from gyges.records import Unread

_Item = TypeVar("_Item")
_Any = TypeVar("_Any")

IN_MEMORY = 2_000
"""Things up to which they stay in memory as they are; ours: some 20 MB of scored documents."""

KEYS_IN_MEMORY = 10_000
"""Keys up to which they stay in memory; ours: some 2 MB."""

_AT_ONCE = 64  # things that are read at once where all are read
_CACHE = "PRAGMA cache_size = -256"  # kilobytes; there are many databases at a time


def _database(owner: object, table: str) -> sqlite3.Connection:
    """Return a database without a name, which SQLite keeps on disk, and deletes when its owner is gone."""
    with temporary_room():
        # A notebook works in another thread than it looks at results in, never in both at once.
        made = sqlite3.connect("", isolation_level=None, check_same_thread=False)
        weakref.finalize(owner, made.close)
        for line in ("PRAGMA journal_mode = OFF", "PRAGMA synchronous = OFF", _CACHE, f"CREATE TABLE {table}", "BEGIN"):
            made.execute(line)  # what was begun is never ended: nothing of it outlives the process
    return made


class Spool(Sequence[_Item], Generic[_Item]):
    """A sequence that is written from its start to its end, and read as often as somebody likes.

    Things on disk come back as copies.
    """

    def __init__(self, items: Iterable[_Item] = ()) -> None:
        self._near: list[Unread[_Item]] = []
        self._db: sqlite3.Connection | None = None
        self._count = 0
        for item in items:
            self.append(item)

    def append(self, item: _Item) -> None:
        """Add one at the end."""
        self.append_unread(Unread.of(item))

    def append_unread(self, kept: Unread[_Item]) -> None:
        """Add one at the end that nobody need look at."""
        if self._db is None:
            self._near.append(kept)
            if self._count >= IN_MEMORY:
                self._move()
        else:
            with temporary_room():
                self._db.execute("INSERT INTO things VALUES (?, ?)", (self._count, kept.data))
        self._count += 1

    def unread(self) -> Iterator[Unread[_Item]]:
        """Yield all of them, unread, also those that are added meanwhile."""
        return self._from(0)

    def unread_at(self, number: int) -> Unread[_Item]:
        """Return one of them, unread."""
        if not 0 <= number < self._count:
            raise IndexError(number)
        if self._db is None:
            return self._near[number]
        return Unread(self._db.execute("SELECT data FROM things WHERE number = ?", (number,)).fetchone()[0])

    def __len__(self) -> int:
        return self._count

    @overload
    def __getitem__(self, place: int) -> _Item: ...
    @overload
    def __getitem__(self, place: slice) -> list[_Item]: ...
    def __getitem__(self, place: int | slice) -> _Item | list[_Item]:
        if isinstance(place, slice):
            first, last, step = place.indices(self._count)
            if step == 1:
                return [kept.thing for _, kept in zip(range(first, last), self._from(first), strict=False)]
            return [self[number] for number in range(first, last, step)]
        return self.unread_at(place + self._count if place < 0 else place).thing

    def __iter__(self) -> Iterator[_Item]:
        return (kept.thing for kept in self._from(0))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Sequence) or isinstance(other, str | bytes) or len(other) != len(self):
            return NotImplemented if not isinstance(other, Sequence) else False
        return all(one == two for one, two in zip(self, other, strict=True))

    __hash__ = None  # type: ignore[assignment]  # it grows

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle the things one after the other, wherever they are."""
        return Spool, (), None, iter(self)

    def _move(self) -> None:
        self._db = _database(self, "things (number INTEGER PRIMARY KEY, data BLOB)")
        with temporary_room():
            self._db.executemany("INSERT INTO things VALUES (?, ?)", enumerate(kept.data for kept in self._near))
        self._near = []

    def _from(self, number: int) -> Iterator[Unread[_Item]]:
        while number < self._count:
            if self._db is None:
                some = self._near[number : number + _AT_ONCE]
            else:
                rows = self._db.execute(
                    "SELECT data FROM things WHERE number >= ? ORDER BY number LIMIT ?", (number, _AT_ONCE)
                )
                some = [Unread(data) for (data,) in rows]
            yield from some
            number += len(some)


class KeyTable(Mapping[str, int]):
    """Numbers by key."""

    def __init__(self) -> None:
        self._near: dict[str, int] = {}
        self._db: sqlite3.Connection | None = None
        self._count = 0

    def __setitem__(self, key: str, number: int) -> None:
        if self.add(key, number):
            return
        if self._db is None:
            self._near[key] = number
            return
        with temporary_room():
            self._db.execute("UPDATE keys SET number = ? WHERE key = ?", (number, _written(key)))

    def add(self, key: str, number: int) -> bool:
        """Note the number of a key that has none, and return True; a key that has one keeps it."""
        if self._db is not None:
            row = (_written(key), number, self._count)
            with temporary_room():
                new = bool(self._db.execute("INSERT OR IGNORE INTO keys VALUES (?, ?, ?)", row).rowcount)
            self._count += new
            return new
        if key in self._near:
            return False
        self._near[key] = number
        self._count += 1
        if self._count > KEYS_IN_MEMORY:
            self._move()
        return True

    def __getitem__(self, key: str) -> int:
        if self._db is None:
            return self._near[key]
        row = self._db.execute("SELECT number FROM keys WHERE key = ?", (_written(key),)).fetchone()
        if row is None:
            raise KeyError(key)
        return int(row[0])

    def __contains__(self, key: object) -> bool:
        return isinstance(key, str) and self.get(key) is not None

    def __len__(self) -> int:
        return self._count

    def __iter__(self) -> Iterator[str]:
        """Yield the keys in the order in which they first came."""
        if self._db is None:
            return iter(self._near)
        rows = self._db.execute("SELECT key FROM keys ORDER BY place")
        return (name.decode("utf-8", "surrogatepass") for (name,) in rows)

    def _move(self) -> None:
        self._db = _database(self, "keys (key BLOB PRIMARY KEY, number INTEGER, place INTEGER) WITHOUT ROWID")
        rows = ((_written(key), number, place) for place, (key, number) in enumerate(self._near.items()))
        with temporary_room():
            self._db.executemany("INSERT INTO keys VALUES (?, ?, ?)", rows)
        self._near = {}


def _written(key: str) -> bytes:
    """Return a key as bytes of any kind: half a character cannot be written as text."""
    return key.encode("utf-8", "surrogatepass")


class Shelf(Mapping[str, _Item], Generic[_Item]):
    """Things by name, in the order in which they came; see `Spool`. A name that comes again has the later thing."""

    def __init__(self, items: Iterable[tuple[str, _Item]] = ()) -> None:
        self._numbers = KeyTable()
        self._names: Spool[str] = Spool()
        self._own: Spool[_Item] = Spool()
        self._things: Sequence[_Item] = self._own
        self._last: tuple[int, _Item] | None = None
        self._again = False
        for name, item in items:
            self.add(name, item)

    @classmethod
    def over(cls, things: Sequence[_Item], name: Callable[[_Item], str]) -> "Shelf[_Item]":
        """Return things that are in order already under their names; they stay where they are."""
        shelf: Shelf[_Item] = cls()
        for one in things:
            shelf._note(name(one))
        shelf._things = things
        return shelf

    def add(self, name: str, item: _Item) -> None:
        """Put a thing at the end; not where the things are in a sequence of somebody else's."""
        if self._things is not self._own:
            raise TypeError("this shelf stands over a sequence")
        self._note(name)
        self._own.append(item)

    def _note(self, name: str) -> None:
        number = len(self._names)
        if not self._numbers.add(name, number):
            self._again = True
            self._numbers[name] = number
        self._names.append(name)

    def at(self, number: int) -> _Item:
        """Return the thing that came as this number."""
        if self._last is None or self._last[0] != number:  # whoever looks at one looks at it again
            self._last = (number, self._things[number])
        return self._last[1]

    def unread_at(self, name: str) -> Unread[_Item]:
        """Return a thing, unread."""
        number = self._numbers[name]
        return self._things.unread_at(number) if isinstance(self._things, Spool) else Unread.of(self._things[number])

    def name(self, number: int) -> str:
        """Return the name that came as this number."""
        return self._names[number]

    def __getitem__(self, name: str) -> _Item:
        return self.at(self._numbers[name])

    def __contains__(self, name: object) -> bool:
        return name in self._numbers

    def __len__(self) -> int:
        return len(self._numbers)

    def __iter__(self) -> Iterator[str]:
        return (name for name, _ in self._pairs()) if self._again else iter(self._names)

    def items(self) -> ItemsView[str, _Item]:
        """Return names and things, read from the start to the end."""
        return ItemsInOrder(self, self._pairs)

    def values(self) -> ValuesView[_Item]:
        """Return the things, read from the start to the end."""
        return ValuesInOrder(self, lambda: (item for _, item in self._pairs()))

    def _pairs(self) -> Iterator[tuple[str, _Item]]:
        return self._last_ones(zip(self._names, self._things, strict=True))

    def _last_ones(self, pairs: Iterator[tuple[str, _Any]]) -> Iterator[tuple[str, _Any]]:
        if not self._again:
            return pairs
        return (pair for number, pair in enumerate(pairs) if self._numbers[pair[0]] == number)


class ItemsInOrder(ItemsView[str, _Item]):
    """The items of a mapping, read by a pass over all rather than one by one."""

    def __init__(self, mapping: Mapping[str, _Item], read: Callable[[], Iterator[tuple[str, _Item]]]) -> None:
        super().__init__(mapping)
        self._read = read

    def __iter__(self) -> Iterator[tuple[str, _Item]]:
        return self._read()


class ValuesInOrder(ValuesView[_Item]):
    """The same for the values alone."""

    def __init__(self, mapping: Mapping[str, _Item], read: Callable[[], Iterator[_Item]]) -> None:
        super().__init__(mapping)
        self._read = read

    def __iter__(self) -> Iterator[_Item]:
        return self._read()
