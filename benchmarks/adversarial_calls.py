"""Calls of the method ``adversarial`` with the certainty stop against fixed three rounds, on easy documents.

Run: python benchmarks/adversarial_calls.py   (exit 1 when the stop needs more than 60 % of the calls)

A document is easy when one rewrite leaves the attacker nothing but bias: its guesses, sure at first, come with a
certainty of 2 or less. The scripted server reads what it is sent over HTTP: it is sure while the telling words stand in
the text. Its rewriter replaces the words that the attack quoted, and where none are quoted it changes something else,
as models do; so no round asks what was asked before, and every call is counted where it arrives, at the server.
"""

import json
import random
import re
import sys
from dataclasses import dataclass

import anyio

from gyges.anonymizers import Tools, open_anonymizer
from gyges.models import ModelPool, ReplyCache
from gyges.records import Document, JsonValue, taxonomy
from gyges.testing import ChatRequest, ModelServer

DOCUMENTS, ROUNDS, ALLOWED = 40, 3, 0.60

_FENCED = re.compile(r"^<<<([0-9a-f]{16})\n(.*?)\n\1>>>$", re.DOTALL | re.MULTILINE)
_CLUES = {
    "OCCUPATION": (("on the ward", "Nurse"), ("marking essays", "Teacher"), ("under the lorry", "Mechanic")),
    "LOCATION": (("along the Lee", "Cork"), ("by the Pregel", "Kaliningrad"), ("up Table Mountain", "Cape Town")),
    "SEX": (("my husband", "Female"), ("my wife", "Male")),
}
_INSTEAD = {"OCCUPATION": "busy", "LOCATION": "outside", "SEX": "my partner"}
_RESTLESS = (("until noon", "for hours"), ("the dog", "a pet"), ("walked", "went out with"))
_SMALL_TALK = ("The rain did not stop.", "Dinner was late.", "The train was full.", "Nobody answered the phone.")


@dataclass(frozen=True, slots=True)
class Tally:
    """What one way of stopping took."""

    calls: int
    still_certain: int


def documents() -> list[Document]:
    """Return easy documents, always the same ones."""
    draw = random.Random(0)
    made = []
    for number in range(DOCUMENTS):
        (work, _), (place, _), (kin, _) = (draw.choice(_CLUES[tag]) for tag in _CLUES)
        talk = " ".join(draw.sample(_SMALL_TALK, 2))
        text = f"Day {number}. I was {work} until noon, then walked the dog {place} with {kin}. {talk}"
        made.append(Document(str(number), text))
    return made


def answer(request: ChatRequest) -> str:
    """Play the attacker or the rewriter, by what is asked."""
    asked = next(message.content for message in request.messages if message.role == "user")
    text, *others = (found.group(2) for found in _FENCED.finditer(asked))
    if "work out" in asked:
        return json.dumps({"attributes": [_row(tag, text) for tag in taxonomy("author").names]})
    told = [(words, _INSTEAD[tag]) for tag, clues in _CLUES.items() for words, _ in clues if words in "\n".join(others)]
    for words, instead in told or [pair for pair in _RESTLESS if pair[0] in text][:1]:
        text = text.replace(words, instead)
    return json.dumps({"explanation": "The telling words are broader now.", "text": text})


def _row(tag: str, text: str) -> dict[str, JsonValue]:
    for words, guess in _CLUES.get(tag, ()):
        if words in text:
            return {"tag": tag, "quotes": [words], "reasoning": "It is said.", "guesses": [guess], "certainty": 5}
    guess = _CLUES[tag][0][1] if tag in _CLUES else "unknown"
    return {"tag": tag, "quotes": [], "reasoning": "A bias.", "guesses": [guess], "certainty": 1 + (tag in _CLUES)}


async def tally(stop: str) -> Tally:
    """Anonymize all documents with one way of stopping."""
    certain = 0
    with ModelServer(answer) as server:
        async with ModelPool(cache=ReplyCache()) as pool:
            method = open_anonymizer("adversarial", Tools(pool, model=server.spec()), {"stop": stop, "rounds": ROUNDS})
            for document in documents():
                release = await method.anonymize(document)
                trace = json.loads(json.dumps(release.trace))
                certain += trace["rounds"][-1]["attack"]["counting"]
    return Tally(len(server.requests), certain)


def compare() -> tuple[Tally, Tally]:
    """Return what fixed rounds and the certainty stop took."""
    return anyio.run(tally, "never"), anyio.run(tally, "certainty")


def main() -> int:
    """Measure both and report."""
    fixed, stopped = compare()
    ratio = stopped.calls / fixed.calls
    print(f"{DOCUMENTS} easy documents, at most {ROUNDS} rounds and a last attack")
    print(
        f"fixed rounds:   {fixed.calls / DOCUMENTS:.2f} calls a document, {fixed.still_certain} guesses still certain"
    )
    print(f"certainty stop: {stopped.calls / DOCUMENTS:.2f} calls a document, {stopped.still_certain} still certain")
    print(f"ratio: {ratio:.2f} (at most {ALLOWED:.2f})")
    return 0 if ratio <= ALLOWED and stopped.still_certain <= fixed.still_certain else 1


if __name__ == "__main__":
    sys.exit(main())
