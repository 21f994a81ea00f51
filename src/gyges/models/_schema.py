"""JSON schemas in the strict form that every endpoint with constrained output accepts."""

from typing import Any, cast

from pydantic import BaseModel

from gyges.errors import ConfigError
from gyges.models._exchange import Schema

__all__ = ["strict_schema"]


def strict_schema(model: type[BaseModel]) -> Schema:
    """Return the schema of an answer: closed objects, all fields required, no titles.

    Raises:
        ConfigError: A field has a default: an answer that leaves it out would pass for one that says nothing.
    """
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
