"""Getting ready: documents read, cells crossed, every model and method opened once, before any text is sent."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from gyges.attacks import AttackOptions, open_attacker
from gyges.corpus import Place, StoreUrl, bundled_corpus, datasets, load_dataset, place_of, read_documents
from gyges.errors import BadRowError, ConfigError, DatasetUnavailableError, InputError
from gyges.models import ModelPool
from gyges.records import Document
from gyges.runs._audited import RULES, AuditOptions, author_attackers
from gyges.runs.benchmark._cells import Cell, LeftOut, cells_of, usable_cells
from gyges.runs.benchmark._plan import JUDGE, BenchmarkPlan, DatasetChoice, LinkPlan, LinkSetting, SyntheticChoice
from gyges.runs.linkage._utility import choice_of

BUNDLED = "bundled"


def read_dataset(choice: DatasetChoice) -> list[Document]:
    """Return the documents of a data set."""
    documents = list(_read(choice))
    if choice.mentions:
        documents = _joined(documents, choice.mentions)
    if choice.split:
        documents = [document for document in documents if document.meta.get("split") == choice.split]
    if choice.marked_only:
        documents = [document for document in documents if document.mentions is not None]
    if not documents:
        narrowed = choice.split or choice.marked_only
        remedy = "check 'split' and 'marked_only' in the plan" if narrowed else "check the file"
        raise InputError(f"the data set '{choice.name}' has no documents", remedy)
    return _spread(documents, choice.limit)


def _read(choice: DatasetChoice) -> Iterable[Document]:
    known = choice.name in {known.name for known in datasets()}
    place = _written_place(choice.path or choice.name)
    if choice.name == BUNDLED and not choice.path:
        return bundled_corpus()
    if known and (choice.path or not Path(choice.name).exists()):
        return load_dataset(choice.name, choice.path or None)
    if isinstance(place, Path) and not place.exists():
        names = ", ".join([BUNDLED, *(known.name for known in datasets())])
        raise InputError(f"there is no data set '{place}'", f"name a file, a folder, or one of {names}")
    return read_documents(place, text_field=choice.text_field, id_field=choice.id_field)


def _written_place(name: str) -> Place:
    """Return where a file of a plan lies."""
    place = place_of(name)
    if isinstance(place, StoreUrl) and place.tells_secrets:
        raise ConfigError(
            f"{place} stands in the plan with a password, key or signature, and plans are written down",
            "give credentials by the environment of its library",
        )
    return place


def _joined(documents: Sequence[Document], path: str) -> list[Document]:
    marked = {document.id: document for document in read_documents(_written_place(path))}
    for document in documents:
        if document.id in marked and marked[document.id].text != document.text:
            raise BadRowError(
                f"{path}: the mentions of '{document.id}' are about another text",
                "use the file of mentions that was made for these texts",
            )
    if not marked.keys() & {document.id for document in documents}:
        raise InputError(f"no document has mentions in {path}", "use the ids of the documents")
    return [
        replace(document, mentions=marked[document.id].mentions) if document.id in marked else document
        for document in documents
    ]


def _spread(documents: list[Document], limit: int | None) -> list[Document]:
    """Return so many documents evenly spaced: files are often sorted, and the first ones are all of one kind."""
    if limit is None or limit >= len(documents):
        return documents
    return [documents[number * len(documents) // limit] for number in range(limit)]


@dataclass(frozen=True, slots=True)
class Prepared:
    """A benchmark that could start."""

    plan: BenchmarkPlan  # the plan, with every open choice made
    documents: Mapping[str, Sequence[Document]]  # the documents by data set
    attackers: Mapping[str, tuple[str, ...]]  # who attacks, by data set
    cells: tuple[Cell, ...]  # what is run
    left_out: tuple[LeftOut, ...]  # what the plan names and is not run
    settings: tuple[LinkSetting, ...] = ()  # the attacks by linkage
    synthetic: tuple[SyntheticChoice, ...] = ()  # the synthetic releases that are attacked too
    prompts: Mapping[str, str] = field(default_factory=dict)  # prompts of the user's own, with a digest each

    @property
    def attack(self) -> AttackOptions:
        """How attacks by a model are carried out."""
        plan = self.plan
        return AttackOptions(stages=plan.stages, guess_all=plan.guess_all, examples=plan.examples)  # type: ignore[arg-type]  # the plan has bounds

    def audit_options(self, dataset: str, attacker: str) -> AuditOptions:
        """Return how the releases of a data set are audited by one attacker. The truth is the same for all of them."""
        plan = self.plan
        return AuditOptions(
            attackers=(attacker,),
            judge=plan.judge,
            matcher=plan.matcher,
            labeller=plan.labeller or plan.judge or self.attackers[dataset][0],
            profile=plan.profile,
            as_made=plan.as_made,
            attack=self.attack,
        )


def prepare_benchmark(plan: BenchmarkPlan, pool: ModelPool, *, without_absent: bool = False) -> Prepared:
    """Read the documents of a plan and open everything it names.

    Args:
        plan: The plan.
        pool: The models.
        without_absent: Whether to leave out data sets that are not on this machine, and say so.

    Raises:
        GygesError: A data set, a model, a method or an attacker cannot be used.
    """
    roles = pool.settings.roles
    models = plan.models or ((roles["anonymizer"],) if "anonymizer" in roles else ())
    attackers = plan.attackers or (() if plan.linkage is not None else (roles.get("attacker", RULES),))
    judge = plan.judge or roles.get("judge")
    answerer = judge if plan.answerer == JUDGE else plan.answerer
    whole = replace(plan, models=models, attackers=attackers, judge=judge, utility_judge=plan.utility_judge or judge)
    whole = replace(whole, answerer=answerer)
    cells, twice = cells_of(whole)
    documents, absent = _documents(whole, cells, without_absent=without_absent)
    whole = _only_on(whole, documents.keys())
    cells = tuple(cell for cell in cells if cell.dataset in documents)
    chosen = {name: author_attackers(attackers, found) for name, found in documents.items()}
    ready = Prepared(whole, documents, chosen, cells, twice, prompts=pool.settings.prompts.digests())
    for attacker in {name for names in chosen.values() for name in names} | {plan.labeller or RULES}:
        open_attacker(attacker, pool, ready.attack)
    for model in (whole.judge, whole.utility_judge, whole.matcher, whole.answerer):
        if model is not None and model != RULES:
            pool.model(model)
    usable, missing = usable_cells(cells, pool, ready.attack) if documents else ((), ())
    ready = replace(ready, cells=usable, left_out=(*absent, *twice, *missing, *_unanswerable(plan, whole, documents)))
    return ready if whole.linkage is None else _with_links(ready, whole.linkage, pool)


def _with_links(ready: Prepared, plan: LinkPlan, pool: ModelPool) -> Prepared:
    judge = ready.plan.judge
    settings, weak = _usable_settings(plan, judge)
    synthetic, absent = _usable_synthetic(plan)
    for model in (plan.claims, plan.rewords_by(judge) if any(setting.reworded for setting in settings) else None):
        if model not in (None, JUDGE, RULES):
            pool.model(str(model))
    return replace(ready, settings=settings, synthetic=synthetic, left_out=(*ready.left_out, *weak, *absent))


def _documents(
    plan: BenchmarkPlan, cells: Sequence[Cell], *, without_absent: bool
) -> tuple[dict[str, list[Document]], list[LeftOut]]:
    """Read the data sets; what is not here is an error, or left out with the cells that it would have."""
    documents: dict[str, list[Document]] = {}
    absent: list[LeftOut] = []
    for choice in plan.datasets:
        try:
            documents[choice.name] = read_dataset(choice)
        except DatasetUnavailableError as error:
            if not without_absent:
                raise
            names = [cell.label for cell in cells if cell.dataset == choice.name]
            absent.append(LeftOut(f"the data set {choice.name} ({len(names)} cells: {', '.join(names)})", str(error)))
    return documents, absent


def _only_on(plan: BenchmarkPlan, names: Collection[str]) -> BenchmarkPlan:
    """Return a plan with only those of its data sets that are there."""
    linkage = plan.linkage
    if linkage is not None:
        linkage = replace(linkage, synthetic=tuple(one for one in linkage.synthetic if one.dataset in names))
    return replace(plan, datasets=tuple(one for one in plan.datasets if one.name in names), linkage=linkage)


def _unanswerable(
    asked: BenchmarkPlan, plan: BenchmarkPlan, documents: Mapping[str, Sequence[Document]]
) -> Iterator[LeftOut]:
    """Say where questions are to be answered and nobody does it, or no document has one."""
    if asked.answerer is not None and plan.answerer is None:
        yield LeftOut("task accuracy", "nobody answers the questions; name a model with --answerer or --judge")
    for name, found in documents.items():
        if plan.answerer is not None and not any(choice_of(document) for document in found):
            reason = "no document has question, options and answer in its meta data"
            yield LeftOut(f"task accuracy on {name}", reason)


def _usable_settings(plan: LinkPlan, judge: str | None) -> tuple[tuple[LinkSetting, ...], tuple[LeftOut, ...]]:
    """Return the attacks that can be made, and those that cannot for want of a model, with the reason."""
    usable, missing = [], dict[str, str]()
    for setting in plan.settings:
        if setting.linker.startswith("dense") and plan.embedder is None:
            missing[f"linker {setting.linker}"] = "there is no embedding model; name its folder with --embedder"
        elif setting.reworded and plan.rewords_by(judge) is None:
            missing["reworded knowledge"] = "nobody rewords it; name a model with --judge"
        else:
            usable.append(setting)
    if not usable:
        raise InputError("no attack by linkage can be made", "; ".join(missing.values()))
    if plan.tasks and judge is None:
        missing["tasks of conversations"] = "nobody sorts texts into tasks; name a model with --judge"
    return tuple(usable), tuple(LeftOut(what, reason) for what, reason in missing.items())


def _usable_synthetic(plan: LinkPlan) -> tuple[tuple[SyntheticChoice, ...], tuple[LeftOut, ...]]:
    """Return the synthetic releases that are there, and the optional ones that are not."""
    there, missing = [], []
    for choice in plan.synthetic:
        if choice.file.is_file():
            there.append(choice)
            continue
        absent = InputError(f"there is no synthetic release {choice.path}", "make it with 'gyges synthesize'")
        if not choice.optional:
            raise absent
        missing.append(LeftOut(f"{choice.label} on {choice.dataset}", str(absent)))
    return tuple(there), tuple(missing)
