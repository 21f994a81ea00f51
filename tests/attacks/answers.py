"""Answers a model could give, shared by the tests of this folder."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from gyges.models import Model, model_of
from gyges.testing import Answer, ScriptedProvider, scripted

STORY = "Nora Feld, a nurse from Cork, is 34. Her husband drives a bus. Write to nora.feld@example.org."


def person(called: str, description: str = "", how_many: int = 1, facts: Sequence[Any] | None = None) -> dict[str, Any]:
    row: dict[str, Any] = {"called": called, "description": description, "how_many": how_many}
    return row if facts is None else {**row, "facts": list(facts)}


def people(*rows: Mapping[str, Any]) -> str:
    return json.dumps({"people": list(rows)})


def fact(tag: str, value: str, certainty: int = 5, quotes: Sequence[str] = ()) -> dict[str, Any]:
    return {"tag": tag, "quotes": list(quotes), "value": value, "certainty": certainty}


def facts(by_id: Mapping[int, Sequence[Mapping[str, Any]]]) -> str:
    return json.dumps({"people": [{"id": id, "facts": list(rows)} for id, rows in by_id.items()]})


def watched(answer: Answer | Sequence[str]) -> tuple[Model, ScriptedProvider]:
    """Return a scripted model and the provider that remembers what it was asked."""
    provider = ScriptedProvider(answer if callable(answer) else scripted(answer))
    return model_of(provider), provider
