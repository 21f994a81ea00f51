"""Typed prompts: fields in, a validated answer out, the words in a file of their own."""

import sys
from dataclasses import dataclass, fields
from functools import cache
from pathlib import Path
from typing import Any, ClassVar, Generic, TypeVar

from pydantic import BaseModel

from gyges.errors import ConfigError
from gyges.models._exchange import Message, Schema
from gyges.models._schema import strict_schema
from gyges.models._template import fenced, template_file

__all__ = ["Answer", "Prompt"]

Answer = TypeVar("Answer", bound=BaseModel)


@dataclass(frozen=True)
class Prompt(Generic[Answer]):
    """A question to a model. Subclass it as a frozen dataclass and name its template and its answer.

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
        ... class CountPeople(Prompt[Count]):
        ...     template = "prompts/check.jinja"
        ...     answer = Count
        ...     text: DocumentText
    """

    template: ClassVar[str]
    answer: ClassVar[type[BaseModel]]
    temperature: ClassVar[float] = 0.0
    max_tokens: ClassVar[int] = 4096

    def messages(self) -> tuple[Message, ...]:
        """Return the rendered conversation."""
        template = template_file(_template_path(type(self).__module__, self.template))
        values = {field.name: fenced(getattr(self, field.name)) for field in fields(self)}
        turns: list[Message] = []
        for role in ("system", "user"):
            if role in template.blocks:
                context = template.new_context(values)
                content = "".join(template.blocks[role](context)).strip()
                if content:
                    turns.append(Message(role, content))
        if not turns:
            raise ConfigError(f"the prompt file {template.name} says nothing", "give it a block named 'user'")
        return tuple(turns)

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
    path = Path(module.__file__).parent / template
    if not path.is_file():
        raise ConfigError(f"there is no prompt file {path}", "add it or fix its name")
    return path
