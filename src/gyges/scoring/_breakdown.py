"""The same protection, taken apart: by tag, kind, hardness, depth of the place, and by how sure the attacker was."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from gyges.reading.ladders import place_levels
from gyges.records import MAX_LEVEL, JsonValue, Kind, Verdict, taxonomy
from gyges.scoring._protection import (
    CoverageCounts,
    CoverageFold,
    ProtectionCounts,
    ProtectionFold,
    Target,
    counted_verdicts,
)
from gyges.scoring._rate import Count, CountRow, CountTable, Rate
from gyges.scoring._scored import ScoredDocument
from gyges.scoring.values import Profile

LOCATION_LEVELS = ("country", "region_or_city", "within_region_or_city", "premises")
"""Names of places by how many levels they have. Annotators write a city or a region on the second level (SPIA's
guideline has premises / sub-city / city / country), so the depth does not say which of the two it is."""

PEOPLE_IN_TEXT = ("1", "2", "3", "4", "5+")
"""Texts by how many people they are about, as SPIA's Table 6 groups them."""

_UNRATED = "unrated"
_Key = Callable[[ScoredDocument, Verdict], str | None]
_LEVELS = range(MAX_LEVEL + 1)


@dataclass(frozen=True, slots=True)
class CertaintyRow:
    """What the guesses of one certainty are worth."""

    certainty: int  # how sure the attacker was, 0-5
    guesses: int  # scored guesses of exactly this certainty
    accuracy: Rate  # the mean score of those: the calibration of the attacker
    guesses_from: int  # scored guesses of at least this certainty
    accuracy_from: Rate  # the mean score of those
    leaked_from: Rate  # what those leak, out of all scored facts. From 0 on it is one minus CPR if all were scored

    def to_json(self) -> dict[str, JsonValue]:
        """Return the row as results files hold it, flat."""
        row: dict[str, JsonValue] = {
            "certainty": self.certainty,
            "guesses": self.guesses,
            "guesses_from": self.guesses_from,
            "leaks_from": self.leaked_from.numerator,
        }
        for name in ("accuracy", "accuracy_from", "leaked_from"):
            rate: Rate = getattr(self, name)
            row |= {name: rate.value, f"{name}_low": rate.low, f"{name}_high": rate.high}
        return row


class Breakdown:
    """The protection of groups of facts, folded as documents pass; what could not be scored counts as leaked."""

    def __init__(self, key: _Key, profile: Profile, groups: Iterable[str], *, sparse: bool = False) -> None:
        self._key = key
        self._profile: Profile = profile
        self._sparse = sparse
        self._table = CountTable(dict.fromkeys(groups))

    def row(self, document: ScoredDocument) -> CountRow:
        """Return what a document adds; nothing is added yet."""
        row: dict[str, list[float]] = {}
        for verdict in _verdicts(document, self._profile):
            name = self._key(document, verdict)
            if name is not None:
                row.setdefault(name, []).append(1 - verdict.leaked)
        return {name: Count(sum(kept), len(kept)) for name, kept in row.items()}

    def add_row(self, row: CountRow) -> None:
        """Add what the next document adds."""
        self._table.add(row)

    def rates(self) -> dict[str, Rate]:
        """Return the protection of each group so far."""
        return {name: rate for name, rate in self._table.rates().items() if rate.denominator or not self._sparse}


def _breakdowns(profile: Profile) -> dict[str, Breakdown]:
    """Return the breakdowns of an audit by the names they have in results files.

    Tags are those that occur, SPIA's first and in its order; tags outside SPIA are NON_CODE.
    """
    codes = {tag.name for tag in taxonomy("spia") if tag.kind is Kind.CODE}
    kinds = (Kind.CODE.value, Kind.NON_CODE.value)
    levels = [str(level) for level in range(1, MAX_LEVEL + 1)]
    return {
        "by_tag": Breakdown(lambda _, v: v.truth.tag, profile, taxonomy("spia").names, sparse=True),
        "by_hardness": Breakdown(lambda _, v: str(v.truth.hardness or _UNRATED), profile, levels),
        "by_type": Breakdown(lambda _, v: kinds[v.truth.tag not in codes], profile, kinds),
        "by_location_level": Breakdown(
            lambda _, v: _depth(v.truth.value) if v.truth.tag == "LOCATION" else None, profile, LOCATION_LEVELS
        ),
        "by_people": Breakdown(
            lambda document, _: PEOPLE_IN_TEXT[min(len(document.subjects), len(PEOPLE_IN_TEXT)) - 1],
            profile,
            PEOPLE_IN_TEXT,
        ),
    }


