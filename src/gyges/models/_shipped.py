"""The prompts that ship, as the user sees them, and the user's own in their place."""

import hashlib
import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Annotated, Literal, TypeAlias

from jinja2 import Template, meta, nodes
from jinja2.sandbox import ImmutableSandboxedEnvironment
from pydantic import ConfigDict, Field

from gyges.models._layout import AnswerLayout, stated_layout
from gyges.models._template import environment
from gyges.records import JsonValue

SUFFIX = ".jinja"
_PACKAGE = Path(__file__).parent.parent
_FOLDER = "prompts"
_PAGES = "templates"
"""Where templates of reports lie, which no model reads."""

_MECHANISM = "models"
"""The fence, the shape of an answer and the words of a correction are no prompts: what is measured rests on them."""

_HEAD = re.compile(r"\{#-?\s*(?P<what>.*?)(?:\s+Documents: (?P<documents>[\w, ]+)\.)?\s*-?#\}", re.DOTALL)
_BLOCKS = ("system", "user")


@dataclass(frozen=True, slots=True)
class PromptParts:
    """What a prompt is made of, with everything it includes."""

    fields: frozenset[str]  # names it uses, apart from those it only asks whether they are empty
    tested: frozenset[str]  # names it only asks whether they are empty
    attributes: frozenset[str]  # what it takes from them, such as the ``name`` in ``tag.name``
    blocks: frozenset[str]  # which of the turns it has
    macros: Mapping[str, int]  # the macros it offers to others, with the number of their arguments
    includes: frozenset[str]  # files it is made of besides itself


@dataclass(frozen=True, slots=True)
class ShippedPrompt:
    """One prompt that ships."""

    name: str  # what it is called, such as ``attacks/people``; the file of a prompt of one's own is called the same
    what: str  # what it is for
    fields: tuple[str, ...]  # the fields it is given
    documents: tuple[str, ...]  # those that hold the text of a document and cannot be left out
    is_part: bool  # whether it is only a part that other prompts include
    path: Path  # the file


@cache
def shipped_prompts() -> Mapping[str, ShippedPrompt]:
    """Return all prompts that may be replaced, by name."""
    files = sorted(path for path in _PACKAGE.rglob(f"*{SUFFIX}") if path.parent.name != _PAGES)
    found = sorted((_shipped(path) for path in files), key=lambda prompt: prompt.name)
    return {prompt.name: prompt for prompt in found if not prompt.name.startswith(f"{_MECHANISM}/")}


def prompt_name(path: Path) -> str | None:
    """Return the name of a prompt file of the package; None for one of somebody else.

    A prompt that lies beside the method that asks it is called by the room and its file.
    """
    if not path.is_relative_to(_PACKAGE):
        return None
    parts = path.relative_to(_PACKAGE).parts
    named = [part for part in parts if part != _FOLDER] if path.parent.name == _FOLDER else [parts[0], parts[-1]]
    return "/".join(named).removesuffix(SUFFIX)


def required_documents(path: Path) -> frozenset[str]:
    """Return the fields of a prompt file that hold documents and cannot be left out."""
    shipped = shipped_prompts().get(prompt_name(path) or "")
    return frozenset(shipped.documents) if shipped is not None else frozenset()


def parts_of(file: str, loaded: ImmutableSandboxedEnvironment) -> PromptParts:
    """Return what a template is made of."""
    trees: dict[str, nodes.Template] = {}
    _gather(file, loaded, trees)
    used: set[str] = set()
    tested: set[str] = set()
    attributes: set[str] = set()
    for tree in trees.values():
        names = meta.find_undeclared_variables(tree)
        shown = {name.name for name in _outside_tests(tree) if isinstance(name, nodes.Name)}
        used |= names & shown
        tested |= names - shown
        attributes |= set(_attributes(tree))
    own = trees[file]
    macros = {macro.name: len(macro.args) for macro in own.find_all(nodes.Macro)}
    blocks = {block.name for tree in trees.values() for block in tree.find_all(nodes.Block)} & set(_BLOCKS)
    return PromptParts(
        frozenset(used),
        frozenset(tested - used),
        frozenset(attributes),
        frozenset(blocks),
        macros,
        frozenset(trees) - {file},
    )


def _shipped(path: Path) -> ShippedPrompt:
    head = _HEAD.match(path.read_text(encoding="utf-8"))
    parts = parts_of(path.name, environment(path.parent))
    documents = head["documents"] if head and head["documents"] else ""
    return ShippedPrompt(
        prompt_name(path) or path.name,
        " ".join(head["what"].split()) if head else "",
        tuple(sorted(parts.fields | parts.tested)),
        tuple(name.strip() for name in documents.split(",") if name.strip()),
        not parts.blocks,
        path,
    )


def _gather(file: str, loaded: ImmutableSandboxedEnvironment, trees: dict[str, nodes.Template]) -> None:
    if file in trees:
        return
    loaded.get_template(file)  # shows what only compiling does, such as a filter that does not exist
    source, _, _ = loaded.loader.get_source(loaded, file)  # type: ignore[union-attr]  # `environment` gives it one
    trees[file] = loaded.parse(source, file)
    for name in meta.find_referenced_templates(trees[file]):
        _gather(name or "", loaded, trees)


