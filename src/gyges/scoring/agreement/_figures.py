"""Inter-annotator agreement: people annotated the same texts; how far do they see the same?

Subjects and facts as in SPIA's Table 2, mentions as in its Table 10. Everything here is symmetric: exchanging the two
annotators changes no figure. (SPIA's own code drops what only the second annotator was sure of, and miscounts mentions
that only one of them marked.)
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from gyges.errors import InputError
from gyges.records import Document, JsonValue
from gyges.scoring._controls import Compare
from gyges.scoring._rate import Count, Rate, bootstrap_rates
from gyges.scoring.agreement._pairs import (
    Align,
    MentionsCompared,
    PeopleCompared,
    compare_mentions,
    compare_people,
)

_MENTION_RATES = ("type_exact", "type_partial", "identifier_exact", "identifier_partial")


@dataclass(frozen=True, slots=True)
class FactAgreement:
    """Agreement on people and on facts about them."""

    subjects: Rate  # people both annotators saw, out of all people either saw
    matched: int  # people both saw
    only_first: int  # people only the first annotator saw
    only_second: int  # people only the second one saw
    match: Rate  # facts with the same value, out of all compared
    less_precise: Rate  # facts where one value is less precise
    mismatch: Rate  # facts with different values, or that one annotator does not have
    mean: Rate  # mean score, 1, 0.5 and 0
    by_tag: Mapping[str, Rate]  # mean score of the facts of each tag
    unscored: int  # facts nobody could compare; they count nowhere else
    skipped: tuple[str, ...]  # documents that only one annotator worked on

    def to_json(self) -> dict[str, JsonValue]:
        """Return the agreement for machines."""
        rates = ("subjects", "match", "less_precise", "mismatch", "mean")
        counts = ("matched", "only_first", "only_second", "unscored")
        return {
            **{name: getattr(self, name).to_json() for name in rates},
            **{name: getattr(self, name) for name in counts},
            "by_tag": {tag: rate.to_json() for tag, rate in self.by_tag.items()},
            "skipped": list(self.skipped),
        }


@dataclass(frozen=True, slots=True)
class MentionAgreement:
    """Agreement on spans: average observed agreement, out of all spans either annotator marked."""

    type_exact: Rate  # same span and same entity type
    type_partial: Rate  # overlapping span and same entity type
    identifier_exact: Rate  # same span and same answer to whether it must be masked
    identifier_partial: Rate  # overlapping span and the same answer
    by_type: Mapping[str, Rate]
    paired: int  # spans of one annotator that have a partner
    only_first: int  # spans only the first annotator marked
    only_second: int  # spans only the second one marked
    skipped: tuple[str, ...]  # documents that only one annotator worked on

    def to_json(self) -> dict[str, JsonValue]:
        """Return the agreement for machines."""
        counts = ("paired", "only_first", "only_second")
        return {
            **{name: getattr(self, name).to_json() for name in _MENTION_RATES},
            **{name: getattr(self, name) for name in counts},
            "by_type": {name: rate.to_json() for name, rate in self.by_type.items()},
            "skipped": list(self.skipped),
        }


def fact_agreement(
    first: Iterable[Document],
    second: Iterable[Document],
    align: Align,
    compare: Compare,
) -> FactAgreement:
    """Compare two annotations of people and facts."""
    pairs, skipped = _common(first, second)
    compared = []
    for one, two in pairs:
        if one.subjects is None or two.subjects is None:
            raise InputError(f"document '{one.id}' has no annotated people on one side", "annotate it or leave it out")
        compared.append([compare_people(one.subjects, two.subjects, align, compare)])
    return fact_figures(compared, skipped)


def mention_agreement(first: Iterable[Document], second: Iterable[Document]) -> MentionAgreement:
    """Compare two annotations of spans."""
    pairs, skipped = _common(first, second)
    compared = []
    for one, two in pairs:
        if one.mentions is None or two.mentions is None:
            raise InputError(
                f"document '{one.id}' has no annotated mentions on one side", "annotate it or leave it out"
            )
        compared.append([compare_mentions(one.mentions, two.mentions)])
    return mention_figures(compared, skipped)


def fact_figures(documents: Sequence[Sequence[PeopleCompared]], skipped: Sequence[str] = ()) -> FactAgreement:
    """Return the figures of documents that were compared."""
    scores = [[scored for pair in pairs for scored in pair.scores] for pairs in documents]
    known = [[(tag, score) for tag, score in row if score is not None] for row in scores]
    sums = {
        name: sum(getattr(pair, name) for pairs in documents for pair in pairs)
        for name in ("matched", "only_first", "only_second")
    }
    rates = bootstrap_rates(
        {
            "subjects": [
                Count(sum(p.matched for p in row), sum(p.matched + p.only_first + p.only_second for p in row))
                for row in documents
            ],
            "match": [Count(sum(score == 1 for _, score in row), len(row)) for row in known],
            "less_precise": [Count(sum(0 < score < 1 for _, score in row), len(row)) for row in known],
            "mismatch": [Count(sum(score == 0 for _, score in row), len(row)) for row in known],
            "mean": [Count(sum(score for _, score in row), len(row)) for row in known],
        }
    )
    tags = sorted({tag for row in known for tag, _ in row})
    by_tag = bootstrap_rates({tag: [_count([s for name, s in row if name == tag]) for row in known] for tag in tags})
    unscored = sum(len(row) for row in scores) - sum(len(row) for row in known)
    return FactAgreement(
        subjects=rates["subjects"],
        matched=sums["matched"],
        only_first=sums["only_first"],
        only_second=sums["only_second"],
        match=rates["match"],
        less_precise=rates["less_precise"],
        mismatch=rates["mismatch"],
        mean=rates["mean"],
        by_tag=by_tag,
        unscored=unscored,
        skipped=tuple(skipped),
    )


def mention_figures(documents: Sequence[Sequence[MentionsCompared]], skipped: Sequence[str] = ()) -> MentionAgreement:
    """Return the figures of markings that were compared; arguments as for `fact_figures`."""
    totals = [sum(pair.total for pair in pairs) for pairs in documents]
    rates = bootstrap_rates(
        {
            name: [
                Count(sum(pair.agreed[name] for pair in pairs), total)
                for pairs, total in zip(documents, totals, strict=True)
            ]
            for name in _MENTION_RATES
        }
    )
    types = sorted({name for pairs in documents for pair in pairs for name in pair.types})
    by_type = bootstrap_rates({name: [_of_type(pairs, name) for pairs in documents] for name in types})
    sums = {
        name: sum(getattr(pair, name) for pairs in documents for pair in pairs)
        for name in ("paired", "only_first", "only_second")
    }
    return MentionAgreement(
        type_exact=rates["type_exact"],
        type_partial=rates["type_partial"],
        identifier_exact=rates["identifier_exact"],
        identifier_partial=rates["identifier_partial"],
        by_type=by_type,
        paired=sums["paired"],
        only_first=sums["only_first"],
        only_second=sums["only_second"],
        skipped=tuple(skipped),
    )


def _count(scores: Sequence[float]) -> Count:
    return Count(sum(scores), len(scores))


def _of_type(pairs: Sequence[MentionsCompared], name: str) -> Count:
    counts = [pair.types.get(name, (0, 0)) for pair in pairs]
    return Count(sum(hits for hits, _ in counts), sum(given for _, given in counts))


def _common(
    first: Iterable[Document], second: Iterable[Document]
) -> tuple[list[tuple[Document, Document]], tuple[str, ...]]:
    one, two = {d.id: d for d in first}, {d.id: d for d in second}
    pairs = [(one[id_], two[id_]) for id_ in one if id_ in two]
    for a, b in pairs:
        if a.text != b.text:
            raise InputError(f"the two annotators of document '{a.id}' saw different texts", "compare the same text")
    return pairs, (*(id_ for id_ in one if id_ not in two), *(id_ for id_ in two if id_ not in one))
