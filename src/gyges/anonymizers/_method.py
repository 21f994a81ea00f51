"""A method by name: how it is described, which options it takes, how it is made, what it asks models."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from gyges.anonymizers._anonymizer import Anonymizer
from gyges.anonymizers._tools import Tools


@dataclass(frozen=True, slots=True)
class NoOptions:
    """A method without options."""


@dataclass(frozen=True, slots=True)
class MethodCalls:
    """Calls of a method for one window of one document, at most."""

    rewrites: int = 0  # those to the model that rewrites, or judges the rewrite
    attacks: int = 0  # attacks inside the method


def calls_nobody(_: object) -> MethodCalls:
    """Return the calls of a method that asks no model."""
    return MethodCalls()


def calls_once(_: object) -> MethodCalls:
    """Return the calls of a method that asks for one rewrite."""
    return MethodCalls(1)


@dataclass(frozen=True, slots=True)
class Method:
    """One method of the registry.

    Attributes:
        name: The name on the command line.
        summary: What it does, in one sentence for the list of methods.
        make: Makes the anonymizer from tools, options and what stood after the colon of the name.
        options: A frozen dataclass; its fields are the options of the method, with defaults and types that pydantic
            can check (``Literal``, int, float, bool, str).
        argument: What may stand after a colon, such as ``FILE``; empty if nothing may.
        needs_model: Whether it rewrites by a language model.
        argument_is_model: Whether what stands after the colon is a model that takes the place of that one.
        extra: The optional part of Gyges it needs, empty if none.
        sees_annotations: Whether it is given what annotators marked; every other method gets the bare text.
        calls: What it asks models with its options, at most; loops that may stop early are counted in full.
    """

    name: str
    summary: str
    make: Callable[[Tools, Any, str], Anonymizer]
    options: type = NoOptions
    argument: str = ""
    needs_model: bool = False
    argument_is_model: bool = False
    extra: str = ""
    sees_annotations: bool = False
    calls: Callable[[Any], MethodCalls] = calls_nobody
