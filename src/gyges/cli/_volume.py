"""How much is said besides results: ``-q`` leaves warnings and errors, ``-v`` tells of every document."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from enum import IntEnum
from typing import Annotated, Any

import typer

from gyges.cli._more_options import with_options
from gyges.cli._printable import one_line
from gyges.errors import ConfigError

__all__ = ["Quiet", "Verbose", "Volume", "set_volume", "tell", "volume", "with_volume"]

Quiet = Annotated[bool, typer.Option("-q", "--quiet", help="Say nothing but results, warnings and errors.")]
Verbose = Annotated[bool, typer.Option("-v", "--verbose", help="Tell of every document as it is done.")]


class Volume(IntEnum):
    """How much is said."""

    quiet = 0
    normal = 1
    verbose = 2


_VOLUME = ContextVar("volume", default=Volume.normal)


def volume() -> Volume:
    """Return how much the user wants to hear."""
    return _VOLUME.get()


def set_volume(quiet: bool, verbose: bool, otherwise: Volume | None = None) -> None:
    """Take what was said on the command line; nothing said leaves it as it is, or sets it to `otherwise`.

    Raises:
        ConfigError: Both were said.
    """
    if quiet and verbose:
        raise ConfigError("-q and -v are opposites", "leave one of them out")
    if quiet or verbose:
        _VOLUME.set(Volume.quiet if quiet else Volume.verbose)
    elif otherwise is not None:
        _VOLUME.set(otherwise)


def tell(sentence: str, *, at: Volume = Volume.normal) -> None:
    """Say something useful but dispensable on standard error, in one line; a warning is no such thing."""
    if volume() >= at:
        sys.stderr.write(f"gyges: {one_line(sentence)}\n")


def with_volume(verb: Callable[..., Any]) -> Callable[..., Any]:
    """Return a verb that also takes ``-q`` and ``-v``."""
    return with_options(verb, {"quiet": (Quiet, False), "verbose": (Verbose, False)}, _at_volume)


@contextmanager
def _at_volume(quiet: bool, verbose: bool) -> Iterator[None]:
    set_volume(quiet, verbose)
    yield
