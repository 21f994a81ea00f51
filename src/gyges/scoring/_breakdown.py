"""The same protection, taken apart: by tag, kind, hardness, depth of the place, and by how sure the attacker was."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from gyges.reading.ladders import place_levels
from gyges.records import MAX_LEVEL, JsonValue, Kind, Verdict, taxonomy
from gyges.scoring._protection import counted_verdicts
from gyges.scoring._rate import Count, CountRow, CountTable, Rate
from gyges.scoring._scored import ScoredDocument
from gyges.scoring.values import Profile

__all__ = [
    "LOCATION_LEVELS",
    "PEOPLE_IN_TEXT",
    "Breakdown",
    "CertaintyRow",
    "CertaintySweep",
    "PeopleBreakdown",
    "breakdown",
    "by_hardness",
    "by_kind",
    "by_location_level",
    "by_people",
    "by_tag",
    "certainty_sweep",
    "hardness_breakdown",
    "kind_breakdown",
    "location_breakdown",
    "tag_breakdown",
]

LOCATION_LEVELS = ("country", "region_or_city", "within_region_or_city", "premises")
"""Names of places by how many levels they have. Annotators write a city or a region on the second level (SPIA's
guideline has premises / sub-city / city / country), so the depth does not say which of the two it is."""

PEOPLE_IN_TEXT = ("1", "2", "3", "4", "5+")
"""Texts by how many people they are about, as SPIA's Table 6 groups them."""

_UNRATED = "unrated"
_LEVELS = range(MAX_LEVEL + 1)


@dataclass(frozen=True, slots=True)
class CertaintyRow:
    """What the guesses of one certainty are worth.

    Attributes:
        certainty: How sure the attacker was, 0-5.
        guesses: Scored guesses of exactly this certainty.
        accuracy: The mean score of those: the calibration of the attacker.
        guesses_from: Scored guesses of at least this certainty.
        accuracy_from: The mean score of those.
        leaked_from: What those leak, out of all scored facts. From 0 on it is one minus CPR if all were scored.
    """

    certainty: int
    guesses: int
    accuracy: Rate
    guesses_from: int
    accuracy_from: Rate
    leaked_from: Rate

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
    """The protection of groups of facts, folded as documents pass; see `breakdown`.

    Args:
        key: The group of a verdict, None to leave it out.
        profile: ``paper`` counts distinct tags of a person, ``strict`` every fact.
        groups: Groups to list even if they are empty, in this order; others follow as they come.
        sparse: Whether groups without facts are left out all the same.
    """

    def __init__(
        self,
        key: Callable[[Verdict], str | None],
        profile: Profile = "strict",
        groups: Iterable[str] = (),
        *,
        sparse: bool = False,
    ) -> None:
        self._key = key
        self._profile: Profile = profile
        self._sparse = sparse
        self._table = CountTable(dict.fromkeys(groups))

    def row(self, document: ScoredDocument) -> CountRow:
        """Return what a document adds; nothing is added yet."""
        row: dict[str, list[float]] = {}
        for verdict in _verdicts(document, self._profile):
            name = self._key(verdict)
            if name is not None:
                row.setdefault(name, []).append(1 - verdict.at_most)
        return {name: Count(sum(kept), len(kept)) for name, kept in row.items()}

    def add(self, document: ScoredDocument) -> None:
        """Add the next document."""
        self.add_row(self.row(document))

    def add_row(self, row: CountRow) -> None:
        """Add what the next document adds."""
        self._table.add(row)

    def rates(self) -> dict[str, Rate]:
        """Return the protection of each group so far."""
        return {name: rate for name, rate in self._table.rates().items() if rate.denominator or not self._sparse}


def breakdown(
    scored: Iterable[ScoredDocument],
    key: Callable[[Verdict], str | None],
    *,
    profile: Profile = "strict",
    groups: Iterable[str] = (),
) -> dict[str, Rate]:
    """Return the protection of groups of facts; what could not be scored counts as leaked, as in `protection`.

    Args:
        scored: The documents after the attack.
        key: The group of a verdict, None to leave it out.
        profile: ``paper`` counts distinct tags of a person, ``strict`` every fact.
        groups: Groups to list even if they are empty, in this order; others follow as they come.
    """
    return _folded(scored, Breakdown(key, profile, groups))


def by_tag(scored: Iterable[ScoredDocument], *, profile: Profile = "strict") -> dict[str, Rate]:
    """Return the protection of each tag that occurs, tags of SPIA first and in its order."""
    return _folded(scored, tag_breakdown(profile))


def by_kind(scored: Iterable[ScoredDocument], *, profile: Profile = "strict") -> dict[str, Rate]:
    """Return the protection of ``CODE`` and ``NON_CODE`` facts; tags outside SPIA are NON_CODE."""
    return _folded(scored, kind_breakdown(profile))


