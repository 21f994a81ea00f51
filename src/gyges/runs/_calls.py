"""How many calls to models a text takes, before any is made."""

import math
from collections.abc import Iterator

from gyges.attacks import Attack
from gyges.models import Model

__all__ = ["models_asked", "tokens_of", "windows_of"]

CHARACTERS_PER_TOKEN = 4
"""The usual rule of thumb for English."""

WINDOW_TOKENS = 6000
"""Longer texts are read and rewritten in windows."""


def tokens_of(characters: int) -> int:
    """Return about how many tokens a text of so many characters has."""
    return math.ceil(characters / CHARACTERS_PER_TOKEN)


def windows_of(characters: int) -> int:
    """Return in how many windows a text of so many characters is read."""
    return max(1, math.ceil(tokens_of(characters) / WINDOW_TOKENS))


def models_asked(attacker: Attack, stages: int) -> Iterator[tuple[Model, int]]:
    """Yield the models behind an attacker with their calls for one window; rules and plug-ins have none."""
    for member in getattr(attacker, "attackers", ()):
        yield from models_asked(member, stages)
    model = getattr(attacker, "model", None)
    if isinstance(model, Model):
        yield model, stages if type(attacker).__name__ == "SubjectsAttack" else 1
