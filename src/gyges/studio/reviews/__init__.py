"""Reviews of releases: decided edit by edit, looked at through an attacker's eyes, signed, exported."""

from gyges.studio.reviews._decided import (
    REVIEW,
    SIGNATURE,
    ReviewedText,
    ReviewState,
    Signature,
    read_review_of,
    sign,
    withdraw,
)
from gyges.studio.reviews._export import audit_rows, reviewed_releases

__all__ = [
    "REVIEW",
    "SIGNATURE",
    "ReviewState",
    "ReviewedText",
    "Signature",
    "audit_rows",
    "read_review_of",
    "reviewed_releases",
    "sign",
    "withdraw",
]
