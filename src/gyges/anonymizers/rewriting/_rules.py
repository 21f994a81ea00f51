"""How a text is rewritten, and what counts as a rewrite of it."""

import re
from dataclasses import dataclass
from typing import Literal, get_args

from gyges.anonymizers.rewriting._repairs import Repaired
from gyges.errors import ConfigError

_THINKING = re.compile(r"\A\s*<think>.*?</think>", re.DOTALL | re.IGNORECASE)
_BARE = re.compile(r"^[^\S\n]*(?:\*\*|`|\\)?#(?:\*\*|`)?[^\S\n]*$", re.MULTILINE)
_HEADED = re.compile(r"^#[^\S\n]+(?=\S)", re.MULTILINE)
_HEADING = re.compile(r"\A(?:\*\*)?(?:explanation|changes|summary|notes?|step|begründung|änderungen)\b", re.IGNORECASE)


def text_after_separator(answer: str, original: str) -> Repaired:
    r"""Return what follows the separator; an answer without one is never taken for the text.

    Where no line is a bare ``#``, one single line that begins with ``# `` is taken for separator and text in one,
    unless the original has such headings itself.
    """
    answer = _THINKING.sub("", answer.replace("\r\n", "\n"), count=1)
    bare = _BARE.search(answer)
    if bare:
        return Repaired(answer[bare.end() :].strip())
    headed = list(_HEADED.finditer(answer))
    if len(headed) == 1 and not _HEADED.search(original):
        rest = answer[headed[0].end() :]
        if not _HEADING.match(rest):
            return Repaired(rest.strip(), ("the separator stood in one line with the text",))
    raise ValueError("there is no line with a single # between the explanation and the text")


Layout = Literal["typed", "text", "plain"]
"""``typed``: a JSON value. ``text``: an explanation, a line with a single ``#``, the text. ``plain``: whatever comes is
the release, unchecked, as in publications."""

_SMALLEST_WINDOW = 50
_HOTTEST = 2.0  # the most that chat endpoints take


@dataclass(frozen=True, slots=True)
class RewriteRules:
    """Settings of one rewrite."""

    layout: Layout = "typed"  # how the model answers; ``text`` is for models that cannot write JSON
    window_tokens: int | None = None  # the most tokens of text in one question; None for what suits the model
    temperature: float = 0.0  # sampling temperature
    min_ratio: float = 0.4  # fewer words than this share of the original are no rewrite of all of it
    gap: float = 0.2  # the share of the original that may be left out in one piece, but not at its end
    max_ratio: float = 2.5  # more words than this multiple of the original are no rewrite of it alone
    # When the words may come back as they were: ``clean`` if the finder sees no direct identifier in them.
    unchanged: Literal["never", "clean", "always"] = "clean"
    consistent: bool = True  # whether later windows are told what names became in earlier ones
    sample: int = 0  # the number of an independent sample, when one text is rewritten several times

    def __post_init__(self) -> None:
        if self.layout not in get_args(Layout):
            raise ConfigError(f"there is no layout '{self.layout}' of answers", "use typed, text or plain")
        if self.window_tokens is not None and self.window_tokens < _SMALLEST_WINDOW:
            raise ConfigError(
                f"a window of {self.window_tokens} tokens is too small", f"use {_SMALLEST_WINDOW} or more"
            )
        if not 0 <= self.temperature <= _HOTTEST:
            raise ConfigError(f"the temperature is {self.temperature}", f"use a number from 0 to {_HOTTEST:g}")
        if not 0 <= self.min_ratio < 1 < self.max_ratio:
            raise ConfigError(
                f"a rewrite cannot have {self.min_ratio} to {self.max_ratio} times the words",
                "use a smallest ratio below 1 and a largest one above 1",
            )
