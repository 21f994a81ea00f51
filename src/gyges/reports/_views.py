"""What a report is made from: the results of each audit, and the texts it may show."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from gyges.scoring import (
    AnonymityRow,
    ConfirmedRow,
    FactResult,
    FailureRow,
    KnownPersonRow,
    KnownRow,
    PersonSetRow,
    RangeRow,
    RateRow,
    Results,
    StrangerResult,
    SubjectResult,
)

__all__ = [
    "AnonymityRow",
    "AuditView",
    "ConfirmedRow",
    "FactResult",
    "FailureRow",
    "KnownPersonRow",
    "KnownRow",
    "PersonSetRow",
    "RangeRow",
    "RateRow",
    "Results",
    "StrangerResult",
    "SubjectResult",
    "TextPair",
]


@dataclass(frozen=True, slots=True)
class TextPair:
    """The texts of one document.

    Attributes:
        released: What would be published, the text that was attacked.
        original: The text it was made from, None where the report may not have it.
    """

    released: str
    original: str | None = None


@dataclass(frozen=True, slots=True)
class AuditView:
    """One audit as a report sees it.

    Attributes:
        name: The method of the release, such as ``masked``.
        results: What the audit found out.
        texts: The texts by the id of their document; documents without one are reported without a text.
    """

    name: str
    results: Results
    texts: Mapping[str, TextPair] = field(default_factory=dict)
