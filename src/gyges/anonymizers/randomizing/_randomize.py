"""``randomize``: the text is made to point to other values than the true ones (after Frikha et al. 2024).

For each person and kind of fact that an attacker reads out of the text a value is drawn, and a model rewrites the text
so that a reader concludes that value. What such a release says is false on purpose; the trace counts how much.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from gyges.anonymizers._method import Method, MethodCalls
from gyges.anonymizers._tools import Purpose, Tools, rewriter_settings
from gyges.anonymizers.randomizing._draw import Drawn, draw_values
from gyges.anonymizers.randomizing._options import RandomizeOptions
from gyges.anonymizers.randomizing._rewrite import lead_astray
from gyges.anonymizers.randomizing._tally import ReaderTally, tally_of
from gyges.anonymizers.rewriting import RewriteRules
from gyges.attacks import Attack
from gyges.errors import ReleaseError
from gyges.models import Model
from gyges.records import Document, JsonValue, Release, Subject

__all__ = ["METHOD", "Randomize"]

_STAGES = 3  # questions of an attack on everybody in a text, at most


@dataclass(frozen=True)
class Randomize:
    """Leads readers astray about everybody in a text.

    ``Release.trace`` holds under ``drawn`` what was found and what a reader is led to, under ``rounds`` what the
    attacker made of each rewrite and under ``told`` what of the last: how many values are ``false`` now, ``still_true``
    or ``hidden``. It tells the truth, so it is not for publication.

    Attributes:
        model: Who rewrites.
        attacker: Who reads.
        options: How.
        purpose: What the user wants to protect and to keep.
    """

    model: Model
    attacker: Attack
    options: RandomizeOptions = field(default_factory=RandomizeOptions)
    purpose: Purpose = field(default_factory=Purpose)
    name = "randomize"

    @property
    def settings(self) -> Mapping[str, JsonValue]:
        """The models, the options and the purpose."""
        return rewriter_settings(self.options, self.purpose, model=self.model, attacker=self.attacker)

    async def anonymize(self, document: Document) -> Release:
        """Return a text that points to other values.

        Raises:
            RewriteFailedError: The model gave something that is no rewrite.
            ReleaseError: The attacker found nothing to draw values for; the original is no release.
            ModelError: The model could not be asked, or the attack failed.
        """
        options = self.options
        before = (await self.attacker.attack(document.text, id=document.id)).subjects
        drawn = draw_values(before, document=document.id, seed=options.seed, certainty=options.certainty)
        if not drawn:
            raise ReleaseError(
                f"{self.attacker.name!r} reads nothing about anybody out of {document.id!r}, so nothing was randomized",
                "name a stronger attacker, or another method",
            )
        text, rounds = document.text, list[JsonValue]()
        left, tally = drawn, ReaderTally(len(drawn), 0, len(drawn), 0, 0)
        while left and len(rounds) < options.rounds:
            text = await self._rewritten(text, left, first=not rounds)
            tally, left = await self._told(document, text, drawn, before)
            rounds.append(tally.to_json())
        trace: dict[str, JsonValue] = {
            "model": self.model.name,
            "attacker": self.attacker.name,
            "seed": options.seed,
            "people": len(before),
            "drawn": [one.to_json() for one in drawn],
            "rounds": rounds,
            "told": tally.to_json(),
        }
        return Release(document.id, text, self.name, trace)

    async def _rewritten(self, text: str, left: tuple[Drawn, ...], *, first: bool) -> str:
        options = self.options
        rules = RewriteRules(
            layout=options.layout,
            window_tokens=options.window_tokens,
            temperature=options.temperature,
            unchanged="never" if first else "always",  # a later round may find nothing it could change
        )
        return (await lead_astray(self.model, text, left, self.purpose, rules)).text

    async def _told(
        self, document: Document, text: str, drawn: tuple[Drawn, ...], before: tuple[Subject, ...]
    ) -> tuple[ReaderTally, tuple[Drawn, ...]]:
        after = (await self.attacker.attack(text, id=document.id)).subjects
        return tally_of(drawn, before, after, self.options.certainty)


def _make(tools: Tools, options: RandomizeOptions, argument: str) -> Randomize:
    del argument
    model = tools.rewriter("randomize")
    return Randomize(model, tools.open_attack(model.name), options, tools.purpose)


def _calls(options: RandomizeOptions) -> MethodCalls:
    return MethodCalls(options.rounds, _STAGES * (1 + options.rounds))  # attacked are the original and each rewrite


METHOD = Method(
    "randomize",
    "Draws false values for everybody and has the text point to them, so that readers are led astray.",
    _make,
    RandomizeOptions,
    needs_model=True,
    calls=_calls,
)
