"""What a strong reader is expected to leave protected of each person the embedded reader knows: said in the trace."""

from collections.abc import Collection, Mapping

from gyges.anonymizers.subjectwise._board import Version
from gyges.anonymizers.subjectwise._nearby import WHOLE
from gyges.anonymizers.subjectwise._observer import Seen
from gyges.records import DecidedBy, Document, Finding, JsonValue, Release, Subject, Verdict
from gyges.scoring import ScoredDocument, ScoredSubject
from gyges.scoring.estimate import estimate_strong

__all__ = ["expected_protection"]


def expected_protection(
    text: str, truth: tuple[Subject, ...], before: Seen, version: Version, seen: Seen, left: Collection[str] | None
) -> dict[str, tuple[float, float]]:
    """Return the protection expected before and after, by person; empty where the estimate does not reach.

    The estimate was fitted on masked and rewritten texts, not on shortened ones. So whoever is told of in nothing that
    stays is fully protected, whatever it says.

    Args:
        text: The original.
        truth: What the embedded reader found in it.
        before: The reading of the original.
        version: The release.
        seen: The reading of the release.
        left: Who is still told of; None where nothing was dropped.
    """
    if len(text) > WHOLE or before.reading is None or seen.reading is None:
        return {}
    edits: list[JsonValue] = [{"start": one.start, "end": one.end, "text": one.new} for one in version.changes]
    document = Document("", text, truth)
    first = _estimate(document, Release("", text, "none"), before.finding, before.finding)
    after = _estimate(
        document, Release("", version.text, "subjectwise", {"edits": edits}), seen.finding, before.finding
    )
    told = {id: (first[id], after[id]) for id in after if id in first}
    return {id: (was, 1.0 if left is not None and id not in left else now) for id, (was, now) in told.items()}


def _estimate(document: Document, release: Release, found: Finding, before: Finding) -> Mapping[str, float]:
    people = document.subjects or ()
    subjects = tuple(
        ScoredSubject(one, None, tuple(Verdict(fact, None, 0.0, DecidedBy.MISSING) for fact in one.facts))
        for one in people
    )
    scored = ScoredDocument("", subjects, len(found.subjects))
    told = estimate_strong([scored], {"": document}, {"": release}, {"": found}, {"": before}).people
    return {person: value for (_, person), value in told.items()}
