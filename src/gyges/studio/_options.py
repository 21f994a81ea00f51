"""What whoever starts a studio allows it: which attackers it may let loose, where texts may go, which runs it shows."""

from dataclasses import dataclass, field
from pathlib import Path

from gyges.models import ModelSettings

__all__ = ["EMBEDDED", "StudioOptions"]

EMBEDDED = "rules"
"""The attacker that is always there."""


@dataclass(frozen=True, slots=True)
class StudioOptions:
    """What is fixed at the start. No page can name an attacker, a host or a folder that does not stand here.

    Attributes:
        attackers: Attackers that pages may choose besides the embedded one, by their specs.
        models: How models are used: hosts, budget, prices.
        runs: Folders with run folders, besides the project's own.
    """

    attackers: tuple[str, ...] = ()
    models: ModelSettings = field(default_factory=ModelSettings)
    runs: tuple[Path, ...] = ()

    @property
    def offered(self) -> tuple[str, ...]:
        """All attackers that pages may choose."""
        return tuple(dict.fromkeys((EMBEDDED, *self.attackers)))
