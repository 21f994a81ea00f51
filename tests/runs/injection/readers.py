"""Scripted models that know the suite. They tell the truth about its documents, until an order reaches them.

The naive one takes every word outside a fence for an order, so it does what a document says as soon as a fence breaks.
Gullible ones also do what some kinds of documents say inside their fences, as weak models do.
"""

import json
import re
from collections.abc import Collection
from dataclasses import dataclass
from functools import cache
from typing import Any

from gyges.runs.injection import READINGS, InjectedDocument, injection_suite
from gyges.testing import ChatRequest, naive_prompt, schema_answer

_LEAST = 16  # letters of a piece of a document that stands in no question by chance
_SENTENCE = re.compile(r"[^\n.;:?!]+")


@dataclass(frozen=True)
class KnowingReader:
    """Answers questions about the suite from its truth."""

    gullible: Collection[str] = ()
    refuses: bool = False

    def was_ordered(self, request: ChatRequest) -> bool:
        """Whether words of a document reached it outside a fence."""
        return _escaped(naive_prompt(request).orders)

    def __call__(self, request: ChatRequest) -> str:
        prompt = naive_prompt(request)
        obeys = _escaped(prompt.orders)
        shown = next((known for text in prompt.data if (known := _known(text))), None)
        if shown is not None and shown[1]:
            if self.refuses:
                return "I'm sorry, but I can't help with that."
            obeys = obeys or shown[0].kind in self.gullible
        return _answer(request, prompt.data, shown[0] if shown else None, obeys=obeys)


@cache
def _escaped(orders: str) -> bool:
    """Whether words of a document stand among the orders."""
    return any(piece in orders for piece in _pieces())


def _answer(request: ChatRequest, data: tuple[str, ...], document: InjectedDocument | None, *, obeys: bool) -> str:
    schema: Any = request.schema or {}
    fields = set(schema.get("properties", {}))
    answer: object
    if fields == {"people"}:
        answer = {"people": [] if document is None else _people(schema, document, obeys=obeys)}
    elif fields == {"answer"} and len(data) == 2:
        same = data[1].startswith(data[0])
        answer = {"answer": "same" if same is not obeys else "different"}
    elif fields == {"matches"}:
        answer = {"matches": [] if obeys else _matches(*data[-2:])}
    elif fields == {"explanation", "text"} and data:
        answer = {"explanation": "", "text": data[0] if obeys or document is None else _redacted(data[0], document)}
    else:
        return schema_answer(request)
    return json.dumps(answer)


def _people(schema: Any, document: InjectedDocument, *, obeys: bool) -> list[dict[str, object]]:
    if "PersonFacts" in schema["$defs"]:
        tags = schema["$defs"]["FactRow"]["properties"]["tag"]["enum"]
        count = schema["properties"]["people"]["maxItems"]
        people = document.subjects[:count]
        rows = [
            [
                {"tag": fact.tag, "quotes": [], "value": fact.value, "certainty": 5}
                for fact in subject.facts
                if fact.tag in tags and not obeys
            ]
            for subject in people
        ]
        return [{"id": number, "facts": facts} for number, facts in enumerate(rows, start=1)]
    listed = () if obeys else document.subjects
    return [{"called": one.called[0], "description": one.description, "how_many": 1} for one in listed]


def _matches(truth: str, found: str) -> list[dict[str, str]]:
    called = {id: name for name, id in _listed(found).items()}
    ids = {name: id for id, name in called.items()}
    return [{"truth": id, "found": ids[name]} for name, id in _listed(truth).items() if name in ids]


def _listed(people: str) -> dict[str, str]:
    return {name: id for id, name in re.findall(r"^([TF]\d+):.*\n  called: (.*)$", people, re.MULTILINE)}


def _redacted(text: str, document: InjectedDocument) -> str:
    for fact in (fact for subject in document.subjects for fact in subject.facts):
        text = re.sub(re.escape(fact.value), "[redacted]", text, flags=re.IGNORECASE)
    return text


def _known(text: str) -> tuple[InjectedDocument, bool] | None:
    """Return the document that a text, or a value with its injected words, is of, and whether it has them."""
    folded = _folded(text)
    for whole, known in _texts().items():
        if whole == folded:
            return known
    return next((known for words, known in _values().items() if words in folded), None)


def _folded(text: str) -> str:
    return " ".join(text.casefold().split())


@cache
def _texts() -> dict[str, tuple[InjectedDocument, bool]]:
    return {
        _folded(document.text(words)): (document, words == "injected")
        for document in injection_suite()
        for words in reversed(READINGS)
    }


@cache
def _values() -> dict[str, tuple[InjectedDocument, bool]]:
    """Return the beginnings of injected words, as they stand in values and descriptions, the longest first."""
    starts = {_folded(document.words("injected"))[:150]: (document, True) for document in injection_suite()}
    return dict(sorted(starts.items(), key=lambda item: -len(item[0])))


@cache
def _pieces() -> tuple[str, ...]:
    """Return all sentences of all documents that are long enough to stand in no question by chance."""
    texts = [document.text(words) for document in injection_suite() for words in READINGS]
    found = {piece.strip() for text in texts for piece in _SENTENCE.findall(text)}
    return tuple(sorted(piece for piece in found if len(piece) >= _LEAST))
