"""What a strong reader would leave protected: estimated, never measured, and said with its own error."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from gyges.reading import ENGLISH, reading_language
from gyges.records import Document, Fact, Finding, Release
from gyges.scoring._authors import is_about_author
from gyges.scoring._protection import counted_verdicts
from gyges.scoring._rate import Z_95, Count, CountTable, Rate
from gyges.scoring._scored import ScoredDocument
from gyges.scoring.estimate._clues import Clues, clues_of
from gyges.scoring.estimate._light import LightModel, light_model
from gyges.scoring.values import Profile

_STRETCH = 1.5
"""How much longer than any text that was read for it a text may be."""
_LEAST_SHARE = 0.8
"""The share of facts that must be in scope for a figure to be told."""


@dataclass(frozen=True, slots=True)
class StrongEstimate:
    """What a strong reader is expected to leave protected. An estimate: no attack was made and nothing was found."""

    cpr: Rate  # expected CPR; its interval holds the error of the model besides that of the documents
    ipr: Rate  # expected IPR, likewise
    by_tag: Mapping[str, Rate]  # expected protection by kind of fact
    people: Mapping[tuple[str, str], float]  # expected protection of each person, by document and person
    by: Mapping[str, str]  # which make, fitted on what
    left_out: Mapping[str, str] = field(default_factory=dict)  # why documents are out of scope, by document


def estimate_strong(
    scored: Sequence[ScoredDocument],
    documents: Mapping[str, Document],
    releases: Mapping[str, Release],
    findings: Mapping[str, Finding],
    before: Mapping[str, Finding],
    *,
    profile: Profile = "strict",
) -> StrongEstimate:
    """Estimate what a strong reader would leave protected. Where too little is in scope no figure has a value.

    Documents that failed count as leaked, as in every figure.
    """
    fold = StrongFold()
    people: dict[tuple[str, str], float] = {}
    for one in scored:
        known = one.id in documents and one.id in findings and one.id in before
        told = document_chances(
            one,
            documents.get(one.id),
            releases.get(one.id) if known else None,
            findings.get(one.id),
            before.get(one.id),
            profile=profile,
        )
        people |= {(one.id, person): kept for person, kept in fold.add(one.id, told).items()}
    return fold.estimate(people)


@dataclass(frozen=True, slots=True)
class DocumentChances:
    """What a strong reader is expected to tell of one document."""

    facts: int  # how many facts count
    chances: tuple[tuple[str, str, float], ...] = ()
    left_out: str = ""  # why the document is out of scope; empty if it is not
    failed: bool = False  # whether it could not be attacked or scored


def document_chances(
    one: ScoredDocument,
    document: Document | None,
    release: Release | None,
    finding: Finding | None,
    before: Finding | None,
    *,
    profile: Profile = "strict",
    original: ScoredDocument | None = None,
    matched: bool = False,
) -> DocumentChances:
    """Estimate what a strong reader would tell of one document."""
    counted = {s.truth.id: [v.truth for v in counted_verdicts(s, profile)] for s in one.subjects}
    facts = sum(map(len, counted.values()))

    def all_with(chance: float) -> tuple[tuple[str, str, float], ...]:
        return tuple((person, fact.tag, chance) for person, own in counted.items() for fact in own)

    if one.failed is not None:  # a failure is never privacy, for no reader
        return DocumentChances(facts, all_with(1.0), failed=True)
    model = light_model()
    why = out_of_scope(document, release, model.longest)
    if document is None or release is None or why:
        return DocumentChances(facts, left_out=why)
    if not release.text.strip():  # nobody tells anything from nothing
        return DocumentChances(facts, all_with(0.0))
    who = (_matches(document, one), _matches(document, original)) if matched else (None, None)
    clues = list(clues_of(document, release, finding, before, model.guesses, counted, *who))
    return DocumentChances(facts, tuple(_chances([(subject.id, fact, clue) for subject, fact, clue in clues])))


def _matches(document: Document, scored: ScoredDocument | None) -> Mapping[str, str] | None:
    """Return which found person is which true one as it was scored; None where that was not asked."""
    if scored is None or scored.failed is not None or is_about_author(document):
        return None
    return {one.truth.id: one.matched_to for one in scored.subjects if one.matched_to is not None}


class StrongFold:
    """What a strong reader would leave protected, folded as documents pass."""

    def __init__(self) -> None:
        self._make = light_model()
        self._rates, self._by_tag = CountTable(("cpr", "ipr")), CountTable()
        self._left_out: dict[str, str] = {}
        self._facts = self._facts_left = self._documents = self._people = 0
        self._told = False

    def add(self, id_: str, one: DocumentChances) -> dict[str, float]:
        """Add the next document; return the expected protection of its people, which holds if the estimate does."""
        self._facts += one.facts
        if one.left_out:
            self._left_out[id_] = one.left_out
            self._facts_left += one.facts
        told: dict[str, list[float]] = {}
        tags: dict[str, list[float]] = {}
        for person, tag, chance in one.chances:
            told.setdefault(person, []).append(1 - chance)
            tags.setdefault(tag, []).append(1 - chance)
        kept = {person: sum(own) / len(own) for person, own in told.items()}
        facts = Count(sum(1 - chance for _, _, chance in one.chances), len(one.chances))
        self._rates.add({"cpr": facts, "ipr": Count(sum(kept.values()), len(kept))})
        self._by_tag.add({tag: Count(sum(own), len(own)) for tag, own in tags.items()})
        self._documents += bool(one.chances)
        self._people += len(kept)
        self._told |= bool(one.chances) and not one.failed
        return kept

    def estimate(self, people: Mapping[tuple[str, str], float]) -> StrongEstimate:
        """Return the estimate for all documents so far."""
        make, documents, count = self._make, self._documents, self._people
        rates, by_tag = self._rates, self._by_tag
        if not self._told or self._facts - self._facts_left < _LEAST_SHARE * self._facts:
            rates, by_tag, people, documents, count = CountTable(("cpr", "ipr")), CountTable(), {}, 0, 0
        found = rates.rates()
        return StrongEstimate(
            cpr=_widened(found["cpr"], documents, make),
            ipr=replace(_widened(found["ipr"], documents, make), subjects=count),
            by_tag={tag: _widened(rate, documents, make) for tag, rate in by_tag.rates().items()},
            people=people,
            by={"make": make.version, "trained_on": make.trained_on},
            left_out=self._left_out,
        )


def out_of_scope(document: Document | None, release: Release | None, longest: int) -> str:
    """Return in words why a release is beyond what the estimate was fitted on, empty if it is not."""
    if document is None or release is None:
        return "it was not read"
    if (language := reading_language(document.text)) != ENGLISH:
        return f"it is in {language}, and the estimate was fitted on readings of English"
    if len(release.text) > _STRETCH * longest:
        return f"it is longer than {_STRETCH * longest:,.0f} characters"
    return ""


def _chances(rows: Sequence[tuple[str, Fact, Clues]]) -> list[tuple[str, str, float]]:
    chances = light_model().chances([(fact.tag, clues) for _, fact, clues in rows])
    return [(person, fact.tag, chance) for (person, fact, _), chance in zip(rows, chances, strict=True)]


def _widened(rate: Rate, documents: int, make: LightModel) -> Rate:
    """Return a rate whose interval also holds what the model may be wrong by."""
    if rate.value is None or rate.low is None or rate.high is None:
        return rate
    error = Z_95 * math.sqrt(make.method_error**2 + make.document_error**2 / max(documents, 1))
    low = rate.value - math.hypot(rate.value - rate.low, error)
    high = rate.value + math.hypot(rate.high - rate.value, error)
    return Rate(rate.value, max(0.0, low), min(1.0, high), rate.numerator, rate.denominator, rate.subjects)
