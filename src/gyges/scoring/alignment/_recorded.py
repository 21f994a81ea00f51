"""Who is who as it was recorded with a finding, by somebody who knew original, truth and listing."""

from collections.abc import Mapping

from gyges.errors import InputError
from gyges.records import WHO, Document, Finding
from gyges.scoring.alignment._align import Alignment

__all__ = ["recorded_alignment"]


def recorded_alignment(document: Document, finding: Finding) -> Alignment | None:
    """Return who is who as it was recorded with a finding; None where nobody recorded it.

    Raises:
        InputError: It names people who are not there: it was recorded for another truth.
    """
    told = finding.notes.get(WHO)
    if not isinstance(told, Mapping):
        return None
    matches = {true: str(found) for true, found in told.items()}
    true_ids = {subject.id for subject in document.subjects or ()}
    if not matches.keys() <= true_ids or not set(matches.values()) <= {subject.id for subject in finding.subjects}:
        raise InputError(
            f"who is who in the reading of '{document.id}' names people who are not annotated there",
            "record it again for these annotations, leave it out, or let others match (--matcher rules)",
        )
    return Alignment(matches)
