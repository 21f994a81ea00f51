"""``rupta``: a rewriter that is rated by a privacy and a utility evaluator and remembers how it fared (Yang et al.)."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from gyges.anonymizers._call_budget import CallBudget
from gyges.anonymizers._method import Method, MethodCalls
from gyges.anonymizers._tools import Purpose, Tools, rewriter_settings
from gyges.anonymizers.adversarial import open_inner_attack
from gyges.anonymizers.rupta._options import RuptaOptions
from gyges.anonymizers.rupta._privacy import PrivacyEvaluator, Truth
from gyges.anonymizers.rupta._rewrite import Rewriter
from gyges.anonymizers.rupta._utility import UtilityEvaluator
from gyges.anonymizers.rupta._version import RatedVersion, best_of
from gyges.attacks import Attack, AttackOptions, AuthorAttack, IdentityAttack, TargetAttack
from gyges.errors import ReleaseError, RewriteFailedError
from gyges.models import Model, account
from gyges.records import Document, JsonValue, Release


@dataclass(frozen=True)
class Rupta:
    """Rewrites a text until the truth is not among an attacker's guesses, then until it is useful enough.

    The version with the best reward is released, where the paper releases the last one. ``Release.trace`` holds all of
    them under ``versions`` with rank, utility and reward; ``complete`` says whether both goals were reached,
    ``stopped`` why it ended: ``goal``, ``iterations``, ``unchanged``, ``budget`` or ``failed``. The trace says what the
    attacker read out of the original, so it is not for publication.
    """

    model: Model  # who rewrites
    attacker: Attack  # who attacks
    judge: Model  # who rates the utility
    options: RuptaOptions = field(default_factory=RuptaOptions)  # how
    purpose: Purpose = field(default_factory=Purpose)  # what the user wants to protect and to keep
    name = "rupta"

    @property
    def label(self) -> str:
        """What the text must stay good for."""
        return self.options.label.strip() or self.purpose.preserve

    @property
    def settings(self) -> Mapping[str, JsonValue]:
        """The models, the options and the purpose."""
        return rewriter_settings(self.options, self.purpose, model=self.model, attacker=self.attacker, judge=self.judge)

    async def anonymize(self, document: Document) -> Release:
        """Return the version with the best reward."""
        with account() as spent:
            search = _Search(self, document, CallBudget(spent, self.options.max_calls))
            stopped = await search.run()
        best = best_of(search.versions)
        trace: dict[str, JsonValue] = {
            "versions": [version.to_json(number) for number, version in enumerate(search.versions, start=1)],
            "released": search.versions.index(best) + 1,
            "complete": search.reached(best),
            "stopped": stopped,
            "hidden": [f"{tag}={value}" for tag, value in search.truths],
            "attacker": self.attacker.name,
            "calls": search.budget.calls,
        }
        if search.failure:
            trace["failure"] = search.failure
        return Release(document.id, best.text, self.name, trace)


@dataclass(slots=True)
class _Search:
    """The search for the best version of one document."""

    method: Rupta
    document: Document
    budget: CallBudget
    truths: tuple[Truth, ...] = ()
    versions: list[RatedVersion] = field(default_factory=list)
    failure: str = ""

    async def run(self) -> str:
        """Make versions and return why it ended."""
        method, options, document = self.method, self.method.options, self.document
        privacy = PrivacyEvaluator(method.attacker, options)
        with self.budget.step("attack"):
            self.truths, leaks = await privacy.truths(document.text, id=document.id)
        rewriter = Rewriter(method.model, document.text, options, method.label, method.purpose, self._kinds())
        while not (ended := self._ended()):
            try:
                with self.budget.step("rewrite"):
                    text = await (rewriter.next(self.versions) if self.versions else rewriter.first(leaks))
            except RewriteFailedError as error:
                if options.on_failure == "fail" or not self.versions:
                    raise
                self.failure = str(error)
                return "failed"
            if any(text == version.text for version in self.versions):
                return "unchanged"
            self.versions.append(await self._rated(text, privacy))
        if not self.versions:
            raise ReleaseError(
                f"the budget of {options.max_calls} calls for a document does not reach the first version",
                "raise max_calls",
            )
        return ended

    def reached(self, version: RatedVersion) -> bool:
        """Whether a version reaches both goals."""
        return version.privacy.hidden and version.utility > self.method.options.utility

    def _ended(self) -> str:
        if self.versions and self.reached(best_of(self.versions)):
            return "goal"
        if len(self.versions) > self.method.options.iterations:
            return "iterations"
        return "" if self.budget.fits("rewrite", "attack", "utility") else "budget"

    async def _rated(self, text: str, privacy: PrivacyEvaluator) -> RatedVersion:
        with self.budget.step("attack"):
            found = await privacy.evaluate(text, self.truths, id=self.document.id)
        with self.budget.step("utility"):
            evaluator = UtilityEvaluator(self.method.judge, self.method.label)
            utility, reason = await evaluator.evaluate(text, self.document.text)
        return RatedVersion(text, found, utility, reason)

    def _kinds(self) -> tuple[str, ...]:
        """Return the kinds of facts that are hidden, where it is not the name."""
        tags = dict.fromkeys(tag for tag, _ in self.truths)
        return tuple(tags) if self.method.options.goal == "attributes" else ()


def _make(tools: Tools, options: RuptaOptions, argument: str) -> Rupta:
    del argument
    model = tools.rewriter("rupta")

    def own(attacker: Model, how: AttackOptions) -> Attack:
        how = replace(how, top_k=options.most, guesses=options.most)
        how = replace(how, layout="text") if options.layout == "text" else how
        if options.goal == "identity":
            return IdentityAttack(attacker, how, options.whom)
        return (
            AuthorAttack(attacker, how)
            if options.whom == "author"
            else TargetAttack(attacker, options.whom, options=how)
        )

    judge = tools.pool.model(tools.judge) if tools.judge else model
    return Rupta(model, open_inner_attack(tools, model.name, own), judge, options, tools.purpose)


def _calls(options: RuptaOptions) -> MethodCalls:
    versions = 1 + options.iterations  # each is rewritten, rated and attacked; the original is attacked too
    return MethodCalls(2 * versions, versions + 1)


METHOD = Method(
    "rupta",
    "Rewrites in attempts that are rated by an attacker and a utility judge, and releases the best one.",
    _make,
    RuptaOptions,
    needs_model=True,
    calls=_calls,
)
