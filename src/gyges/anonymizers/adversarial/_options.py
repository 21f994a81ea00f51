"""Options of the method ``adversarial``."""

from dataclasses import dataclass
from typing import Literal

from gyges.errors import ConfigError
from gyges.records import MAX_LEVEL, Tag, taxonomy

ROUNDS = 3
"""Rounds on synthetic texts and in SPIA; Staab et al. take 5 on PersonalReddit."""

EVIDENCE = 3
"""The lowest certainty that stands for evidence: at 2 and below an attacker follows its biases (Staab et al., G.2)."""

LEVELS = (1, 2, 3)
"""The wordings of the question: naive, expert, expert who explains first."""

_KINDS = {"author-8": "author", "tab-8": "tab"}


@dataclass(frozen=True, slots=True)
class AdversarialOptions:
    """How a text is attacked and rewritten in turns."""

    rounds: int = ROUNDS  # the most rewrites
    feedback: bool = True
    level: int = LEVELS[-1]
    attributes: Literal["author-8", "tab-8"] = "author-8"
    target: str = "author"  # who is protected: ``author``, ``applicant``, or a person in your own words
    stop: Literal["certainty", "never"] = "certainty"
    certainty: int = EVIDENCE  # from which certainty on a guess counts
    at_least: int = 1  # rewrites that are made even where no guess counts. With 0 a text may stay as it is
    final_attack: bool = True  # whether the text after the last rewrite is attacked too
    max_calls: int | None = None
    on_failure: Literal["fail", "keep-last-good"] = "fail"
    release: Literal["last", "best"] = "last"
    layout: Literal["typed", "text"] = "typed"
    temperature: float = 0.1  # sampling temperature of the rewriter (0.1 in the paper)

    def __post_init__(self) -> None:
        if self.rounds < 1:
            raise ConfigError(f"{self.rounds} rounds rewrite nothing", "use 1 or more")
        if not 0 <= self.at_least <= self.rounds:
            raise ConfigError(
                f"at least {self.at_least} of {self.rounds} rounds cannot be made", "use a number from 0 to the rounds"
            )
        if self.level not in LEVELS:  # no Literal: on a command line a number is written as text
            raise ConfigError(f"there is no level {self.level}", f"use one of {', '.join(map(str, LEVELS))}")
        if not 1 <= self.certainty <= MAX_LEVEL:
            raise ConfigError(f"the certainty is {self.certainty}", f"use a whole number from 1 to {MAX_LEVEL}")
        if not self.target.strip():
            raise ConfigError("there is no target", "use author, applicant, or a person in your own words")
        if self.max_calls is not None and self.max_calls < 1 + self.feedback:
            raise ConfigError(
                f"a budget of {self.max_calls} calls does not reach the first rewrite",
                f"use {1 + self.feedback} or more",
            )

    @property
    def kinds(self) -> str:
        """The taxonomy behind `attributes`."""
        return _KINDS[self.attributes]

    @property
    def tags(self) -> tuple[Tag, ...]:
        """What is protected: the attributes and, where they do not cover it, the name."""
        return (*taxonomy(self.kinds).tags, *self.besides)

    @property
    def besides(self) -> tuple[Tag, ...]:
        """The name, which is none of the eight attributes of an author and gives everything away."""
        return (taxonomy("spia")["NAME"],) if self.attributes == "author-8" else ()

    @property
    def attacks_first(self) -> bool:
        """Whether the original is attacked."""
        return self.feedback or (self.stop == "certainty" and self.at_least == 0)

    @property
    def attacks(self) -> bool:
        """Whether rewritten texts are attacked."""
        return self.feedback or self.stop == "certainty"