def by_hardness(scored: Iterable[ScoredDocument], *, profile: Profile = "strict") -> dict[str, Rate]:
    """Return the protection by hardness, ``"1"`` to ``"5"``, and ``unrated`` where facts have none."""
    return _folded(scored, hardness_breakdown(profile))


def by_location_level(scored: Iterable[ScoredDocument], *, profile: Profile = "strict") -> dict[str, Rate]:
    """Return the protection of places by how many levels the true value has, named as in `LOCATION_LEVELS`."""
    return _folded(scored, location_breakdown(profile))


def by_people(scored: Iterable[ScoredDocument], *, profile: Profile = "strict") -> dict[str, Rate]:
    """Return the protection of facts by how many true people their text is about, named as in `PEOPLE_IN_TEXT`."""
    return _folded(scored, PeopleBreakdown(profile))


def tag_breakdown(profile: Profile) -> Breakdown:
    """Return what folds `by_tag`."""
    return Breakdown(lambda verdict: verdict.truth.tag, profile, taxonomy("spia").names, sparse=True)


def kind_breakdown(profile: Profile) -> Breakdown:
    """Return what folds `by_kind`."""
    codes = {tag.name for tag in taxonomy("spia") if tag.kind is Kind.CODE}
    return Breakdown(
        lambda verdict: Kind.CODE.value if verdict.truth.tag in codes else Kind.NON_CODE.value,
        profile,
        (Kind.CODE.value, Kind.NON_CODE.value),
    )


def hardness_breakdown(profile: Profile) -> Breakdown:
    """Return what folds `by_hardness`."""
    levels = [str(level) for level in range(1, MAX_LEVEL + 1)]
    return Breakdown(lambda v: str(v.truth.hardness) if v.truth.hardness else _UNRATED, profile, levels)


def location_breakdown(profile: Profile) -> Breakdown:
    """Return what folds `by_location_level`."""
    return Breakdown(
        lambda verdict: _depth(verdict.truth.value) if verdict.truth.tag == "LOCATION" else None,
        profile,
        LOCATION_LEVELS,
    )


class PeopleBreakdown:
    """The protection of facts by how many people their text is about, folded as documents pass; see `by_people`."""

    def __init__(self, profile: Profile = "strict") -> None:
        self._profile: Profile = profile
        self._table = CountTable(PEOPLE_IN_TEXT)

    def row(self, document: ScoredDocument) -> CountRow:
        """Return what a document adds; nothing is added yet."""
        kept = [1 - verdict.at_most for verdict in _verdicts(document, self._profile)]
        people = len(document.subjects)
        own = PEOPLE_IN_TEXT[min(people, len(PEOPLE_IN_TEXT)) - 1]
        return {own: Count(sum(kept), len(kept))} if people else {}

    def add(self, document: ScoredDocument) -> None:
        """Add the next document."""
        self.add_row(self.row(document))

    def add_row(self, row: CountRow) -> None:
        """Add what the next document adds."""
        self._table.add(row)

    def rates(self) -> dict[str, Rate]:
        """Return the protection by number of people so far."""
        return self._table.rates()


def certainty_sweep(scored: Iterable[ScoredDocument], *, profile: Profile = "strict") -> tuple[CertaintyRow, ...]:
    """Return for each certainty what the attacker's guesses of it, and from it on, are worth."""
    sweep = CertaintySweep(profile)
    for document in scored:
        sweep.add(document)
    return sweep.rows()


class CertaintySweep:
    """What guesses of each certainty are worth, folded as documents pass; see `certainty_sweep`."""

    def __init__(self, profile: Profile = "strict") -> None:
        self._profile: Profile = profile
        names = [f"{kind} {level}" for level in _LEVELS for kind in ("exact", "above", "leaked")]
        self._table = CountTable(names)

    def row(self, document: ScoredDocument) -> CountRow:
        """Return what a document adds; nothing is added yet."""
        scored = [verdict for verdict in _verdicts(document, self._profile) if verdict.score is not None]
        exact: dict[int, list[float]] = {level: [] for level in _LEVELS}
        for verdict in scored:
            if verdict.guess is not None and verdict.guess.certainty in exact:
                exact[verdict.guess.certainty].append(verdict.at_most)
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

    def add(self, document: ScoredDocument) -> None:
        """Add the next document."""
        self.add_row(self.row(document))

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


def _folded(scored: Iterable[ScoredDocument], fold: Breakdown | PeopleBreakdown) -> dict[str, Rate]:
    for document in scored:
        fold.add(document)
    return fold.rates()


def _verdicts(document: ScoredDocument, profile: Profile) -> list[Verdict]:
    return [verdict for subject in document.subjects for verdict in counted_verdicts(subject, profile)]


def _depth(value: str) -> str:
    levels = len(place_levels(value))
    return LOCATION_LEVELS[min(max(levels, 1), len(LOCATION_LEVELS)) - 1]
