"""Prompt files: one template language, and document text that can only appear inside a fence."""

import hashlib
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path

from jinja2 import FileSystemLoader, StrictUndefined, Template
from jinja2.sandbox import ImmutableSandboxedEnvironment

__all__ = ["DocumentText", "fence", "fenced", "numbered", "prompt_text", "template_file"]

_OWN_PROMPTS = Path(__file__).parent / "prompts"
_NONCE_LENGTH = 16  # 64 bits: a text cannot be made to contain the hash of itself


class DocumentText(str):
    """Text of a document: data, never instructions. A template is given it inside a fence only."""

    __slots__ = ()


def fence(text: str) -> str:
    """Return a text between two marks that it cannot contain, with the sentence that says it is data."""
    nonce = hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:_NONCE_LENGTH]
    return prompt_text("fence.jinja", nonce=nonce, text=str(text))


def fenced(value: object) -> object:
    """Return a value for a template with every text of a document in it fenced, however deep it lies."""
    if isinstance(value, DocumentText):
        return fence(value)
    if isinstance(value, Mapping):
        return {key: fenced(item) for key, item in value.items()}
    if isinstance(value, list | tuple | set | frozenset):
        return [fenced(item) for item in value]
    return value


def numbered(texts: Iterable[str]) -> DocumentText:
    r"""Return texts as a numbered list to choose from: inside one fence, named by numbers and not by their own words.

    Example:
        >>> numbered(["letter", "poem"])
        '1. letter\n2. poem'
    """
    return DocumentText("\n".join(f"{number}. {' '.join(text.split())}" for number, text in enumerate(texts, start=1)))


def prompt_text(name: str, **fields: str) -> str:
    """Render one of the short prompt files of this package."""
    return template_file(_OWN_PROMPTS / name).render(**fields)


@cache
def template_file(path: Path) -> Template:
    """Load a template; its values are printed once and never read as template code themselves."""
    environment = ImmutableSandboxedEnvironment(
        loader=FileSystemLoader(path.parent),
        undefined=StrictUndefined,
        autoescape=False,  # prompts are plain text, not HTML
        trim_blocks=False,
        keep_trailing_newline=False,
    )
    return environment.get_template(path.name)
