"""Small deterministic values that satisfy a JSON schema, and values that do not."""

import hashlib
import json
import math
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import TypeVar

from gyges.errors import ConfigError
from gyges.records import JsonValue
from gyges.testing._shape import JSON_TYPES, Schema, Shape, count_of, kind_of, mapping_of, sequence_of

_Item = TypeVar("_Item")

_DEEP = 4  # levels after which only what is required is built
_SPAN = 9  # width of a number range that is open at one end
_TRIES = 200  # draws for items and keys that must differ
_LIMITS = ("minimum", "exclusiveMinimum", "maximum", "exclusiveMaximum")
_LETTERS = str.maketrans("0123456789", "ghijklmnop")  # hexadecimal digits as letters: never a number by accident
_WRONG: dict[str, JsonValue] = {
    "array": ["unexpected"],
    "object": {"unexpected": True},
    "string": "unexpected",
    "null": None,
    "boolean": True,
}
_FORMATS: dict[str, Callable[[int], str]] = {
    "date": lambda n: f"19{n % 100:02}-{n % 12 + 1:02}-{n % 28 + 1:02}",
    "date-time": lambda n: f"19{n % 100:02}-{n % 12 + 1:02}-{n % 28 + 1:02}T{n % 24:02}:00:00Z",
    "time": lambda n: f"{n % 24:02}:{n % 60:02}:00",
    "duration": lambda n: f"P{n % 30 + 1}D",
    "email": lambda n: f"a{n % 10**6}@example.org",
    "uuid": lambda n: f"00000000-0000-4000-8000-{n % 16**12:012x}",
    "uri": lambda n: f"https://example.org/{n % 10**6}",
}


def schema_value(schema: Schema, text: str) -> JsonValue:
    """Build a value that satisfies a JSON schema, the same one for the same text."""
    shape = _shape(json.dumps(schema))
    return _Builder(shape, text).value(shape.root, "$", 0)


def wrong_value(schema: Schema | None) -> JsonValue:
    """Build a JSON value of the wrong shape: an object keeps its property names, with values of wrong types."""
    shape = _shape(json.dumps(schema or {}))
    properties = mapping_of(shape.expand(shape.root).get("properties"))
    wrong = {name: _wrong(shape, part) for name, part in properties.items() if shape.types(part) < JSON_TYPES}
    return wrong or _wrong(shape, shape.root)


@lru_cache(maxsize=64)
def _shape(text: str) -> Shape:
    return Shape(json.loads(text))


def _wrong(shape: Shape, schema: JsonValue) -> JsonValue:
    allowed = shape.types(schema)
    return next((value for name, value in _WRONG.items() if name not in allowed), ["unexpected"])


