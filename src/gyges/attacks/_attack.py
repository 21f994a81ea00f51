"""What an attack is: it sees one released text, nothing else, and says what it inferred."""

from collections.abc import Mapping
from typing import Protocol, runtime_checkable

from gyges.records import Finding

__all__ = ["Attack", "JointAttack", "asks_nobody"]


class Attack(Protocol):
    """An adversary that reads released texts.

    An attack is blind: it is given the text and an id for reference, never the truth, the original or the method.
    It raises a `GygesError` when it could not read a text; that is reported as a failure, never as protection.
    """

    @property
    def name(self) -> str:
        """The spec of the attacker, as it is shown in reports."""

    async def attack(self, text: str, *, id: str) -> Finding:
        """Infer what the text gives away."""


@runtime_checkable
class JointAttack(Attack, Protocol):
    """Several attackers as one."""

    async def join(self, text: str, known: Mapping[str, Finding], *, id: str) -> Finding:
        """Infer what the text gives away; what a member found in it already is known by the name of the member."""


def asks_nobody(part: object) -> bool:
    """Whether an attack or a method computes alone, holds nothing that pickle cannot copy, and may be sent elsewhere.

    It says so itself, by an attribute `by_rules`; without one it does not.
    """
    return getattr(part, "by_rules", False) is True
