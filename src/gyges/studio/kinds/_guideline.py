"""The guideline of annotators, kept as a data file beside this module: levels, hints, and what is remarked on."""

import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Literal

from gyges.studio.kinds._kind import Remark

__all__ = ["Guideline", "guideline", "remark", "word_list"]


@dataclass(frozen=True, slots=True)
class GuidelineRule:
    """What a guideline remarks on: the words, and whether they must be heeded."""

    words: str
    weight: Literal["error", "advice"] = "error"


@dataclass(frozen=True, slots=True)
class Guideline:
    """What annotators go by.

    Attributes:
        people: Who counts as a person of a text.
        mentions: What is marked in a text.
        certainty: What each level means, the lowest first.
        hardness: What each level means, the lowest first.
        hints: How values of a kind of fact are written, by its tag.
        words: Lists of words that rules look for.
        rules: What is remarked on, by the name of the rule.
    """

    people: str
    mentions: str
    certainty: tuple[str, ...]
    hardness: tuple[str, ...]
    hints: dict[str, str]
    words: dict[str, frozenset[str]]
    rules: dict[str, GuidelineRule]


@cache
def guideline() -> Guideline:
    """Return the guideline that ships."""
    data = tomllib.loads((files(__package__) / "guideline.toml").read_text(encoding="utf-8"))
    return Guideline(
        people=data["people"],
        mentions=data["mentions"],
        certainty=tuple(data["certainty"][level] for level in sorted(data["certainty"])),
        hardness=tuple(data["hardness"][level] for level in sorted(data["hardness"])),
        hints=data["hints"],
        words={name: frozenset(words) for name, words in data["words"].items()},
        rules={name: GuidelineRule(**row) for name, row in data["rules"].items()},
    )


def word_list(name: str) -> frozenset[str]:
    """Return one of the lists of words."""
    return guideline().words[name]


def remark(rule: str, *at: str | int, **words: object) -> Remark:
    """Return what a rule says about a place of a body."""
    found = guideline().rules[rule]
    return Remark(at=list(at), rule=rule, words=found.words.format(**words), weight=found.weight)
