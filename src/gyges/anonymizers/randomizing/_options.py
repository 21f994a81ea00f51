"""How ``randomize`` works."""

from dataclasses import dataclass
from typing import Annotated

from pydantic import Field

from gyges.anonymizers.rewriting import Layout
from gyges.records import MAX_LEVEL

__all__ = ["RandomizeOptions"]


@dataclass(frozen=True, slots=True)
class RandomizeOptions:
    """Options of ``randomize``.

    Attributes:
        seed: Another one draws other values.
        rounds: The most rewrites; the text is attacked after each, and rewritten again while a true value is guessed.
        certainty: What the attacker is less sure of is not worth a lie.
        temperature: Sampling temperature.
        layout: How the model answers.
        window_tokens: The most tokens of text in one question.
    """

    seed: int = 0
    rounds: Annotated[int, Field(ge=1, le=10)] = 3
    certainty: Annotated[int, Field(ge=1, le=MAX_LEVEL)] = 3
    temperature: Annotated[float, Field(ge=0, le=2)] = 0.1
    layout: Layout = "typed"
    window_tokens: int | None = None
