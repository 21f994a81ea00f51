"""Reads answers in plain words: an explanation, a line with a single ``#``, the text."""

import re

from gyges.anonymizers.rewriting._repairs import Repaired

__all__ = ["text_after_separator"]

_THINKING = re.compile(r"\A\s*<think>.*?</think>", re.DOTALL | re.IGNORECASE)
_BARE = re.compile(r"^[^\S\n]*(?:\*\*|`|\\)?#(?:\*\*|`)?[^\S\n]*$", re.MULTILINE)
_HEADED = re.compile(r"^#[^\S\n]+(?=\S)", re.MULTILINE)
_HEADING = re.compile(r"\A(?:\*\*)?(?:explanation|changes|summary|notes?|step|begründung|änderungen)\b", re.IGNORECASE)


def text_after_separator(answer: str, original: str) -> Repaired:
    r"""Return what follows the separator; an answer without one is never taken for the text.

    Where no line is a bare ``#``, one single line that begins with ``# `` is taken for separator and text in one,
    unless the original has such headings itself.

    Raises:
        ValueError: There is no separator.

    Example:
        >>> text_after_separator("I drop the name.\n#\n# Diary\nRain. #mood", "# Diary\nRain in Cork. #mood").text
        '# Diary\nRain. #mood'
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
