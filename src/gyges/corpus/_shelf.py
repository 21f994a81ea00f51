"""Very many things by name, on disk: memory does not grow with their number."""

import sqlite3
import weakref
from collections.abc import Callable, ItemsView, Iterable, Iterator, Mapping, Sequence, ValuesView
from typing import Generic, TypeVar

from gyges.corpus._spool import Spool
from gyges.corpus._temporary import temporary_room
from gyges.records import Unread
from gyges.sealing import PLAIN, Codec, SealedCodec, passing_key

__all__ = ["ItemsInOrder", "KeyTable", "Shelf", "ValuesInOrder"]

_Item = TypeVar("_Item")
_Any = TypeVar("_Any")

_KEYS_IN_MEMORY = 10_000
"""Keys up to which they stay in memory; ours: some 2 MB."""


class KeyTable(Mapping[str, int]):
    """Numbers by key; many of them are in a private database that SQLite keeps on disk, and deletes when it is closed.

    Example:
        >>> table = KeyTable()
        >>> table["a"] = 7
        >>> table["a"], "b" in table, list(table)
        (7, False, ['a'])
    """

    def __init__(self) -> None:
        self._near: dict[str, int] = {}
        self._db: sqlite3.Connection | None = None
        self._codec: Codec = PLAIN
        self._count = 0

    def __setitem__(self, key: str, number: int) -> None:
        if self.add(key, number):
            return
        if self._db is None:
            self._near[key] = number
            return
        with temporary_room():
            self._db.execute("UPDATE keys SET number = ? WHERE key = ?", (number, self._written(key)))

    def add(self, key: str, number: int) -> bool:
        """Note the number of a key that has none, and return True; a key that has one keeps it."""
        if self._db is None:
            new = key not in self._near
            if new:
                self._near[key] = number
                self._count += 1
                if self._count > _KEYS_IN_MEMORY:
                    self._move()
            return new
        row = (self._written(key), number, self._count)
        with temporary_room():
            new = bool(self._db.execute("INSERT OR IGNORE INTO keys VALUES (?, ?, ?)", row).rowcount)
        self._count += new
        return new

    def __getitem__(self, key: str) -> int:
        if self._db is None:
            return self._near[key]
        row = self._db.execute("SELECT number FROM keys WHERE key = ?", (self._written(key),)).fetchone()
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
        return (self._codec.key(name.decode("utf-8", "surrogatepass")) for (name,) in rows)

    def _written(self, key: str) -> bytes:
        """Return a key as bytes of any kind: half a character cannot be written as text."""
        return self._codec.name(key).encode("utf-8", "surrogatepass")

    def _move(self) -> None:
        key = passing_key()
        self._codec = PLAIN if key is None else SealedCodec(key, "keys")
        # A notebook works in another thread than it looks at results in, never in both at once.
        self._db = sqlite3.connect("", isolation_level=None, check_same_thread=False)
        weakref.finalize(self, self._db.close)
        for line in ("PRAGMA journal_mode = OFF", "PRAGMA synchronous = OFF"):
            self._db.execute(line)
        self._db.execute("CREATE TABLE keys (key BLOB PRIMARY KEY, number INTEGER, place INTEGER) WITHOUT ROWID")
        self._db.execute("BEGIN")  # never ended: nothing of it outlives the process
        rows = ((self._written(key), number, place) for place, (key, number) in enumerate(self._near.items()))
        self._db.executemany("INSERT INTO keys VALUES (?, ?, ?)", rows)
        self._near = {}


class Shelf(Mapping[str, _Item], Generic[_Item]):
    """Things by name, in the order in which they came; see `Spool`. A name that comes again has the later thing.

    Example:
        >>> shelf = Shelf([("a", 1), ("b", 2)])
        >>> shelf["b"], list(shelf.items())
        (2, [('a', 1), ('b', 2)])
    """

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

    def unread(self) -> Iterator[tuple[str, Unread[_Item]]]:
        """Yield names and things in order, the things unread."""
        things = self._things.unread() if isinstance(self._things, Spool) else map(Unread.of, self._things)
        return self._last_ones(zip(self._names, things, strict=True))

    def unread_at(self, name: str) -> Unread[_Item]:
        """Return a thing, unread.

        Raises:
            KeyError: There is none of that name.
        """
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
    """The items of a mapping, read by a pass over all rather than one by one.

    Args:
        mapping: The mapping.
        read: Begins a pass.
    """

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
