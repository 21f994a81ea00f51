"""A small world for the methods that attack and rewrite: what an attacker can read, and how a rewriter obeys.

The scripted models read what they are sent: a fact is guessed while the words that give it away stand in the text, and
the rewriter replaces only the words that it was told of.
"""

import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from gyges.records import taxonomy
from gyges.testing import ChatRequest

FENCED = re.compile(r"^<<<([0-9a-f]{16})\n(.*?)\n\1>>>$", re.DOTALL | re.MULTILINE)

POST = (
    "Night shift on the ward again, so I slept through the morning. My husband walked the dog along the Lee and "
    "brought scones from the English Market. I turned 34 last week, which nobody at work believes."
)


@dataclass(frozen=True)
class Clue:
    """Words that give something away, and what a rewriter writes instead."""

    tag: str
    words: str
    guess: str
    instead: str
    certainty: int = 5


CLUES = (
    Clue("OCCUPATION", "on the ward", "Nurse", "at my job", 4),
    Clue("SEX", "My husband", "Female", "My partner", 3),
    Clue("LOCATION", "along the Lee", "Cork, Ireland", "by the river", 5),
    Clue("AGE", "34", "34", "a year older", 5),
)


def question(request: ChatRequest) -> str:
    """Return the question itself; corrective turns come after it."""
    return next(message.content for message in request.messages if message.role == "user")


def texts_in(request: ChatRequest) -> list[str]:
    """Return what stands between fences in the question, in order."""
    return [found.group(2) for found in FENCED.finditer(question(request))]


def is_attack(request: ChatRequest) -> bool:
    """Whether an attacker is asked."""
    return "work out" in question(request)


def profile(rows: Mapping[str, tuple[str, int, str]], kinds: str = "author", besides: Sequence[str] = ()) -> str:
    """Return an attacker's answer: (guess, certainty, quote) by tag, and bias for the rest."""
    attributes = []
    for tag in (*taxonomy(kinds).names, *besides):
        guess, certainty, quote = rows.get(tag, ("unknown", 1, ""))
        reasoning = f"The words speak of {tag} in a way that only one answer explains."
        quotes = [quote] if quote else []
        row = {"tag": tag, "quotes": quotes, "reasoning": reasoning, "guesses": [guess], "certainty": certainty}
        attributes.append(row)
    return json.dumps({"attributes": attributes})


def rewrite(text: str, explanation: str = "") -> str:
    return json.dumps({"explanation": explanation, "text": text})


@dataclass
class World:
    """Answers the questions of the methods and remembers them."""

    clues: Sequence[Clue] = CLUES
    per_round: int = 99
    kinds: str = "author"
    attacks: list[ChatRequest] = field(default_factory=list)
    rewrites: list[ChatRequest] = field(default_factory=list)
    rewriting: Callable[[ChatRequest, str], str] | None = None

    def __call__(self, request: ChatRequest) -> str:
        """Answer."""
        return self.attack(request) if is_attack(request) else self.rewrite(request)

    def attack(self, request: ChatRequest) -> str:
        self.attacks.append(request)
        text = texts_in(request)[0]
        found = {clue.tag: (clue.guess, clue.certainty, clue.words) for clue in self.clues if clue.words in text}
        return profile(found, self.kinds, ("NAME",) if self.kinds == "author" else ())

    def rewrite(self, request: ChatRequest) -> str:
        self.rewrites.append(request)
        if self.rewriting is not None:
            return self.rewriting(request, texts_in(request)[0])
        return rewrite(self.obey(request))

    def obey(self, request: ChatRequest) -> str:
        """Replace the words that the feedback names; without feedback, the words of the attributes that are named."""
        text, *others = texts_in(request)
        done = 0
        for clue in self.clues:
            told = any(clue.words in other for other in others) or f"- {clue.tag}:" in question(request)
            if told and clue.words in text and done < self.per_round:
                text, done = text.replace(clue.words, clue.instead), done + 1
        return text


def trace_rounds(trace: Mapping[str, Any]) -> list[dict[str, Any]]:
    rounds: list[dict[str, Any]] = list(trace["rounds"])
    return rounds
