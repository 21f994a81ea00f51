"""The user's own prompts: read from a folder, and checked against those they replace before anything is asked."""

import difflib
import re
from collections.abc import Iterable
from pathlib import Path

from jinja2 import TemplateError, TemplateNotFound, TemplateSyntaxError

from gyges._home import write_private
from gyges.errors import ConfigError, InputError, OutputExistsError, UnknownNameError
from gyges.models._layout import stated_layout
from gyges.models._shipped import SUFFIX, PromptParts, ShippedPrompt, Wording, parts_of, shipped_prompts
from gyges.models._template import environment

_WITHOUT = re.compile(r"\{#-?\s*+without:\s*+([\w, ]*+)\s*+-?#\}")
_LIST = "run 'gyges models prompts' for a list"
_LARGEST = 200_000  # characters; a prompt is no place for a document


def read_prompts(folder: Path) -> Wording:
    """Read prompts that stand in the place of ours.

    A file is called as the prompt it replaces, such as ``attacks/people.jinja`` in the folder, and has the same fields.
    A field that it does without is named in a comment, ``{# without: reference_date #}``; a field that holds a document
    cannot be left out.

    Args:
        folder: Where the files lie; `export_prompts` makes one.

    Raises:
        InputError: There is no such folder, or a file in it cannot be read.
        UnknownNameError: A file is called like none of our prompts.
        ConfigError: A file is no template, lacks a field or uses one that is not there.
    """
    if not folder.is_dir():
        raise InputError(
            f"there is no folder of prompts {folder}", "name one; 'gyges models prompts --export' makes it"
        )
    texts = {
        find_prompt(path.relative_to(folder).with_suffix("").as_posix()).name: _read(path)
        for path in sorted(folder.rglob(f"*{SUFFIX}"))
    }
    if not texts:
        raise InputError(f"there is no prompt in {folder}", f"put files into it that end in {SUFFIX}; {_LIST}")
    wording = Wording(tuple(texts.items()))
    for shipped in shipped_prompts().values():
        if wording.is_own(shipped.path):
            _check(shipped, wording)
    return wording


def export_prompts(folder: Path, names: Iterable[str] = (), *, force: bool = False) -> list[Path]:
    """Write the prompts that ship into a folder, to be changed and used from there."""
    chosen = [find_prompt(name) for name in names or shipped_prompts()]
    places = [(folder / f"{one.name}{SUFFIX}", one) for one in chosen]
    there = next((place for place, _ in places if place.exists()), None)
    if there is not None and not force:
        raise OutputExistsError(f"{there} is there already", "name another folder, or pass --force")
    new = [place for place, _ in places if not place.exists()]
    for place, one in places:
        try:
            place.parent.mkdir(parents=True, exist_ok=True)
            write_private(place, one.path.read_bytes())
        except OSError as error:
            for made in new:  # or the same command would find files in its way
                made.unlink(missing_ok=True)
            raise InputError(
                f"{place} cannot be written ({error.strerror})", "make room or name another folder"
            ) from error
    return [place for place, _ in places]


def find_prompt(name: str) -> ShippedPrompt:
    """Return a prompt that ships by its name."""
    if name in shipped_prompts():
        return shipped_prompts()[name]
    near = difflib.get_close_matches(name, shipped_prompts(), n=1, cutoff=0.5)
    raise UnknownNameError(f"there is no prompt '{name}'", f"did you mean {near[0]}?" if near else _LIST)


def _read(path: Path) -> str:
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"the prompt {path} cannot be read ({error})", "save it as UTF-8") from error
    if len(text) > _LARGEST:
        raise InputError(f"the prompt {path} has {len(text):,} characters", f"keep it under {_LARGEST:,}")
    return text


