"""The options of ``subjectwise``, and its levels: how far it goes, each with a promise in one sentence."""

import math
from dataclasses import dataclass
from typing import Literal

from gyges.anonymizers.subjectwise._drops import Limits
from gyges.errors import ConfigError

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
    """One level."""

    name: LevelName  # its name
    promise: str  # what it does, in one sentence
    breadth: Literal["names", "people", "cues"]  # which words are hidden: names and numbers, what people are, dates too
    leak: float  # the share of the facts that a strong reader may be expected to tell still; 1 drops nothing
    utility: float  # ROUGE-L to the original below which nothing more goes
    price: float = 0.0  # the facts that a unit must keep from being told for each word of what it costs (see `Worth`)
    gain: float = 0.0  # the facts that dropping whole sentences must keep from being told at least
    share: str = "all"  # how many of the words a model keeps, in words
    worth: float = math.inf  # what a word of a sentence may cost at most that goes

    @property
    def hides_cues(self) -> bool:
        """Whether exact dates go."""
        return self.breadth == "cues"

    @property
    def drops(self) -> bool:
        """Whether sentences go."""
        return self.leak < 1

    def limits(self, utility: float) -> Limits:
        """Return how far units may go so that ROUGE-L stays above a share."""
        return Limits(self.leak, words_for(utility), self.price, self.gain, self.worth)


def words_for(utility: float) -> float:
    """Return the share of words that must stay for a ROUGE-L.

    With all words that stay in order, ROUGE-L of a share r is 2r / (1 + r), less what masking takes.
    """
    return min(1.0, utility / (2 * _MASKED - utility))


LEVELS: dict[str, Level] = {
    level.name: level
    for level in (
        Level("light", "Nobody is named or numbered.", "names", leak=1.0, utility=0.5),
        Level(
            "standard",
            "What people are is hidden or broader too (age, place, nationality, work), and what tells most about them "
            "goes.",
            "people",
            leak=STANDARD_LEAK,
            utility=0.6,
            share="two thirds",
            price=0.1,
            gain=_LEAST_GAIN,
            worth=1.9,
        ),
        Level(
            "strong",
            "Cues go too: exact dates, and the sentences that tell most about people.",
            "cues",
            leak=STRONG_LEAK,
            utility=0.42,
            share="half",
            price=0.015,
            gain=_LEAST_GAIN,
            worth=3.0,
        ),
        Level(
            "paranoid",
            "What remains is what happened, in the few sentences that tell least about people.",
            "cues",
            leak=PARANOID_LEAK,
            utility=0.22,
            share="a quarter",
        ),
    )
}
"""All levels by name, from the nearest to the farthest."""

_IN_OWN_WORDS = 0.55
"""ROUGE-L of a text that says all of another one in a model's own words: an editor's whole rewrite, rated 3.6 of 5 for
its meaning, has about .43."""


@dataclass(frozen=True, slots=True)
class SubjectwiseOptions:
    """How far to go.

    Attributes:
        level: ``light``: nobody is named or numbered; ``standard``: what people are is hidden or broader too;
            ``strong``: dates and telling sentences go too; ``paranoid``: what remains is what happened.
        min_utility: ROUGE-L to the original below which nothing more goes; None for what the level says. Direct
            identifiers go all the same.
        any_language: Whether to go on with a text in a language the embedded engine does not read, where no model does.
        rounds: With a model: the most rounds of rewriting or mending, each with its attack.
        calls: With a model: the most attacks and questions for one document.
    """

    level: LevelName = "standard"
    min_utility: float | None = None
    any_language: bool = False
    rounds: int = 3
    calls: int = 40

    def __post_init__(self) -> None:
        if self.min_utility is not None and not 0 <= self.min_utility <= 1:
            raise ConfigError(f"min_utility is {self.min_utility}", "use a number from 0 to 1")
        for name, count in (("rounds", self.rounds), ("calls", self.calls)):
            if count < 1:
                raise ConfigError(f"{name} is {count}", "use 1 or more")

    @property
    def how_far(self) -> Level:
        """The level."""
        return LEVELS[self.level]

    @property
    def utility_floor(self) -> float:
        """ROUGE-L to the original below which nothing more goes."""
        return self.how_far.utility if self.min_utility is None else self.min_utility

    @property
    def floor_in_own_words(self) -> float:
        """The same where a model writes in its own words."""
        return self.how_far.utility * _IN_OWN_WORDS if self.min_utility is None else self.min_utility
