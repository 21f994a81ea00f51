"""Methods by name: those that ship, and those that others wrote."""

import difflib
import inspect
from collections.abc import Mapping
from functools import cache
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from typing import Any

from pydantic import TypeAdapter, ValidationError

from gyges.anonymizers._anonymizer import Anonymizer
from gyges.anonymizers._method import Method, MethodCalls
from gyges.anonymizers._tools import Tools
from gyges.errors import ConfigError, UnknownNameError
from gyges.records import JsonValue

ENTRY_POINTS = "gyges.anonymizers"
"""The entry-point group of methods that others wrote."""

_MODULES = {
    "none": "_none",
    "remove-all": "_remove_all",
    "annotated": "_annotated",
    "annotated-general": "_generalised",
    "mask": "_mask",
    "presidio": "detectors._presidio",
    "azure": "detectors._azure",
    "tagger": "tagger._tagger",
    "deid-gpt": "_deid_gpt",
    "dp-prompt": "_dp_prompt",
    "prompt": "instructions._instruction",
    "paraphrase": "paraphrasing._paraphrase",
    "span-abstract": "spans._span_abstract",
    "adversarial": "adversarial._adversarial",
    "rupta": "rupta._rupta",
    "subjectwise": "_subjectwise",
}
_GONE = {
    "sanitize-paraphrase": "write --method paraphrase --set sanitize=true",
    "randomize": "use mask:pseudonyms for values that are not the true ones",
}
METHODS = tuple(_MODULES)
"""Names of the methods that ship, in the order of a list for users."""


def is_built_in(name: str) -> bool:
    """Return whether a method of this name ships."""
    return name in _MODULES


@cache
def find_method(name: str) -> Method:
    """Return a method that ships by its name.

    Raises:
        UnknownNameError: There is none.
    """
    if name not in _MODULES:
        near = difflib.get_close_matches(name, [*_MODULES, *_added()], n=1)
        remedy = f"did you mean {near[0]}?" if near else f"use one of {', '.join(_MODULES)}"
        raise UnknownNameError(f"there is no method '{name}'", _GONE.get(name, remedy))
    method: Method = import_module(f"{__package__}.{_MODULES[name]}").METHOD
    return method


def open_anonymizer(spec: str, tools: Tools, options: Mapping[str, JsonValue] | None = None) -> Anonymizer:
    """Return an anonymizer by its spec.

    Args:
        spec: The name of a method, with a colon and an argument where it takes one, as in ``prompt:keep-jobs.md``.
        tools: Models, attacker, purpose, key.
        options: Options of the method by name; numbers and switches may be written as text.

    Raises:
        UnknownNameError: There is no such method or option.
        ConfigError: The method cannot be used this way.
    """
    spec, given = spec.strip(), dict(options or {})
    name, colon, argument = spec.partition(":")
    added = _added()
    if spec in added:
        return _plugged_in(added[spec], tools, given)
    method = find_method(name)
    if colon and not method.argument:
        raise ConfigError(f"the method '{name}' takes nothing after a colon", f"write {name}")
    if method.argument and not argument.strip() and not method.argument.startswith("["):
        raise ConfigError(f"the method '{name}' needs a {method.argument}", f"write {name}:{method.argument}")
    return method.make(tools, _checked(method, given), argument.strip())


def method_calls(spec: str, options: Mapping[str, JsonValue] | None = None) -> MethodCalls:
    """Return the calls of a method for one window of one document, at most; a plug-in is taken to ask once."""
    name = spec.partition(":")[0].strip()
    if not is_built_in(name):
        return MethodCalls(1)
    method = find_method(name)
    return method.calls(_checked(method, dict(options or {})))


def _checked(method: Method, given: Mapping[str, JsonValue]) -> Any:
    known = list(inspect.signature(method.options).parameters)
    for option in given:
        if option not in known:
            near = difflib.get_close_matches(option, known, n=1)
            remedy = f"did you mean {near[0]}?" if near else f"it has {', '.join(known) or 'no options'}"
            raise UnknownNameError(f"the method '{method.name}' has no option '{option}'", remedy)
    try:
        return TypeAdapter(method.options).validate_python(dict(given))
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(map(str, first["loc"])) or "an option"
        raise ConfigError(
            f"the option '{place}' of the method '{method.name}' cannot be {first['input']!r}", first["msg"].lower()
        ) from error


def _added() -> dict[str, EntryPoint]:
    added = {point.name: point for point in entry_points(group=ENTRY_POINTS)}
    taken = sorted(added.keys() & _MODULES.keys())
    if taken:
        raise ConfigError(
            f"the plug-in {added[taken[0]].value} calls its method '{taken[0]}', which ships with Gyges",
            "rename it or uninstall the plug-in",
        )
    return added


def _plugged_in(point: EntryPoint, tools: Tools, options: Mapping[str, JsonValue]) -> Anonymizer:
    """Make a method that somebody else wrote; it is given the tools if it has a parameter for them, and options."""
    try:
        factory = point.load()
        wanted = inspect.signature(factory).parameters
        made = factory(**({"tools": tools} if "tools" in wanted else {}), **options)
        usable = isinstance(made.name, str) and callable(made.anonymize)
    except (ImportError, AttributeError, TypeError, ValueError) as error:
        raise ConfigError(
            f"the method '{point.name}' cannot be made from {point.value} ({error})", "repair or uninstall the plug-in"
        ) from error
    if not usable:
        raise ConfigError(f"{point.value} has no name or no method 'anonymize'", "repair or uninstall the plug-in")
    anonymizer: Anonymizer = made
    return anonymizer
