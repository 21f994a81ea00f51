"""Reading a JSON schema: references, alternatives, the types it lets through, how deep its smallest value is."""

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import TypeAlias

from gyges.records import JsonValue

Schema: TypeAlias = Mapping[str, JsonValue]

JSON_TYPES = frozenset({"array", "boolean", "null", "number", "object", "string"})
_NOT_BUILT = ("pattern", "not", "if", "contains")
_TYPE_OF = {str: "string", bool: "boolean", int: "number", float: "number", type(None): "null", list: "array"}


def mapping_of(value: JsonValue) -> Schema:
    """Return an object as it is and anything else as an empty one."""
    return value if isinstance(value, Mapping) else {}


def sequence_of(value: JsonValue) -> Sequence[JsonValue]:
    """Return an array as it is and anything else as an empty one."""
    return value if isinstance(value, (list, tuple)) else ()


def count_of(schema: Schema, key: str, default: int = 0) -> int:
    """Read a keyword that holds a number of things."""
    value = schema.get(key)
    return int(value) if isinstance(value, (int, float)) else default


def kind_of(schema: Schema) -> str | None:
    """Name the one type of a schema without alternatives, guessing from its keywords; None where all fit."""
    named = schema.get("type")
    if isinstance(named, str):
        return named
    if not schema.keys().isdisjoint({"properties", "additionalProperties", "required"}):
        return "object"
    return None if schema.keys().isdisjoint({"items", "prefixItems"}) else "array"


def _references(schema: JsonValue) -> Iterator[str]:
    if isinstance(reference := mapping_of(schema).get("$ref"), str):
        yield reference
    for part in (*mapping_of(schema).values(), *sequence_of(schema)):
        yield from _references(part)


class Shape:
    """A JSON schema with its references resolved."""

    def __init__(self, root: Schema) -> None:
        self.root = root
        self._known: dict[int, tuple[JsonValue, list[Schema]]] = {}  # with the schema itself, so that no id is reused
        # The least levels that a value of each definition needs: the fixed point from "none can be built".
        self._heights = dict.fromkeys(_references(root), math.inf)
        while True:
            heights = {reference: self.height(self._target(reference)) for reference in self._heights}
            if heights == self._heights:
                break
            self._heights = heights

    def expand(self, schema: JsonValue) -> Schema:
        """Follow references, and merge what ``allOf`` lists."""
        full = dict(mapping_of(schema))
        seen: set[str] = set()
        while isinstance(reference := full.pop("$ref", None), str) and reference not in seen:
            seen.add(reference)
            full = {**mapping_of(self._target(reference)), **full}
        for part in map(self.expand, sequence_of(full.pop("allOf", None))):
            properties = {**mapping_of(part.get("properties")), **mapping_of(full.get("properties"))}
            required = [*sequence_of(part.get("required")), *sequence_of(full.get("required"))]
            full = {**part, **full, **({"properties": properties, "required": required} if properties else {})}
        return full

    def variants(self, schema: JsonValue) -> list[Schema]:
        """Spell out the alternatives that a schema offers; a plain one is its own only alternative."""
        full = self.expand(schema)
        options = sequence_of(full.get("anyOf")) or sequence_of(full.get("oneOf"))
        if options:
            rest = {key: part for key, part in full.items() if key not in ("anyOf", "oneOf")}
            return [each for option in options for each in self.variants({**rest, **self.expand(option)})]
        kinds = sequence_of(full.get("type"))
        return [{**full, "type": kind} for kind in kinds] if kinds else [full]

    def buildable(self, schema: JsonValue) -> list[Schema]:
        """Spell out the alternatives for which a value can be built, the smallest first."""
        known = self._known.get(id(schema))
        if known is None:
            possible = self.variants(schema) if self.height(schema) < math.inf else []
            built = sorted((each for each in possible if self.height(each) < math.inf), key=self.height)
            known = self._known[id(schema)] = (schema, built)
        return known[1]

    def height(self, schema: JsonValue) -> float:
        """Count the levels of the smallest value; infinite where none can be built."""
        if not isinstance(schema, Mapping):
            return 0 if schema is True else math.inf
        if any(key in schema for key in _NOT_BUILT):
            return math.inf
        parts = [self._heights[reference] for reference in (schema.get("$ref"),) if isinstance(reference, str)]
        parts += map(self.height, sequence_of(schema.get("allOf")))
        options = sequence_of(schema.get("anyOf")) or sequence_of(schema.get("oneOf"))
        parts += [min(map(self.height, options))] if options else []
        parts += (self.height(part) + 1 for part in _needed(schema))
        return max(parts, default=0)

    def types(self, schema: JsonValue) -> set[str]:
        """Name the JSON types that a schema lets through, whole numbers counting as numbers."""
        names: set[str] = set()
        for variant in self.variants(schema):
            kind = kind_of(variant)
            if "const" in variant or "enum" in variant:
                values = [variant["const"]] if "const" in variant else sequence_of(variant["enum"])
                names |= {_TYPE_OF.get(type(value), "object") for value in values}
            else:
                names |= JSON_TYPES if kind is None else {"number" if kind == "integer" else kind}
        return names

    def _target(self, reference: str) -> JsonValue:
        target: JsonValue = self.root
        for step in filter(None, reference.removeprefix("#").split("/")):
            target = mapping_of(target).get(step.replace("~1", "/").replace("~0", "~"))
        return target


def _needed(schema: Schema) -> Iterator[JsonValue]:
    kind = kind_of(schema)
    if kind == "object":
        properties = mapping_of(schema.get("properties"))
        yield from (part for name, part in properties.items() if name in sequence_of(schema.get("required")))
        if count_of(schema, "minProperties") > len(properties):
            yield schema.get("additionalProperties", True)
    elif kind == "array":
        prefix, least = sequence_of(schema.get("prefixItems")), count_of(schema, "minItems")
        yield from prefix[:least]
        if least > len(prefix):
            yield schema.get("items", True)
