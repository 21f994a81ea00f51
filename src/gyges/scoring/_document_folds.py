"""All that scored documents alone tell, folded together: protection, coverage, worth of guesses, breakdowns."""

from collections.abc import Mapping
from typing import NamedTuple

from gyges.scoring._breakdown import (
    Breakdown,
    CertaintySweep,
    PeopleBreakdown,
    hardness_breakdown,
    kind_breakdown,
    location_breakdown,
    tag_breakdown,
)
from gyges.scoring._protection import CoverageCounts, CoverageFold, ProtectionCounts, ProtectionFold, Target
from gyges.scoring._rate import CountRow
from gyges.scoring._scored import ScoredDocument
from gyges.scoring.values import Profile

__all__ = ["DocumentCounts", "DocumentFolds"]


class DocumentCounts(NamedTuple):
    """What one document adds to `DocumentFolds`."""

    protection: ProtectionCounts
    coverage: CoverageCounts
    certainty: CountRow
    breakdowns: tuple[CountRow, ...]


class DocumentFolds:
    """The figures of scored documents, folded as they pass; what one adds can be counted elsewhere.

    Args:
        profile: ``paper`` counts distinct tags of a person, ``strict`` every fact.

    Attributes:
        protection: How well people are protected.
        coverage: How much could be scored.
        certainty: What guesses of each certainty are worth.
        breakdowns: Protection by tag, hardness, kind, depth of the place and number of people.
    """

    def __init__(self, profile: Profile = "strict") -> None:
        self.protection, self.coverage = ProtectionFold(profile), CoverageFold(profile)
        self.certainty = CertaintySweep(profile)
        self.breakdowns: Mapping[str, Breakdown | PeopleBreakdown] = {
            "by_tag": tag_breakdown(profile),
            "by_hardness": hardness_breakdown(profile),
            "by_type": kind_breakdown(profile),
            "by_location_level": location_breakdown(profile),
            "by_people": PeopleBreakdown(profile),
        }

    def row(self, document: ScoredDocument, target: Target = "first") -> DocumentCounts:
        """Return what a document adds; nothing is added yet."""
        return DocumentCounts(
            self.protection.row(document, target),
            self.coverage.row(document),
            self.certainty.row(document),
            tuple(breakdown.row(document) for breakdown in self.breakdowns.values()),
        )

    def add_row(self, row: DocumentCounts) -> None:
        """Add what the next document adds."""
        self.protection.add_row(row.protection)
        self.coverage.add_row(row.coverage)
        self.certainty.add_row(row.certainty)
        for breakdown, own in zip(self.breakdowns.values(), row.breakdowns, strict=True):
            breakdown.add_row(own)
