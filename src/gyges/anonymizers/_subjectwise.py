"""``subjectwise``: protects every person in a text: hides what names and tells of them, drops what tells most."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from functools import partial
from typing import Literal

from gyges.anonymizers._anonymizer import Anonymizer
from gyges.anonymizers._call_budget import CallBudget
from gyges.anonymizers._method import Method, MethodCalls
from gyges.anonymizers._readable import language_read
from gyges.anonymizers._tools import Purpose, Tools
from gyges.anonymizers.subjectwise._changes import Change
from gyges.anonymizers.subjectwise._long_texts import is_long, work_in_windows
from gyges.anonymizers.subjectwise._masking import masked
from gyges.anonymizers.subjectwise._options import SubjectwiseOptions
from gyges.anonymizers.subjectwise._purpose import Understood, understand
from gyges.anonymizers.subjectwise._reader import Rereading
from gyges.anonymizers.subjectwise._standing import observe
from gyges.anonymizers.subjectwise._work import Work
from gyges.attacks import Attack, RulesAttack, asks_nobody, is_read_here
from gyges.errors import AnswerInvalidError, GygesError, RewriteFailedError
from gyges.models import Model, account
from gyges.reading.details import written_as
from gyges.records import Document, Finding, JsonValue, Release, apply_edits, edits_from_json

_STAGES: Literal[2] = 2  # of an attack on a long text: who is there, and what is told about them
_SHORT = 3000  # characters of a text whose people and facts fit into one answer
_CALLS = 12  # an attack of two, and three rounds of a rewrite or changes and an attack, and room for corrections
_EDITS = 3  # a rewrite, and changes of it twice
_AT_ONCE = 20_000  # characters that an attack reads at once, about


@dataclass(frozen=True)
class _ByLength:
    """Attacks a short text in one question, a longer one in stages."""

    short: Attack
    longer: Attack

    @property
    def name(self) -> str:
        return self.longer.name

    async def attack(self, text: str, *, id: str) -> Finding:
        """Infer what a text gives away."""
        return await (self.short if len(text) <= _SHORT else self.longer).attack(text, id=id)


class Subjectwise:
    """Hides and drops by rules what tells of people, or attacks everybody in a text and has a model rewrite it.

    Args:
        attack: Who attacks.
        options: How far to go.
        model: Who rewrites; None for the embedded engine. The level ``light`` asks nobody.
        purpose: What to protect and what to keep.
    """

    name = "subjectwise"

    def __init__(
        self,
        attack: Attack,
        options: SubjectwiseOptions | None = None,
        model: Model | None = None,
        purpose: Purpose | None = None,
    ) -> None:
        self._attack = attack
        self._options = options or SubjectwiseOptions()
        self._model = model if self._options.how_far.drops else None
        self._purpose = purpose or Purpose()

    @property
    def by_rules(self) -> bool:
        """Whether the embedded engine does all of it."""
        return self._model is None and asks_nobody(self._attack)

    @property
    def settings(self) -> Mapping[str, JsonValue]:
        """Attacker, model, purpose and options."""
        model = self._model.name if self._model is not None else None
        named: dict[str, JsonValue] = {"attacker": self._attack.name, "model": model}
        return {**named, **asdict(self._purpose), **asdict(self._options)}

    async def anonymize(self, document: Document) -> Release:
        """Return the text as the level leaves it.

        Raises:
            RewriteFailedError: The model gave no rewrite that can be used, nothing is left of the text, or the embedded
                engine cannot read it.
            ModelError: The model or the attacker could not be asked.
        """
        accepted = self._options.any_language or self._model is not None
        iso = written_as(document.text) if self._model is None else ""
        language = language_read(document, any_language=accepted, writes={iso} if iso else ())
        understood = understand(self._purpose)
        if self._model is not None:
            text, trace = await self._by_model(self._model, document, understood)
        else:
            text, trace = await self._by_rules(document, understood)
        if document.text.strip() and not text.strip():
            raise RewriteFailedError(f"nothing is left of '{document.id}'", "choose a higher min_utility")
        return Release(document.id, text, self.name, {**trace, "language": language})

    async def _by_rules(self, document: Document, understood: Understood) -> tuple[str, dict[str, JsonValue]]:
        changes = masked(document.text, self._options.how_far, understood)
        work = partial(self._window, understood)
        if is_long(document.text):
            trace = await work_in_windows(document, changes, work)
        else:
            trace = await work(document, changes)
        return apply_edits(document.text, edits_from_json(trace["edits"])), trace

    async def _window(
        self, understood: Understood, document: Document, changes: Sequence[Change]
    ) -> dict[str, JsonValue]:
        with account() as spent:
            attack = self._attack if self._model is None else RulesAttack()
            before = await observe(attack, document.text, document.id)
            work = Work(document, attack, before, understood, self._options, CallBudget(spent))
            return await work.by_rules(changes)

    async def _by_model(
        self, model: Model, document: Document, understood: Understood
    ) -> tuple[str, dict[str, JsonValue]]:
        with account() as spent:
            try:
                before = await observe(self._attack, document.text, document.id)
                most = min(self._options.calls, _CALLS * (1 + len(document.text) // _AT_ONCE))
                work = Work(document, self._attack, before, understood, self._options, CallBudget(spent, most))
                return await work.by_model(model, self._purpose)
            except (AnswerInvalidError, RewriteFailedError) as error:
                return await self._instead(document, understood, error, spent.calls + spent.cached_calls)

    async def _instead(
        self, document: Document, understood: Understood, error: GygesError, calls: int
    ) -> tuple[str, dict[str, JsonValue]]:
        """Return the safe edits of the level where a model gave nothing that can be used, and say so."""
        problem = f"the model gave nothing that can be used ({error.problem})"
        try:
            iso = written_as(document.text)
            language_read(document, any_language=self._options.any_language, writes={iso} if iso else ())
        except RewriteFailedError:
            remedy = "try another model, or leave the model out"
            raise RewriteFailedError(f"'{document.id}': {problem}", remedy) from error
        text, trace = await self._by_rules(document, understood)
        return text, {**trace, "calls": calls, "stopped": f"{problem}; the edits of the level stand in"}


class SubjectwiseRead:
    """The release of `Subjectwise` without a model, out of which goes what a reader that writes nothing still tells."""

    name = Subjectwise.name

    def __init__(self, first: Subjectwise, reader: Attack, options: SubjectwiseOptions, purpose: Purpose) -> None:
        self._first, self._purpose = first, purpose
        self._rereading = Rereading(reader, options.how_far, options.utility_floor)

    @property
    def settings(self) -> Mapping[str, JsonValue]:
        """Those of the release that is read, and who reads."""
        return {**self._first.settings, "model": self._rereading.reader.name}

    async def anonymize(self, document: Document) -> Release:
        """Return the text as the level leaves it.

        Raises:
            RewriteFailedError: There is no release to read.
            UnreadError: The text is in a language that the reader does not read.
        """
        release = await self._first.anonymize(document)
        return await self._rereading.protect(document, release, understand(self._purpose))


def _make(tools: Tools, options: SubjectwiseOptions, _: str) -> Anonymizer:
    if tools.model is not None and is_read_here(tools.model) and options.how_far.drops:
        rules = Subjectwise(RulesAttack(tools.attack), options, purpose=tools.purpose)
        return SubjectwiseRead(rules, replace(tools, attacker=None).open_attack(tools.model), options, tools.purpose)
    if tools.model is None or not options.how_far.drops:
        return Subjectwise(tools.open_attack("rules"), options, purpose=tools.purpose)
    longer = replace(tools, attack=replace(tools.attack, stages=_STAGES)).open_attack(tools.model)
    short = replace(tools, attack=replace(tools.attack, stages=1)).open_attack(tools.model)
    attack = longer if asks_nobody(longer) else _ByLength(short, longer)
    return Subjectwise(attack, options, tools.rewriter("subjectwise"), tools.purpose)


def _calls_of(options: SubjectwiseOptions) -> MethodCalls:
    return MethodCalls(_EDITS, min(options.rounds + 1, options.calls))


METHOD = Method(
    "subjectwise",
    "Hides what names people and tells of them, and drops what tells most; with a model, rewrites what it can tell.",
    _make,
    options=SubjectwiseOptions,
    calls=_calls_of,
)
