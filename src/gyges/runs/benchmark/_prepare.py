"""Getting ready: documents read, cells crossed, every model and method opened once, before any text is sent."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from gyges.attacks import AttackOptions, open_attacker
from gyges.models import ModelPool
from gyges.records import Document
from gyges.runs._audit import RULES, AuditOptions
from gyges.runs._authors import author_attackers
from gyges.runs._strong import with_make
from gyges.runs.benchmark._cells import Cell, LeftOut, cells_of, usable_cells
from gyges.runs.benchmark._datasets import read_dataset
from gyges.runs.benchmark._link_plan import JUDGE, LinkPlan, LinkSetting, SyntheticChoice
from gyges.runs.benchmark._link_ready import usable_settings, usable_synthetic
from gyges.runs.benchmark._plan import BenchmarkPlan
from gyges.runs.linkage._questions import choice_of

__all__ = ["Prepared", "prepare_benchmark"]


@dataclass(frozen=True, slots=True)
class Prepared:
    """A benchmark that could start.

    Attributes:
        plan: The plan, with every open choice made.
        documents: The documents by data set.
        attackers: Who attacks, by data set.
        cells: What is run.
        left_out: What the plan names and is not run.
        settings: The attacks by linkage.
        synthetic: The synthetic releases that are attacked too.
        prompts: Prompts of the user's own, with a digest each.
    """

    plan: BenchmarkPlan
    documents: Mapping[str, Sequence[Document]]
    attackers: Mapping[str, tuple[str, ...]]
    cells: tuple[Cell, ...]
    left_out: tuple[LeftOut, ...]
    settings: tuple[LinkSetting, ...] = ()
    synthetic: tuple[SyntheticChoice, ...] = ()
    prompts: Mapping[str, str] = field(default_factory=dict)

    @property
    def attack(self) -> AttackOptions:
        """How attacks by a model are carried out."""
        plan = self.plan
        return AttackOptions(stages=plan.stages, guess_all=plan.guess_all, examples=plan.examples)  # type: ignore[arg-type]  # the plan has bounds

    def audit_options(self, dataset: str, attacker: str) -> AuditOptions:
        """Return how the releases of a data set are audited by one attacker. The truth is the same for all of them."""
        plan = self.plan
        options = AuditOptions(
            attackers=(attacker,),
            judge=plan.judge,
            matcher=plan.matcher,
            labeller=plan.labeller or plan.judge or self.attackers[dataset][0],
            profile=plan.profile,
            attack=self.attack,
        )
        return with_make(options, sum(len(self.documents[cell.dataset]) for cell in self.cells))


def prepare_benchmark(plan: BenchmarkPlan, pool: ModelPool) -> Prepared:
    """Read the documents of a plan and open everything it names.

    Raises:
        GygesError: A data set, a model, a method or an attacker cannot be used.
    """
    roles = pool.settings.roles
    models = plan.models or ((roles["anonymizer"],) if "anonymizer" in roles else ())
    attackers = plan.attackers or (() if plan.linkage is not None else (roles.get("attacker", RULES),))
    judge = plan.judge or roles.get("judge")
    whole = replace(plan, models=models, attackers=attackers, judge=judge, utility_judge=plan.utility_judge or judge)
    cells, twice = cells_of(whole)
    documents = {choice.name: read_dataset(choice) for choice in whole.datasets}
    chosen = {name: author_attackers(attackers, found) for name, found in documents.items()}
    ready = Prepared(whole, documents, chosen, cells, twice, prompts=pool.settings.prompts.digests())
    for attacker in {name for names in chosen.values() for name in names} | {plan.labeller or RULES}:
        open_attacker(attacker, pool, ready.attack)
    for model in (whole.judge, whole.utility_judge, whole.matcher, whole.answerer):
        if model is not None and model != RULES:
            pool.model(model)
    usable, missing = usable_cells(cells, pool, ready.attack)
    ready = replace(ready, cells=usable, left_out=(*twice, *missing, *_unanswerable(whole, documents)))
    return ready if whole.linkage is None else _with_links(ready, whole.linkage, pool)


def _with_links(ready: Prepared, plan: LinkPlan, pool: ModelPool) -> Prepared:
    judge = ready.plan.judge
    settings, weak = usable_settings(plan, judge)
    synthetic, absent = usable_synthetic(plan)
    for model in (plan.claims, plan.rewords_by(judge) if any(setting.reworded for setting in settings) else None):
        if model not in (None, JUDGE, RULES):
            pool.model(str(model))
    return replace(ready, settings=settings, synthetic=synthetic, left_out=(*ready.left_out, *weak, *absent))


def _unanswerable(plan: BenchmarkPlan, documents: Mapping[str, Sequence[Document]]) -> Iterator[LeftOut]:
    """Say where somebody is named to answer questions and no document has one."""
    for name, found in documents.items():
        if plan.answerer is not None and not any(choice_of(document) for document in found):
            reason = "no document has question, options and answer in its meta data"
            yield LeftOut(f"task accuracy on {name}", reason)
