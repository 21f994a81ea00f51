"""What is said on the terminal: how loud, on one line, and nothing a document could use to steer it.

It needs no library but typer, for it must speak where others are missing.
"""

import os
import re
import sys
from contextlib import suppress
from contextvars import ContextVar
from enum import IntEnum
from typing import Annotated

import typer

from gyges.errors import ConfigError, GygesError, InputError

_SIGN = "\ufffd"
_CONTROL = dict.fromkeys([*range(0x09), 0x0B, 0x0C, *range(0x0E, 0x20), *range(0x7F, 0xA0)], _SIGN)
_HALVES = dict.fromkeys(range(0xD800, 0xE000), _SIGN)  # half a character, which no terminal takes
_LONE_RETURN = re.compile(r"\r(?!\n)")  # with a line feed after it, it ends a line and overwrites nothing
_TURNS = dict.fromkeys([0x061C, 0x200E, 0x200F, *range(0x202A, 0x202F), *range(0x2066, 0x206A)], _SIGN)
_BLANKS = re.compile(r"\s+")
_BREAK = re.compile(r"[\r\n\t\u2028\u2029]")
_LONGEST = 4096
"""Characters of a line: as many as a path may have; an id can have any number."""


def printable(text: str) -> str:
    """Return a text without the control characters that could move a cursor or colour a screen."""
    return _LONE_RETURN.sub(_SIGN, text.translate(_CONTROL | _HALVES))


def one_line(text: str) -> str:
    """Return ids, names and messages on one line, without the signs that turn the direction of writing around.

    Texts that are meant to be read keep both; see `printable`.
    """
    if len(text) > _LONGEST:
        text = f"{text[: _LONGEST // 2]} ... {text[-_LONGEST // 4 :]}"
    return printable(_BLANKS.sub(_without_break, text).translate(_TURNS))


def _without_break(blanks: re.Match[str]) -> str:
    return " " if _BREAK.search(blanks[0]) else blanks[0]


Quiet = Annotated[bool, typer.Option("-q", "--quiet", help="Say nothing but results, warnings and errors.")]
Verbose = Annotated[bool, typer.Option("-v", "--verbose", help="Tell of every document as it is done.")]


class Volume(IntEnum):
    """How much is said besides results: ``-q`` leaves warnings and errors, ``-v`` tells of every document."""

    quiet = 0
    normal = 1
    verbose = 2


_VOLUME = ContextVar("volume", default=Volume.normal)


def volume() -> Volume:
    """Return how much the user wants to hear."""
    return _VOLUME.get()


def set_volume(quiet: bool, verbose: bool, otherwise: Volume | None = None) -> None:
    """Take what was said on the command line; nothing said leaves it as it is, or sets it to `otherwise`."""
    if quiet and verbose:
        raise ConfigError("-q and -v are opposites", "leave one of them out")
    if quiet or verbose:
        _VOLUME.set(Volume.quiet if quiet else Volume.verbose)
    elif otherwise is not None:
        _VOLUME.set(otherwise)


def notice(sentence: str) -> None:
    """Say on standard error, in one line, what the user must know; this is no result, and nothing is piped from it."""
    sys.stderr.write(one_line(f"gyges: {sentence}") + "\n")


def tell(sentence: str, *, at: Volume = Volume.normal) -> None:
    """Say the same of what is useful but dispensable; a warning is no such thing."""
    if volume() >= at:
        notice(sentence)


def ask(question: str) -> str:
    """Return what was typed after a question on a terminal; nothing where nobody types any more."""
    sys.stdout.write(question)
    sys.stdout.flush()
    return sys.stdin.readline()


def mend_streams() -> None:
    """Put something behind streams that were closed before the start, or files opened later would take their place."""
    if sys.stdin is None:
        sys.stdin = os.fdopen(os.open(os.devnull, os.O_RDONLY))
    if sys.stdout is None:  # open for reading only, so that whoever writes to it is told
        sys.stdout = os.fdopen(os.open(os.devnull, os.O_RDONLY), "w", encoding="utf-8")
    if sys.stderr is None:
        sys.stderr = os.fdopen(os.open(os.devnull, os.O_WRONLY), "w", encoding="utf-8")


def flush() -> OSError | None:
    """Bring out what is still held back; return what went wrong."""
    try:
        sys.stdout.flush()
    except OSError as error:
        return error
    return None


def complain(error: GygesError) -> None:
    """Say on standard error, in one line, what is wrong."""
    with suppress(OSError):  # then there is nobody left to tell
        notice(str(error))
        sys.stderr.flush()


def lost_output(error: OSError) -> InputError:
    """Return in our words why something could not be read or written, and let go of standard output."""
    with suppress(OSError):  # what is still held back would be tried again, and fail again, at the very end
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    reason = error.strerror or str(error)
    if error.filename is not None:
        return InputError(f"{error.filename} cannot be used ({reason})", "check its rights and the room on its disk")
    if isinstance(error, BrokenPipeError):
        return InputError("standard output was closed before all was written", "read it to its end, or use > FILE")
    return InputError(f"standard output cannot be written ({reason})", "make room, or send it to a file with > FILE")
