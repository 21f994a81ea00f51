"""Taxonomies: the kinds of facts and mentions, kept as data files beside this module."""

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cache
from importlib.resources import files
from typing import Any

from gyges.errors import UnknownNameError

TAXONOMIES = ("author", "spia", "special", "tab")
"""Names of the taxonomies that ship."""


class Kind(StrEnum):
    """SPIA's two kinds of facts: codes have a fixed pattern, the rest does not."""

    CODE = "CODE"
    NON_CODE = "NON_CODE"


class Tier(StrEnum):
    """How much harm it does when a value of this tag leaks."""

    DIRECT = "direct"
    SENSITIVE = "sensitive"
    QUASI = "quasi"
    WEAK = "weak"


@dataclass(frozen=True, slots=True)
class Tag:
    """One kind of fact or mention.

    Attributes:
        name: The name used in files and tables.
        definition: What it covers, in one sentence.
        tier: Sensitivity tier.
        kind: CODE or NON_CODE; None where the taxonomy does not make that difference.
        options: The allowed values; empty for free text.
        aliases: Other names met in data sets.
    """

    name: str
    definition: str
    tier: Tier
    kind: Kind | None = None
    options: tuple[str, ...] = ()
    aliases: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Taxonomy:
    """A closed list of tags, in the order of its source.

    Example:
        >>> spia = taxonomy("spia")
        >>> spia["AGE"].tier
        <Tier.QUASI: 'quasi'>
        >>> "SHOE_SIZE" in spia
        False
    """

    name: str
    title: str
    source: str
    tags: tuple[Tag, ...]
    _by_name: Mapping[str, Tag] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        named: dict[str, Tag] = {}
        for tag in self.tags:
            for name in (tag.name, *tag.aliases):
                named.setdefault(name, tag)
        object.__setattr__(self, "_by_name", named)

    def __iter__(self) -> Iterator[Tag]:
        return iter(self.tags)

    def __len__(self) -> int:
        return len(self.tags)

    def __contains__(self, name: object) -> bool:
        return any(tag.name == name for tag in self.tags)

    def __getitem__(self, name: str) -> Tag:
        """Return a tag by its name or one of its aliases, whatever their case."""
        tag = self._by_name.get(name.strip().upper().replace(" ", "_"))
        if tag is None:
            raise UnknownNameError(
                f"the taxonomy '{self.name}' has no tag '{name}'", f"use one of {', '.join(self.names)}"
            )
        return tag

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the tags, in order."""
        return tuple(tag.name for tag in self.tags)


@cache
def taxonomy(name: str) -> Taxonomy:
    """Return a taxonomy that ships, ``spia``, ``author``, ``special`` or ``tab``, or several as ``spia+special``."""
    if "+" in name:
        parts = [taxonomy(part) for part in name.split("+")]
        titles, sources = " and ".join(part.title for part in parts), " and ".join(part.source for part in parts)
        return Taxonomy(name, titles, sources, tuple({tag.name: tag for part in parts for tag in part}.values()))
    if name not in TAXONOMIES:
        raise UnknownNameError(f"there is no taxonomy '{name}'", f"use one of {', '.join(TAXONOMIES)}")
    source = files(__package__) / "taxonomies" / f"{name}.toml"
    data = tomllib.loads(source.read_text(encoding="utf-8"))
    return Taxonomy(
        name=data["name"],
        title=data["title"],
        source=data["source"],
        tags=tuple(_tag(row) for row in data["tags"]),
    )


def _tag(row: dict[str, Any]) -> Tag:
    return Tag(
        name=row["name"],
        definition=row["definition"],
        tier=Tier(row["tier"]),
        kind=Kind(row["kind"]) if "kind" in row else None,
        options=tuple(row.get("options", ())),
        aliases=tuple(row.get("aliases", ())),
    )
