"""The JSON schema of an answer: in the strict form that endpoints take, and in words for those that ignore it."""

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any, cast

from pydantic import BaseModel

from gyges.errors import ConfigError
from gyges.models._exchange import Schema
from gyges.records import JsonValue

_THINKING = re.compile(r"\A\s*<think>.*?</think>", re.DOTALL)


def strict_schema(model: type[BaseModel]) -> Schema:
    """Return the schema of an answer: closed objects, all fields required, no titles."""
    schema = model.model_json_schema()
    for name, node in {model.__name__: schema, **schema.get("$defs", {})}.items():
        optional = set(node.get("properties", {})) - set(node.get("required", ()))
        if optional:
            raise ConfigError(
                f"the answer {name} has defaults for {', '.join(sorted(optional))}", "make every field required"
            )
    return cast(Schema, _strict(schema))


def _strict(node: Any, *, is_properties: bool = False) -> Any:
    if isinstance(node, list):
        return [_strict(item) for item in node]
    if not isinstance(node, dict):
        return node
    if is_properties:  # keys are names of fields here, so one named "title" or "default" stays
        return {key: _strict(value) for key, value in node.items()}
    cleaned = {
        key: _strict(value, is_properties=key in ("properties", "$defs"))
        for key, value in node.items()
        if key not in ("title", "default")
    }
    if cleaned.get("type") == "object" and "properties" in cleaned:
        cleaned["additionalProperties"] = False
        cleaned["required"] = list(cleaned["properties"])
    return cleaned


_INDENT = "  "
_PLAIN = {"string": "text", "boolean": "true or false", "null": "null"}
_NUMBERS = {"integer": "whole number", "number": "number"}


def shape_in_words(schema: Schema) -> str:
    """Return the shape of an answer as JSON with words in angle brackets in the place of values."""
    return _shape(schema, schema, "", ())


def without_thoughts(text: str) -> str:
    """Return a reply without the thoughts that some models write before it."""
    return _THINKING.sub("", text, count=1).strip()


def keeps_to(text: str, schema: Schema) -> bool:
    """Whether an answer can come from an endpoint that enforces a schema.

    That is a JSON value and nothing else, besides thoughts before it; an object has exactly the fields of the schema,
    and values are among the choices they have. What lies deeper is left to the validation of the answer.
    """
    try:
        value = json.loads(without_thoughts(text))
    except (ValueError, RecursionError):
        return False
    fields = schema.get("properties")
    if schema.get("type") != "object" or not isinstance(fields, Mapping):
        return True
    if not isinstance(value, dict) or set(value) != set(fields):
        return False
    return all(not (choices := _choices(part)) or value[name] in choices for name, part in fields.items())


def _shape(node: JsonValue, root: Schema, indent: str, above: tuple[str, ...]) -> str:
    if not isinstance(node, Mapping):
        return "<anything>"
    name = node.get("$ref")
    if isinstance(name, str):
        return "<such an object again>" if name in above else _shape(_defined(name, root), root, indent, (*above, name))
    if choices := _choices(node):
        return f"<{_either([json.dumps(choice, ensure_ascii=False) for choice in choices])}>"
    options = node.get("anyOf") or node.get("oneOf")
    if isinstance(options, Sequence):
        return " or ".join(dict.fromkeys(_shape(option, root, indent, above) for option in options))
    if node.get("type") == "object":
        return _object(node, root, indent, above)
    if node.get("type") == "array":
        return _array(node, root, indent, above)
    return f"<{_value(node)}>"


def _object(node: Schema, root: Schema, indent: str, above: tuple[str, ...]) -> str:
    fields, inner = node.get("properties"), indent + _INDENT
    if isinstance(fields, Mapping):
        rows = [f"{json.dumps(name)}: {_shape(part, root, inner, above)}" for name, part in fields.items()]
    else:
        rows = [f"<name>: {_shape(node.get('additionalProperties'), root, inner, above)}", "..."]
    return "{\n" + ",\n".join(inner + row for row in rows) + f"\n{indent}}}"


def _array(node: Schema, root: Schema, indent: str, above: tuple[str, ...]) -> str:
    first = node.get("prefixItems")
    if isinstance(first, Sequence):
        return f"[{', '.join(_shape(part, root, indent, above) for part in first)}]"
    return f"[{_shape(node.get('items'), root, indent, above)}, ...{_limits(node, 'minItems', 'maxItems')}]"


def _value(node: Schema) -> str:
    kind = str(node.get("type", "anything"))
    if kind in _NUMBERS:
        limits = _limits(node, "minimum", "maximum") + _limits(
            node, "exclusiveMinimum", "exclusiveMaximum", "more", "less"
        )
        return _NUMBERS[kind] + limits
    words = _PLAIN.get(kind, kind)
    if "pattern" in node:
        words += f" that fits the pattern {node['pattern']}"
    if "format" in node:
        words += f" in the form of a {node['format']}"
    return words + _limits(node, "minLength", "maxLength", "at least", "at most", " characters")


def _limits(node: Schema, low: str, high: str, least: str = "at least", most: str = "at most", of: str = "") -> str:
    than = " than" if least == "more" else ""
    said = [(least, node[low])] if low in node else []
    said += [(most, node[high])] if high in node else []
    return "".join(f", {word}{than} {limit}{of}" for word, limit in said)


def _choices(node: JsonValue) -> list[JsonValue]:
    if not isinstance(node, Mapping):
        return []
    if "const" in node:
        return [node["const"]]
    choices = node.get("enum")
    return list(choices) if isinstance(choices, Sequence) else []


def _either(choices: Sequence[str]) -> str:
    return choices[0] if len(choices) == 1 else f"one of {', '.join(choices)}"


def _defined(name: str, root: Schema) -> JsonValue:
    node: JsonValue = dict(root)
    for part in name.removeprefix("#/").split("/"):
        node = node.get(part) if isinstance(node, Mapping) else None
    return node
