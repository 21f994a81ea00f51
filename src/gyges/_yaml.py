"""YAML that people hand in: whatever is in it, it costs little and fails in one way."""

from typing import Any

import yaml

_MOST_VALUES = 1_000_000
"""Values a file may unfold to: far beyond any review, far below what a bomb of aliases makes of a few lines."""


def parse_yaml(text: str, *, as_text: bool = False) -> Any:
    """Return what a YAML text holds; ``yes`` and numbers too as they are written where all is to stay text."""
    try:
        root = yaml.compose(text, Loader=yaml.SafeLoader)
        if root is not None and _unfolded(root, {}) > _MOST_VALUES:
            raise yaml.YAMLError("its aliases unfold to too many values")
        return yaml.load(text, Loader=yaml.BaseLoader if as_text else yaml.SafeLoader)  # noqa: S506  # it knows no objects
    except RecursionError:
        raise yaml.YAMLError("it is nested too deeply") from None
    except ValueError as error:  # a date or a number that is none
        raise yaml.YAMLError(str(error)) from error


def _unfolded(node: yaml.Node, known: dict[int, int]) -> int:
    """Return how many values a node stands for, with all aliases followed."""
    if not isinstance(node, yaml.CollectionNode):
        return 1
    if known.get(id(node)) == 0:
        raise yaml.YAMLError("it contains itself")
    if id(node) not in known:
        known[id(node)] = 0
        inner = (one for pair in node.value for one in (pair if isinstance(pair, tuple) else (pair,)))
        known[id(node)] = 1 + sum(_unfolded(one, known) for one in inner)
    return known[id(node)]