def _outside_tests(node: nodes.Node) -> list[nodes.Node]:
    """Return all nodes of a tree but those that only decide whether something is printed."""
    found = [node]
    for name, value in node.iter_fields():
        if name == "test" and isinstance(node, nodes.If | nodes.CondExpr):
            continue
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, nodes.Node):
                found += _outside_tests(child)
    return found


def _attributes(tree: nodes.Template) -> list[str]:
    found = [node.attr for node in tree.find_all(nodes.Getattr) if not _is_loop(node.node)]
    constants = [node.arg for node in tree.find_all(nodes.Getitem)]
    return found + [str(one.value) for one in constants if isinstance(one, nodes.Const) and isinstance(one.value, str)]


def _is_loop(node: nodes.Node) -> bool:
    return isinstance(node, nodes.Name) and node.name == "loop"


_DIGEST_LENGTH = 16


@dataclass(frozen=True, slots=True)
class Sampling:
    """How answers to the prompts of one role are drawn; None for what each prompt or endpoint takes by itself."""

    __pydantic_config__ = ConfigDict(extra="forbid")

    temperature: Annotated[float, Field(ge=0, le=2)] | None = None
    top_p: Annotated[float, Field(gt=0, le=1)] | None = None

    def __str__(self) -> str:
        given = {"temperature": self.temperature, "top_p": self.top_p}
        return ", ".join(f"{name}={value:g}" for name, value in given.items() if value is not None)


_PLAIN = Sampling()
SampledRole: TypeAlias = Literal["attacker", "anonymizer", "matcher", "utility_judge", "judge", "proposer"]
_ROLES: Mapping[SampledRole, tuple[str, ...]] = {
    "attacker": ("attacks/",),
    "anonymizer": ("anonymizers/",),
    "matcher": ("scoring/alignment/",),
    "utility_judge": ("scoring/utility",),
    "judge": ("scoring/", "tuning/objectives/"),
    "proposer": ("tuning/",),
}
"""Who answers prompts, by how the names of these begin; the first that fits."""


@dataclass(frozen=True, slots=True)
class Wording:
    """The prompts of a run, and how answers to them are drawn and read.

    Use `read_prompts` to get the user's own ones, checked.
    """

    own: tuple[tuple[str, str], ...] = ()  # name and text of each prompt that is the user's own; all others are ours
    sampling: tuple[tuple[SampledRole, Sampling], ...] = ()  # how answers are drawn, by role

    def sampled(self, path: Path) -> Sampling:
        """Return how answers to a prompt are drawn."""
        name = prompt_name(path) or ""
        role = next((role for role, starts in _ROLES.items() if name.startswith(starts)), None)
        return _PLAIN if role is None else dict(self.sampling).get(role, _PLAIN)

    def drawn(self, more: Mapping[SampledRole, Sampling]) -> "Wording":
        """Return the same with answers of some roles drawn in another way."""
        known = dict(self.sampling)
        for role, given in more.items():
            before = known.get(role, _PLAIN)
            heat = before.temperature if given.temperature is None else given.temperature
            known[role] = Sampling(heat, before.top_p if given.top_p is None else given.top_p)
        return replace(self, sampling=tuple(sorted(known.items())))

    def layout(self, path: Path) -> AnswerLayout | None:
        """Return how the answer to a prompt is read, where it is the user's own and says so; None for our JSON."""
        name = prompt_name(path) or ""
        text = dict(self.own).get(name)
        return None if text is None else _layout(name, text)

    def template(self, path: Path) -> Template:
        """Return the template to use in the place of one that ships."""
        return self.environment(path).get_template(path.name)

    def environment(self, path: Path) -> ImmutableSandboxedEnvironment:
        """Return where that template, and what it includes, is loaded."""
        return environment(path.parent, tuple(self._beside(path)))

    def is_own(self, path: Path) -> bool:
        """Whether the words of a prompt, or a part of them, may be the user's own."""
        return any(True for _ in self._beside(path))

    def digests(self, *rooms: str) -> dict[str, str]:
        """Return the names of the user's own prompts with a digest of each text, and how answers of roles are drawn."""
        own = {
            name: hashlib.sha256(text.encode("utf-8")).hexdigest()[:_DIGEST_LENGTH]
            for name, text in self.own
            if not rooms or name.partition("/")[0] in rooms
        }
        drawn = {
            f"answers of the {role.replace('_', ' ')}": str(sampling)
            for role, sampling in self.sampling
            if not rooms or _ROLES[role][0].partition("/")[0] in rooms
        }
        return {**own, **drawn}

    def setting(self, *rooms: str) -> dict[str, JsonValue]:
        """Return the setting of a run that holds the user's own prompts; none where all are ours."""
        digests: dict[str, JsonValue] = {**self.digests(*rooms)}
        return {"prompts": digests} if digests else {}

    @property
    def fingerprint(self) -> bytes:
        """What changes when any of the user's own prompts does; nothing where there is none."""
        return json.dumps(self.digests(), sort_keys=True).encode("ascii") if self.own else b""

    def _beside(self, path: Path) -> Iterator[tuple[str, str]]:
        """Yield the user's own prompts of the folder of a prompt, by file name."""
        if self.own:
            room = (prompt_name(path) or "").rpartition("/")[0]
            for name, text in self.own:
                if name.rpartition("/")[0] == room:
                    yield f"{name.rpartition('/')[2]}{SUFFIX}", text


@cache
def _layout(name: str, text: str) -> AnswerLayout | None:
    return stated_layout(name, text)


OURS = Wording()
"""The prompts that ship."""
