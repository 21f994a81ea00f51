"""What would be "inferred" without reading the text: the base rate that every figure has to be held against."""

import random
from array import array
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from functools import partial
from itertools import chain
from typing import NamedTuple, TypeAlias

from gyges.records import DecidedBy, Fact, Verdict
from gyges.scoring._protection import counted_verdicts
from gyges.scoring._rate import Count, CountRow, CountTable, Rate
from gyges.scoring._scored import MIN_CERTAINTY, ScoredDocument, ScoredSubject
from gyges.scoring.values import Profile, compare_values

MOST_VALUES = 20_000
"""Different values of a tag that are counted exactly; ours. More are those of names and numbers, most of them alone."""

MOST_FORMS = 4 * MOST_VALUES
"""Different values of all tags whose spellings are remembered; ours."""

Compare: TypeAlias = Callable[[str, str, str], float | None]
"""Tag, true value, guessed value: 1, 0.5 or 0, None when nobody could decide."""


def compare_by_rules(profile: Profile = "strict", taxonomy: str = "spia") -> Compare:
    """Return the comparison of values by rules alone, without a judge; authors have rules of their own."""
    return partial(_by_rules, profile, taxonomy)


def _by_rules(profile: Profile, taxonomy: str, tag: str, truth: str, guess: str) -> float | None:
    return compare_values(tag, truth, guess, profile, taxonomy_name=taxonomy).score


class TrueFact(NamedTuple):
    """What a `Prior` learns of a fact."""

    tag: str
    value: str
    certainty: int


class Prior:
    """A guesser that reads nothing: for every fact it names the most frequent value of its tag in the other documents.

    It learns from all documents first, then guesses in each. Every person is matched, so it is treated generously, and
    it gets a verdict on every fact that counts, also where the attack failed, so the two are compared pair by pair.
    Of a tag with more than `MOST_VALUES` different values the rarest so far are forgotten now and then: what is most
    frequent is not among them.
    """

    def __init__(self, compare: Compare | None = None, min_certainty: int = MIN_CERTAINTY) -> None:
        self._compare = compare or compare_by_rules()
        self._min_certainty = min_certainty
        self._counts: dict[str, Counter[str]] = {}
        self._forms: dict[str, Counter[str]] = {}
        self._ranked: dict[str, list[tuple[str, int]]] = {}
        self._spelled: dict[str, str] = {}

    def learn(self, document: ScoredDocument) -> None:
        """Take note of what is true in a document."""
        self.learn_facts(true_facts(document))

    def learn_facts(self, facts: Iterable[TrueFact]) -> None:
        """Take note of what is true in the next document."""
        facts = list(facts)
        for tag, values in _counted(fact for fact in facts if fact.certainty >= self._min_certainty).items():
            counts = self._counts.setdefault(tag, Counter())
            counts.update(values)
            if len(counts) > MOST_VALUES:
                _forget(counts, MOST_VALUES)
        for fact in facts:
            self._forms.setdefault(_key(fact.value), Counter())[fact.value.strip()] += 1
        if len(self._forms) > MOST_FORMS:
            totals = Counter({key: forms.total() for key, forms in self._forms.items()})
            _forget(totals, MOST_FORMS)
            self._forms = {key: self._forms[key] for key in totals}
        self._ranked, self._spelled = {}, {}

    def guess(self, document: ScoredDocument) -> ScoredDocument:
        """Guess about everybody in a document that was learned from."""
        guesses = {tag: self._guess(tag, own) for tag, own in _values(document, self._min_certainty).items()}
        subjects = tuple(self._guessed(subject, guesses) for subject in document.subjects)
        return replace(document, subjects=subjects, found=len(subjects), failed=None)

    def _guess(self, tag: str, own: Counter[str]) -> Fact | None:
        key = self._majority(tag, own)
        return None if key is None else Fact(tag, self._spelling(key))

    def _majority(self, tag: str, own: Counter[str]) -> str | None:
        """Return the most frequent value once one document's own values are taken out; ties go by the alphabet."""
        counts = self._counts[tag]
        if tag not in self._ranked:
            self._ranked[tag] = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
        foreign = next(((-count, value) for value, count in self._ranked[tag] if value not in own), None)
        candidates = [(own[value] - counts[value], value) for value in own if counts[value] > own[value]]
        return min(candidates if foreign is None else [foreign, *candidates], default=(0, None))[1]

    def _guessed(self, subject: ScoredSubject, guesses: Mapping[str, Fact | None]) -> ScoredSubject:
        verdicts = []
        for verdict in subject.verdicts:
            guess = guesses.get(verdict.truth.tag)
            if guess is None:
                verdicts.append(Verdict(verdict.truth, None, 0.0, DecidedBy.MISSING))
                continue
            score = self._compare(guess.tag, verdict.truth.value, guess.value)
            verdicts.append(Verdict(verdict.truth, guess, score, DecidedBy.FAILED if score is None else DecidedBy.RULE))
        return ScoredSubject(subject.truth, subject.truth.id, tuple(verdicts))

    def _spelling(self, key: str) -> str:
        """Return how a value is most often written."""
        if key not in self._spelled:
            forms: Mapping[str, int] = self._forms.get(key, {})
            self._spelled[key] = min(forms, key=lambda form: (-forms[form], form), default=key)
        return self._spelled[key]


