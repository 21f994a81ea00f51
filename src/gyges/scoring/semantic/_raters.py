"""Who says how much of a claim a record still says: a model, several times asked, or rules by the words they share."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial

from pydantic import BaseModel, Field

from gyges.models import DocumentText, Model, Prompt, numbered, together
from gyges.reading import split_sentences, stem
from gyges.records import DecidedBy
from gyges.scoring._judge import UNANSWERED
from gyges.scoring.semantic._distance import SAME, SIMILAR, UNSUPPORTED, ClaimRating

_WORDS = """
a about above after again against all also am an and any are as at be because been before being below between both
but by can could did do does doing down during each few for from further had has have having he her here hers him
his how however i if in into is it its just may me might more most my no nor not of off on once only or other our
out over own same shall she should so some such than that the their them then there these they this those through
to too under until up upon very was we were what when where which while who whom whose why will with would you your
"""
STOP_WORDS = frozenset(_WORDS.split())


SAME_FROM = 0.85
"""Share of a claim's weight that stands in one place of the record, from which on it says the same; set on invented
sentences in tests, not on anybody's data."""

SIMILAR_ABOVE = 0.5
"""The same for something similar: more than half of what matters."""

_WORD = re.compile(r"\w+(?:['’]\w+)?")
_NEGATION = re.compile(r"\b(?:not?|never|nor|neither|without|denie[sd]|deny)\b|n['’]t\b", re.IGNORECASE)
_CLAUSE = re.compile(r"[,;:()–—]|\b(?:but|and|or|although|while|because|which|who|that)\b", re.IGNORECASE)
_NEIGHBOURS = 2  # sentences read together: a claim may be spread over two
_WEIGHT_OF_DETAIL = 2.0  # numbers and capitalised words inside a sentence are what singles somebody out


def rate_by_rules(claims: Sequence[str], record: str) -> list[ClaimRating]:
    """Rate claims against a record by the words they share."""
    sentences = [record[start:end] for start, end in split_sentences(record)]
    terms = [frozenset(_terms(sentence)) for sentence in sentences]
    places = _TermSets(frozenset().union(*terms[n : n + _NEIGHBOURS]) for n in range(len(terms)))
    denials: dict[frozenset[str], set[bool]] = {}
    for clause in (clause for one in sentences for clause in _CLAUSE.split(one)):
        denials.setdefault(frozenset(_terms(clause)), set()).add(_denies(clause))
    clauses = _TermSets(denials)
    return [ClaimRating(claim, _rating(claim, places, clauses, denials), DecidedBy.RULE) for claim in claims]


def _denies(sentence: str) -> bool:
    return _NEGATION.search(sentence) is not None


class _TermSets:
    """Sets of terms, to be searched for those that share most with a claim.

    A long text has as many claims as sentences, so each claim is held against the sets with its rarest terms alone.
    """

    def __init__(self, sets: Iterable[frozenset[str]]) -> None:
        self._sets = dict.fromkeys(sets)
        self._holding: dict[str, list[frozenset[str]]] = {}
        self._found: dict[frozenset[tuple[str, float]], tuple[float, Iterable[frozenset[str]]]] = {}
        for one in self._sets:
            for term in one:
                self._holding.setdefault(term, []).append(one)

    def nearest(self, wanted: Mapping[str, float], least: float = 0.0) -> tuple[float, Iterable[frozenset[str]]]:
        """Return the most weight a set shares, and which sets do; 0 and all where the terms weigh `least` or less."""
        there = {term: weight for term, weight in wanted.items() if term in self._holding}
        if sum(there.values()) <= least:
            return 0.0, self._sets
        key = frozenset(there.items())
        if key not in self._found:
            self._found[key] = self._search(there)
        return self._found[key]

    def _search(self, wanted: Mapping[str, float]) -> tuple[float, Iterable[frozenset[str]]]:
        best, found, left = 0.0, set[frozenset[str]](), sum(wanted.values())
        for term in sorted(wanted, key=lambda term: len(self._holding[term])):
            if left < best:  # what holds none of the terms before shares less
                break
            for one in self._holding[term]:
                shared = sum(weight for other, weight in wanted.items() if other in one)
                if shared > best:
                    best, found = shared, {one}
                elif shared == best:
                    found.add(one)
            left -= wanted[term]
        return best, found


