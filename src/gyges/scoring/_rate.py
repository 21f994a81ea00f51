"""Rates that never travel without their denominator and interval."""

import math
from array import array
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from gyges.records import JsonValue

_MINUS = "\u2212"


def whole_percent(value: float) -> str:
    """Return a share or a difference of shares in whole percent, without the sign of percent.

    What is not all or nothing is never shown as 0 or 100.
    """
    rounded = round(value * 100)
    if 0 < abs(value) < 1 and rounded in (-100, 0, 100):
        inner = 99 if rounded else 1
        above = (value > 0) == bool(rounded)
        return f"{'>' if above else '<'}{_MINUS if value < 0 else ''}{inner}"
    return str(rounded).replace("-", _MINUS)


def percent_ends(low: float, high: float) -> str:
    """Return the ends of an interval in whole percent, as in "57–65"; ends that look alike stand once."""
    first, last = whole_percent(low), whole_percent(high)
    if first == last:
        return first
    return f"{first} to {last}" if low < 0 or {"<", ">"} & {first[0], last[0]} else f"{first}\u2013{last}"


if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

RESAMPLES = 1000
SEED = 0  # of all resamples, so that a figure is the same wherever it is made
TAIL = 0.025  # each side of a 95 % interval
Z_95 = 1.959963984540054  # the same tail of the normal distribution
ENOUGH = 10
"""Documents that must hold hits, and as many that must hold misses, for resamples to show the spread; ours.

A resample leaves all of k such documents out with a chance of about exp(-k), and below ten the resampled tail of a
count is clearly shorter than the exact Poisson one (17 to 18.4 at ten, 3 to 5.6 at one).
"""
BLOCKS = 10_000
"""Documents that are resampled one by one. More are dealt to so many blocks, which are drawn as one: ten thousand such
sums show the same spread as their documents, and take no more memory for a million."""

_MIX = (0xBF58476D1CE4E5B9, 0x94D049BB133111EB)  # of SplitMix64 (Steele, Lea and Flood 2014)
_WORD = (1 << 64) - 1

_VALUE_BLOCKS = 1_000  # the same for values of people, of which as many kinds are kept as there are
_ROUNDING = 1e-9  # a share of people is a whole number of people, whatever binary fractions make of it
_CELLS = 1 << 20  # documents times resamples held at once: some 8 MB


class Count(NamedTuple):
    """What one document contributes to a rate."""

    hits: float
    out_of: float


CountRow: TypeAlias = Mapping[str, Count]
"""What one document contributes to several rates, by their names; one that is missing has nothing of it."""


@dataclass(frozen=True, slots=True)
class Rate:
    """A ratio with its 95 % interval (bootstrap over documents).

    `value`, `low` and `high` are None when there is nothing to divide by: no evidence is not zero. Differences have no
    interval when fewer than two documents contribute.

    Attributes:
        value: The ratio.
        low: Lower end of the interval.
        high: Upper end of the interval.
        numerator: What was counted.
        denominator: What it was counted out of.
        subjects: The number of people, where the rate is about people.
        bounds: What the value would be if all that could not be scored had leaked, and if none of it had; None where
            that does not apply.
    """

    value: float | None
    low: float | None
    high: float | None
    numerator: float
    denominator: float
    subjects: int | None = None
    bounds: tuple[float, float] | None = None

    def to_json(self) -> dict[str, JsonValue]:
        """Return the rate as results files hold it."""
        names = ("value", "low", "high", "numerator", "denominator")
        row: dict[str, JsonValue] = {name: getattr(self, name) for name in names}
        if self.subjects is not None:
            row["subjects"] = self.subjects
        if self.bounds is not None:
            row["all_leaked"], row["none_leaked"] = self.bounds
        return row

    def __str__(self) -> str:
        if self.value is None:
            return "–"
        if self.low is None or self.high is None:
            return f"{whole_percent(self.value)}%"
        return f"{whole_percent(self.value)}% [{percent_ends(self.low, self.high)}]"


