"""Kinds of sheets: what can be written about a text, and what a guideline remarks on it."""

import tomllib
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from gyges.errors import StudioError
from gyges.studio._project import Project


class Body(BaseModel):
    """What a sheet holds; each kind has its own."""

    model_config = ConfigDict(extra="forbid")


class Remark(BaseModel):
    """What a guideline says about a place in a sheet; it never keeps anybody from saving."""

    model_config = ConfigDict(extra="forbid")

    at: list[str | int] = Field(default_factory=list)
    rule: str  # A stable name of the rule
    words: str  # what is wrong and what to do
    weight: Literal["error", "advice"] = "error"


def no_remarks(project: Project, item: int, body: Any) -> list[Remark]:
    """Have nothing to say."""
    return []


def refuse_errors(remarks: Iterable[Remark]) -> None:
    """Refuse to finish a sheet that the guideline finds errors in; saving it unfinished is always possible."""
    errors = [remark.words for remark in remarks if remark.weight == "error"]
    if errors:
        raise StudioError(
            f"this is not finished before it is mended in {len(errors)} places; the first: {errors[0]}",
            "mend them, or leave it open",
        )


@dataclass(frozen=True, slots=True)
class SheetKind:
    """One kind of sheet. Standing in `KINDS` gives it its routes."""

    name: str  # as routes and files call it
    body: type[Body]  # what it holds
    about: Literal["document", "release"]  # whether it is about a document or about a release
    shared: bool = False  # whether all write on one sheet instead of each on their own
    remarks: Callable[[Project, int, Any], list[Remark]] = no_remarks
    by_number: bool = True


@dataclass(frozen=True, slots=True)
class GuidelineRule:
    """What a guideline remarks on: the words, and whether they must be heeded."""

    words: str
    weight: Literal["error", "advice"] = "error"


@dataclass(frozen=True, slots=True)
class Guideline:
    """What annotators go by."""

    people: str  # who counts as a person of a text
    mentions: str  # what is marked in a text
    certainty: tuple[str, ...]  # what each level means, the lowest first
    hardness: tuple[str, ...]  # what each level means, the lowest first
    hints: dict[str, str]  # how values of a kind of fact are written, by its tag
    words: dict[str, frozenset[str]]  # lists of words that rules look for
    rules: dict[str, GuidelineRule]  # what is remarked on, by the name of the rule


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
