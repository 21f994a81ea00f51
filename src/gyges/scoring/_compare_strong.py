"""What a strong reader leaves of two audits, beside what their own readers found: estimated, or read."""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from gyges.records import JsonValue
from gyges.scoring._results import RateRow, Results

__all__ = ["StrongComparison", "StrongSide", "compare_strong"]

How = Literal["estimated", "confirmed", "read"]
_FIGURES = ("cpr", "ipr")


@dataclass(frozen=True, slots=True)
class StrongSide:
    """What a strong reader leaves of one audit.

    Attributes:
        how: ``estimated``, ``confirmed`` by a drawn sample, or ``read``; None where nothing is known.
        by: Which make of the estimate, or who read, in words.
        figures: CPR and IPR.
    """

    how: How | None
    by: str
    figures: Mapping[str, RateRow]


@dataclass(frozen=True, slots=True)
class StrongComparison:
    """The strong figures of two audits, and second minus first: above zero the second protects better.

    Attributes:
        first: The first audit.
        second: The second audit.
        differences: Of CPR and IPR, where both sides have them. Their intervals come from those of the sides (Zou and
            Donner 2008), as of independent figures, so they are rather too wide: the error of an estimate is in them.
    """

    first: StrongSide
    second: StrongSide
    differences: Mapping[str, RateRow]

    @property
    def warning(self) -> str:
        """What makes the two sides unlike, in words; empty where they are alike."""
        if None in (self.first.how, self.second.how) or self.first.how == self.second.how:
            return ""
        return (
            f"the strong figures are not of one kind: the first is {self.first.how} ({self.first.by}), the second "
            f"{self.second.how} ({self.second.by}); their difference holds the error of the estimate too"
        )

    def to_json(self) -> dict[str, JsonValue]:
        """Return the comparison for machines."""
        sides = {"first": self.first, "second": self.second}
        return {
            **{name: {"how": one.how, "by": one.by, **_rows(one.figures)} for name, one in sides.items()},
            "difference": _rows(self.differences),
            "warning": self.warning,
        }


def compare_strong(first: Results, second: Results, *, embedded: tuple[bool, bool]) -> StrongComparison:
    """Hold against each other what a strong reader leaves of two audits: read figures if both have them, else others.

    Args:
        first: One audit.
        second: The other one.
        embedded: Whether only embedded readers attacked, in each of them; whoever else attacked is the strong reader.
    """
    sides = [_sides(results, alone) for results, alone in zip((first, second), embedded, strict=True)]
    common: list[How] = [how for how in ("read", "confirmed", "estimated") if all(how in one for one in sides)]
    one, two = (side.get(common[0]) if common else next(iter(side.values()), None) for side in sides)
    before, after = one or StrongSide(None, "unknown", {}), two or StrongSide(None, "unknown", {})
    both = [name for name in _FIGURES if name in before.figures and name in after.figures]
    return StrongComparison(
        before, after, {name: _difference(before.figures[name], after.figures[name]) for name in both}
    )


def _sides(results: Results, embedded: bool) -> dict[How, StrongSide]:
    """Return what is known of a strong reader, by how it is known, what was read first."""
    if not embedded:
        return {"read": StrongSide("read", str(results.attacker.get("name")), _figures(results, ""))}
    sides: dict[How, StrongSide] = {}
    if results.strong is not None and results.strong.read is not None:
        read = results.strong.read
        sides["read"] = StrongSide("read", f"{read.documents} of {read.of} documents", _figures(results, "read_"))
    if results.confirmed is not None:
        row = results.confirmed
        by = f"{row.by}, {row.drawn - len(row.failed)} of {row.documents} documents"
        sides["confirmed"] = StrongSide("confirmed", by, _figures(results, "confirmed_"))
    expected = _figures(results, "strong_")
    if expected:
        make = results.strong.by.get("make", "") if results.strong else ""
        sides["estimated"] = StrongSide("estimated", make, expected)
    return sides


def _figures(results: Results, kind: str) -> dict[str, RateRow]:
    rows = {name: results.metrics.get(f"{kind}{name}") for name in _FIGURES}
    return {name: row for name, row in rows.items() if row is not None and row.value is not None}


def _difference(first: RateRow, second: RateRow) -> RateRow:
    """Return second minus first with an interval by the method of variance estimates recovery."""
    one, two = first.value or 0.0, second.value or 0.0
    value = two - one
    if first.low is None or first.high is None or second.low is None or second.high is None:
        return RateRow(value=value)
    low = value - math.hypot(two - second.low, first.high - one)
    high = value + math.hypot(second.high - two, one - first.low)
    return RateRow(value=value, low=max(-1.0, low), high=min(1.0, high))


def _rows(rates: Mapping[str, RateRow]) -> dict[str, JsonValue]:
    return {
        name: row.model_dump(mode="json", include={"value", "low", "high", "denominator"})
        for name, row in rates.items()
    }
