"""The language patterns are written in, and its reader.

``[this|that|]`` picks one alternative, ``{a.first}`` writes something about the person `a` (``{first}`` about the
person `x` that a shared sentence speaks of), ``{a:TAG=value 4/3|words}`` writes words that give a fact away with
certainty 4 and hardness 3 (the value is the person's own where none is given), ``<<bank a>>`` writes a sentence of a
shared bank about `a`, and ``a(n)`` is the article that fits what follows.
"""

import re
from dataclasses import dataclass
from typing import TypeAlias

from gyges.errors import ConfigError

__all__ = ["ALWAYS", "Alternatives", "Article", "Bank", "Marked", "Node", "Pattern", "Sequence", "Slot", "parse"]


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
