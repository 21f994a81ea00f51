"""The tiny model as a verifier: told a fact, it says whether a careful reader of a text could tell it. No attack."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from gyges.attacks.tiny._prompt import ANSWERS, check_parts
from gyges.attacks.tiny._runtime import TinyModel

__all__ = ["TinyVerifier"]

_NO, _YES = ANSWERS
_GRAMMAR = f'root ::= "{_NO}" | "{_YES}"'
_LEAST = 1e-6
"""The least chance that is believed."""


@dataclass(frozen=True)
class TinyVerifier:
    """Asks the tiny model about true facts, all questions of a text one after the other, so that it is read once.

    Attributes:
        model: The model.
    """

    model: TinyModel

    async def odds(self, text: str, questions: Sequence[str]) -> list[float]:
        """Return the log odds of yes for every question.

        Raises:
            RequestRefusedError: The text is too long.
        """
        prompts = ["".join(check_parts(text, question)) for question in questions]
        answers = await self.model.complete_all(prompts, _GRAMMAR, 1)
        return [_log_odds(answer.text == _YES, answer.chance((0, len(answer.text)))) for answer in answers]


def _log_odds(yes: bool, chance: float) -> float:
    """Return the log odds of yes; the chance is that of the answer given, and nearly all of the rest is the other's."""
    sure = min(max(chance, _LEAST), 1 - _LEAST)
    odds = math.log(sure / (1 - sure))
    return odds if yes else -odds