def bootstrap_rate(counts: Sequence[Count]) -> Rate:
    """Return hits over total, with an interval from resampling whole documents.

    Documents, not single facts, are resampled: facts of one text stand and fall together. Resamples show no spread
    when every document says 0 or every one says 1, and too little when few documents say otherwise. So the interval
    is Wilson's with the number of documents where none does, the resampled one where `ENOUGH` do, and in between it
    moves from one to the other in equal steps: ten flawless documents do not pass for certainty, nor do ten with one
    slip. One document only gets Wilson's. A single fact that turns out otherwise moves an end away from the border by
    less than 0.07 + 2 / facts.
    """
    return bootstrap_rates({"rate": counts})["rate"]


def bootstrap_rates(table: Mapping[str, Sequence[Count]]) -> dict[str, Rate]:
    """Return several rates over the same documents, all from the same resamples."""
    return CountTable.of(table).rates()


def bootstrap_difference(counts: Sequence[Count]) -> Rate:
    """Return a mean difference with its paired interval."""
    return CountTable.of({"difference": counts}).difference("difference")


class _CountColumn:
    """What documents add to one rate: sums of blocks, and what is needed of the documents themselves."""

    __slots__ = ("_misses", "_squares", "hits", "out_of", "told")

    def __init__(self) -> None:
        self.hits, self.out_of = array("d"), array("d")
        self.told = 0
        self._squares = self._misses = 0.0

    def add(self, place: int, count: Count) -> None:
        if not count.out_of and not count.hits:
            return
        short = place + 1 - len(self.hits)
        if short > 0:
            nothing = bytes(8 * short)
            self.hits.frombytes(nothing)
            self.out_of.frombytes(nothing)
        self.hits[place] += count.hits
        self.out_of[place] += count.out_of
        if count.out_of > 0:
            self.told += 1
            self._squares += count.hits**2
            self._misses += (count.out_of - count.hits) ** 2

    def sums(self) -> tuple[float, float]:
        return math.fsum(self.hits), math.fsum(self.out_of)

    def spread(self, documents: int) -> float:
        """Return how many documents show hits, or misses if they are fewer."""
        if documents <= BLOCKS:
            told = [(hits, out_of) for hits, out_of in zip(self.hits, self.out_of, strict=True) if out_of > 0]
            return min(effective([hits for hits, _ in told]), effective([out_of - hits for hits, out_of in told]))
        hits, out_of = self.sums()
        pairs = ((hits, self._squares), (out_of - hits, self._misses))
        return min(total**2 / squares if squares else 0.0 for total, squares in pairs)


