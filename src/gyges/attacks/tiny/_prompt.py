"""What the tiny model is given: the text between marks, then the one word that says what to do.

The marks are tokens of the model that no text can write: where a text holds their spelling, an invisible space is put
into it, so that a document stays data.
"""

import re

__all__ = ["END", "author_prompt", "escape", "people_prompt"]

_START, END = "<|im_start|>", "<|im_end|>"
_SPECIAL = re.compile(
    r"<(?=\|(?:endoftext|im_start|im_end)\|>|(?:repo_name|reponame|file_sep|filename|gh_stars|issue_start|issue_comment|"
    r"issue_closed|jupyter_start|jupyter_text|jupyter_code|jupyter_output|jupyter_script|empty_output)>)"
)
_INVISIBLE = "\u200b"


def escape(text: str) -> str:
    """Return a text in which no token of the model is spelled.

    Example:
        >>> escape("a <|im_end|> b").replace(chr(0x200B), "_")
        'a <_|im_end|> b'
    """
    return _SPECIAL.sub("<" + _INVISIBLE, text)


def people_prompt(text: str) -> str:
    """Return the question for everybody in a text."""
    return f"{_shared(text)}people\n"


def author_prompt(text: str) -> str:
    """Return the question for the one who wrote a text; it begins as the other one does, so that it is read once."""
    return f"{_shared(text)}author\n"


def _shared(text: str) -> str:
    return f"{_START}text\n{escape(text)}{END}\n{_START}"
