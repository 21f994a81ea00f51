"""Genres: the pattern files, each with its scenes and its banks of sentences."""

import re
from dataclasses import dataclass
from functools import cache

from gyges.errors import ConfigError, UnknownNameError
from gyges.factory._jobs import job_patterns
from gyges.factory._locales import read_data
from gyges.factory._patterns import Alternatives, Pattern, Sequence, Slot, parse

__all__ = ["GENRES", "GenreTemplates", "ScenePart", "SceneTemplate", "genre_named", "pattern_count"]

GENRES = (
    "advert", "chat", "clinical", "comment", "complaint", "court", "forum", "hr", "incident", "interview", "letter",
    "minutes", "news", "review", "school", "socialwork", "support",
)  # fmt: skip
"""The genres that documents are made in."""

SHARED = ("age", "cues", "home", "family", "study", "work", "origin", "noise")
_CAST = re.compile(r'cast (\w+) "([^"]*)"\s*(.*)')


@dataclass(frozen=True, slots=True)
class ScenePart:
    """A part in a scene: its letter, who it is, and what is asked of the person."""

    letter: str
    description: str
    wish: str


@dataclass(frozen=True, slots=True)
class SceneTemplate:
    """A situation with its people and the text that tells it; `dated` where the text surely says when."""

    pattern: Pattern
    cast: tuple[ScenePart, ...]
    settings: dict[str, str]
    dated: bool


@dataclass(frozen=True, slots=True)
class GenreTemplates:
    """The scenes of a genre and the sentences it may use."""

    name: str
    scenes: tuple[SceneTemplate, ...]
    banks: dict[str, tuple[Pattern, ...]]


def _blocks(name: str) -> list[tuple[str, str, list[str]]]:
    """Return kind, name and lines of every block of a pattern file."""
    found: list[tuple[str, str, list[str]]] = []
    for line in read_data(f"patterns/{name}.txt").splitlines():
        if line.startswith("== "):
            kind, title = line[3:].strip().split(" ", 1)
            found.append((kind, title, []))
        elif found and not line.startswith("#"):
            found[-1][2].append(line)
    return found


def _bank(file: str, title: str, lines: list[str]) -> tuple[Pattern, ...]:
    rows = [line.strip() for line in lines if line.strip()]
    return tuple(Pattern(f"{file}/{title}/{index}", parse(row)) for index, row in enumerate(rows))


def _scene(file: str, title: str, lines: list[str]) -> SceneTemplate:
    if "--" not in lines:
        raise ConfigError(f"the scene '{title}' of {file} has no text", "put a line -- before its text")
    head, body = lines[: lines.index("--")], lines[lines.index("--") + 1 :]
    cast, settings = [], {}
    for line in head:
        if match := _CAST.fullmatch(line.strip()):
            cast.append(ScenePart(*match.groups()))
        elif line.strip():
            key, _, value = line.strip().partition(" ")
            settings[key] = value
    nodes = parse("\n".join(body).strip())
    return SceneTemplate(Pattern(f"{file}/scene/{title}", nodes), tuple(cast), settings, _says_when(nodes))


def _says_when(nodes: Sequence) -> bool:
    return any(
        (isinstance(node, Slot) and node.name == "date")
        or (isinstance(node, Alternatives) and all(map(_says_when, node.choices)))
        for node in nodes
    )


@cache
def _shared() -> dict[str, tuple[Pattern, ...]]:
    return {title: _bank(file, title, lines) for file in SHARED for _, title, lines in _blocks(file)}


@cache
def genre_named(name: str) -> GenreTemplates:
    """Return a genre by its name."""
    if name not in GENRES:
        raise UnknownNameError(f"there is no genre '{name}'", f"use one of {', '.join(GENRES)}")
    blocks = _blocks(name)
    banks = {title: _bank(name, title, lines) for kind, title, lines in blocks if kind == "bank"}
    scenes = tuple(_scene(name, title, lines) for kind, title, lines in blocks if kind == "scene")
    return GenreTemplates(name, scenes, {**_shared(), **banks})


def pattern_count() -> int:
    """Return how many scene and sentence patterns there are, alternatives not counted."""
    shared = sum(len(bank) for bank in _shared().values())
    own = sum(
        len(genre.scenes) + sum(len(bank) for title, bank in genre.banks.items() if title not in _shared())
        for genre in map(genre_named, GENRES)
    )
    return shared + own + job_patterns()