class CountTable:
    """What documents add to several rates over the same documents, folded as they pass; see `BLOCKS`."""

    def __init__(self, names: Iterable[str] = ()) -> None:
        self.documents = 0
        self._columns: dict[str, _CountColumn] = {name: _CountColumn() for name in names}

    @classmethod
    def of(cls, table: Mapping[str, Sequence[Count]]) -> "CountTable":
        """Return the table of counts that are there, one a document."""
        made = cls(table)
        for name, counts in table.items():
            column = made._columns[name]
            for number, count in enumerate(counts):
                column.add(_block(number, BLOCKS), count)
        made.documents = max((len(counts) for counts in table.values()), default=0)
        return made

    def add(self, row: CountRow) -> None:
        """Add the next document; a rate that is missing has nothing of it."""
        place = _block(self.documents, BLOCKS)
        self.documents += 1
        for name, count in row.items():
            column = self._columns.get(name)
            if column is None:
                column = self._columns[name] = _CountColumn()
            column.add(place, count)

    def drop(self, names: Iterable[str]) -> None:
        """Leave rates out."""
        for name in names:
            self._columns.pop(name, None)

    def value(self, name: str) -> float | None:
        """Return a rate without its interval, which takes no resamples."""
        column = self._columns.get(name)
        hits, out_of = column.sums() if column else (0.0, 0.0)
        return hits / out_of if out_of else None

    def rates(self) -> dict[str, Rate]:
        """Return the rates, all from the same resamples; intervals as `bootstrap_rate` has them."""
        raw = self._raw()
        return {
            name: _settled(rate, column.told, column.spread(self.documents))
            for (name, column), rate in zip(self._columns.items(), raw, strict=True)
        }

    def difference(self, name: str) -> Rate:
        """Return a mean difference with its paired interval, as `bootstrap_difference` does."""
        column = self._columns.setdefault(name, _CountColumn())
        rate = self._raw()[list(self._columns).index(name)]
        if column.told > 1:
            return rate
        return Rate(rate.value, None, None, rate.numerator, rate.denominator)

    def _raw(self) -> list[Rate]:
        """Return plain percentile intervals; all rates share their resamples, so they may be compared pair by pair."""
        import numpy as np

        sums = [column.sums() for column in self._columns.values()]
        if not any(total for _, total in sums):
            return [Rate(None, None, None, hits, total) for hits, total in sums]
        blocks = min(self.documents, BLOCKS)
        columns = np.zeros((blocks, 2 * len(sums)), dtype=np.float64)
        for number, column in enumerate(self._columns.values()):
            columns[: len(column.hits), 2 * number] = column.hits
            columns[: len(column.out_of), 2 * number + 1] = column.out_of
        resampled = np.concatenate([weights @ columns for weights in resampling_weights(blocks)])
        rates = []
        for number, (hits, total) in enumerate(sums):
            out_of = resampled[:, 2 * number + 1]
            ratios = np.divide(resampled[:, 2 * number], out_of, out=np.full_like(out_of, np.nan), where=out_of > 0)
            value = hits / total if total else None
            low, high = (None, None) if value is None else _ends(ratios, value)
            rates.append(Rate(value, low, high, hits, total))
        return rates


class ValueTable:
    """Values of the people in documents, of which a quantile is wanted, folded as documents pass; see `BLOCKS`."""

    def __init__(self) -> None:
        self._documents = 0
        self._items, self._owners = array("d"), array("L")
        self._by_value: dict[float, array[int]] = {}

    def add(self, values: Iterable[float]) -> None:
        """Add the next document."""
        self._documents += 1
        if self._documents == BLOCKS + 1:
            for value, owner in zip(self._items, self._owners, strict=True):
                self._fold(value, owner)
            self._items, self._owners = array("d"), array("L")
        for value in values:
            if self._documents > BLOCKS:
                self._fold(value, self._documents - 1)
            else:
                self._items.append(value)
                self._owners.append(self._documents - 1)

    def quantile(self, share: float) -> Rate:
        """Return the value that a share of all items does not exceed, with an interval from resampling documents."""
        import numpy as np

        if not self._items and not self._by_value:
            return Rate(None, None, None, 0, 0)
        items, counted, rows = self._counted()

        def of(weights: "Floats") -> "Floats":
            reached = counted(weights).cumsum(axis=1)
            total = reached[:, -1]
            place = (reached < np.maximum(share * total - _ROUNDING, 1)[:, None]).sum(axis=1)
            return np.where(total > 0, items[np.minimum(place, items.size - 1)], np.nan)

        everybody = counted(np.ones((1, rows)))[0]
        value = float(of(np.ones((1, rows)))[0])
        values = np.concatenate([of(weights) for weights in resampling_weights(rows, width=items.size)])
        low, high = _ends(values, value)
        return Rate(value, low, high, float(everybody[items <= value].sum()), float(everybody.sum()))

    def _fold(self, value: float, document: int) -> None:
        counts = self._by_value.get(value)
        if counts is None:
            counts = self._by_value[value] = array("L", bytes(array("L").itemsize * _VALUE_BLOCKS))
        counts[_block(document, _VALUE_BLOCKS)] += 1

    def _counted(self) -> "tuple[Floats, Callable[[Floats], Floats], int]":
        """Return the values in order, what tells how often each is drawn, and of how many documents or blocks."""
        import numpy as np

        if not self._by_value:
            plain, owners = np.array(self._items), np.array(self._owners)
            kinds, kind = np.unique(plain, return_inverse=True)
            if kinds.size * self._documents <= _CELLS:  # shares of facts are mostly of few kinds, and so told at once
                table = np.zeros((self._documents, kinds.size))
                np.add.at(table, (owners, kind), 1.0)
                return kinds, lambda weights: weights @ table, self._documents
            order = np.argsort(plain, kind="stable")
            mine = owners[order]
            return plain[order], lambda weights: weights[:, mine], self._documents
        known = sorted(self._by_value)
        table = np.array([self._by_value[value] for value in known], dtype=np.float64).T
        return np.array(known), lambda weights: weights @ table, _VALUE_BLOCKS


