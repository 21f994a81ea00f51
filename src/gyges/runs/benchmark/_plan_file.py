"""Reading plan files: YAML against a schema, and what is wrong in one sentence."""

import difflib
from collections.abc import Mapping
from typing import TypeVar

import yaml
from pydantic import BaseModel, ValidationError

from gyges._yaml import parse_yaml
from gyges.errors import ConfigError

__all__ = ["parse_plan"]

_File = TypeVar("_File", bound=BaseModel)


def parse_plan(text: str, place: str, file: type[_File], rows: Mapping[str, type[BaseModel]]) -> _File:
    """Return what a plan says.

    Args:
        text: The YAML.
        place: What it is called in messages.
        file: Its keys.
        rows: The keys of its parts, by the key that holds them.

    Raises:
        ConfigError: It is no YAML, or no such plan.
    """
    needed = ", ".join(name for name, field in file.model_fields.items() if field.is_required())
    try:
        data = parse_yaml(text)
    except yaml.YAMLError as error:
        line = " ".join(str(error).split())
        raise ConfigError(f"{place} is not YAML ({line})", "mend the file") from error
    if data is None:
        raise ConfigError(f"{place} is empty", f"write {needed}; 'gyges benchmark --list' shows plans")
    if not isinstance(data, dict):
        raise ConfigError(f"{place} is no plan", f"write {needed} as keys of a mapping")
    try:
        return file.model_validate(data)
    except ValidationError as error:
        raise _wrong(error, place, file, rows) from error


def _wrong(
    error: ValidationError, place: str, file: type[BaseModel], rows: Mapping[str, type[BaseModel]]
) -> ConfigError:
    first = error.errors(include_url=False, include_input=False)[0]
    where = ".".join(str(part) for part in first["loc"]) or "the file"
    if first["type"] == "extra_forbidden":
        row = rows.get(str(first["loc"][0]), file) if len(first["loc"]) > 1 else file
        known = list(row.model_fields)
        near = difflib.get_close_matches(str(first["loc"][-1]), known, n=1)
        remedy = f"did you mean {near[0]}?" if near else f"use {', '.join(known)}"
        return ConfigError(f"{place} has the unknown key '{where}'", remedy)
    if first["type"] == "missing":
        return ConfigError(f"{place} lacks '{where}'", "add it; docs/guides/benchmark.md has an example")
    return ConfigError(f"{place}: {where}: {first['msg']}", "mend the file")
