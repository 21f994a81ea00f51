"""The five tasks of the paper in small: a few documents each, and a server that rewrites, attacks and judges."""

import json
import re
from pathlib import Path
from typing import Any

import yaml

from gyges.corpus import write_documents
from gyges.records import Document, Fact, IdentifierType, Mention, Subject
from gyges.testing import ChatRequest, schema_answer

NAMES = (
    "Ana Reis", "Tom Berger", "Ida Holm", "Paul Okoro", "Mia Sand", "Leo Varga", "Eva Lang", "Max Orth", "Kim Noor",
)  # fmt: skip
JOBS = ("nurse", "baker", "pilot")
_OPTIONS = {"A": "rest", "B": "surgery", "C": "aspirin", "D": "nothing"}


def _about(number: int, name: str) -> str:
    return (
        f"{name} has worked as a {JOBS[number % 3]} in the old harbour town for {number + 3} years and likes it there."
    )


def documents(kind: str) -> list[Document]:
    """Return nine documents with what a kind of task needs."""
    made = []
    for number, name in enumerate(NAMES):
        text, job = _about(number, name), JOBS[number % 3]
        person = Subject("p", "", (Fact("NAME", name, 5, 1),))
        author = Subject("author", "", (Fact("AGE", str(30 + number), 5, 2),))
        mention = Mention(0, len(name), name, "PERSON", IdentifierType.DIRECT, "e1")
        needs: dict[str, dict[str, Any]] = {
            "db-bio": {"subjects": (person,), "meta": {"occupation": job}},
            "synthpai": {"subjects": (author,)},
            "tab": {"mentions": (mention,)},
            "pupa": {"meta": {"pii_units": [name.lower()], "response": "Stay there."}},
            "medqa": {"meta": {"options": _OPTIONS, "answer": "C"}},
        }
        made.append(
            Document(f"{kind}-{number}", f"{text} {'And so on. ' * 3 * (kind == 'synthpai')}".strip(), **needs[kind])
        )
    return made


def plan(folder: Path, **changes: object) -> Path:
    """Write the plan of the paper with documents of our own, and return its file."""
    source = Path(__file__).parents[2] / "src/gyges/runs/benchmark/plans/loiseau.yaml"
    data = yaml.safe_load(source.read_text())
    for choice in data["tasks"]:
        path = folder / f"{choice['task']}.jsonl"
        write_documents(documents(choice["task"]), path, force=True)
        choice |= {"documents": str(path), "optional": False}
    path = folder / "plan.yaml"
    path.write_text(yaml.safe_dump({**data, "learn": {"budget": 20, "counts": "rewrites"}, **changes}))
    return path


def answer(request: ChatRequest) -> str:
    """Rewrite without names, propose an instruction, and answer everything else as its schema says."""
    properties = (request.schema or {}).get("properties")
    asked = set(properties) if isinstance(properties, dict) else set()
    words = "\n".join(message.content for message in request.messages)
    if "text" in asked:  # a rewrite: the last text in fences, without the name
        text = next((_about(n, name) for n, name in enumerate(NAMES) if f"for {n + 3} years" in words), "")
        name = next((name for name in NAMES if name in text), "nobody")
        return json.dumps({**dict.fromkeys(asked, "so"), "text": text.replace(name, "Somebody")})
    if "attributes" in asked:
        tags = re.findall(r"'enum': \[([^\]]*)\]", str(request.schema))[0].replace("'", "").split(", ")
        seen = re.search(r"for (\d+) years", words)
        guesses = {"AGE": [str(27 + int(seen.group(1)))]} if seen else {}
        rows = [
            {"tag": tag, "quotes": [], "reasoning": "", "guesses": guesses.get(tag, []), "certainty": 3} for tag in tags
        ]
        return json.dumps({"attributes": rows})
    if "number" in asked:  # the first of a list, which is right for every third person
        return json.dumps({"reason": "so", "number": 1})
    if "leaked" in asked:
        return json.dumps({"leaked": [1] if any(name in words.split(">>>")[0] for name in NAMES) else []})
    if "instruction" in asked:
        return json.dumps({"change": "shorter", "instruction": f"Leave out all names. {len(words) % 7}"})
    return schema_answer(request)
