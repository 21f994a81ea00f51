"""Attackers by name: ``rules``, ``local``, a model, ``author:``, ``identity:``, ``recorded:``, several with a plus."""

import difflib
import inspect
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path

from gyges.attacks._attack import DEFAULT_OPTIONS, Attack, AttackOptions
from gyges.attacks._author import AuthorAttack
from gyges.attacks._identity import IdentityAttack
from gyges.attacks._recorded import read_recorded
from gyges.attacks._rules import AuthorRulesAttack, RulesAttack
from gyges.attacks._same_person import align_people
from gyges.attacks._subjects import SubjectsAttack
from gyges.attacks._union import UnionAttack
from gyges.attacks.local._attack import LocalAttack
from gyges.attacks.local._model import open_local
from gyges.errors import ConfigError, UnknownNameError
from gyges.models import Model, ModelPool

ENTRY_POINTS = "gyges.attacks"
"""The entry-point group of attacks that others wrote."""

GGUF_WINDOW_TOKENS = 3000
"""Tokens of text in one question to a model in this process: its context holds 8192, with room for the answer."""

_MODEL_HEADS = ("openai/", "anthropic/", "http://", "https://", "gguf:")
_ATTACKS: dict[str, Callable[[Model, AttackOptions], Attack]] = {"author": AuthorAttack, "identity": IdentityAttack}
_RECORDED = "recorded:"
_LOCAL = "local"
_FORMS = (
    "rules, local, a model such as http://HOST:PORT/v1#NAME or gguf:PATH, author:rules, author:MODEL, "
    "recorded:FILE, or several with +"
)


def open_attacker(spec: str, pool: ModelPool, options: AttackOptions = DEFAULT_OPTIONS) -> Attack:
    """Return an attacker by its spec.

    Args:
        spec: ``rules``, also after ``author:``; ``rules:seen=SEED`` or ``rules:unseen=SEED``, one half of the rules;
            ``rules:general``, without those of genres; ``local``, open weights with an adapter of ours in this process;
            a model for the subjects attack; ``author:MODEL``;
            ``identity:MODEL``; ``recorded:FILE`` for findings that somebody else made; the name of a plug-in; or
            several of them joined by ``+``.
        pool: Where models are opened.
        options: How the attack is carried out.

    Raises:
        UnknownNameError: There is no such attacker.
        ConfigError: The spec, the model or the plug-in cannot be used.
    """
    added = _added()
    parts = _parts(spec.strip(), tuple(added))
    if len(parts) == 1:
        return _open(parts[0], pool, options, added)
    attackers = tuple(_open(part, pool, options, added) for part in parts)
    return UnionAttack(attackers, options.align or align_people)


def models_that_attack(specs: Iterable[str]) -> tuple[str, ...]:
    """Return the models among attackers that list people, each once."""
    parts = [part for spec in specs for part in _parts(spec.strip(), ())]
    return tuple(dict.fromkeys(part for part in parts if part.startswith(_MODEL_HEADS)))


def by_author(spec: str) -> str:
    """Return the spec of the author attack of an attacker; findings that somebody recorded stay as they are."""
    kept = (*(f"{name}:" for name in _ATTACKS), _RECORDED)
    return "+".join(part if part.startswith(kept) else f"author:{part}" for part in _parts(spec.strip(), ()))


def is_embedded(spec: str) -> bool:
    """Whether an attacker is made of the embedded reader only."""
    return all(part.split(":")[0] == "rules" for part in _parts(spec.strip(), ()))


def is_read_here(spec: str) -> bool:
    """Whether an attacker is made of `local`, alone or with the embedded reader beside it."""
    parts = _parts(spec.strip(), ())
    return _LOCAL in parts and all(part == _LOCAL or is_embedded(part) for part in parts)


def recorded_file(spec: str) -> Path | None:
    """Return the file of an attacker that is nothing but recorded findings; None for any other."""
    parts = _parts(spec.strip(), ())
    return Path(parts[0].removeprefix(_RECORDED)) if len(parts) == 1 and parts[0].startswith(_RECORDED) else None


def _added() -> dict[str, EntryPoint]:
    added = {point.name: point for point in entry_points(group=ENTRY_POINTS)}
    taken = sorted(added.keys() & {"rules", _LOCAL, *_ATTACKS})
    if taken:
        raise ConfigError(
            f"the plug-in {added[taken[0]].value} calls its attack '{taken[0]}', which ships with Gyges",
            "rename it or uninstall the plug-in",
        )
    return added


def _parts(spec: str, added: Sequence[str]) -> list[str]:
    """Split at each plus after which an attacker begins: a plus may also stand in the path of a file."""
    words = "|".join((r"rules(?::[\w=]+)?", _LOCAL, *map(re.escape, added)))
    heads = "|".join(re.escape(head) for head in (*_MODEL_HEADS, _RECORDED, *(f"{name}:" for name in _ATTACKS)))
    return [part.strip() for part in re.split(rf"\+(?=\s*(?:(?:{words})\s*(?:\+|$)|(?:{heads})))", spec)]


def _open(spec: str, pool: ModelPool, options: AttackOptions, added: dict[str, EntryPoint]) -> Attack:
    if spec == "rules":
        return RulesAttack(options)
    if spec.startswith("rules:"):
        return RulesAttack(options, spec.removeprefix("rules:") or "?")  # nothing after the colon is no part
    if spec == _LOCAL:
        return LocalAttack(open_local(pool), options)
    if spec == "author:rules":
        return AuthorRulesAttack(options)
    if spec.startswith(_RECORDED):
        return read_recorded(Path(spec.removeprefix(_RECORDED)), options)
    if spec in added:
        return _plugged_in(added[spec], pool, options)
    kind, _, model = spec.partition(":")
    attack = _ATTACKS.get(kind, SubjectsAttack)
    name = model.strip() if kind in _ATTACKS else spec
    if not name.startswith(_MODEL_HEADS):
        near = difflib.get_close_matches(spec, ["rules", _LOCAL, *_ATTACKS, *added], n=1)
        remedy = f"did you mean {near[0]}?" if near else f"use {_FORMS}"
        if kind in _ATTACKS:
            remedy = f"write {kind}: and a model, such as {kind}:http://HOST:PORT/v1#NAME"
        raise UnknownNameError(f"there is no attacker '{spec}'", remedy)
    if options.window_tokens is None and name.startswith("gguf:"):
        options = replace(options, window_tokens=GGUF_WINDOW_TOKENS)
    return attack(pool.model(name), options)


def _plugged_in(point: EntryPoint, pool: ModelPool, options: AttackOptions) -> Attack:
    """Make an attack that somebody else wrote; it is given the pool and the options if it has parameters for them."""
    try:
        factory = point.load()
        wanted = inspect.signature(factory).parameters
        given = {"pool": pool, "options": options}
        made = factory(**{name: value for name, value in given.items() if name in wanted})
        usable = isinstance(made.name, str) and callable(made.attack)
    except (ImportError, AttributeError, TypeError, ValueError) as error:
        raise ConfigError(
            f"the attack '{point.name}' cannot be made from {point.value} ({error})", "repair or uninstall the plug-in"
        ) from error
    if not usable:
        raise ConfigError(f"{point.value} has no name or no method 'attack'", "repair or uninstall the plug-in")
    attack: Attack = made
    return attack
