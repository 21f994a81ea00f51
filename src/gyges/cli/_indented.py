"""JSON with indents, as quick as without: results of many people are long."""

import json
from collections.abc import Iterable
from functools import cache

__all__ = ["indented"]

_STEP = "  "
_FLAT = json.JSONEncoder(ensure_ascii=False)


def indented(value: object) -> str:
    """Return what ``json.dumps(value, ensure_ascii=False, indent=2)`` does, which is slow for want of C code.

    Example:
        >>> print(indented({"a": [1, 2.5], "b": {}}))
        {
          "a": [
            1,
            2.5
          ],
          "b": {}
        }
    """
    return _indented(value, 0)


def _indented(value: object, depth: int) -> str:
    if not isinstance(value, dict | list | tuple) or not value:
        return _FLAT.encode(value)
    start, end = "\n" + _STEP * (depth + 1), "\n" + _STEP * depth
    if not any(isinstance(one, dict | list | tuple) and one for one in _items(value)):
        plain = _separated(depth + 1).encode(value)
        return f"{plain[0]}{start}{plain[1:-1]}{end}{plain[-1]}"
    if isinstance(value, dict):
        lines = [f"{_name(name)}: {_indented(one, depth + 1)}" for name, one in value.items()]
        return f"{{{start}{f',{start}'.join(lines)}{end}}}"
    return f"[{start}{f',{start}'.join([_indented(one, depth + 1) for one in value])}{end}]"


def _items(value: dict[object, object] | list[object] | tuple[object, ...]) -> Iterable[object]:
    return value.values() if isinstance(value, dict) else value


def _name(name: object) -> str:
    return _FLAT.encode(name) if isinstance(name, str) else _FLAT.encode({name: 0})[1:-4]


@cache
def _separated(depth: int) -> json.JSONEncoder:
    """Return what writes a list or an object without others inside, an item a line."""
    return json.JSONEncoder(ensure_ascii=False, separators=(",\n" + _STEP * depth, ": "))