class CertaintySweep:
    """What the attacker's guesses of each certainty, and from it on, are worth, folded as documents pass."""

    def __init__(self, profile: Profile) -> None:
        self._profile: Profile = profile
        names = [f"{kind} {level}" for level in _LEVELS for kind in ("exact", "above", "leaked")]
        self._table = CountTable(names)

    def row(self, document: ScoredDocument) -> CountRow:
        """Return what a document adds; nothing is added yet."""
        scored = [verdict for verdict in _verdicts(document, self._profile) if verdict.score is not None]
        exact: dict[int, list[float]] = {level: [] for level in _LEVELS}
        for verdict in scored:
            if verdict.guess is not None and verdict.guess.certainty in exact:
                exact[verdict.guess.certainty].append(verdict.leaked)
        row: dict[str, Count] = {}
        right = guesses = 0.0
        for level in reversed(_LEVELS) if scored else ():
            here = Count(sum(exact[level]), len(exact[level]))
            right, guesses = right + here.hits, guesses + here.out_of
            if here.out_of:
                row[f"exact {level}"] = here
            if guesses:
                row[f"above {level}"] = Count(right, guesses)
            row[f"leaked {level}"] = Count(right, len(scored))
        return row

    def add_row(self, row: CountRow) -> None:
        """Add what the next document adds."""
        self._table.add(row)

    def rows(self) -> tuple[CertaintyRow, ...]:
        """Return a row for each certainty."""
        rates = self._table.rates()
        return tuple(
            CertaintyRow(
                certainty=level,
                guesses=int(rates[f"exact {level}"].denominator),
                accuracy=rates[f"exact {level}"],
                guesses_from=int(rates[f"above {level}"].denominator),
                accuracy_from=rates[f"above {level}"],
                leaked_from=rates[f"leaked {level}"],
            )
            for level in _LEVELS
        )


def _verdicts(document: ScoredDocument, profile: Profile) -> list[Verdict]:
    return [verdict for subject in document.subjects for verdict in counted_verdicts(subject, profile)]


def _depth(value: str) -> str:
    levels = len(place_levels(value))
    return LOCATION_LEVELS[min(max(levels, 1), len(LOCATION_LEVELS)) - 1]


class DocumentCounts(NamedTuple):
    """What one document adds to `DocumentFolds`."""

    protection: ProtectionCounts
    coverage: CoverageCounts
    certainty: CountRow
    breakdowns: tuple[CountRow, ...]


class DocumentFolds:
    """The figures of scored documents, folded as they pass; what one adds can be counted elsewhere."""

    def __init__(self, profile: Profile = "strict") -> None:
        self.protection, self.coverage = ProtectionFold(profile), CoverageFold(profile)
        self.certainty = CertaintySweep(profile)
        self.breakdowns: Mapping[str, Breakdown] = _breakdowns(profile)

    def row(self, document: ScoredDocument, target: Target = "first") -> DocumentCounts:
        """Return what a document adds; nothing is added yet."""
        return DocumentCounts(
            self.protection.row(document, target),
            self.coverage.row(document),
            self.certainty.row(document),
            tuple(breakdown.row(document) for breakdown in self.breakdowns.values()),
        )

    def add_row(self, row: DocumentCounts) -> None:
        """Add what the next document adds."""
        self.protection.add_row(row.protection)
        self.coverage.add_row(row.coverage)
        self.certainty.add_row(row.certainty)
        for breakdown, own in zip(self.breakdowns.values(), row.breakdowns, strict=True):
            breakdown.add_row(own)
