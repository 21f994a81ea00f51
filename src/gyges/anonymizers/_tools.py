"""What a method may work with: models, an attacker, the user's purpose, a key."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from gyges.attacks import Attack, AttackOptions, open_attacker
from gyges.errors import ConfigError
from gyges.models import Model, ModelPool
from gyges.records import JsonValue


@dataclass(frozen=True, slots=True)
class Purpose:
    """What a release is for, in the user's own words.

    Attributes:
        protect: What must not be learned from it; empty for everything about everybody.
        preserve: What it must stay good for; empty for the meaning in general.
    """

    protect: str = ""
    preserve: str = ""


@dataclass(frozen=True, slots=True)
class Tools:
    """What the user gave to work with.

    Attributes:
        pool: Where models are opened.
        model: The model that rewrites; None if the user named none.
        attacker: Who attacks inside the method; None for what suits the method.
        judge: Who judges inside the method; None for what suits the method.
        purpose: What to protect and what to keep.
        key: The secret behind keyed pseudonyms and reversible releases.
        attack: How attacks are carried out.
    """

    pool: ModelPool
    model: str | None = None
    attacker: str | None = None
    judge: str | None = None
    purpose: Purpose = Purpose()
    key: bytes | None = field(default=None, repr=False)
    attack: AttackOptions = field(default_factory=AttackOptions)

    def rewriter(self, method: str) -> Model:
        """Open the model that rewrites.

        Raises:
            ConfigError: The user named none.
        """
        if self.model is None:
            raise ConfigError(
                f"the method '{method}' needs a model", "name one with --model, such as http://127.0.0.1:11434/v1#NAME"
            )
        return self.pool.model(self.model)

    def open_attack(self, otherwise: str) -> Attack:
        """Open the attacker the user named, or the one that suits the method."""
        return open_attacker(self.attacker or otherwise, self.pool, self.attack)


def rewriter_settings(options: Any, purpose: Purpose, **roles: Model | Attack) -> Mapping[str, JsonValue]:
    """Return what decides the releases of a method with models: its options, who plays which role, and the purpose."""
    return {**asdict(options), **{role: one.name for role, one in roles.items()}, **asdict(purpose)}
