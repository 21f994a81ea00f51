"""What the tiny model is given: the text between marks, then the one word that says what to do.

The marks are tokens of the model that no text can write: where a text holds their spelling, an invisible space is put
into it, so that a document stays data.
"""

import re

__all__ = ["ANSWERS", "END", "author_prompt", "check_parts", "escape", "people_prompt", "person_parts"]

_START, END = "<|im_start|>", "<|im_end|>"
_SPECIAL = re.compile(
    r"<(?=\|(?:endoftext|im_start|im_end)\|>|(?:repo_name|reponame|file_sep|filename|gh_stars|issue_start|issue_comment|"
    r"issue_closed|jupyter_start|jupyter_text|jupyter_code|jupyter_output|jupyter_script|empty_output)>)"
)
_INVISIBLE = "\u200b"

ANSWERS = (" no", " yes")
"""What is said to a question about a fact; each is one token."""


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


def check_parts(text: str, question: str) -> tuple[str, str]:
    """Return what is read before all questions about facts of a text, and one of the questions.

    It begins as the others do, so that the text is read once for all of them.
    """
    return _shared(text), f"check\n{escape(question)}\nanswer:"


def person_parts(text: str, words: str) -> tuple[str, str]:
    """Return what is read before all questions about people of a text, and the question about one of them."""
    return _shared(text), f"person\n{escape(words)}\n"


def _shared(text: str) -> str:
    return f"{_START}text\n{escape(text)}{END}\n{_START}"
