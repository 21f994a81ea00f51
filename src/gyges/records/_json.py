"""The type of anything that survives a trip through a JSON file."""

from collections.abc import Mapping, Sequence
from typing import TypeAlias

__all__ = ["JsonValue"]

JsonValue: TypeAlias = "str | int | float | bool | Sequence[JsonValue] | Mapping[str, JsonValue] | None"
