"""The same protection, taken apart: by tag, kind, hardness, depth of the place, and by how sure the attacker was."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from gyges.reading.ladders import place_levels
from gyges.records import MAX_LEVEL, JsonValue, Kind, Verdict, taxonomy
from gyges.scoring._protection import counted_verdicts
from gyges.scoring._rate import Count, Rate, bootstrap_rates
from gyges.scoring._scored import ScoredDocument
from gyges.scoring.values import Profile

__all__ = [
    "LOCATION_LEVELS",
    "PEOPLE_IN_TEXT",
    "CertaintyRow",
    "breakdown",
    "by_hardness",
    "by_kind",
    "by_location_level",
    "by_people",
    "by_tag",
    "certainty_sweep",
]

LOCATION_LEVELS = ("country", "region_or_city", "within_region_or_city", "premises")
"""Names of places by how many levels they have. Annotators write a city or a region on the second level (SPIA's
guideline has premises / sub-city / city / country), so the depth does not say which of the two it is."""

PEOPLE_IN_TEXT = ("1", "2", "3", "4", "5+")
"""Texts by how many people they are about, as SPIA's Table 6 groups them."""

_UNRATED = "unrated"


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


def breakdown(
    scored: Sequence[ScoredDocument],
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
    names = list(dict.fromkeys(groups))
    documents: list[dict[str, list[float]]] = []
    for document in scored:
        row: dict[str, list[float]] = {}
        for verdict in _verdicts(document, profile):
            name = key(verdict)
            if name is not None:
                row.setdefault(name, []).append(1 - verdict.at_most)
        documents.append(row)
    names += [name for name in dict.fromkeys(name for row in documents for name in row) if name not in names]
    return bootstrap_rates(
        {name: [Count(sum(row.get(name, ())), len(row.get(name, ()))) for row in documents] for name in names}
    )


def by_tag(scored: Sequence[ScoredDocument], *, profile: Profile = "strict") -> dict[str, Rate]:
    """Return the protection of each tag that occurs, tags of SPIA first and in its order."""
    rates = breakdown(scored, lambda verdict: verdict.truth.tag, profile=profile, groups=taxonomy("spia").names)
    return {tag: rate for tag, rate in rates.items() if rate.denominator}


def by_kind(scored: Sequence[ScoredDocument], *, profile: Profile = "strict") -> dict[str, Rate]:
    """Return the protection of ``CODE`` and ``NON_CODE`` facts; tags outside SPIA are NON_CODE."""
    spia = taxonomy("spia")
    codes = {tag.name for tag in spia if tag.kind is Kind.CODE}
    return breakdown(
        scored,
        lambda verdict: Kind.CODE.value if verdict.truth.tag in codes else Kind.NON_CODE.value,
        profile=profile,
        groups=(Kind.CODE.value, Kind.NON_CODE.value),
    )


def by_hardness(scored: Sequence[ScoredDocument], *, profile: Profile = "strict") -> dict[str, Rate]:
    """Return the protection by hardness, ``"1"`` to ``"5"``, and ``unrated`` where facts have none."""
    levels = [str(level) for level in range(1, MAX_LEVEL + 1)]
    return breakdown(
        scored, lambda v: str(v.truth.hardness) if v.truth.hardness else _UNRATED, profile=profile, groups=levels
    )


def by_location_level(scored: Sequence[ScoredDocument], *, profile: Profile = "strict") -> dict[str, Rate]:
    """Return the protection of places by how many levels the true value has, named as in `LOCATION_LEVELS`."""
    return breakdown(
        scored,
        lambda verdict: _depth(verdict.truth.value) if verdict.truth.tag == "LOCATION" else None,
        profile=profile,
        groups=LOCATION_LEVELS,
    )


def by_people(scored: Sequence[ScoredDocument], *, profile: Profile = "strict") -> dict[str, Rate]:
    """Return the protection of facts by how many true people their text is about, named as in `PEOPLE_IN_TEXT`."""
    table: dict[str, list[Count]] = {name: [] for name in PEOPLE_IN_TEXT}
    for document in scored:
        kept = [1 - verdict.at_most for verdict in _verdicts(document, profile)]
        own = PEOPLE_IN_TEXT[min(len(document.subjects), len(PEOPLE_IN_TEXT)) - 1] if document.subjects else ""
        for name, counts in table.items():
            counts.append(Count(sum(kept), len(kept)) if name == own else Count(0, 0))
    return bootstrap_rates(table)


def certainty_sweep(scored: Sequence[ScoredDocument], *, profile: Profile = "strict") -> tuple[CertaintyRow, ...]:
    """Return for each certainty what the attacker's guesses of it, and from it on, are worth."""
    levels = range(MAX_LEVEL + 1)
    facts = [
        [(v.guess.certainty if v.guess else None, v.score) for v in _verdicts(d, profile) if v.score is not None]
        for d in scored
    ]
    table: dict[str, list[Count]] = {}
    for level in levels:
        exact = [[score for sure, score in row if sure == level] for row in facts]
        above = [[score for sure, score in row if sure is not None and sure >= level] for row in facts]
        table[f"exact {level}"] = [Count(sum(scores), len(scores)) for scores in exact]
        table[f"above {level}"] = [Count(sum(scores), len(scores)) for scores in above]
        table[f"leaked {level}"] = [Count(sum(s), len(row)) for s, row in zip(above, facts, strict=True)]
    rates = bootstrap_rates(table)
    return tuple(
        CertaintyRow(
            certainty=level,
            guesses=int(rates[f"exact {level}"].denominator),
            accuracy=rates[f"exact {level}"],
            guesses_from=int(rates[f"above {level}"].denominator),
            accuracy_from=rates[f"above {level}"],
            leaked_from=rates[f"leaked {level}"],
        )
        for level in levels
    )


def _verdicts(document: ScoredDocument, profile: Profile) -> list[Verdict]:
    return [verdict for subject in document.subjects for verdict in counted_verdicts(subject, profile)]


def _depth(value: str) -> str:
    levels = len(place_levels(value))
    return LOCATION_LEVELS[min(max(levels, 1), len(LOCATION_LEVELS)) - 1]
