"""The language patterns are written in, its reader, and the pattern files: genres with their scenes and sentences.

``[this|that|]`` picks one alternative, ``{a.first}`` writes something about the person `a` (``{first}`` about the
person `x` that a shared sentence speaks of), ``{a:TAG=value 4/3|words}`` writes words that give a fact away with
certainty 4 and hardness 3 (the value is the person's own where none is given), ``<<bank a>>`` writes a sentence of a
shared bank about `a`, and ``a(n)`` is the article that fits what follows.
"""

import re
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import TypeAlias

from gyges.errors import ConfigError, UnknownNameError


@dataclass(frozen=True, slots=True)
class Slot:
    """Something about a person or the scene, such as ``a.spouse.first``."""

    path: tuple[str, ...]
    name: str


@dataclass(frozen=True, slots=True)
class Bank:
    """A sentence of a shared bank about a person; `chance` percent of the time."""

    name: str
    path: tuple[str, ...]
    chance: int


@dataclass(frozen=True, slots=True)
class Article:
    """``a`` or ``an``, by what follows."""


@dataclass(frozen=True, slots=True)
class Alternatives:
    """One of several sequences."""

    choices: "tuple[Sequence, ...]"


@dataclass(frozen=True, slots=True)
class Marked:
    """Words that give a fact away; `masked` says whether they are marked as a mention too."""

    path: tuple[str, ...]
    tag: str
    value: str
    certainty: int
    hardness: int
    masked: bool
    words: "Sequence"


Node: TypeAlias = "str | Slot | Bank | Article | Alternatives | Marked"
Sequence: TypeAlias = tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Pattern:
    """A named pattern."""

    id: str
    nodes: Sequence


_TOKEN = re.compile(r"\[|\]|\||<<[^<>]+>>|\{[\w.!:~']+\}|\{[\w.]+[:!][A-Z_]+(?:=[^{}|]*?)? \d/\d\||\}|[aA]\(n\) ")
_MARK = re.compile(r"\{([\w.]+)([:!])([A-Z_]+)(?:=([^{}|]*?))? (\d)/(\d)\|")
_BANK = re.compile(r"<<([\w-]+)(?: ([\w.]+))?(?: (\d+)%)?>>")
ALWAYS = 100
_OR, _OPEN = "|", "["


def parse(text: str) -> Sequence:
    """Read a pattern."""
    tokens = _tokens(text)
    nodes, rest = _sequence(tokens, 0, "")
    if rest != len(tokens):
        raise ConfigError(f"the pattern '{text}' closes something it did not open", "balance its brackets")
    return nodes


def _tokens(text: str) -> list[str]:
    found, last = [], 0
    for match in _TOKEN.finditer(text):
        found += [text[last : match.start()], match.group()]
        last = match.end()
    return [token for token in (*found, text[last:]) if token]


def _sequence(tokens: list[str], index: int, closing: str) -> tuple[Sequence, int]:
    nodes: list[Node] = []
    while index < len(tokens):
        token = tokens[index]
        if token in ("]", "}") or (token == _OR and closing == "]"):
            return tuple(nodes), index
        node, index = _node(tokens, index)
        nodes.append(node)
    if closing:
        raise ConfigError(f"a pattern does not close '{closing}': {''.join(tokens)}", "balance its brackets")
    return tuple(nodes), index


def _node(tokens: list[str], index: int) -> tuple[Node, int]:
    token = tokens[index]
    if token == _OPEN:
        return _alternatives(tokens, index)
    if token.startswith("<<"):
        return _bank(token), index + 1
    if mark := _MARK.fullmatch(token):
        words, end = _sequence(tokens, index + 1, "}")
        path, how, tag, value, certainty, hardness = mark.groups()
        masked = how == ":"
        return Marked(_path(path), tag, value or "", int(certainty), int(hardness), masked, words), end + 1
    if token.startswith("{"):
        *path, name = token[1:-1].split(".")
        return Slot(tuple(path), name), index + 1
    if token in ("a(n) ", "A(n) "):
        return Article(), index + 1
    return token, index + 1


def _alternatives(tokens: list[str], index: int) -> tuple[Node, int]:
    choices: list[Sequence] = []
    while True:
        nodes, index = _sequence(tokens, index + 1, "]")
        choices.append(nodes)
        if tokens[index] == "]":
            return Alternatives(tuple(choices)), index + 1
        if tokens[index] == "}":
            raise ConfigError(f"a pattern closes '}}' inside brackets: {''.join(tokens)}", "balance its brackets")


def _bank(token: str) -> Bank:
    match = _BANK.fullmatch(token)
    if match is None:
        raise ConfigError(f"'{token}' names no bank", "write <<bank>>, <<bank a>> or <<bank a 50%>>")
    name, path, chance = match.groups()
    return Bank(name, _path(path) if path else (), int(chance or ALWAYS))


def _path(text: str) -> tuple[str, ...]:
    return tuple(text.split("."))


def read_data(name: str) -> str:
    """Return the text of a data file of the factory."""
    return (files(__package__) / name).read_text(encoding="utf-8")


GENRES = (
    "advert", "chat", "clinical", "comment", "complaint", "court", "forum", "hr", "incident", "interview", "letter",
    "minutes", "news", "review", "school", "socialwork", "support",
)  # fmt: skip
"""The genres that documents are made in."""

_SHARED = ("age", "cues", "home", "family", "study", "work", "origin", "noise")
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


def _rows(file: str, title: str, lines: list[str]) -> tuple[Pattern, ...]:
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
    return {title: _rows(file, title, lines) for file in _SHARED for _, title, lines in _blocks(file)}


@cache
def genre_named(name: str) -> GenreTemplates:
    """Return a genre by its name."""
    if name not in GENRES:
        raise UnknownNameError(f"there is no genre '{name}'", f"use one of {', '.join(GENRES)}")
    blocks = _blocks(name)
    banks = {title: _rows(name, title, lines) for kind, title, lines in blocks if kind == "bank"}
    scenes = tuple(_scene(name, title, lines) for kind, title, lines in blocks if kind == "scene")
    return GenreTemplates(name, scenes, {**_shared(), **banks})
