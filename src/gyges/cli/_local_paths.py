"""Paths of this machine: every option that takes one refuses a URL, which may hold a password, before it is used."""

import functools
import inspect
from collections.abc import Callable
from copy import copy
from pathlib import Path
from typing import Annotated, Any, get_args, get_origin

import typer
from typer.models import OptionInfo

__all__ = ["as_local", "as_local_name", "base_option", "with_local_paths"]


def as_local(name: str | Path) -> Path:
    """Return a file or a folder of this machine, by what was typed.

    Raises:
        ConfigError: It is behind a URL, which is shown without its secrets.
    """
    if "://" not in str(name):  # then nothing of the core is needed, as for 'doctor' where it is broken
        return Path(name)
    from gyges.corpus import StoreUrl, place_of
    from gyges.errors import ConfigError

    place = place_of(name)
    if isinstance(place, StoreUrl):
        raise ConfigError(f"{place} is a URL, and none is taken here", "name a file or a folder of this machine")
    return place


def as_local_name(name: str) -> str:
    """Return a name that may be one of ours or a path of this machine, by what was typed; errors as of `as_local`."""
    return str(as_local(name)) if "://" in name else name


def base_option(help_: str) -> Any:
    """Return the option that names the weights a model is trained from."""
    return typer.Option("--base", metavar="FOLDER|NAME", parser=as_local_name, help=help_)


def with_local_paths(verb: Callable[..., Any]) -> Callable[..., Any]:
    """Return a verb whose paths are read by `as_local`, but for those that name a parser of their own."""

    @functools.wraps(verb)
    def wrapped(*args: Any, **given: Any) -> Any:
        return verb(*args, **given)

    own = inspect.signature(verb)
    parameters = [one.replace(annotation=_read_as_local(one.annotation)) for one in own.parameters.values()]
    wrapped.__signature__ = own.replace(parameters=parameters)  # type: ignore[attr-defined]
    wrapped.__annotations__ = {**verb.__annotations__, **{one.name: one.annotation for one in parameters}}
    return wrapped


def _read_as_local(annotation: Any) -> Any:
    """Return how typer is to read a value, with our parser if it is a path and has none."""
    if get_origin(annotation) is not Annotated:
        return annotation
    kind, option = get_args(annotation)
    if option.parser is not None or not _holds_path(kind):
        return annotation
    local = copy(option)  # verbs share options
    local.parser = as_local
    if isinstance(option, OptionInfo):  # or the parser would be named in the help
        local.metavar = option.metavar or "<path>"
    return Annotated[kind, local]


def _holds_path(kind: Any) -> bool:
    return kind is Path or any(_holds_path(part) for part in get_args(kind))