class _Builder:
    def __init__(self, shape: Shape, text: str) -> None:
        self._shape = shape
        self._key = hashlib.sha256(text.encode(errors="replace")).digest()

    def value(self, schema: JsonValue, path: str, depth: int) -> JsonValue:
        variants = self._shape.buildable(schema)
        if not variants:
            raise _unbuildable(path)
        chosen = self._pick(variants, path + "?") if depth < _DEEP else variants[0]
        if "const" in chosen:
            return chosen["const"]
        if options := sequence_of(chosen.get("enum")):
            return self._pick(options, path)
        match kind_of(chosen):
            case "object":
                return self._object(chosen, path, depth)
            case "array":
                return self._array(chosen, path, depth)
            case "integer":
                return self._integer(chosen, path)
            case "number":
                return self._float(chosen, path)
            case "boolean":
                return self._hash(path) % 2 == 0
            case "null":
                return None
            case _:
                return self._string(chosen, path)

    def _object(self, schema: Schema, path: str, depth: int) -> JsonValue:
        required = sequence_of(schema.get("required"))
        result = {
            name: self.value(part, f"{path}.{name}", depth + 1)
            for name, part in mapping_of(schema.get("properties")).items()
            if name in required or (depth < _DEEP and self._shape.buildable(part))
        }
        extra = schema.get("additionalProperties", True)
        for name in required:
            if isinstance(name, str) and name not in result:
                result[name] = self.value(extra, f"{path}.{name}", depth + 1)
        least = count_of(schema, "minProperties")
        if isinstance(extra, dict) and extra and depth < _DEEP and self._shape.buildable(extra):
            least = max(least, min(len(result) + 1, count_of(schema, "maxProperties", len(result) + 1)))
        for draw in range(_TRIES):
            if len(result) >= least:
                return result
            name = self.value(schema.get("propertyNames", True), f"{path}#{draw}", depth + 1)
            result.setdefault(str(name), self.value(extra, f"{path}.{name}", depth + 1))
        raise _unbuildable(path)

    def _array(self, schema: Schema, path: str, depth: int) -> JsonValue:
        prefix, rest = sequence_of(schema.get("prefixItems")), schema.get("items", True)
        least = count_of(schema, "minItems")
        if depth < _DEEP and (prefix or self._shape.buildable(rest)):
            least = max(least, min(max(1, len(prefix)), count_of(schema, "maxItems", len(prefix) + 1)))
        result: list[JsonValue] = []
        for draw in range(least + _TRIES):
            if len(result) >= least:
                return result
            part = prefix[len(result)] if len(result) < len(prefix) else rest
            item = self.value(part, f"{path}[{draw}]", depth + 1)
            if item not in result or schema.get("uniqueItems") is not True:
                result.append(item)
        raise _unbuildable(path)

    def _integer(self, schema: Schema, path: str) -> int:
        step = max(1, count_of(schema, "multipleOf", 1))
        lows = [math.ceil(low) for low in _limits(schema, "minimum")]
        lows += [math.floor(low) + 1 for low in _limits(schema, "exclusiveMinimum")]
        highs = [math.floor(high) for high in _limits(schema, "maximum")]
        highs += [math.ceil(high) - 1 for high in _limits(schema, "exclusiveMaximum")]
        low = max(lows) if lows else min([0, *(high - _SPAN * step for high in highs if high < 0)])
        high = min(highs) if highs else low + _SPAN * step
        options = range(-(-low // step) * step, high + 1, step)
        if not options:
            raise _unbuildable(path)
        return self._pick(options, path)

    def _float(self, schema: Schema, path: str) -> float:
        if "multipleOf" in schema:
            step = _limits(schema, "multipleOf")[0]
            scaled = {key: limit / step for key in _LIMITS for limit in _limits(schema, key)}
            return self._integer(scaled, path) * step
        lows = _limits(schema, "minimum") + _limits(schema, "exclusiveMinimum")
        highs = _limits(schema, "maximum") + _limits(schema, "exclusiveMaximum")
        low = max(lows) if lows else min([0.0, *(high - max(_SPAN, abs(high)) for high in highs if high <= 0)])
        high = min(highs) if highs else low + max(_SPAN, abs(low))
        share = self._pick((0.25, 0.5, 0.75), path)
        value = min(max(low * (1 - share) + high * share, low), high)
        excluded = _limits(schema, "exclusiveMinimum") + _limits(schema, "exclusiveMaximum")
        if low > high or value in excluded or not math.isfinite(value):
            raise _unbuildable(path)
        return value

    def _string(self, schema: Schema, path: str) -> str:
        name = schema.get("format")
        if isinstance(name, str) and name in _FORMATS:
            return _FORMATS[name](self._hash(path))
        least, most = count_of(schema, "minLength"), count_of(schema, "maxLength", 8)
        word = f"{self._hash(path):016x}".translate(_LETTERS)
        return (word * (least // len(word) + 1))[: max(least, min(most, 8))]

    def _hash(self, path: str) -> int:
        return int.from_bytes(hashlib.blake2b(path.encode(errors="replace"), key=self._key, digest_size=8).digest())

    def _pick(self, options: Sequence[_Item], path: str) -> _Item:
        return options[self._hash(path) % len(options)] if len(options) > 1 else options[0]


def _limits(schema: Schema, key: str) -> list[float]:
    value = schema.get(key)
    return [value] if isinstance(value, (int, float)) else []


def _unbuildable(path: str) -> ConfigError:
    return ConfigError(f"schema_answer cannot build a value for {path}", "give the server an answer of your own")