def _rating(claim: str, places: _TermSets, clauses: _TermSets, denials: Mapping[frozenset[str], set[bool]]) -> int:
    wanted = _terms(claim)
    total = sum(wanted.values())
    if not total:
        return UNSUPPORTED
    share = places.nearest(wanted, SIMILAR_ABOVE * total)[0] / total
    if share > SIMILAR_ABOVE:  # "she does not smoke" supports no claim that she smokes, nor the other way round
        _, nearest = clauses.nearest(wanted)
        if all(_denies(claim) not in denials[clause] for clause in nearest):
            return UNSUPPORTED
    return SAME if share >= SAME_FROM else SIMILAR if share > SIMILAR_ABOVE else UNSUPPORTED


def _terms(text: str) -> dict[str, float]:
    """Return the words that matter with their weights; a sentence of function words only has none."""
    terms: dict[str, float] = {}
    for number, match in enumerate(_WORD.finditer(text)):
        word = match.group()
        low = word.lower()
        if low in STOP_WORDS or _denies(low):
            continue
        detail = any(c.isdigit() for c in word) or (number > 0 and word[0].isupper())
        term = _root(low)
        terms[term] = max(terms.get(term, 0.0), _WEIGHT_OF_DETAIL if detail else 1.0)
    return terms


@lru_cache(maxsize=1 << 16)
def _root(word: str) -> str:
    return stem(word.removesuffix("'s").removesuffix("’s"))


CLAIMS_AT_ONCE = 10
"""Claims in one question (Xin et al. 2024, published code)."""

SAMPLES = 5
"""Independent answers to one question, of which the commonest rating counts (Xin et al. 2024, section 3)."""


class RatedClaim(BaseModel, extra="forbid"):
    """The rating of one claim; the reason comes first, so that it is thought before it is decided."""

    number: int = Field(ge=1)
    reason: str
    rating: int = Field(ge=SAME, le=UNSUPPORTED)


class RatedClaims(BaseModel, extra="forbid"):
    """The model's answer."""

    ratings: list[RatedClaim]


# Samples must be able to differ, hence the temperature (Xin et al. 2024, published code).
@dataclass(frozen=True)
class RateClaims(Prompt[RatedClaims], template="prompts/claims.jinja", temperature=0.6):
    """Which of these claims does the record support?"""

    record: DocumentText
    claims: DocumentText
    count: int

    def check(self, answer: RatedClaims) -> None:
        """Require every claim once: one that is missing was not judged, which is not the same as unsupported."""
        given = sorted(row.number for row in answer.ratings)
        if given != list(range(1, self.count + 1)):
            raise ValueError(f"rate each of the claims 1 to {self.count} exactly once")


async def rate_by_model(
    model: Model, claims: Sequence[str], record: str, *, samples: int = SAMPLES
) -> list[ClaimRating]:
    """Rate claims against a record.

    Where ratings are equally common, the one that says more leaked counts. A question the model could not answer in
    any sample leaves its claims without a rating; what concerns the whole run is raised.
    """
    starts = range(0, len(claims), CLAIMS_AT_ONCE)
    votes: dict[int, list[int]] = {number: [] for number in range(len(claims))}

    async def ask(start: int, sample: int) -> None:
        batch = claims[start : start + CLAIMS_AT_ONCE]
        prompt = RateClaims(DocumentText(record), numbered(batch), len(batch))
        try:
            answer = await model.ask(prompt, sample=sample)
        except UNANSWERED:
            return
        for row in answer.ratings:
            votes[start + row.number - 1].append(row.rating)

    await together([partial(ask, start, sample) for start in starts for sample in range(samples)])
    return [_voted(claim, votes[number]) for number, claim in enumerate(claims)]


def _voted(claim: str, votes: Sequence[int]) -> ClaimRating:
    if not votes:
        return ClaimRating(claim, None, DecidedBy.FAILED)
    counts = Counter(votes)
    commonest = min(counts, key=lambda rating: (-counts[rating], rating))
    return ClaimRating(claim, commonest, DecidedBy.JUDGE, tuple(sorted(votes)))
