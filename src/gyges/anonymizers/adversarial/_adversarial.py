"""``adversarial``: a text is attacked and rewritten in turns until the attacker has nothing to go on (Staab et al.)."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from gyges.anonymizers._call_budget import CallBudget
from gyges.anonymizers._method import Method, MethodCalls
from gyges.anonymizers._tools import Purpose, Tools, rewriter_settings
from gyges.anonymizers.adversarial._inner_attack import Inference, inferences, open_inner_attack
from gyges.anonymizers.adversarial._options import AdversarialOptions
from gyges.anonymizers.adversarial._rewrite import rewrite_against, shrunk
from gyges.anonymizers.rewriting import RewriteRules
from gyges.attacks import Attack, AttackOptions, AuthorAttack, TargetAttack
from gyges.errors import ReleaseError, RewriteFailedError
from gyges.models import Model, account
from gyges.records import Document, JsonValue, Release


@dataclass(frozen=True)
class Adversarial:
    """Attacks a text, rewrites it against what was concluded, and does so again.

    ``Release.trace`` holds under ``rounds`` every text on the way (the original is not repeated) with the attack on it,
    under ``stopped`` why it ended: ``certainty``, ``rounds``, ``budget`` or ``failed``, under ``released`` the round
    that was released and under ``best`` the one from which the fewest guesses count, if any was attacked. The trace
    says what the attacker read out of the original, so it is not for publication.
    """

    model: Model  # who rewrites
    attacker: Attack  # who attacks
    options: AdversarialOptions = field(default_factory=AdversarialOptions)  # how
    purpose: Purpose = field(default_factory=Purpose)  # what the user wants to protect and to keep
    name = "adversarial"

    @property
    def settings(self) -> Mapping[str, JsonValue]:
        """The models, the options and the purpose."""
        return rewriter_settings(self.options, self.purpose, model=self.model, attacker=self.attacker)

    async def anonymize(self, document: Document) -> Release:
        """Return the text of the last round, or of the best one."""
        with account() as spent:
            rounds = _Rounds(self, document, CallBudget(spent, self.options.max_calls))
            stopped = await rounds.run()
        best = rounds.best()
        released = best if best is not None and self.options.release == "best" else rounds.rewrites
        trace: dict[str, JsonValue] = {
            "rounds": list(rounds.rows),
            "released": released,
            "best": best,
            "stopped": stopped,
            "target": self.options.target,
            "attacker": self.attacker.name,
            "calls": rounds.budget.calls,
        }
        if rounds.failure:
            trace["failure"] = rounds.failure
        return Release(document.id, rounds.texts[released], self.name, trace)


@dataclass(slots=True)
class _Rounds:
    """The rounds of one document."""

    method: Adversarial
    document: Document
    budget: CallBudget
    text: str = ""
    rewrites: int = 0
    texts: list[str] = field(default_factory=list)  # by the number of rewrites; the first is the original
    counts: dict[int, int] = field(default_factory=dict)  # guesses that count, by the number of rewrites
    known: tuple[Inference, ...] | None = None  # what the attacker concludes from `text`; None if it was not asked
    rows: list[JsonValue] = field(default_factory=list)
    failure: str = ""

    async def run(self) -> str:
        """Make the rounds and return why they ended."""
        options = self.method.options
        self.text = self.document.text
        self.texts.append(self.text)
        if options.attacks_first:
            self.rows.append({"round": 0, **await self._attack()})
        while not (ended := self._ended()):
            try:
                with self.budget.step("rewrite"):
                    row = await self._rewrite()
            except RewriteFailedError as error:
                if options.on_failure == "fail" or not self.rewrites:
                    raise
                self.failure = str(error)
                return "failed"
            row["calls"] = self.budget.took("rewrite")
            if self._to_be_attacked():
                row |= await self._attack()
            self.rows.append(row)
        if not self.rewrites and ended == "budget":
            raise ReleaseError(
                f"the budget of {options.max_calls} calls for a document was used up before the first rewrite",
                "raise max_calls",
            )
        return ended

    def _ended(self) -> str:
        options = self.method.options
        enough = options.stop == "certainty" and self.rewrites >= options.at_least
        if enough and self.known is not None and not self._counting():
            return "certainty"
        if self.rewrites >= options.rounds:
            return "rounds"
        unattacked = options.feedback and self.known is None  # there was no budget for the attack before
        return "budget" if unattacked or not self.budget.fits("rewrite") else ""

    def best(self) -> int | None:
        """Return the first rewrite from which the fewest guesses count; None if none was attacked."""
        rewritten = {number: count for number, count in self.counts.items() if number}
        return min(rewritten, key=lambda number: (rewritten[number], number), default=None)

    def _to_be_attacked(self) -> bool:
        options = self.method.options
        last = self.rewrites == options.rounds
        return options.attacks and (options.final_attack or not last) and self.budget.fits("attack")

    def _counting(self) -> tuple[Inference, ...]:
        """Return the conclusions that are more than bias."""
        return tuple(one for one in self.known or () if one.certainty >= self.method.options.certainty)

    async def _attack(self) -> dict[str, JsonValue]:
        method = self.method
        with self.budget.step("attack"):
            finding = await method.attacker.attack(self.text, id=self.document.id)
        self.known = inferences(finding, method.options.target)
        self.counts[self.rewrites] = len(self._counting())
        attack: dict[str, JsonValue] = {
            "inferences": [one.to_json() for one in self.known],
            "counting": len(self._counting()),
            "calls": self.budget.took("attack"),
        }
        return {"attack": attack}

    async def _rewrite(self) -> dict[str, JsonValue]:
        method, options = self.method, self.method.options
        told = self._told()
        rules = RewriteRules(
            layout=options.layout,
            temperature=options.temperature,
            min_ratio=shrunk(self.document.text, self.text),
            # The first rewrite changes something where something leaks; a later one may find nothing left to change.
            unchanged="always" if self.rewrites else "never" if self._counting() else "clean",
        )
        done = await rewrite_against(method.model, self.text, told, options, method.purpose, rules)
        self.text, self.known = done.text, None
        self.texts.append(done.text)
        self.rewrites += 1
        return {"round": self.rewrites, "text": done.text, "told": len(told), "rewrite": dict(done.notes)}

    def _told(self) -> tuple[Inference, ...]:
        """Return what the rewriter is told.

        Where the certainty decides when to stop, guesses that do not count are not worth a change of the text; the
        published method, which never stops, tells them all.
        """
        if not self.method.options.feedback:
            return ()
        known = self.known or ()
        return (self._counting() or known) if self.method.options.stop == "certainty" else known


def _make(tools: Tools, options: AdversarialOptions, argument: str) -> Adversarial:
    del argument
    model = tools.rewriter("adversarial")

    def own(attacker: Model, how: AttackOptions) -> Attack:
        how = replace(how, layout="text") if options.layout == "text" else how
        if (options.target, options.attributes) == ("author", "author-8"):
            return AuthorAttack(attacker, how, options.besides)
        return TargetAttack(attacker, options.target, options.kinds, how, options.besides)

    return Adversarial(model, open_inner_attack(tools, model.name, own), options, tools.purpose)


def _calls(options: AdversarialOptions) -> MethodCalls:
    return MethodCalls(options.rounds, options.rounds + options.final_attack if options.attacks else 0)


METHOD = Method(
    "adversarial",
    "Attacks the text and rewrites it against what was concluded, in rounds, for one person.",
    _make,
    AdversarialOptions,
    needs_model=True,
    calls=_calls,
)
