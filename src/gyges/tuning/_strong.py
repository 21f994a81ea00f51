"""What a strong reader would leave of what instructions made, where the search was led by an embedded reader."""

from collections.abc import Mapping
from dataclasses import dataclass

from gyges.attacks import RulesAttack, is_embedded
from gyges.records import Document, Finding, Release
from gyges.scoring import (
    Profile,
    Rate,
    ScoredDocument,
    estimate_strong,
    is_about_author,
    score_document,
    unscored_document,
)
from gyges.tuning._exam import Exam
from gyges.tuning._tune import Tuning

__all__ = ["StrongBeside", "strong_beside", "strong_words"]

_ABOUT_PEOPLE = ("spia", "own")
"""Objectives whose privacy is what an attacker infers about everybody in a text."""


@dataclass(frozen=True)
class StrongBeside:
    """Estimates CPR from a strong reader on test documents.

    Attributes:
        documents: The annotated test documents, by id.
        before: What rules find in the originals.
        profile: By which rules facts are counted.
    """

    documents: Mapping[str, Document]
    before: Mapping[str, Finding]
    profile: Profile

    def rate(self, exam: Exam) -> Rate:
        """Return the estimate for one instruction; a document without a release counts as leaked."""
        rules = RulesAttack()
        scored: list[ScoredDocument] = []
        releases: dict[str, Release] = {}
        findings: dict[str, Finding] = {}
        for one in exam.outcomes:
            document = self.documents.get(one.document)
            if document is None:
                continue
            if one.failed is not None:
                scored.append(unscored_document(document.id, document.subjects or (), one.failed))
                continue
            release = releases[document.id] = Release(document.id, one.text, "candidate")
            finding = findings[document.id] = rules.find(one.text, document.id)
            scored.append(score_document(document, finding, release=release, profile=self.profile))
        told = estimate_strong(scored, self.documents, releases, findings, self.before, profile=self.profile)
        return told.cpr


def strong_beside(tuning: Tuning) -> StrongBeside | None:
    """Return the estimate that stands beside the privacy of a task; None where there is none to give."""
    if _why_none(tuning):
        return None
    rules, documents = RulesAttack(), _annotated(tuning)
    before = {id_: rules.find(document.text, id_) for id_, document in documents.items()}
    return StrongBeside(documents, before, "paper" if tuning.task.file.paper else "strict")


def strong_words(tuning: Tuning) -> str:
    """Say what the column of the strong reader is, or why there is none."""
    why = _why_none(tuning)
    return why or (
        f"Strong: CPR from a strong reader on the test documents, estimated. {_attacker(tuning)} led the search and "
        "reads explicit cues only; believe the estimate rather than privacy."
    )


def _why_none(tuning: Tuning) -> str:
    attacker = _attacker(tuning)
    if tuning.objective.name not in _ABOUT_PEOPLE or not attacker:
        return "No strong reader is estimated: the privacy of this task is not what is inferred about people."
    if not is_embedded(attacker):
        return f"No strong reader is estimated: {attacker} read every release, and privacy is what it left."
    if not _annotated(tuning):
        return "No strong reader is estimated: nobody annotated the test documents."
    return ""


def _attacker(tuning: Tuning) -> str:
    return str(tuning.objective.settings.get("attacker") or "")


def _annotated(tuning: Tuning) -> dict[str, Document]:
    return {one.id: one for one in tuning.splits.test if one.subjects and not is_about_author(one)}
