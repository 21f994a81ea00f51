"""A model whose good answers were recorded: it answers by document and step, not by the words of a question.

Prompts may change without a new recording. The attacks of ``subjectwise`` are answered from readings: a fact is told as
long as words stand in the text that give it away. Everything else is answered in the order in which it was recorded.
"""

import json
import re
from collections import Counter
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from string import ascii_uppercase
from typing import Any

from anonymizers.adversarial_world import texts_in
from gyges.anonymizers.subjectwise._letters import Letters
from gyges.testing import ChatRequest

RECORDED = Path(__file__).parent / "recorded"
RECORD_ANEW = "the recorded answers do not fit any more: see tests/anonymizers/recorded/README.md on how to record anew"
_LETTER = re.compile(r"(?<![\w.])[A-Z]\.(?!\w)")


@cache
def rows(name: str) -> tuple[dict[str, Any], ...]:
    """Return the rows of a recorded file."""
    lines = (RECORDED / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
    return tuple(json.loads(line) for line in lines)


def texts() -> dict[str, str]:
    """Return the documents by id."""
    return {row["id"]: row["text"] for row in rows("documents")}


def documents_of(method: str) -> list[str]:
    """Return the ids of the documents for which answers to a method were recorded."""
    return sorted({row["document"] for row in rows("answers") if row["method"] == method})


@dataclass
class RecordedModel:
    """Answers as recorded."""

    method: str
    asked: Counter[tuple[str, str]] = field(default_factory=Counter)
    beyond: int = 0

    def __call__(self, request: ChatRequest) -> str:
        """Answer."""
        schema: Any = request.schema or {}
        step = "+".join(sorted(schema["properties"]))
        text = texts_in(request)[0]
        document = _nearest(text)
        if step == "people":
            return json.dumps(_people(document, text, request))
        answers = [
            row["answer"]
            for row in rows("answers")
            if (row["method"], row["document"], row["step"]) == (self.method, document, step)
        ]
        number = self.asked[document, step]
        self.asked[document, step] += 1
        if number >= len(answers):
            if not answers:
                raise AssertionError(f"no answer to {step} of {document} was recorded for {self.method}; {RECORD_ANEW}")
            self.beyond += 1
            return json.dumps({"changes": []} if step == "changes" else {"explanation": "", "text": text})
        answer = answers[number]
        return json.dumps(_relabelled(answer, document) if self.method == "subjectwise" else answer)


def _nearest(text: str) -> str:
    """Return the document that a text was made of."""
    words = _telling(text)
    return max(texts(), key=lambda id_: len(words & _telling(texts()[id_])) / len(words | _telling(texts()[id_])))


def _telling(text: str) -> set[str]:
    return set(re.findall(r"\w{4,}", text.lower()))


def _people(document: str, text: str, request: ChatRequest) -> dict[str, Any]:
    people = next(row["people"] for row in rows("readings") if row["document"] == document)
    listed = texts_in(request)[1:]
    schema: Any = request.schema
    tags = set(schema["$defs"].get("FactRow", {"properties": {"tag": {"enum": ()}}})["properties"]["tag"]["enum"])
    if not listed:
        return {
            "people": [{**_person(one, text), **({"facts": _facts(one, text, tags)} if tags else {})} for one in people]
        }
    told = []
    for number, line in re.findall(r"^person (\d+): (.*)$", listed[0], re.MULTILINE):
        person = next(one for one in people if line.endswith(f" - {one['description']}"))
        told.append({"id": int(number), "facts": _facts(person, text, tags)})
    return {"people": told}


def _person(person: dict[str, Any], text: str) -> dict[str, Any]:
    called = next((words for words in person["called"] if words in text), person["called"][-1])
    return {"called": called, "description": person["description"], "how_many": 1}


def _facts(person: dict[str, Any], text: str, tags: set[str]) -> list[dict[str, Any]]:
    """Return what can be told from words that stand in the text, the surest of each kind."""
    best: dict[str, dict[str, Any]] = {}
    for tag, value, certainty, quotes in person["facts"]:
        there = [words for words in quotes if _stands(words, text)]
        if tag in tags and there and certainty > best.get(tag, {"certainty": 0})["certainty"]:
            best[tag] = {"tag": tag, "quotes": there[:4], "value": value, "certainty": certainty}
    return list(best.values())


def _stands(words: str, text: str) -> bool:
    before, after = (r"(?<!\w)" if words[0].isalnum() else ""), (r"(?!\w)" if words[-1].isalnum() else "")
    return re.search(f"{before}{re.escape(words)}{after}", text) is not None


def _relabelled(answer: Any, document: str) -> Any:
    """Return an answer with the letters that people have now; A, B and so on were recorded, in order of appearance."""
    if isinstance(answer, dict):
        return {name: _relabelled(value, document) for name, value in answer.items()}
    if isinstance(answer, list):
        return [_relabelled(value, document) for value in answer]
    return (
        _LETTER.sub(lambda match: _letters(document).get(match[0], match[0]), answer)
        if isinstance(answer, str)
        else answer
    )


@cache
def _letters(document: str) -> dict[str, str]:
    text = texts()[document]
    people = next(row["people"] for row in rows("readings") if row["document"] == document)
    names = {}
    for number, person in enumerate(people):
        told = [fact for fact in person["facts"] if fact[0] == "NAME"]
        places = [text.index(words) for fact in told for words in fact[3] if words in text]
        if places:
            names[number] = min(places), told[0][1]
    letters = Letters(text, [name for _, name in names.values()])
    in_order = sorted(names, key=names.__getitem__)
    return {f"{old}.": letters.of(str(number)) for old, number in zip(ascii_uppercase, in_order, strict=False)}
