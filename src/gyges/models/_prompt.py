"""Typed prompts: fields in, a validated answer out, the words in a file of their own."""

import os
import sys
from collections.abc import Mapping
from dataclasses import dataclass, fields
from functools import cache
from pathlib import Path
from typing import Any, ClassVar, Generic, TypeVar, get_args, get_origin

from jinja2 import Template, TemplateError
from pydantic import BaseModel

from gyges.errors import ConfigError
from gyges.models._exchange import Message, Role, Schema
from gyges.models._shape import strict_schema
from gyges.models._shipped import OURS, Wording, prompt_name, required_documents
from gyges.models._template import Seals

Answer = TypeVar("Answer", bound=BaseModel)


@dataclass(frozen=True)
class Prompt(Generic[Answer]):
    """A question to a model. Subclass it as a frozen dataclass, with the answer as its parameter.

    The template lies beside the module of the subclass (or in a folder of it) and has the blocks ``system`` and
    ``user``. Fields of the dataclass are its variables; text that comes from a document must be wrapped in
    `DocumentText`, which fences it.

    Attributes:
        template: Path of the template, relative to the module of the subclass.
        answer: The pydantic model of the answer.
        temperature: Sampling temperature.
        max_tokens: The most tokens the answer may have.

    Example:
        >>> from pydantic import BaseModel
        >>> class Count(BaseModel):
        ...     people: int
        >>> @dataclass(frozen=True)
        ... class CountPeople(Prompt[Count], template="prompts/check.jinja", max_tokens=256):
        ...     text: DocumentText
    """

    template: ClassVar[str]
    answer: ClassVar[type[BaseModel]]
    temperature: ClassVar[float] = 0.0
    max_tokens: ClassVar[int] = 4096

    def __init_subclass__(cls, **settings: Any) -> None:
        """Take template, temperature and length of the answer; its shape is the parameter of the base."""
        super().__init_subclass__()
        for base in getattr(cls, "__orig_bases__", ()):
            shape = get_args(base)[0] if get_origin(base) is Prompt else BaseModel
            if isinstance(shape, type) and shape is not BaseModel:  # that one is any words
                cls.answer = shape
        for name, value in settings.items():
            setattr(cls, name, value)

    @classmethod
    def file(cls) -> Path:
        """Return the file of the template.

        Raises:
            ConfigError: There is none.
        """
        return _template_path(cls.__module__, cls.template)

    def source(self) -> Path:
        """Return the file of the words that are asked; override it where they are those of another prompt."""
        return self.file()

    def messages(self, wording: Wording = OURS) -> tuple[Message, ...]:
        """Return the rendered conversation, in our words or in the user's own.

        Raises:
            ConfigError: The prompt says nothing, or one of the user's own cannot be filled in.
        """
        path = self.file()
        template, seals = wording.template(path), Seals()
        values = {field.name: seals.sealed(getattr(self, field.name)) for field in fields(self)}
        printed = _filled(template, values) if not wording.is_own(path) else _own_filled(path, template, values)
        if wording.is_own(path):
            _require_documents(path, printed, values, seals)
        turns = tuple(Message(role, seals.opened(words)) for role, words in printed.items() if words)
        if not turns:
            raise ConfigError(f"the prompt file {template.name} says nothing", "give it a block named 'user'")
        return turns

    def schema(self) -> Schema:
        """Return the JSON schema of the answer."""
        return _schema_of(self.answer)

    def heat(self) -> float:
        """Return the sampling temperature; override it where the user chooses it."""
        return self.temperature

    def room(self) -> int:
        """Return the most tokens the answer may have; override it where that depends on the fields."""
        return self.max_tokens

    def check(self, answer: Any) -> None:
        """Check what a schema cannot, such as ids that must occur; raise ValueError with what is wrong."""


def _filled(template: Template, values: Mapping[str, object]) -> dict[Role, str]:
    """Return the words of each turn, with marks in the places of documents."""
    roles: tuple[Role, ...] = ("system", "user")
    return {
        role: "".join(template.blocks[role](template.new_context(dict(values)))).strip()
        for role in roles
        if role in template.blocks
    }


def _own_filled(path: Path, template: Template, values: Mapping[str, object]) -> dict[Role, str]:
    """Do the same with words of the user's own, whose mistakes are no faults of ours."""
    try:
        return _filled(template, values)
    except (TemplateError, TypeError, ValueError, ArithmeticError, LookupError, AttributeError) as error:
        raise ConfigError(f"your prompt {prompt_name(path)} cannot be filled in: {error}", "mend it") from error


def _require_documents(path: Path, printed: Mapping[Role, str], values: Mapping[str, object], seals: Seals) -> None:
    """Refuse words of the user's own that change a document, or do not show one: nothing found there says nothing."""
    words = "\n".join(printed.values())
    if seals.broken(words):
        raise ConfigError(
            f"your prompt {prompt_name(path)} changes the text of a document",
            "print the field as it is, without filters",
        )
    for name in sorted(required_documents(path)):
        value = values.get(name)
        if value and not isinstance(value, list) and str(value) not in words:
            raise ConfigError(
                f"your prompt {prompt_name(path)} does not show '{name}'", f"write {{{{ {name} }}}} where it belongs"
            )


@cache
def _schema_of(answer: type[BaseModel]) -> Schema:
    return strict_schema(answer)


@cache
def _template_path(module_name: str, template: str) -> Path:
    module = sys.modules[module_name]
    if module.__file__ is None:
        raise ConfigError(
            f"the module {module_name} has no file to look for '{template}' beside", "put prompts in a file"
        )
    path = Path(os.path.normpath(Path(module.__file__).parent / template))
    if not path.is_file():
        raise ConfigError(f"there is no prompt file {path}", "add it or fix its name")
    return path
