"""Combination risk: who is singled out by a few harmless facts together.

SPIA names this as what its metrics leave out ("combinations of quasi-identifiers ... can enable re-identification even
when individual PIIs seem benign"). Here the corpus itself is the population: a set of leaked facts singles a person
out when no other person of the corpus is known to share all of them. People about whom nothing is known on a tag do
not share it. In a larger population more people share the same facts, so the figure warns rather than proves.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations

from gyges.reading.ladders import place_levels
from gyges.records import Fact, JsonValue, Tier, Verdict, taxonomy
from gyges.scoring._rate import Count, Rate, bootstrap_rate
from gyges.scoring._scored import ScoredDocument

MAX_COMBINED = 4
"""The largest combination that is looked for; 4 points singled out most people in mobility data (de Montjoye 2013)."""

MOST_DOCUMENTS = 10_000
"""Documents whose people are compared with each other; ours. Of more, every second, every third and so on is taken: few
others share what somebody shares with nobody in so many, and the figure errs towards too many who are singled out."""

_Person = tuple[str, str]
_Feature = tuple[str, str]


@dataclass(frozen=True, slots=True)
class SingledOut:
    """A person whom a few leaked facts single out."""

    document: str  # the id of the document
    id: str  # the id of the person in it
    facts: tuple[tuple[str, str], ...]  # A smallest such set, as tag and value


@dataclass(frozen=True, slots=True)
class CombinationRisk:
    """Who is singled out, and by how many facts."""

    singled_out: Rate  # the share of people with facts who are; what could not be scored counts as leaked
    histogram: dict[int, int]  # how many people need how many facts; 0 stands for those who are not singled out
    people: tuple[SingledOut, ...]  # those who are, the fewest facts first

    def to_json(self) -> dict[str, JsonValue]:
        """Return the risk as results files hold it."""
        by_facts = {str(size): number for size, number in self.histogram.items() if size}
        people: list[JsonValue] = [
            {
                "document": one.document,
                "id": one.id,
                "facts": [{"tag": tag, "value": value} for tag, value in one.facts],
            }
            for one in self.people
        ]
        not_singled_out = self.histogram[0]
        return {
            "singled_out": self.singled_out.to_json(),
            "by_facts": by_facts,
            "not_singled_out": not_singled_out,
            "people": people,
        }


def combination_risk(scored: Sequence[ScoredDocument]) -> CombinationRisk:
    """Find for every person a smallest set of leaked facts that no other person of the corpus shares.

    Of more than `MOST_DOCUMENTS` documents so many are taken, evenly; the figure says how many people they hold.

    Direct identifiers are left aside: they single out by themselves. Every known fact of other people counts as shared,
    whether it leaked or not. What could not be scored counts as leaked.
    """
    step = -(-len(scored) // MOST_DOCUMENTS)
    if step > 1:
        scored = [scored[number] for number in range(0, len(scored), step)]
    holders = _holders(scored)
    histogram = dict.fromkeys(range(MAX_COMBINED + 1), 0)
    found: list[SingledOut] = []
    counts = []
    for document in scored:
        hits = out_of = 0
        for subject in document.subjects:
            if not subject.verdicts:
                continue
            person = (document.id, subject.truth.id)
            leaked = _leaked(subject.verdicts, person, holders)
            smallest = _smallest(person, list(leaked), holders)
            histogram[len(smallest)] += 1
            hits, out_of = hits + bool(smallest), out_of + 1
            if smallest:
                found.append(SingledOut(*person, tuple((feature[0], leaked[feature]) for feature in smallest)))
        counts.append(Count(hits, out_of))
    found.sort(key=lambda one: len(one.facts))
    return CombinationRisk(bootstrap_rate(counts), histogram, tuple(found))


def _holders(scored: Sequence[ScoredDocument]) -> dict[_Feature, set[_Person]]:
    """Return who is known to have which value, places on all their levels."""
    holders: dict[_Feature, set[_Person]] = {}
    for document in scored:
        for subject in document.subjects:
            for fact in filter(_is_quasi_fact, subject.truth.facts):
                for value in _including(fact.tag, fact.value):
                    holders.setdefault((fact.tag, value), set()).add((document.id, subject.truth.id))
    return holders


def _including(tag: str, value: str) -> Iterator[str]:
    """Yield a value and, for a place, everything it lies in."""
    parts = place_levels(value) if tag == "LOCATION" else [value]
    levels = [level for part in parts if (level := " ".join(part.casefold().split()))]
    for first in range(len(levels)):
        yield " / ".join(levels[first:])


def _is_quasi_fact(fact: Fact) -> bool:
    return _is_quasi(fact.tag)


@cache
def _is_quasi(tag: str) -> bool:
    spia = taxonomy("spia")
    return tag not in spia or spia[tag].tier is not Tier.DIRECT


def _leaked(verdicts: Sequence[Verdict], person: _Person, holders: dict[_Feature, set[_Person]]) -> dict[_Feature, str]:
    """Return what leaked about a person, as it is compared and as it is written."""
    leaked: dict[_Feature, str] = {}
    for verdict in verdicts:
        tag = verdict.truth.tag
        if verdict.leaked < 1 or not _is_quasi(tag):
            continue
        value = next(_including(tag, verdict.truth.value), "")
        if value and person in holders.get((tag, value), ()):
            leaked[tag, value] = verdict.truth.value.strip()
    return leaked


def _smallest(person: _Person, features: list[_Feature], holders: dict[_Feature, set[_Person]]) -> tuple[_Feature, ...]:
    """Return a smallest set of features that only this person has, empty if there is none of the allowed size."""
    features.sort(key=lambda feature: (len(holders[feature]), feature))
    if not features or _shared(features, holders) != {person}:
        return ()
    upper = min(MAX_COMBINED, len(features))
    greedy = _greedy(features, holders)
    for size in range(1, min(upper, len(greedy) - 1) + 1):
        for chosen in combinations(features, size):
            if len(_shared(chosen, holders)) == 1:
                return chosen
    return tuple(greedy) if len(greedy) <= upper else ()


def _shared(features: Sequence[_Feature], holders: dict[_Feature, set[_Person]]) -> set[_Person]:
    first, *others = features
    return holders[first].intersection(*(holders[other] for other in others))


def _greedy(features: list[_Feature], holders: dict[_Feature, set[_Person]]) -> list[_Feature]:
    """Take again and again the feature that leaves the fewest people: an upper bound for the exact search."""
    chosen = [features[0]]
    left = set(holders[features[0]])
    while len(left) > 1:
        best = min(features, key=lambda feature: (len(left & holders[feature]), feature))
        left &= holders[best]
        chosen.append(best)
    return chosen