def _check(shipped: ShippedPrompt, wording: Wording) -> None:
    """Hold a prompt, with all that it includes, against the one that ships."""
    ours = parts_of(shipped.path.name, environment(shipped.path.parent))
    theirs = _parts(shipped, wording)
    own = dict(wording.own)
    room = shipped.name.rpartition("/")[0]
    mine = {one: own[one] for one in (shipped.name, *(_named(room, file) for file in theirs.includes)) if one in own}
    if not mine:
        return
    known = ours.fields | ours.tested
    wrong = sorted((theirs.fields | theirs.tested) - known)
    if wrong and not shipped.is_part:
        owner = _owner(wrong[0], mine)
        raise ConfigError(
            f"your prompt {owner} uses '{wrong[0]}', which {shipped.name} is not given", _fields_in_words(known)
        )
    taken = sorted(theirs.attributes - ours.attributes)
    if taken and not shipped.is_part:
        has = f"ours takes {', '.join(sorted(ours.attributes))}" if ours.attributes else "the fields are printed as is"
        raise ConfigError(f"your prompt {_owner(taken[0], mine)} takes '.{taken[0]}' of a field of {shipped.name}", has)
    if shipped.is_part:
        _check_macros(shipped, ours, theirs)
    else:
        _check_complete(shipped, ours, theirs, mine)


def _check_macros(shipped: ShippedPrompt, ours: PromptParts, theirs: PromptParts) -> None:
    lost = [f"{name} with {count} arguments" for name, count in ours.macros.items() if theirs.macros.get(name) != count]
    if lost:
        raise ConfigError(f"your prompt {shipped.name} lacks the macro {lost[0]}", "other prompts use it: keep it")


def _check_complete(shipped: ShippedPrompt, ours: PromptParts, theirs: PromptParts, mine: dict[str, str]) -> None:
    if "user" not in theirs.blocks:
        raise ConfigError(
            f"your prompt {shipped.name} has no block named 'user'", "write {% block user %} ... {% endblock %}"
        )
    waived = {name.strip() for text in mine.values() for said in _WITHOUT.findall(text) for name in said.split(",")}
    unseen = sorted(set(shipped.documents) - theirs.fields)
    if unseen:
        raise ConfigError(
            f"your prompt {shipped.name} does not show '{unseen[0]}', without which nothing can be found in a document",
            f"write {{{{ {unseen[0]} }}}} where it belongs",
        )
    stated = stated_layout(shipped.name, mine.get(shipped.name, ""))
    lost = sorted(ours.fields - theirs.fields - waived)
    if lost and stated is None:  # a published prompt says itself how to answer, and needs none of ours for it
        raise ConfigError(
            f"your prompt {shipped.name} leaves out the field '{lost[0]}'",
            f"use it, or say that it does without: {{# without: {', '.join(lost)} #}}",
        )


def _parts(shipped: ShippedPrompt, wording: Wording) -> PromptParts:
    try:
        return parts_of(shipped.path.name, wording.environment(shipped.path))
    except TemplateNotFound as error:
        raise ConfigError(
            f"your prompt {shipped.name} includes '{error.message}', which is no prompt beside it", _LIST
        ) from error
    except TemplateSyntaxError as error:
        file = (error.name or shipped.path.name).removesuffix(SUFFIX)
        name = _named(shipped.name.rpartition("/")[0], file)
        raise ConfigError(
            f"your prompt {name} is no template: line {error.lineno}: {error.message}", "mend the line"
        ) from error
    except TemplateError as error:
        raise ConfigError(f"your prompt {shipped.name} is no template: {error}", "mend it") from error


def _named(room: str, file: str) -> str:
    return f"{room}/{file.removesuffix(SUFFIX)}"


def _owner(word: str, mine: dict[str, str]) -> str:
    """Return which of the user's own files a word stands in."""
    return next((name for name, text in mine.items() if re.search(rf"\b{re.escape(word)}\b", text)), next(iter(mine)))


def _fields_in_words(known: frozenset[str]) -> str:
    return f"use {', '.join(sorted(known))}" if known else "it has no fields"
