"""The options of ``subjectwise``."""

from dataclasses import dataclass
from typing import Literal

from gyges.anonymizers.subjectwise._levels import LEVELS, Level, LevelName
from gyges.errors import ConfigError

__all__ = ["SubjectwiseOptions"]

RankerName = Literal["none", "auto", "tiny"]

_IN_OWN_WORDS = 0.55
"""ROUGE-L of a text that says all of another one in a model's own words: an editor's whole rewrite, rated 3.6 of 5 for
its meaning, has about .43."""


@dataclass(frozen=True, slots=True)
class SubjectwiseOptions:
    """How far to go.

    Attributes:
        level: ``light``: nobody is named or numbered; ``standard``: what people are is broader too; ``strong``: cues,
            asides and telling sentences go too; ``paranoid``: what remains is what happened.
        target: The protection at which a person needs no more; the loop ends when everybody has it.
        rounds: The most rounds of attack and edit.
        min_utility: ROUGE-L to the original below which nothing more is changed; None for what the level says. Direct
            identifiers go all the same.
        calls: The most attacks and questions to a model for one document.
        precautions: What is changed before the first attack: ``identifiers`` for names, numbers and words that tell a
            sex; ``people`` also for words that place, employ or describe somebody; ``auto`` for what the level says.
            A model is given the original, and what it leaves of names and numbers goes afterwards.
        held_out_seed: Attack with only the half of the rules that ``rules:seen=SEED`` has, to be judged by the other
            half; negative for all rules.
        ranker: Who chooses among wordings and senses that the rules leave open: ``none`` for the rules' own order,
            ``tiny`` for the likelihood of the sentence by the base weights of ``tiny``, ``auto`` for ``tiny`` where
            these are on this machine.
        any_language: Whether to go on with a text in a language the embedded engine does not read, where no model does.
    """

    level: LevelName = "standard"
    target: float = 0.9
    rounds: int = 8
    min_utility: float | None = None
    calls: int = 40
    precautions: Literal["auto", "identifiers", "people"] = "auto"
    held_out_seed: int = -1
    any_language: bool = False
    ranker: RankerName = "none"

    def __post_init__(self) -> None:
        for name, share in (("target", self.target), ("min_utility", self.min_utility)):
            if share is not None and not 0 <= share <= 1:
                raise ConfigError(f"{name} is {share}", "use a number from 0 to 1")
        for name, count in (("rounds", self.rounds), ("calls", self.calls)):
            if count < 1:
                raise ConfigError(f"{name} is {count}", "use 1 or more")

    @property
    def how_far(self) -> Level:
        """The level."""
        return LEVELS[self.level]

    @property
    def utility_floor(self) -> float:
        """ROUGE-L to the original below which nothing more is changed."""
        return self.how_far.utility if self.min_utility is None else self.min_utility

    @property
    def floor_in_own_words(self) -> float:
        """The same where a model writes in its own words."""
        return self.how_far.utility * _IN_OWN_WORDS if self.min_utility is None else self.min_utility
