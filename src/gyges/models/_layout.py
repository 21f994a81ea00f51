"""How the answer to a prompt of the user's own is read, as a comment in its template says: lines, marks, JSON paths."""

import json
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Annotated, Any, TypeAlias

import yaml
from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, TypeAdapter, ValidationError

from gyges._yaml import parse_yaml
from gyges.errors import ConfigError

_STATED = re.compile(r"\{#-?\s*+answer:(.*?)-?#\}", re.DOTALL)
_SLOT = re.compile(r"\\\{(\w*)\\\}")
_BULLET = r"\s*(?:[-*•]\s+)?"


class _How(BaseModel):
    """Where a field stands, and what is made of what stands there; at most one of the first six."""

    model_config = ConfigDict(extra="forbid")

    after: str | None = None  # all that follows the first line which is this mark
    label: str | None = None  # what follows the mark and a colon, up to the next such line
    lines: str | None = None  # every line of this form; slots such as {name} are fields, {} is the whole item
    blocks: str | None = None  # the answer cut before every line that begins with this mark
    path: str | None = None  # names and places in a JSON value, joined by dots; empty for all of it
    value: Any = None  # always this
    split: str | None = None  # cut here into a list
    words: dict[str, Any] | None = None  # what the words mean
    each: "dict[str, _Field] | None" = None  # the fields of each item of a list


_Field: TypeAlias = Annotated[_How, BeforeValidator(lambda how: {"path": how} if isinstance(how, str) else how)]
AnswerLayout: TypeAlias = Mapping[str, _How]
"""How each field of an answer is read."""

_LAYOUT: TypeAdapter[dict[str, _How]] = TypeAdapter(Annotated[dict[str, _Field], Field(min_length=1)])


def stated_layout(name: str, template: str) -> AnswerLayout | None:
    """Return what a template says about its answer, such as ``{# answer: {text: {after: "#"}} #}``; None for nothing.

    Raises:
        ConfigError: It cannot be understood.
    """
    found = _STATED.search(template)
    if found is None:
        return None
    try:
        return _LAYOUT.validate_python(parse_yaml(found.group(1), as_text=True))
    except (yaml.YAMLError, ValidationError) as error:
        first = error.errors(include_url=False, include_input=False)[0] if isinstance(error, ValidationError) else None
        said = f"{'.'.join(map(str, first['loc']))}: {first['msg']}" if first else str(error)
        raise ConfigError(
            f"your prompt {name} does not say how its answer is read ({said})",
            "give each field one of after, label, lines, blocks, path and value; docs/guides/models.md has examples",
        ) from error


def read_laid_out(layout: AnswerLayout, words: str, json_value: Callable[[str], object]) -> dict[str, Any]:
    """Return the fields of an answer; raise ValueError with what is missing. JSON is looked for where a path is."""
    by_path = any(how.path is not None for how in layout.values())
    value = json_value(words) if by_path else None
    return {name: _read(how, value if how.path is not None else words, name) for name, how in layout.items()}


def _read(how: _How, given: Any, name: str) -> Any:
    value = _found(how, given, name)
    if how.split is not None:
        value = [part for each in str(value).split(how.split) if (part := each.strip())]
    if how.words is not None:
        meant = {key.casefold(): one for key, one in how.words.items()}
        said = str(value).strip(" \t\n.'\"*").casefold()
        if said not in meant:
            raise ValueError(f"{name}: say one of {', '.join(how.words)}")
        value = meant[said]
    if how.each is not None:
        if not isinstance(value, list):
            raise ValueError(f"{name}: a list is wanted")
        value = [_item(how.each, one) for one in value]
    return value


def _item(fields: Mapping[str, _How], given: Any) -> dict[str, Any]:
    """Return the fields of an item of a list; what a line said of itself stays."""
    said = given if isinstance(given, _Line) else {}
    return {**said, **{name: _read(how, given, name) for name, how in fields.items()}}


class _Line(dict[str, str]):
    """What stood in the slots of a line."""


def _found(how: _How, given: Any, name: str) -> Any:
    if how.path is not None:
        return _at(how.path, given, name)
    text = given if isinstance(given, str) else json.dumps(given)
    if how.lines is not None:
        return _lines(how.lines, text)
    if how.blocks is not None:
        return [part for part in re.split(rf"(?m)^(?=\W*{re.escape(how.blocks)})", text)[1:] if part.strip()]
    if how.after is not None:
        marked = re.search(rf"(?m)^\s*{re.escape(how.after)}\s*$", text)
        if marked is None:
            raise ValueError(f"there is no line with nothing but {how.after} in it")
        return text[marked.end() :].strip()
    if how.label is not None:
        said = re.search(rf"(?ims)^\W*{re.escape(how.label)}\W*?:(.*?)(?=^\W*\w[\w ]*:|\Z)", text)
        if said is None:
            raise ValueError(f"there is no line that begins with {how.label}:")
        return said.group(1).strip(" \t\n*")
    return text.strip() if how.value is None else how.value


def _lines(form: str, text: str) -> Sequence[Any]:
    names = _SLOT.findall(re.escape(form))
    pattern = re.compile(_BULLET + _SLOT.sub("(.+?)", re.escape(form)) + r"\s*")
    found = [match.groups() for line in text.splitlines() if (match := pattern.fullmatch(line))]
    return [row[0] if names == [""] else _Line(zip(names, row, strict=True)) for row in found]


def _at(path: str, given: Any, name: str) -> Any:
    value = given
    for step in filter(None, path.split(".")):
        try:
            value = value[int(step)] if isinstance(value, list) else value[step]
        except (LookupError, TypeError, ValueError):
            raise ValueError(f"{name}: there is nothing at {path}") from None
    return value
