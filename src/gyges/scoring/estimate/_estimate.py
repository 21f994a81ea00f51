"""What a strong reader would leave protected: estimated, never measured, and said with its own error."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from gyges.reading import ENGLISH, reading_language
from gyges.records import Document, Finding, Release
from gyges.scoring._authors import is_about_author
from gyges.scoring._protection import counted_verdicts
from gyges.scoring._rate import Z_95, Count, CountTable, Rate
from gyges.scoring._scored import ScoredDocument
from gyges.scoring.estimate._clues import clues_of
from gyges.scoring.estimate._light import LightModel, light_model
from gyges.scoring.estimate._reading import ReadingModel, reading_model, told_of
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
    read: bool = False  # whether a reading of the release tells too, beside the clues


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
    read: bool = False,
) -> DocumentChances:
    """Estimate what a strong reader would tell of one document; `read` if the verdicts are on a reading by `local`."""
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
    rows = list(clues_of(document, release, finding, before, model.guesses, counted, *who))
    chances = model.chances([(fact.tag, clues) for _, fact, clues in rows])
    if read:
        told = [told_of(v, known=s.matched_to is not None) for s in one.subjects for v in counted_verdicts(s, profile)]
        chances = reading_model().chances(chances, told)
    whose = ((subject.id, fact.tag, chance) for (subject, fact, _), chance in zip(rows, chances, strict=True))
    return DocumentChances(facts, tuple(whose), read=read)


def _matches(document: Document, scored: ScoredDocument | None) -> Mapping[str, str] | None:
    """Return which found person is which true one as it was scored; None where that was not asked."""
    if scored is None or scored.failed is not None or is_about_author(document):
        return None
    return {one.truth.id: one.matched_to for one in scored.subjects if one.matched_to is not None}


class StrongFold:
    """What a strong reader would leave protected, folded as documents pass; of some, a reading may tell too."""

    def __init__(self) -> None:
        self._makes: dict[str, LightModel | ReadingModel] = {}
        self._rates, self._by_tag = CountTable(("cpr", "ipr")), CountTable()
        self._left_out: dict[str, str] = {}
        self._facts = self._facts_left = self._documents = self._people = 0

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
        if one.chances and not one.failed:
            make = reading_model() if one.read else light_model()
            self._makes[make.version] = make
        return kept

    def estimate(self, people: Mapping[tuple[str, str], float]) -> StrongEstimate:
        """Return the estimate for all documents so far."""
        makes, documents, count = [*self._makes.values()] or [light_model()], self._documents, self._people
        by_method, by_document = max(one.method_error for one in makes), max(one.document_error for one in makes)
        rates, by_tag = self._rates, self._by_tag
        if not self._makes or self._facts - self._facts_left < _LEAST_SHARE * self._facts:
            rates, by_tag, people, documents, count = CountTable(("cpr", "ipr")), CountTable(), {}, 0, 0
        found, error = rates.rates(), math.hypot(by_method, by_document / math.sqrt(max(documents, 1)))
        return StrongEstimate(
            cpr=_widened(found["cpr"], error),
            ipr=replace(_widened(found["ipr"], error), subjects=count),
            by_tag={tag: _widened(rate, error) for tag, rate in by_tag.rates().items()},
            people=people,
            by={
                "make": "+".join(one.version for one in makes),
                "trained_on": "; ".join(one.trained_on for one in makes),
            },
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


def _widened(rate: Rate, error: float) -> Rate:
    """Return a rate whose interval also holds what the model may be wrong by."""
    if rate.value is None or rate.low is None or rate.high is None:
        return rate
    low = rate.value - math.hypot(rate.value - rate.low, Z_95 * error)
    high = rate.value + math.hypot(rate.high - rate.value, Z_95 * error)
    return Rate(rate.value, max(0.0, low), min(1.0, high), rate.numerator, rate.denominator, rate.subjects)
