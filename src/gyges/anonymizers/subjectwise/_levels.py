"""Levels: how far ``subjectwise`` goes, each with a promise in one sentence."""

import math
from dataclasses import dataclass
from typing import Literal

from gyges.anonymizers.subjectwise._drops import Limits

__all__ = ["LEVELS", "PARANOID_LEAK", "STANDARD_LEAK", "STRONG_LEAK", "Level", "LevelName"]

LevelName = Literal["light", "standard", "strong", "paranoid"]

_MASKED = 0.9
"""ROUGE-L of words that stay, as some of them are replaced (measured on the development documents)."""

_LEAST_GAIN = 0.1
"""The facts below which no sentence goes: its place would be missed for nothing (chosen on development documents)."""

STANDARD_LEAK, STRONG_LEAK, PARANOID_LEAK = 0.52, 0.31, 0.3
"""The share of the facts that a strong reader may be expected to tell still (the light estimate, on what the embedded
reader finds); see the table in ``docs/design/releases.md``."""


@dataclass(frozen=True, slots=True)
class Level:
    """One level.

    Attributes:
        name: Its name.
        promise: What it does, in one sentence.
        breadth: Which words are changed before the first attack; a key of `BREADTHS`.
        attacks: Whether rounds of attack and edit follow.
        leak: The share of the facts that a strong reader may be expected to tell still; 1 drops nothing.
        price: The facts that a unit must keep from being told for each word of what it costs (see `Worth`).
        gain: The facts that dropping whole sentences must keep from being told at least.
        worth: What a word of a sentence may cost at most that goes.
        utility: ROUGE-L to the original below which nothing more goes.
        hides_all_sexes: Whether a sex goes wherever a sentence allows it; else completely and clearly, or not at all.
    """

    name: LevelName
    promise: str
    breadth: str
    attacks: bool
    leak: float
    utility: float
    price: float = 0.0
    gain: float = 0.0
    worth: float = math.inf
    hides_all_sexes: bool = False

    @property
    def hides_cues(self) -> bool:
        """Whether exact dates and amounts go."""
        return self.breadth == "cues"

    @property
    def drops(self) -> bool:
        """Whether clauses or sentences go."""
        return self.leak < 1

    def limits(self, utility: float) -> Limits:
        """Return how far units may go so that ROUGE-L stays above a share."""
        return Limits(self.leak, words_for(utility), self.price, self.gain, self.worth)


def words_for(utility: float) -> float:
    """Return the share of words that must stay for a ROUGE-L.

    With all words that stay in order, ROUGE-L of a share r is 2r / (1 + r), less what masking takes.

    Example:
        >>> round(words_for(0.4), 2)
        0.29
    """
    return min(1.0, utility / (2 * _MASKED - utility))


LEVELS: dict[str, Level] = {
    level.name: level
    for level in (
        Level("light", "Nobody is named or numbered.", "names", attacks=False, leak=1.0, utility=0.5),
        Level(
            "standard",
            "What people are is broader too (age, place, nationality, work, sex where the text stays clear), and "
            "what tells most about them goes.",
            "people",
            attacks=True,
            leak=STANDARD_LEAK,
            utility=0.6,
            price=0.11,
            gain=_LEAST_GAIN,
            worth=1.9,
        ),
        Level(
            "strong",
            "Cues go too: exact dates and amounts, foreign words, and the sentences that tell most about people.",
            "cues",
            attacks=True,
            leak=STRONG_LEAK,
            utility=0.42,
            price=0.015,
            gain=_LEAST_GAIN,
            worth=3.0,
        ),
        Level(
            "paranoid",
            "What remains is what happened, in the few sentences that tell least about people.",
            "cues",
            attacks=True,
            leak=PARANOID_LEAK,
            utility=0.22,
            hides_all_sexes=True,
        ),
    )
}
"""All levels by name, from the nearest to the farthest."""
