"""Reviews of releases: decided edit by edit, looked at through an attacker's eyes, signed, exported."""

from gyges.studio.reviews._attack import ATTACK, AttackKept, attack_release, attacks_on, check_attacker
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
from gyges.studio.reviews._list import ReleaseListed, list_releases, release_counts
from gyges.studio.reviews._look import FactSeen, PersonSeen, ReleaseSeen, appraiser_of, look_at
from gyges.studio.reviews._make import EMBEDDED_METHODS, make_releases

__all__ = [
    "ATTACK",
    "EMBEDDED_METHODS",
    "REVIEW",
    "SIGNATURE",
    "AttackKept",
    "FactSeen",
    "PersonSeen",
    "ReleaseListed",
    "ReleaseSeen",
    "ReviewState",
    "ReviewedText",
    "Signature",
    "appraiser_of",
    "attack_release",
    "attacks_on",
    "audit_rows",
    "check_attacker",
    "list_releases",
    "look_at",
    "make_releases",
    "read_review_of",
    "release_counts",
    "reviewed_releases",
    "sign",
    "withdraw",
]