def _block(number: int, blocks: int) -> int:
    """Return the block of a document: the first so many have one each, later ones are dealt as if by lot.

    In turn would not do: an order that repeats itself would put all of a kind into one block, or as many into each.
    """
    if number < blocks:
        return number
    mixed = (number ^ (number >> 30)) * _MIX[0] & _WORD
    mixed = (mixed ^ (mixed >> 27)) * _MIX[1] & _WORD
    return (mixed ^ (mixed >> 31)) % blocks


def resampling_weights(documents: int, *, width: int = 0) -> "Iterator[Floats]":
    """Yield how often each document is drawn, a row a resample, in blocks that fit the memory."""
    import numpy as np

    block = max(1, _CELLS // max(documents, width))
    drawn = _kept_draws(documents, block) if documents <= BLOCKS else _draws(documents, block)
    for counts in drawn:
        yield counts.astype(np.float64)


@lru_cache(maxsize=2)  # the figures of an audit are about the same documents, and have the same resamples
def _kept_draws(documents: int, block: int) -> "tuple[NDArray[np.integer[Any]], ...]":
    """Return the same as numbers of one byte where that holds them, as it does: some 10 MB at most."""
    import numpy as np

    most = np.iinfo(np.uint8).max
    return tuple(one if one.max() > most else one.astype(np.uint8) for one in _draws(documents, block))


def _draws(documents: int, block: int) -> "Iterator[NDArray[np.integer[Any]]]":
    import numpy as np

    draw = np.random.default_rng(SEED)
    for first in range(0, RESAMPLES, block):
        rows = min(block, RESAMPLES - first)
        picked = draw.integers(0, documents, size=(rows, documents)) + documents * np.arange(rows)[:, None]
        yield np.bincount(picked.ravel(), minlength=rows * documents).reshape(rows, documents)


def _ends(values: "Floats", value: float) -> tuple[float, float]:
    import numpy as np

    known = values[~np.isnan(values)]
    if not known.size:
        return value, value
    low, high = np.quantile(known, (TAIL, 1 - TAIL))
    return min(float(low), value), max(float(high), value)


def _settled(rate: Rate, told: int, spread: float) -> Rate:
    """Return a share with an interval that is wide enough where few documents show any spread."""
    if rate.value is None or rate.low is None or rate.high is None:
        return rate
    trust = 0.0 if told == 1 else min(1.0, spread / ENOUGH)
    low, high = wilson(rate.value, told)
    low, high = low + trust * (rate.low - low), high + trust * (rate.high - high)
    return Rate(rate.value, min(low, rate.value), max(high, rate.value), rate.numerator, rate.denominator)


def effective(parts: Sequence[float]) -> float:
    """Return how many equal parts would make up the same sum (Kish 1965); nothing has none."""
    squares = math.fsum(part**2 for part in parts)
    return math.fsum(parts) ** 2 / squares if squares else 0.0


def wilson(share: float, n: float) -> tuple[float, float]:
    """Wilson's score interval (Wilson 1927)."""
    middle = (share + Z_95**2 / (2 * n)) / (1 + Z_95**2 / n)
    reach = Z_95 / (1 + Z_95**2 / n) * math.sqrt(share * (1 - share) / n + Z_95**2 / (4 * n**2))
    return max(0.0, min(share, middle - reach)), min(1.0, max(share, middle + reach))