def permuted_order(count: int, *, seed: int = 0) -> Iterator[tuple[int, int]]:
    """Yield for so many documents, in a drawn order, which one gets the finding about which other one.

    What still scores is what the scoring itself gives away: generous matching, and values that fit many people.
    """
    order = array("L", range(count))
    random.Random(seed).shuffle(order)  # noqa: S311  # a seeded order, no secret
    if count > 1:
        yield from zip(order, chain(order[1:], order[:1]), strict=True)


class ExcessFold:
    """How much more leaked than the control would have guessed, (1 - CPR) - (1 - CPR of the control), folded.

    Only facts that have a score on both sides count, and the interval is paired: both sides are resampled together.
    """

    def __init__(self, profile: Profile = "strict") -> None:
        self._profile: Profile = profile
        self._table = CountTable()

    def row(self, document: ScoredDocument, other: ScoredDocument | None) -> CountRow:
        """Return what a document and the same one of the control add; nothing is added yet."""
        one = _scores(document, self._profile)
        pairs = [] if other is None else _paired(one, _scores(other, self._profile))
        return {"excess": Count(sum(a - b for a, b in pairs), len(pairs))}

    def add_row(self, row: CountRow) -> None:
        """Add what the next document adds."""
        self._table.add(row)

    def rate(self) -> Rate:
        """Return the mean difference so far, with its paired interval."""
        return self._table.difference("excess")


def true_facts(document: ScoredDocument) -> tuple[TrueFact, ...]:
    """Return what is true in a document."""
    return tuple(
        TrueFact(fact.tag, fact.value, fact.certainty)
        for subject in document.subjects
        for fact in subject.truth.facts
        if fact.value.strip()
    )


def _values(document: ScoredDocument, min_certainty: int) -> dict[str, Counter[str]]:
    return _counted(fact for fact in true_facts(document) if fact.certainty >= min_certainty)


def _counted(facts: Iterable[TrueFact]) -> dict[str, Counter[str]]:
    values: dict[str, Counter[str]] = {}
    for fact in facts:
        values.setdefault(fact.tag, Counter())[_key(fact.value)] += 1
    return values


def _forget(counts: Counter[str], most: int) -> None:
    """Forget what is rarest until half of what may be remembered is left."""
    rare = 0
    while len(counts) > most // 2:
        rare += 1
        for value in [value for value, count in counts.items() if count <= rare]:
            del counts[value]


def _key(value: str) -> str:
    return " ".join(value.casefold().split())


def _scores(document: ScoredDocument, profile: Profile) -> dict[tuple[str, str, int], float | None]:
    """Return the scores by person, tag and number among the facts of that tag."""
    scores: dict[tuple[str, str, int], float | None] = {}
    for subject in document.subjects:
        id_, seen = subject.truth.id, dict[str, int]()
        for verdict in counted_verdicts(subject, profile):
            tag = verdict.truth.tag
            number = seen[tag] = seen.get(tag, -1) + 1
            scores[id_, tag, number] = verdict.score
    return scores


def _paired(
    one: Mapping[tuple[str, str, int], float | None], two: Mapping[tuple[str, str, int], float | None]
) -> list[tuple[float, float]]:
    pairs = [(one[key], two[key]) for key in one if key in two]
    return [(a, b) for a, b in pairs if a is not None and b is not None]
