"""Two annotations of one document against each other: who pairs with whom, and what that scores.

Everything here is symmetric: exchanging the two annotators changes no figure.
"""

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from gyges.errors import InputError
from gyges.records import Fact, Mention, Subject
from gyges.scoring._controls import Compare
from gyges.scoring._scored import MIN_CERTAINTY

Align: TypeAlias = Callable[[Sequence[Subject], Sequence[Subject]], Mapping[str, str]]
"""Ids of people of the first annotator to ids of the second, one to one."""


@dataclass(frozen=True, slots=True)
class PeopleCompared:
    """What two annotators say about the people of one document."""

    matched: int  # people both saw
    only_first: int  # people only the first annotator saw
    only_second: int  # people only the second one saw
    scores: tuple[tuple[str, float | None], ...]

    @property
    def differences(self) -> int:
        """How many people and facts are not the same on both sides."""
        return self.only_first + self.only_second + sum(score != 1 for _, score in self.scores)


@dataclass(frozen=True, slots=True)
class MentionsCompared:
    """What two annotators marked in one document."""

    paired: int  # spans of one annotator that have a partner
    only_first: int  # spans only the first annotator marked
    only_second: int  # spans only the second one marked
    agreed: Mapping[str, int]  # how many pairs agree, by the names of the figures
    types: Mapping[str, tuple[int, int]] = field(default_factory=dict)

    @property
    def total(self) -> int:
        """All spans either annotator marked; a pair is one."""
        return self.paired + self.only_first + self.only_second

    @property
    def differences(self) -> int:
        """How many spans are not the same on both sides."""
        return self.total - self.agreed["same"]


def compare_people(
    one: Sequence[Subject],
    two: Sequence[Subject],
    align: Align,
    compare: Compare,
) -> PeopleCompared:
    """Compare two annotations of the people of one document; arguments as for `fact_agreement`."""
    matches = align(one, two)
    if len(set(matches.values())) != len(matches):
        raise InputError("the alignment of two annotations is not one to one", "match every person once")
    pairs = matched_people(one, two, matches)
    scores: list[tuple[str, float | None]] = []
    for first, second in pairs:
        left, right = (() if person is None else person.facts for person in (first, second))
        scores += _scored(left, right, compare)
    only_first = sum(second is None for _, second in pairs)
    only_second = sum(first is None for first, _ in pairs)
    return PeopleCompared(len(matches), only_first, only_second, tuple(scores))


def compare_mentions(one: Sequence[Mention], two: Sequence[Mention]) -> MentionsCompared:
    """Compare two markings of one document. Spans are paired one to one: equal ones first, then the largest overlap."""
    found = [(one[i], two[j]) for i, j in paired_mentions(one, two)]
    agreed = Counter(dict.fromkeys(("type_exact", "type_partial", "identifier_exact", "identifier_partial", "same"), 0))
    hits: Counter[str] = Counter()
    for a, b in found:
        exact = (a.start, a.end) == (b.start, b.end)
        same = {"type": a.type == b.type, "identifier": a.identifier == b.identifier}
        for name, holds in same.items():
            agreed[f"{name}_partial"] += holds
            agreed[f"{name}_exact"] += holds and exact
        agreed["same"] += exact and all(same.values())
        hits[a.type] += same["type"]
    given = Counter(mention.type for mention in (*one, *two))
    types = {name: (hits[name], given[name] - hits[name]) for name in given}
    sides = (len(one) - len(found), len(two) - len(found))
    return MentionsCompared(len(found), *sides, dict(agreed), types)


def matched_people(
    one: Sequence[Subject], two: Sequence[Subject], matches: Mapping[str, str]
) -> list[tuple[Subject | None, Subject | None]]:
    """Return everybody, with their partner where there is one: the order of the first list, then those left over."""
    partner = {subject.id: subject for subject in two}
    taken = set(matches.values())
    pairs: list[tuple[Subject | None, Subject | None]] = [
        (person, partner[matches[person.id]] if person.id in matches else None) for person in one
    ]
    return pairs + [(None, person) for person in two if person.id not in taken]


def counted(facts: Sequence[Fact]) -> list[Fact]:
    """Return the facts that say something."""
    return [fact for fact in facts if fact.certainty > 0 and fact.value.strip()]


def paired_facts(
    left: Sequence[Fact], right: Sequence[Fact], compare: Compare
) -> list[tuple[int | None, int | None, float | None]]:
    """Pair the facts of one tag one to one, best first; return places and scores, those without partner at the end."""
    candidates = [(_both_ways(a, b, compare), i, j) for i, a in enumerate(left) for j, b in enumerate(right)]
    candidates.sort(key=lambda row: (-(row[0] or 0.0), -max(left[row[1]].certainty, right[row[2]].certainty)))
    free_left, free_right = set(range(len(left))), set(range(len(right)))
    pairs: list[tuple[int | None, int | None, float | None]] = []
    for score, i, j in candidates:
        if i in free_left and j in free_right:
            free_left.remove(i)
            free_right.remove(j)
            pairs.append((i, j, score))
    return [*pairs, *((i, None, 0.0) for i in sorted(free_left)), *((None, j, 0.0) for j in sorted(free_right))]


def paired_mentions(one: Sequence[Mention], two: Sequence[Mention]) -> list[tuple[int, int]]:
    """Pair spans that overlap, one to one; return their places in the lists."""
    order = sorted(range(len(two)), key=lambda j: two[j].start)
    starts = [two[j].start for j in order]
    longest = max((mention.end - mention.start for mention in two), default=0)
    candidates = []
    for i, a in enumerate(one):
        for j in order[bisect_right(starts, a.start - longest) : bisect_left(starts, a.end)]:
            b = two[j]
            overlap = min(a.end, b.end) - max(a.start, b.start)
            if overlap > 0:
                same_span = (a.start, a.end) == (b.start, b.end)
                rank = (not same_span, a.type != b.type, a.identifier != b.identifier, -overlap)
                candidates.append((rank, sorted(((a.start, a.end), (b.start, b.end))), i, j))
    left, right = set(range(len(one))), set(range(len(two)))
    pairs = []
    for *_, i, j in sorted(candidates):
        if i in left and j in right:
            left.remove(i)
            right.remove(j)
            pairs.append((i, j))
    return pairs


def _scored(one: Sequence[Fact], two: Sequence[Fact], compare: Compare) -> list[tuple[str, float | None]]:
    """Return a score for each fact either annotator is sure of."""
    scores: list[tuple[str, float | None]] = []
    for tag in dict.fromkeys(fact.tag for fact in (*one, *two)):
        left, right = ([fact for fact in counted(facts) if fact.tag == tag] for facts in (one, two))
        for i, j, score in paired_facts(left, right, compare):
            sure = max(0 if i is None else left[i].certainty, 0 if j is None else right[j].certainty)
            if sure >= MIN_CERTAINTY:
                scores.append((tag, score))
    return scores


def _both_ways(one: Fact, two: Fact, compare: Compare) -> float | None:
    """Compare two values neither of which is the truth: the lower score of the two directions."""
    scores = (compare(one.tag, one.value, two.value), compare(one.tag, two.value, one.value))
    return None if scores[0] is None or scores[1] is None else min(scores[0], scores[1])
