"""Asks a verifier about every true fact of releases; who that is, the estimate does not know."""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Protocol

from gyges.errors import RequestRefusedError
from gyges.models import together
from gyges.records import Document, Release
from gyges.scoring._protection import counted_verdicts
from gyges.scoring._scored import ScoredDocument
from gyges.scoring.estimate._questions import questions_of
from gyges.scoring.values import Profile

__all__ = ["REFUSED", "Odds", "Verifier", "verifier_odds"]

REFUSED = "the verifier cannot read it"

Odds = Mapping[str, Sequence[float] | None]
"""By document, the log odds of yes for every fact that counts, in their order; None where nothing could be asked."""


class Verifier(Protocol):
    """Says whether a careful reader of a released text can tell a fact. It is told the fact, so it is no attack."""

    async def odds(self, text: str, questions: Sequence[str]) -> Sequence[float]:
        """Return the log odds of yes for every question about a text.

        Raises:
            RequestRefusedError: The text is too long for it.
        """


async def verifier_odds(
    verifier: Verifier,
    scored: Sequence[ScoredDocument],
    documents: Mapping[str, Document],
    releases: Mapping[str, Release],
    *,
    profile: Profile = "strict",
    at_once: int = 4,
) -> Odds:
    """Ask a verifier about every fact that counts of documents that did not fail.

    Args:
        verifier: Who is asked.
        scored: The documents after the audit; their verdicts say which facts count.
        documents: The originals with their people.
        releases: The released texts.
        profile: ``paper`` counts distinct tags of a person, ``strict`` every fact.
        at_once: How many texts are in flight.
    """
    chosen = [one for one in scored if one.failed is None and one.id in documents and one.id in releases]
    jobs = [partial(_asked, verifier, one, documents[one.id], releases[one.id], profile) for one in chosen]
    said = await together(jobs, at_once=at_once)
    return {one.id: odds for one, odds in zip(chosen, said, strict=True)}


async def _asked(
    verifier: Verifier, scored: ScoredDocument, document: Document, release: Release, profile: Profile
) -> Sequence[float] | None:
    counted = {one.truth.id: [v.truth for v in counted_verdicts(one, profile)] for one in scored.subjects}
    questions = questions_of(document, release, counted)
    if not release.text.strip():
        return None
    try:
        return await verifier.odds(release.text, questions)
    except RequestRefusedError:  # left out by name, and without a figure where too much is
        return None
