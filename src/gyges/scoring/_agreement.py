"""Inter-annotator agreement: two people annotated the same texts; how far do they see the same?

Subjects and facts as in SPIA's Table 2, mentions as in its Table 10. Everything here is symmetric: exchanging the two
annotators changes no figure. (SPIA's own code drops what only the second annotator was sure of, and miscounts mentions
that only one of them marked.)
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from gyges.errors import InputError
from gyges.records import Document, Fact, JsonValue, Mention, Subject
from gyges.scoring._certainty import MIN_CERTAINTY
from gyges.scoring._controls import Compare
from gyges.scoring._rate import Count, Rate, bootstrap_rates

__all__ = ["Align", "FactAgreement", "MentionAgreement", "fact_agreement", "mention_agreement"]

Align: TypeAlias = Callable[[Sequence[Subject], Sequence[Subject]], Mapping[str, str]]
"""Ids of people of the first annotator to ids of the second, one to one."""

_Scores = list[float | None]


@dataclass(frozen=True, slots=True)
class FactAgreement:
    """Agreement on people and on facts about them.

    Attributes:
        subjects: People both annotators saw, out of all people either saw.
        matched: People both saw.
        only_first: People only the first annotator saw.
        only_second: People only the second one saw.
        match: Facts with the same value, out of all compared.
        less_precise: Facts where one value is less precise.
        mismatch: Facts with different values, or that one annotator does not have.
        mean: Mean score, 1, 0.5 and 0.
        unscored: Facts nobody could compare; they count nowhere else.
        skipped: Documents that only one annotator worked on.
    """

    subjects: Rate
    matched: int
    only_first: int
    only_second: int
    match: Rate
    less_precise: Rate
    mismatch: Rate
    mean: Rate
    unscored: int
    skipped: tuple[str, ...]

    def to_json(self) -> dict[str, JsonValue]:
        """Return the agreement for machines."""
        rates = ("subjects", "match", "less_precise", "mismatch", "mean")
        counts = ("matched", "only_first", "only_second", "unscored")
        return {
            **{name: getattr(self, name).to_json() for name in rates},
            **{name: getattr(self, name) for name in counts},
            "skipped": list(self.skipped),
        }


@dataclass(frozen=True, slots=True)
class MentionAgreement:
    """Agreement on spans: average observed agreement, out of all spans either annotator marked.

    Attributes:
        type_exact: Same span and same entity type.
        type_partial: Overlapping span and same entity type.
        identifier_exact: Same span and same answer to whether it must be masked.
        identifier_partial: Overlapping span and the same answer.
        paired: Spans of one annotator that have a partner.
        only_first: Spans only the first annotator marked.
        only_second: Spans only the second one marked.
        skipped: Documents that only one annotator worked on.
    """

    type_exact: Rate
    type_partial: Rate
    identifier_exact: Rate
    identifier_partial: Rate
    paired: int
    only_first: int
    only_second: int
    skipped: tuple[str, ...]

    def to_json(self) -> dict[str, JsonValue]:
        """Return the agreement for machines."""
        rates = ("type_exact", "type_partial", "identifier_exact", "identifier_partial")
        counts = ("paired", "only_first", "only_second")
        return {
            **{name: getattr(self, name).to_json() for name in rates},
            **{name: getattr(self, name) for name in counts},
            "skipped": list(self.skipped),
        }


def fact_agreement(
    first: Iterable[Document],
    second: Iterable[Document],
    align: Align,
    compare: Compare,
    *,
    min_certainty: int = MIN_CERTAINTY,
    count_one_sided: bool = True,
) -> FactAgreement:
    """Compare two annotations of people and facts.

    Args:
        first: The documents of one annotator.
        second: The documents of the other.
        align: Who is who.
        compare: How values are compared.
        min_certainty: A pair of facts counts if at least one annotator is that certain.
        count_one_sided: Whether facts of people whom only one annotator saw are mismatches, as in SPIA; otherwise they
            show in `subjects` only.
    """
    pairs, skipped = _common(first, second)
    people: list[tuple[int, int, int]] = []
    scores: list[_Scores] = []
    for one, two in pairs:
        if one.subjects is None or two.subjects is None:
            raise InputError(f"document '{one.id}' has no annotated people on one side", "annotate it or leave it out")
        matches = align(one.subjects, two.subjects)
        if len(set(matches.values())) != len(matches):
            raise InputError(f"the alignment of document '{one.id}' is not one to one", "match every person once")
        found: _Scores = []
        partner = {subject.id: subject for subject in two.subjects}
        for subject in one.subjects:
            if subject.id in matches:
                found += _compared(subject.facts, partner[matches[subject.id]].facts, compare, min_certainty)
        alone_one = [subject for subject in one.subjects if subject.id not in matches]
        alone_two = [subject for subject in two.subjects if subject.id not in set(matches.values())]
        if count_one_sided:
            for subject in (*alone_one, *alone_two):
                found += _compared(subject.facts, (), compare, min_certainty)
        people.append((len(matches), len(alone_one), len(alone_two)))
        scores.append(found)
    matched, only_first, only_second = (sum(row[column] for row in people) for column in range(3))
    rates = _fact_rates(people, scores)
    unscored = sum(score is None for row in scores for score in row)
    return FactAgreement(
        rates["subjects"],
        matched,
        only_first,
        only_second,
        rates["match"],
        rates["less_precise"],
        rates["mismatch"],
        rates["mean"],
        unscored,
        skipped,
    )


def mention_agreement(first: Iterable[Document], second: Iterable[Document]) -> MentionAgreement:
    """Compare two annotations of spans. Spans are paired one to one: equal ones first, then the largest overlap."""
    pairs, skipped = _common(first, second)
    names = ("type_exact", "type_partial", "identifier_exact", "identifier_partial")
    table: dict[str, list[Count]] = {name: [] for name in names}
    paired = only_first = only_second = 0
    for one, two in pairs:
        if one.mentions is None or two.mentions is None:
            raise InputError(
                f"document '{one.id}' has no annotated mentions on one side", "annotate it or leave it out"
            )
        found = _paired_mentions(one.mentions, two.mentions)
        total = len(one.mentions) + len(two.mentions) - len(found)
        exact = [(a, b) for a, b in found if (a.start, a.end) == (b.start, b.end)]
        for name, rows in (("exact", exact), ("partial", found)):
            table[f"type_{name}"].append(Count(sum(a.type == b.type for a, b in rows), total))
            table[f"identifier_{name}"].append(Count(sum(a.identifier == b.identifier for a, b in rows), total))
        paired += len(found)
        only_first += len(one.mentions) - len(found)
        only_second += len(two.mentions) - len(found)
    rates = bootstrap_rates(table)
    return MentionAgreement(
        rates["type_exact"],
        rates["type_partial"],
        rates["identifier_exact"],
        rates["identifier_partial"],
        paired,
        only_first,
        only_second,
        skipped,
    )


def _common(
    first: Iterable[Document], second: Iterable[Document]
) -> tuple[list[tuple[Document, Document]], tuple[str, ...]]:
    one, two = {d.id: d for d in first}, {d.id: d for d in second}
    pairs = [(one[id_], two[id_]) for id_ in one if id_ in two]
    for a, b in pairs:
        if a.text != b.text:
            raise InputError(f"the two annotators of document '{a.id}' saw different texts", "compare the same text")
    return pairs, (*(id_ for id_ in one if id_ not in two), *(id_ for id_ in two if id_ not in one))


def _compared(one: Sequence[Fact], two: Sequence[Fact], compare: Compare, min_certainty: int) -> _Scores:
    """Return a score for each fact either annotator is sure of: values of a tag are paired best first."""
    scores: _Scores = []
    for tag in dict.fromkeys(fact.tag for fact in (*one, *two)):
        left, right = (
            [fact for fact in facts if fact.tag == tag and fact.certainty > 0 and fact.value.strip()]
            for facts in (one, two)
        )
        candidates = [(_both_ways(tag, a, b, compare), i, j) for i, a in enumerate(left) for j, b in enumerate(right)]
        candidates.sort(key=lambda row: (-(row[0] or 0.0), -max(left[row[1]].certainty, right[row[2]].certainty)))
        free_left, free_right = set(range(len(left))), set(range(len(right)))
        for score, i, j in candidates:
            if i in free_left and j in free_right:
                free_left.remove(i)
                free_right.remove(j)
                if max(left[i].certainty, right[j].certainty) >= min_certainty:
                    scores.append(score)
        alone = [*(left[i] for i in free_left), *(right[j] for j in free_right)]
        scores += [0.0 for fact in alone if fact.certainty >= min_certainty]
    return scores


def _both_ways(tag: str, one: Fact, two: Fact, compare: Compare) -> float | None:
    """Compare two values neither of which is the truth: the lower score of the two directions."""
    scores = (compare(tag, one.value, two.value), compare(tag, two.value, one.value))
    return None if scores[0] is None or scores[1] is None else min(scores[0], scores[1])


def _fact_rates(people: Sequence[tuple[int, int, int]], scores: Sequence[_Scores]) -> dict[str, Rate]:
    known = [[score for score in row if score is not None] for row in scores]
    return bootstrap_rates(
        {
            "subjects": [Count(row[0], sum(row)) for row in people],
            "match": [Count(sum(score == 1 for score in row), len(row)) for row in known],
            "less_precise": [Count(sum(0 < score < 1 for score in row), len(row)) for row in known],
            "mismatch": [Count(sum(score == 0 for score in row), len(row)) for row in known],
            "mean": [Count(sum(row), len(row)) for row in known],
        }
    )


def _paired_mentions(one: Sequence[Mention], two: Sequence[Mention]) -> list[tuple[Mention, Mention]]:
    candidates = []
    for i, a in enumerate(one):
        for j, b in enumerate(two):
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
            pairs.append((one[i], two[j]))
    return pairs
