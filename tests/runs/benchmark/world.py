"""A small world for benchmarks: four documents about four people, and a server that rewrites, attacks and judges."""

import json
from pathlib import Path

from gyges.corpus import write_documents
from gyges.records import Document, Fact, IdentifierType, Mention, Subject
from gyges.runs.benchmark import BenchmarkPlan, DatasetChoice, MethodChoice
from gyges.testing import ChatRequest

PEOPLE = {"Ana Gil": "nurse", "Ben Roth": "baker", "Cora Lind": "pilot", "Dan Moss": "welder"}
REFUSED = "Dan Moss"
"""The person whose text the server does not rewrite."""


def document(name: str) -> Document:
    text = f"{name} works as a {PEOPLE[name]} in the old harbour town and likes the work there."
    facts = (Fact("NAME", name, 5, 1), Fact("OCCUPATION", PEOPLE[name], 5, 2))
    mention = Mention(0, len(name), name, "PERSON", IdentifierType.DIRECT, "e1")
    return Document(name.split()[0].lower(), text, (Subject("0", f"{name} - a worker", facts),), (mention,))


def dataset(folder: Path, name: str = "own") -> DatasetChoice:
    path = folder / f"{name}.jsonl"
    write_documents([document(person) for person in PEOPLE], path, force=True)
    return DatasetChoice(name, str(path))


def plan(folder: Path, *methods: str | MethodChoice, **more: object) -> BenchmarkPlan:
    chosen = tuple(MethodChoice(one) if isinstance(one, str) else one for one in methods)
    return BenchmarkPlan("test", datasets=(dataset(folder),), methods=chosen, **more)  # type: ignore[arg-type]


def answer(request: ChatRequest) -> str:
    """Rewrite without the name, find people whose name or job is written, and rate everything alike."""
    words = "\n".join(message.content for message in request.messages)
    asked = str(request.schema)
    person = next((name for name in PEOPLE if name in words or PEOPLE[name] in words), None)
    if "'matches'" in asked:
        return json.dumps({"matches": [{"truth": "T1", "found": "F1"}]})
    if "'people'" in asked:
        return json.dumps({"people": [] if person is None else [_found(person, words)]})
    if "readability" in asked:
        reasons = {f"{name}_reason": "so" for name in ("readability", "meaning", "additions")}
        return json.dumps({**reasons, "readability": 8, "meaning": 6, "additions": False})
    if person is None or person == REFUSED:
        return "I would rather not."
    job = PEOPLE[person]
    text = f"[redacted] works as a {job} in the old harbour town and likes the work there."
    return json.dumps({"explanation": "the name is gone", "text": text})


def _found(person: str, words: str) -> dict[str, object]:
    named = person in words
    facts = [_fact("NAME", person)] if named else []
    facts += [_fact("OCCUPATION", PEOPLE[person])] if PEOPLE[person] in words else []
    return {"called": person if named else "", "description": "a worker", "how_many": 1, "facts": facts}


def _fact(tag: str, value: str) -> dict[str, object]:
    return {"tag": tag, "quotes": [value], "value": value, "certainty": 5}
