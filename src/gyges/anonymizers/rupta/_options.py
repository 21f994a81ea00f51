"""Options of the method ``rupta``."""

from dataclasses import dataclass
from typing import Literal

from gyges.errors import ConfigError
from gyges.records import MAX_LEVEL, taxonomy

CANDIDATES = {"identity": 10, "attributes": 3}
"""Guesses among which the truth must not be: names, and values of an attribute (Yang et al.)."""

COUNTS_FROM = {"identity": 1, "attributes": 3}
"""The certainty from which on a guess counts. The paper counts all; but three guesses hold the truth of an attribute
with two or four values whatever the text says, so there only evidence counts (3, Staab et al., G.2)."""

MOST_CANDIDATES = 20
FEWEST_CALLS = 4  # one attack on the original, one rewrite, and its two evaluations


@dataclass(frozen=True, slots=True)
class RuptaOptions:
    """How a text is optimised."""

    goal: Literal["identity", "attributes"] = "identity"
    target: str = "auto"
    truth: str = ""
    label: str = ""  # what the text must stay good for; empty for the purpose of the user, or the meaning in general
    candidates: int | None = None  # among how many guesses the truth must not be; None for 10 names or 3 values
    certainty: int | None = None  # from which certainty on a guess counts; None for 1 (names) or 3 (values)
    utility: int = 95  # the utility, 0-100, above which the text is good enough
    iterations: int = 5  # the most rewrites after the first one
    memory: int = 3  # how many of the latest versions the rewriter is shown
    max_calls: int | None = None
    on_failure: Literal["fail", "keep-best"] = "fail"
    layout: Literal["typed", "text"] = "typed"

    def __post_init__(self) -> None:
        limits = (
            ("candidates", self.most, 1, MOST_CANDIDATES),
            ("certainty", self.counts_from, 1, MAX_LEVEL),
            ("utility", self.utility, 0, 100),
        )
        for name, value, low, high in limits:
            if not low <= value <= high:
                raise ConfigError(f"{name} is {value}", f"use a number from {low} to {high}")
        for name, value in (("iterations", self.iterations), ("memory", self.memory)):
            if value < 0:
                raise ConfigError(f"{name} is {value}", "use 0 or more")
        if not self.target.strip():
            raise ConfigError("there is no target", "use auto, author, applicant, or a person in your own words")
        if self.max_calls is not None and self.max_calls < FEWEST_CALLS:
            raise ConfigError(
                f"a budget of {self.max_calls} calls does not reach the first version", f"use {FEWEST_CALLS} or more"
            )
        _ = self.truths  # what cannot be read is said now

    @property
    def whom(self) -> str:
        """Who is hidden; empty for the person the text is mainly about."""
        if self.target != "auto":
            return self.target
        return "author" if self.goal == "attributes" else ""

    @property
    def most(self) -> int:
        """Among how many guesses the truth must not be."""
        return CANDIDATES[self.goal] if self.candidates is None else self.candidates

    @property
    def counts_from(self) -> int:
        """From which certainty on a guess counts."""
        return COUNTS_FROM[self.goal] if self.certainty is None else self.certainty

    @property
    def truths(self) -> tuple[tuple[str, str], ...]:
        """The given truth as pairs of tag and value."""
        pairs = []
        for part in filter(None, (part.strip() for part in self.truth.split(";"))):
            tag, equals, value = part.partition("=")
            if self.goal == "identity":
                pairs.append(("NAME", part))
            elif equals and value.strip():
                pairs.append((_known_tag(tag), value.strip()))
            else:
                raise ConfigError(f"'{part}' is not a tag and a value", "write it as AGE=34")
        return tuple(pairs)


def _known_tag(name: str) -> str:
    author = taxonomy("author")
    return (author if name.strip().upper() in author else taxonomy("spia"))[name].name
