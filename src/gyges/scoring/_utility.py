"""What a release is still good for: overlap with the original, and how a model rates it."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from pydantic import BaseModel, Field

from gyges.errors import AnswerInvalidError, EndpointUnavailableError, InputError, RequestRefusedError
from gyges.models import DocumentText, Model, Prompt
from gyges.records import Document, Release
from gyges.scoring._overlap import bleu, rouge
from gyges.scoring._rate import Count, CountTable, Rate
from gyges.scoring.values import Profile

TOP_RATING = 10
"""Best readability and meaning (Staab et al. 2025); figures are divided by it, so they run from 0.1 to 1."""

_BY_WORDS = ("rouge_1", "rouge_l", "bleu")
_BY_A_MODEL = ("readability", "meaning", "hallucination", "mean")

Overlap: TypeAlias = Literal["rouge_1", "rouge_l"]
"""Which overlap mean utility takes in: SPIA takes ROUGE-L (appendix C.5), Staab et al. ROUGE-1."""


class Ratings(BaseModel, extra="forbid"):
    """The model's answer."""

    readability_reason: str
    readability: int = Field(ge=1, le=TOP_RATING)
    meaning_reason: str
    meaning: int = Field(ge=1, le=TOP_RATING)
    additions_reason: str
    additions: bool


@dataclass(frozen=True)
class RateRelease(Prompt[Ratings], template="prompts/utility.jinja", max_tokens=1024):
    """The question put to a model about one release."""

    original: DocumentText
    rewritten: DocumentText


@dataclass(frozen=True, slots=True)
class Rating:
    """How a model rates a release."""

    readability: int  # 1-10, of the release by itself
    meaning: int  # 1-10, how much of the original it still says
    hallucination: int  # 1 if it adds nothing, 0 if it does: the higher the better, as in Staab et al. 2025


@dataclass(frozen=True, slots=True)
class Utility:
    """The utility of one release."""

    id: str  # the id of the document
    rouge_1: float  # shared words, F1
    rouge_l: float  # longest common subsequence of words, F1
    bleu: float  # sentence BLEU
    rating: Rating | None = None  # what the model says, None if it was not asked or failed
    failed: str | None = None  # why the model gave no rating, None if it did or was not asked

    @property
    def mean(self) -> float | None:
        """Mean utility as SPIA has it, with ROUGE-L; None without a rating."""
        return self.mean_with("rouge_l")

    def mean_with(self, overlap: Overlap) -> float | None:
        """Return the mean of readability, meaning and the overlap of words; None without a rating."""
        if self.rating is None:
            return None
        words: float = getattr(self, overlap)
        return ((self.rating.readability + self.rating.meaning) / TOP_RATING + words) / 3


def measure_utility(document: Document, release: Release) -> Utility:
    """Compare a release with its original, without a model."""
    if document.id != release.id:
        raise InputError(f"release '{release.id}' is not one of document '{document.id}'", "pair them by their id")
    overlap = rouge(document.text, release.text)
    return Utility(document.id, overlap.rouge_1, overlap.rouge_l, bleu(document.text, release.text))


@dataclass(frozen=True)
class RateAsPublished(RateRelease, template="prompts/utility_paper.jinja"):
    """The question of the papers, which allows nothing for names that were removed."""


async def judge_utility(model: Model, document: Document, release: Release, profile: Profile = "strict") -> Utility:
    """Compare a release with its original and have a model rate it, asked by us or (``paper``) as the papers ask.

    An answer that cannot be used leaves the release without a rating, and `failed` says why. What concerns the whole
    run (no access, no budget, a host that was not allowed) is raised.
    """
    measured = measure_utility(document, release)
    try:
        ask = RateAsPublished if profile == "paper" else RateRelease
        answer = await model.ask(ask(DocumentText(document.text), DocumentText(release.text)))
    except (AnswerInvalidError, EndpointUnavailableError, RequestRefusedError) as error:
        return replace(measured, failed=str(error))
    return replace(measured, rating=Rating(answer.readability, answer.meaning, int(not answer.additions)))


def utility_rates(rows: Iterable[Utility], *, overlap: Overlap = "rouge_l") -> dict[str, Rate]:
    """Return the mean utility figures of a corpus; the denominator of each is the number of releases it speaks for.

    ``rouge_1``, ``rouge_l`` and ``bleu`` always; ``readability``, ``meaning`` (both divided by 10), ``hallucination``
    (the share that adds nothing) and ``mean`` only if a model was asked. Without a model there is no ``mean``: overlap
    alone is not the same figure.
    """
    fold = UtilityFold(overlap)
    for row in rows:
        fold.add(row)
    return fold.rates()


class UtilityFold:
    """The utility of a corpus, folded as releases pass; arguments and result as for `utility_rates`."""

    def __init__(self, overlap: Overlap = "rouge_l") -> None:
        self._overlap: Overlap = overlap
        self._table = CountTable((*_BY_WORDS, *_BY_A_MODEL))
        self._rated = False

    def add(self, row: Utility) -> None:
        """Add the next release."""
        self._rated |= row.rating is not None or row.failed is not None
        counts = {name: Count(getattr(row, name), 1) for name in _BY_WORDS}
        mean = row.mean_with(self._overlap)
        if row.rating is not None and mean is not None:
            values = (row.rating.readability / TOP_RATING, row.rating.meaning / TOP_RATING, row.rating.hallucination)
            counts |= {name: Count(value, 1) for name, value in zip(_BY_A_MODEL, (*values, mean), strict=True)}
        self._table.add(counts)

    def rates(self) -> dict[str, Rate]:
        """Return the figures so far."""
        if not self._rated:
            self._table.drop(_BY_A_MODEL)
        return self._table.rates()
