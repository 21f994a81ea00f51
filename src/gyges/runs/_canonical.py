"""JSON as the journal and the digests need it: one line, ASCII only, any mapping or sequence."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from gyges.records import JsonValue


@dataclass(frozen=True, slots=True)
class JsonLine:
    """A JSON value as it is written: made where it comes from, and read only where somebody wants to know it."""

    text: str

    @classmethod
    def of(cls, value: JsonValue) -> "JsonLine":
        """Return a value as it is written."""
        return cls(compact(value))

    def read(self) -> JsonValue:
        """Return the value, a copy for each who asks."""
        value: JsonValue = json.loads(self.text)
        return value


def compact(value: JsonValue) -> str:
    """Return a value as one line of strict JSON, keys in their own order."""
    return _COMPACT.encode(value)


def canonical(value: JsonValue) -> str:
    """Return the same text for equal values, whatever the order of their keys.

    Not-a-number is let through: it may stand in the meta of a document, and here only sameness counts.
    """
    return _CANONICAL.encode(value)


def _plain(value: object) -> object:
    if isinstance(value, Mapping):
        return dict(value)
    if isinstance(value, Sequence) and not isinstance(value, bytes | bytearray | memoryview):
        return list(value)
    raise TypeError(f"a {type(value).__name__} is no JSON value")


# Made once: `json.dumps` makes such an encoder for every call.
_COMPACT = json.JSONEncoder(separators=(",", ":"), allow_nan=False, default=_plain)
_CANONICAL = json.JSONEncoder(separators=(",", ":"), sort_keys=True, default=_plain)
