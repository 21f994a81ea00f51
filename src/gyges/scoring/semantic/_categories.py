"""Of what kind is what leaked: categories of claims, by a model, or by the kinds of facts the embedded engine reads."""

import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Literal, TypeAlias, get_args

from pydantic import BaseModel, Field

from gyges.errors import UnknownNameError
from gyges.models import DocumentText, Model, Prompt, numbered
from gyges.records import JsonValue
from gyges.scoring._judge import UNANSWERED
from gyges.scoring._rate import Count, Rate, bootstrap_rates
from gyges.scoring.semantic._distance import RatedRecord
from gyges.scoring.semantic._raters import CLAIMS_AT_ONCE

CategorySet: TypeAlias = Literal["general", "medical"]
UNCATEGORISED = "uncategorised"
"""The category of a claim nobody could put into one."""

NONE = "none"


@dataclass(frozen=True, slots=True)
class LeakCategory:
    """A kind of sensitive information."""

    name: str
    means: str
    tags: tuple[str, ...] = ()


@cache
def leak_categories(which: CategorySet = "general") -> tuple[LeakCategory, ...]:
    """Return the categories of a set, in the order of the paper."""
    if which not in get_args(CategorySet):
        raise UnknownNameError(f"there are no categories '{which}'", f"use {' or '.join(get_args(CategorySet))}")
    text = (files(__package__) / "tables" / "categories.toml").read_text(encoding="utf-8")
    rows = tomllib.loads(text)[which]["categories"]
    return tuple(LeakCategory(row["name"], row["means"], tuple(row.get("tags", ()))) for row in rows)


class CategorisedClaim(BaseModel, extra="forbid"):
    """The categories of one claim."""

    number: int = Field(ge=1)
    categories: list[str]


class CategorisedClaims(BaseModel, extra="forbid"):
    """The model's answer."""

    claims: list[CategorisedClaim]


@dataclass(frozen=True)
class CategoriseClaims(Prompt[CategorisedClaims], template="prompts/categories.jinja"):
    """What kinds of information do these claims hold?"""

    claims: DocumentText
    categories: tuple[LeakCategory, ...]
    count: int

    def check(self, answer: CategorisedClaims) -> None:
        """Require every claim once, with names from the list."""
        if sorted(row.number for row in answer.claims) != list(range(1, self.count + 1)):
            raise ValueError(f"give each of the claims 1 to {self.count} exactly once")
        known = {category.name for category in self.categories} | {NONE}
        if not {name for row in answer.claims for name in row.categories} <= known:
            raise ValueError(f"the categories are {', '.join(sorted(known))}")

    def schema(self) -> dict[str, JsonValue]:
        """Return the schema with the names of the categories as the only words allowed."""
        schema = super().schema()
        names: list[JsonValue] = [*(category.name for category in self.categories), NONE]
        return _with_names(schema, names)


def _with_names(schema: Mapping[str, JsonValue], names: list[JsonValue]) -> dict[str, JsonValue]:
    copy: dict[str, JsonValue] = {}
    for key, value in schema.items():
        if key == "categories" and isinstance(value, Mapping):
            copy[key] = {**value, "items": {"type": "string", "enum": names}}
        else:
            copy[key] = _with_names(value, names) if isinstance(value, Mapping) else value
    return copy


async def categories_by_model(
    model: Model, claims: Sequence[str], which: CategorySet = "general"
) -> list[tuple[str, ...]]:
    """Return the categories of each claim; `UNCATEGORISED` where the model gave no usable answer."""
    known = leak_categories(which)
    found: list[tuple[str, ...]] = []
    for start in range(0, len(claims), CLAIMS_AT_ONCE):
        batch = claims[start : start + CLAIMS_AT_ONCE]
        try:
            answer = await model.ask(CategoriseClaims(numbered(batch), known, len(batch)))
        except UNANSWERED:
            found += [(UNCATEGORISED,)] * len(batch)
            continue
        rows = {row.number: row.categories for row in answer.claims}
        found += [tuple(name for name in dict.fromkeys(rows[n]) if name != NONE) for n in range(1, len(batch) + 1)]
    return found


def categories_by_tag(tags: Iterable[str], which: CategorySet = "general") -> tuple[str, ...]:
    """Return the categories of a claim in which the embedded engine read facts of these tags."""
    wanted = set(tags)
    return tuple(category.name for category in leak_categories(which) if wanted & set(category.tags))


def leaks_by_category(
    records: Sequence[RatedRecord], categories: Mapping[str, Sequence[tuple[str, ...]]]
) -> dict[str, Rate]:
    """Return for each category the share of its claims that leaked, of those the attacker did not know."""
    names = dict.fromkeys(name for rows in categories.values() for row in rows for name in row)
    table: dict[str, list[Count]] = {name: [] for name in names}
    for record in records:
        rows = categories.get(record.id, ())
        for name in names:
            judged = [
                rating
                for number, rating in enumerate(record.ratings)
                if number not in record.known and rating.rating is not None and name in rows[number]
            ]
            table[name].append(Count(sum(rating.leaked for rating in judged), len(judged)))
    return bootstrap_rates(table)
