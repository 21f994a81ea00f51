"""The small model as a ranker: how likely a sentence goes on behind each wording."""

import re
from collections.abc import Sequence

import anyio.to_thread

from gyges.anonymizers.wording._ranking import Choice
from gyges.attacks.tiny import Likelihood

__all__ = ["TinyRanker"]

_BEFORE, _AFTER = 80, 45  # code points read around a place: a line of a letter, all in all
_END = re.compile(r"[.!?…](?=\s)|\n")


class TinyRanker:
    """Weighs wordings by the base weights of ``tiny``, all places of a text in a few batches.

    The weight of a wording is the mean log probability of the tokens behind it, given it and what stands before: these
    tokens are the same whatever stands at the place, so long and short wordings are weighed alike.

    Args:
        likelihood: The base weights.
    """

    name = "tiny"

    def __init__(self, likelihood: Likelihood) -> None:
        self._likelihood = likelihood

    async def weigh(self, choices: Sequence[Choice]) -> list[tuple[float, ...]]:
        """Return the mean log probability of what follows, for each candidate of each place.

        Raises:
            MissingExtraError: The extra is not installed.
            InputError: The weights cannot be read.
        """
        return await anyio.to_thread.run_sync(self._weigh, choices)

    def _weigh(self, choices: Sequence[Choice]) -> list[tuple[float, ...]]:
        rows: list[list[int]] = []
        behind: list[int] = []
        for choice in choices:
            before, after = _around(choice)
            count = len(self._likelihood.encode(after))
            for candidate in choice.candidates:
                rows.append(self._likelihood.encode(before + candidate + after))
                behind.append(count)
        found = self._likelihood.log_chances(rows)
        weights = iter(
            float(one[len(one) - count :].mean()) if count else 0.0 for one, count in zip(found, behind, strict=True)
        )
        return [tuple(next(weights) for _ in choice.candidates) for choice in choices]


def _around(choice: Choice) -> tuple[str, str]:
    """Return what is read around a place: whole words, and behind it no more than its sentence."""
    before = choice.before[-_BEFORE:]
    if len(choice.before) > _BEFORE:
        before = before.partition(" ")[2]
    after = choice.after[:_AFTER]
    end = _END.search(after, 1)
    if end is not None:
        return before, after[: end.end()]
    return before, after if len(choice.after) <= _AFTER else after.rpartition(" ")[0]
