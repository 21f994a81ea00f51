"""Options that many verbs have beside their own, and that take effect around them."""

import functools
import inspect
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from typing import Any

__all__ = ["with_options"]


def with_options(
    verb: Callable[..., Any],
    options: Mapping[str, tuple[Any, Any]],
    around: Callable[..., AbstractContextManager[None]],
) -> Callable[..., Any]:
    """Return a verb that takes more options.

    Args:
        verb: A function with options as typer reads them.
        options: Annotation and default by name.
        around: Is given the new options by name; the verb does its work inside.
    """

    @functools.wraps(verb)
    def wrapped(*args: Any, **given: Any) -> Any:
        mine = {name: given.pop(name, default) for name, (_, default) in options.items()}
        with around(**mine):
            return verb(*args, **given)

    own = inspect.signature(verb)
    more = [
        inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=kind)
        for name, (kind, default) in options.items()
    ]
    wrapped.__signature__ = own.replace(parameters=[*own.parameters.values(), *more])  # type: ignore[attr-defined]
    wrapped.__annotations__ = {**verb.__annotations__, **{name: kind for name, (kind, _) in options.items()}}
    return wrapped
