"""``subjectwise``: protects every person in a text, the worst-off first, by editing the words that give them away."""

from collections.abc import Mapping
from dataclasses import asdict, replace
from typing import Literal

from gyges.anonymizers._anonymizer import Anonymizer
from gyges.anonymizers._call_budget import CallBudget
from gyges.anonymizers._method import Method, MethodCalls
from gyges.anonymizers._readable import language_read
from gyges.anonymizers._tools import Purpose, Tools
from gyges.anonymizers.subjectwise._across import Across
from gyges.anonymizers.subjectwise._long_texts import LONGEST, anonymize_in_windows
from gyges.anonymizers.subjectwise._observer import Seen, observe
from gyges.anonymizers.subjectwise._options import SubjectwiseOptions
from gyges.anonymizers.subjectwise._parts import parts_of
from gyges.anonymizers.subjectwise._purpose import Understood, understand
from gyges.anonymizers.subjectwise._rankers import open_ranker
from gyges.anonymizers.subjectwise._senses import NO_SENSES, Senses, judge_senses
from gyges.anonymizers.subjectwise._work import Work
from gyges.anonymizers.subjectwise.languages._work import LanguageWork
from gyges.anonymizers.wording import Ranker
from gyges.attacks import Attack, asks_nobody
from gyges.errors import ConfigError, RewriteFailedError
from gyges.models import Model, account
from gyges.reading import read_text
from gyges.reading.details import written_as
from gyges.records import Document, JsonValue, Release

__all__ = ["METHOD", "Subjectwise", "SubjectwiseOptions"]

_STAGES: Literal[2] = 2  # of an attack inside the loop: who is there, and what is told about them
_CALLS = 14  # an attack of two, three rounds of a rewrite and an attack, a last reading and its attack
_EDITS = 4  # questions for edits in two rounds or three, and the last reading
_AT_ONCE = 20_000  # characters that an attack reads at once, about


class Subjectwise:
    """Attacks everybody in a text and edits the words that give them away, until nobody can be told any more.

    Args:
        attack: Who attacks inside the loop.
        options: How far to go.
        model: Who proposes edits; None for the embedded engine.
        purpose: What to protect and what to keep.
        ranker: Who chooses among wordings and senses where the embedded engine edits; None for the rules' own order.
    """

    name = "subjectwise"

    def __init__(
        self,
        attack: Attack,
        options: SubjectwiseOptions | None = None,
        model: Model | None = None,
        purpose: Purpose | None = None,
        ranker: Ranker | None = None,
    ) -> None:
        self._attack = attack
        self._options = options or SubjectwiseOptions()
        self._model = model
        self._purpose = purpose or Purpose()
        self._ranker = ranker if model is None else None  # a model writes in its own words

    @property
    def by_rules(self) -> bool:
        """Whether the embedded engine does all of it."""
        return self._model is None and self._ranker is None and asks_nobody(self._attack)

    @property
    def settings(self) -> Mapping[str, JsonValue]:
        """Attacker, model, purpose and options, with the ranker that is really there."""
        model = self._model.name if self._model is not None else None
        named: dict[str, JsonValue] = {"attacker": self._attack.name, "model": model}
        ranker = self._ranker.name if self._ranker is not None else "none"
        return {**named, **asdict(self._purpose), **asdict(self._options), "ranker": ranker}

    async def anonymize(self, document: Document) -> Release:
        """Return the best version of the loop.

        Raises:
            RewriteFailedError: The model gave no edit that can be used, nothing is left of the text, or the embedded
                engine cannot read it.
            ModelError: The model or the attacker could not be asked.
        """
        accepted = self._options.any_language or self._model is not None
        iso = written_as(document.text) if self._model is None else ""
        language = language_read(document, any_language=accepted, writes={iso} if iso else ())
        parts = parts_of(document.text) if self._model is None else ()
        if len(parts) > 1 or (parts and len(document.text) > LONGEST):
            text, trace = await anonymize_in_windows(document, parts, self._whole)
        else:
            text, trace = await self._whole(document)
        if document.text.strip() and not text.strip():
            raise RewriteFailedError(f"nothing is left of '{document.id}'", "choose a higher min_utility")
        return Release(document.id, text, self.name, {**trace, "language": language})

    async def _whole(self, document: Document, across: Across | None = None) -> tuple[str, dict[str, JsonValue]]:
        """Make the rounds of a text that is worked on at once."""
        iso = written_as(document.text) if self._model is None else ""
        with account() as spent:
            before = await observe(self._attack, document.text, document.id)
            budget = CallBudget(spent, self._calls(document.text))
            understood = understand(self._purpose)
            if iso:
                work = LanguageWork(document, iso, self._attack, before, understood, self._options, budget, across)
                return await work.run()
            return await self._in_english(document, before, understood, budget, across)

    async def _in_english(
        self, document: Document, before: Seen, understood: Understood, budget: CallBudget, across: Across | None
    ) -> tuple[str, dict[str, JsonValue]]:
        """Make the rounds by the rules of English, or by a model, which writes any language."""
        senses = await self._senses(document.text, before)
        work = Work(document, self._attack, before, understood, self._options, budget, senses, across)
        if self._ranker is not None:
            await work.rank(self._ranker)
        if self._model is not None:
            work.with_model(self._model, self._purpose)
        return await work.run()

    async def _senses(self, text: str, before: Seen) -> Senses:
        if self._ranker is None:
            return NO_SENSES
        return await judge_senses(text, before.reading or read_text(text), self._ranker)

    def _calls(self, text: str) -> int:
        """Return the most calls for a text: with a model those of a few rounds for each part that is read at once."""
        if self._model is None:
            return self._options.calls
        return min(self._options.calls, _CALLS * (1 + len(text) // _AT_ONCE))


def _make(tools: Tools, options: SubjectwiseOptions, _: str) -> Anonymizer:
    if options.held_out_seed >= 0:
        if tools.attacker is not None or tools.model is not None:
            raise ConfigError("held_out_seed splits the rules of the embedded attacker", "leave attacker and model out")
        seen = tools.open_attack(f"rules:seen={options.held_out_seed}")
        return Subjectwise(seen, options, purpose=tools.purpose, ranker=open_ranker(options.ranker))
    model = tools.rewriter("subjectwise") if tools.model is not None else None
    loop = replace(tools, attack=replace(tools.attack, stages=_STAGES)) if model is not None else tools
    ranker = open_ranker(options.ranker) if model is None else None
    return Subjectwise(loop.open_attack(tools.model or "rules"), options, model, tools.purpose, ranker)


def _calls_of(options: SubjectwiseOptions) -> MethodCalls:
    return MethodCalls(_EDITS, min(options.rounds + 1, options.calls))


METHOD = Method(
    "subjectwise",
    "Attacks everybody in a text and edits the words that give them away, the worst-off person first.",
    _make,
    options=SubjectwiseOptions,
    calls=_calls_of,
)
