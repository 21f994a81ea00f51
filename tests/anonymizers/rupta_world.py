"""A small world for ``rupta``: an attacker who knows a person, a judge who knows a use, a rewriter who learns."""

import json
import re
from collections.abc import Callable
from dataclasses import dataclass, field

from anonymizers.adversarial_world import question, rewrite, texts_in
from gyges.testing import ChatRequest

BIOGRAPHY = (
    "Ilse Marwitz (born 3 May 1961) is a botanist from Uppsala. She described the glacier saxifrage in 1994 and "
    "heads the herbarium of her university. In her free time she restores wooden boats on Lake Ekoln."
)

STEPS = (
    ("Ilse Marwitz (born 3 May 1961)", "The person (born in the 1960s)"),
    ("from Uppsala", "from a town in the north"),
    ("described the glacier saxifrage in 1994", "described a mountain plant in the 1990s"),
    ("on Lake Ekoln", "on a lake"),
)
"""What identifies, and what it becomes, in the order in which a rewriter deals with it."""

OTHERS = ("Anna Berg", "Karin Holm", "Eva Lind", "Sara Dahl", "Maja Ek", "Lena Fors", "Ida Gren", "Tove Alm", "Siv Ros")


def identities(names: list[str], quotes: list[str], certainty: int = 3) -> str:
    rows = [{"name": name, "certainty": certainty} for name in names]
    return json.dumps({"quotes": quotes, "reasoning": "It can only be her.", "guesses": rows})


@dataclass
class Biographers:
    """Attacker, judge and rewriter in one.

    The attacker puts the right name one place later for every clue that is gone, and leaves it out when none is left.
    The judge is sure as long as the word botanist stands in the text.
    """

    careless: bool = False
    steps: int = 1
    attacks: list[ChatRequest] = field(default_factory=list)
    ratings: list[ChatRequest] = field(default_factory=list)
    rewrites: list[ChatRequest] = field(default_factory=list)
    rewriting: Callable[[ChatRequest, str], str] | None = None

    def __call__(self, request: ChatRequest) -> str:
        """Answer."""
        asked = question(request)
        if "say who it is" in asked:
            self.attacks.append(request)
            return self.attack(texts_in(request)[0])
        if "How sure are you" in asked:
            self.ratings.append(request)
            return json.dumps({"reason": "The job.", "confidence": self.rate(texts_in(request)[-1])})
        self.rewrites.append(request)
        return (self.rewriting or self.rewrite)(request, texts_in(request)[0])

    def attack(self, text: str) -> str:
        left = [words for words, _ in STEPS if words in text]
        names = list(OTHERS)
        if left:
            names.insert((len(STEPS) - len(left)) * 2, "Ilse Marwitz")
        return identities(names, left)

    def rate(self, text: str) -> int:
        return 98 if "botanist" in text else 40

    def rewrite(self, request: ChatRequest, text: str) -> str:
        if "make the text more useful" in question(request):
            return rewrite(text.replace("a scientist", "a botanist"))
        for words, instead in [step for step in STEPS if step[0] in text][: self.steps]:
            text = text.replace(words, instead)
        return rewrite(text.replace("a botanist", "a scientist") if self.careless else text)


def rewards(request: ChatRequest) -> list[int]:
    """Return the rewards that a rewriter is told."""
    return [int(found) for found in re.findall(r"reward (\d+)\.", question(request))]
