"""What would be "inferred" without reading the text: the base rate that every figure has to be held against."""

import random
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TypeAlias

from gyges.records import DecidedBy, Document, Fact, Finding, Verdict
from gyges.scoring._certainty import MIN_CERTAINTY
from gyges.scoring._protection import counted_verdicts
from gyges.scoring._rate import Count, Rate, bootstrap_difference
from gyges.scoring._scored import ScoredDocument, ScoredSubject
from gyges.scoring.values import Profile, compare_values

__all__ = ["Compare", "compare_by_rules", "excess_leak", "permuted_pairs", "permuted_scored", "prior_scored"]

Compare: TypeAlias = Callable[[str, str, str], float | None]
"""Tag, true value, guessed value: 1, 0.5 or 0, None when nobody could decide."""


def compare_by_rules(profile: Profile = "strict", taxonomy: str = "spia") -> Compare:
    """Return the comparison of values by rules alone, without a judge; authors have rules of their own."""
    return lambda tag, truth, guess: compare_values(tag, truth, guess, profile, taxonomy_name=taxonomy).score


def prior_scored(
    scored: Sequence[ScoredDocument], compare: Compare | None = None, *, min_certainty: int = MIN_CERTAINTY
) -> list[ScoredDocument]:
    """Score a guesser that reads nothing and names for every fact the most frequent value of its tag.

    The value is the majority of all other documents (leave one out), and every person is matched, so the guesser is
    treated generously. It gets a verdict on every fact that counts, also on those the attack failed on, so the two can
    be compared pair by pair, and all figures of protection can be taken of it.

    Args:
        scored: The documents after the attack.
        compare: How values are compared; use the same comparison as for the attacker. By default the strict rules.
        min_certainty: Facts below it do not vote.
    """
    compare = compare or compare_by_rules()
    own = [_values(document, min_certainty) for document in scored]
    everywhere: dict[str, Counter[str]] = {}
    for values in own:
        for tag, counter in values.items():
            everywhere.setdefault(tag, Counter()).update(counter)
    ranked = {tag: sorted(counter.items(), key=lambda item: (-item[1], item[0])) for tag, counter in everywhere.items()}
    spelling = _spellings(scored)
    results = []
    for document, values in zip(scored, own, strict=True):
        guesses = {tag: _majority(ranked[tag], everywhere[tag], values[tag]) for tag in values}
        subjects = tuple(_guessed(subject, guesses, spelling, compare) for subject in document.subjects)
        results.append(replace(document, subjects=subjects, found=len(subjects), failed=None))
    return results


def permuted_pairs(
    documents: Sequence[Document], findings: Mapping[str, Finding], *, seed: int = 0
) -> list[tuple[Document, Finding]]:
    """Give every document the finding about another one; documents without a finding are left out.

    What still scores is what the scoring itself gives away: generous matching, and values that fit many people.
    """
    order = [document for document in documents if document.id in findings]
    random.Random(seed).shuffle(order)  # noqa: S311  # a seeded order, no secret
    if len(order) < 2:
        return []
    others = [*order[1:], order[0]]
    return [(one, replace(findings[two.id], id=one.id)) for one, two in zip(order, others, strict=True)]


def permuted_scored(
    documents: Sequence[Document],
    findings: Mapping[str, Finding],
    rescore: Callable[[Document, Finding], ScoredDocument],
    *,
    seed: int = 0,
) -> list[ScoredDocument]:
    """Score every document against the finding about another one.

    Args:
        documents: The documents with their annotated people.
        findings: What was found in each, by the id of the document.
        rescore: How a finding is scored; use the same as for the attack.
        seed: Seed of the permutation.
    """
    return [rescore(document, finding) for document, finding in permuted_pairs(documents, findings, seed=seed)]


def excess_leak(
    scored: Sequence[ScoredDocument], control: Sequence[ScoredDocument], *, profile: Profile = "strict"
) -> Rate:
    """Return how much more leaked than the control would have guessed, (1 - CPR) - (1 - CPR of the control).

    Only facts that have a score on both sides count, and the interval is paired: both sides are resampled together.

    Args:
        scored: The documents after the attack.
        control: The same documents by `prior_scored` or `permuted_scored`, in any order.
        profile: ``paper`` counts distinct tags of a person, ``strict`` every fact.
    """
    by_id = {document.id: document for document in control}
    counts = []
    for document in scored:
        other = by_id.get(document.id)
        pairs = [] if other is None else _paired(_scores(document, profile), _scores(other, profile))
        counts.append(Count(sum(one - two for one, two in pairs), len(pairs)))
    return bootstrap_difference(counts)


def _facts(document: ScoredDocument, min_certainty: int) -> Iterable[Fact]:
    for subject in document.subjects:
        yield from (f for f in subject.truth.facts if f.certainty >= min_certainty and f.value.strip())


def _values(document: ScoredDocument, min_certainty: int) -> dict[str, Counter[str]]:
    values: dict[str, Counter[str]] = {}
    for fact in _facts(document, min_certainty):
        values.setdefault(fact.tag, Counter())[_key(fact.value)] += 1
    return values


def _spellings(scored: Iterable[ScoredDocument]) -> dict[str, str]:
    """Return how each value is most often written."""
    counts: dict[str, Counter[str]] = {}
    for document in scored:
        for fact in _facts(document, 0):
            counts.setdefault(_key(fact.value), Counter())[fact.value.strip()] += 1
    return {key: min(counter, key=lambda form: (-counter[form], form)) for key, counter in counts.items()}


def _key(value: str) -> str:
    return " ".join(value.casefold().split())


def _majority(ranked: Sequence[tuple[str, int]], counts: Counter[str], own: Counter[str]) -> str | None:
    """Return the most frequent value once one document's own values are taken out; ties go by the alphabet."""
    foreign = next(((-count, value) for value, count in ranked if value not in own), None)
    candidates = [(own[value] - counts[value], value) for value in own if counts[value] > own[value]]
    return min(candidates if foreign is None else [foreign, *candidates], default=(0, None))[1]


def _guessed(
    subject: ScoredSubject, guesses: Mapping[str, str | None], spelling: Mapping[str, str], compare: Compare
) -> ScoredSubject:
    verdicts = []
    for verdict in subject.verdicts:
        key = guesses.get(verdict.truth.tag)
        if key is None:
            verdicts.append(Verdict(verdict.truth, None, 0.0, DecidedBy.MISSING))
        else:
            guess = Fact(verdict.truth.tag, spelling[key])
            score = compare(guess.tag, verdict.truth.value, guess.value)
            verdicts.append(Verdict(verdict.truth, guess, score, DecidedBy.FAILED if score is None else DecidedBy.RULE))
    return ScoredSubject(subject.truth, subject.truth.id, tuple(verdicts))


def _scores(document: ScoredDocument, profile: Profile) -> dict[tuple[str, str, int], float | None]:
    """Return the scores by person, tag and number among the facts of that tag."""
    scores: dict[tuple[str, str, int], float | None] = {}
    for subject in document.subjects:
        seen: Counter[str] = Counter()
        for verdict in counted_verdicts(subject, profile):
            tag = verdict.truth.tag
            scores[subject.truth.id, tag, seen[tag]] = verdict.score
            seen[tag] += 1
    return scores


def _paired(
    one: Mapping[tuple[str, str, int], float | None], two: Mapping[tuple[str, str, int], float | None]
) -> list[tuple[float, float]]:
    pairs = [(one[key], two[key]) for key in one if key in two]
    return [(a, b) for a, b in pairs if a is not None and b is not None]
