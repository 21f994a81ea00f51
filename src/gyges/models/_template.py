"""Prompt files: one template language, and document text that can only appear inside a fence."""

import hashlib
import re
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path

from jinja2 import ChoiceLoader, DictLoader, FileSystemLoader, StrictUndefined, Template
from jinja2.sandbox import ImmutableSandboxedEnvironment

_FOLDER = "prompts"
_OWN_PROMPTS = Path(__file__).parent / _FOLDER
_NONCE_LENGTH = 16  # 64 bits: a text cannot be made to contain the hash of itself
_OPEN, _CLOSE = "\ufdd0", "\ufdd1"  # two code points that Unicode keeps out of texts
_SEAL = re.compile(f"{_OPEN}([0-9a-f]{{{_NONCE_LENGTH}}}){_CLOSE}")


class DocumentText(str):
    """Text of a document: data, never instructions. It stands in a prompt inside a fence only."""

    __slots__ = ()


class _Seal:
    """What a template is given in the place of a document: it can be printed and asked whether it is empty."""

    __slots__ = ("_is_text", "_mark")

    def __init__(self, nonce: str, *, is_text: bool) -> None:
        self._mark = f"{_OPEN}{nonce}{_CLOSE}"
        self._is_text = is_text

    def __str__(self) -> str:
        return self._mark

    __repr__ = __str__

    def __bool__(self) -> bool:
        return self._is_text


class Seals:
    """Keeps the documents of one prompt away from its template: it prints a mark, and the fence is put there after.

    So no template, whoever wrote it, can print a document without its fence, or a part of one.
    """

    def __init__(self) -> None:
        self._texts: dict[str, str] = {}

    def sealed(self, value: object) -> object:
        """Return a value for a template with every text of a document in it sealed, however deep it lies."""
        if isinstance(value, DocumentText):
            nonce = _nonce(value)
            self._texts[nonce] = value
            return _Seal(nonce, is_text=bool(value))
        if isinstance(value, Mapping):
            return {key: self.sealed(item) for key, item in value.items()}
        if isinstance(value, list | tuple | set | frozenset):
            return [self.sealed(item) for item in value]
        return value

    def opened(self, printed: str) -> str:
        """Return what a template printed with the fenced documents in the places of their marks."""
        return _SEAL.sub(lambda mark: fence(self._texts[mark[1]]) if mark[1] in self._texts else mark[0], printed)

    def broken(self, printed: str) -> bool:
        """Whether a template did something to a mark besides printing it."""
        return any(mark in _SEAL.sub("", printed) for mark in (_OPEN, _CLOSE))


def fence(text: str) -> str:
    """Return a text between two marks that it cannot contain, with the sentence that says it is data."""
    return prompt_text("fence.jinja", nonce=_nonce(text), text=str(text))


def _nonce(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:_NONCE_LENGTH]


def numbered(texts: Iterable[str]) -> DocumentText:
    r"""Return texts as a numbered list to choose from, inside one fence, named by numbers and not by their words."""
    return DocumentText("\n".join(f"{number}. {' '.join(text.split())}" for number, text in enumerate(texts, start=1)))


def prompt_text(name: str, **fields: str) -> str:
    """Render one of the short prompt files of this package."""
    return _own_file(name).render(**fields)


@cache
def _own_file(name: str) -> Template:
    return environment(_OWN_PROMPTS).get_template(name)


@cache
def environment(folder: Path, own: tuple[tuple[str, str], ...] = ()) -> ImmutableSandboxedEnvironment:
    """Return where the templates of a folder are loaded; values are printed once and never read as template code.

    A prompt finds what it includes beside it, and in the folder ``prompts`` of the room it belongs to.
    """
    return ImmutableSandboxedEnvironment(
        loader=ChoiceLoader([DictLoader(dict(own)), FileSystemLoader([folder, folder.parent / _FOLDER])]),
        undefined=StrictUndefined,
        autoescape=False,  # prompts are plain text, not HTML
        trim_blocks=False,
        keep_trailing_newline=False,
    )
