"""Linkage inside a benchmark: the releases of every cell, attacked in every setting of the plan."""

import json
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from gyges.corpus import atomic_file, read_releases
from gyges.errors import BudgetExhaustedError, InputError
from gyges.models import ModelPool
from gyges.records import Document, Release
from gyges.runs._anonymize import AnonymizeOptions, anonymize_corpus
from gyges.runs._audited import RULES
from gyges.runs._events import Listener
from gyges.runs._outcome import check_budget, used_up
from gyges.runs.benchmark._cells import ENDS_OF_THE_SCALE, Cell, LeftOut, slug_of
from gyges.runs.benchmark._link_plan import JUDGE, LinkPlan, LinkSetting, SyntheticChoice
from gyges.runs.benchmark._prepare import Prepared
from gyges.runs.benchmark._run import anonymize_folder
from gyges.runs.linkage import LinkOptions, link_corpus
from gyges.runs.workers import Jobs
from gyges.scoring.semantic import LinkResults

_CODE = re.compile(r"\bGY\d{3}\b")

__all__ = ["LinkedCell", "LinkedRun", "link_options", "run_links"]


@dataclass(frozen=True, slots=True)
class LinkedCell:
    """The releases of one method on one data set, attacked in one setting.

    Attributes:
        dataset: The data set.
        label: What the release is called in tables.
        without_seed: The label that all seeds of the method share.
        method: The method; empty for a synthetic release from a file.
        model: The model that rewrote.
        seed: The seed of the method.
        setting: The attack.
        paired: Whether releases belong to originals one by one.
        results: What was found out.
        results_file: Where the full results lie, relative to the folder of the benchmark.
    """

    dataset: str
    label: str
    without_seed: str
    method: str
    model: str | None
    seed: int | None
    setting: LinkSetting
    paired: bool
    results: LinkResults
    results_file: str


@dataclass(frozen=True, slots=True)
class LinkedRun:
    """All attacks by linkage of a benchmark.

    Attributes:
        cells: The releases of each method in each setting.
        left_out: What has no release by intent, as nothing is left of it.
        failed: Methods none of whose releases could be attacked; a failure, and no privacy.
    """

    cells: tuple[LinkedCell, ...] = ()
    left_out: tuple[LeftOut, ...] = ()
    failed: tuple[LeftOut, ...] = ()


@dataclass(frozen=True, slots=True)
class _Target:
    """Releases that are attacked."""

    dataset: str
    label: str
    without_seed: str
    method: str
    model: str | None
    seed: int | None
    slug: str
    releases: Sequence[Release]
    paired: bool = True


def link_options(prepared: Prepared, dataset: str, setting: LinkSetting, *, paired: bool, whole: bool) -> LinkOptions:
    """Return how the releases of a data set are attacked in one setting.

    Args:
        prepared: The benchmark.
        dataset: The data set.
        setting: The attack.
        paired: Whether releases belong to originals one by one.
        whole: Whether figures that do not depend on the attack are made too.
    """
    plan, judge = _linkage(prepared), prepared.plan.judge
    return LinkOptions(
        linker=setting.linker,
        analyzer=plan.analyzer,
        embedder=plan.embedder,
        claimer=(judge or RULES) if plan.claims == JUDGE else plan.claims,
        draw=setting.draw,
        known=setting.known,
        seed=setting.seed,
        paraphraser=plan.rewords_by(judge) if setting.reworded else None,
        judge=judge,
        samples=plan.samples,
        categories=plan.categories.get(dataset, "general"),
        paired=paired,
        tasks=plan.tasks.get(dataset) if judge is not None else None,
        whole=whole,
        mauve=Path(plan.mauve) if plan.mauve is not None and whole else None,
    )


async def run_links(
    prepared: Prepared,
    folder: Path,
    pool: ModelPool,
    *,
    listener: Listener | None = None,
    tell: Callable[[str], None] = lambda sentence: None,
    jobs: Jobs = None,
) -> LinkedRun:
    """Attack the releases of all cells and all synthetic releases in every setting; go on where an earlier run was.

    Args:
        prepared: What to run.
        folder: The folder of the benchmark.
        pool: The models.
        listener: Told how each run goes on.
        tell: Called with a sentence when the releases of a cell are attacked.
        jobs: How many processes compute, or a cluster; None for one on each core, and one alone for few texts.

    Raises:
        BudgetExhaustedError: The budget is used up; what is done is kept.
    """
    if prepared.plan.linkage is None:
        return LinkedRun()
    cells: list[LinkedCell] = []
    missing: list[LeftOut] = []
    failed: list[LeftOut] = []
    makers: list[Cell | SyntheticChoice] = [*prepared.cells, *prepared.synthetic]
    for number, maker in enumerate(makers, start=1):
        try:
            target = (
                _synthetic(maker)
                if isinstance(maker, SyntheticChoice)
                else await _made(prepared, maker, folder, pool, listener, jobs)
            )
            tell(f"linkage, {number} of {len(makers)}: {target.label} on {target.dataset}")
            cells += await _attacked(prepared, target, folder, pool, listener, jobs)
        except BudgetExhaustedError as error:
            raise used_up(number - 1, len(makers), "releases attacked by linkage") from error
        except InputError as error:
            emptied = isinstance(maker, Cell) and maker.choice.method in ENDS_OF_THE_SCALE
            what = f"linkage of {maker.label} on {maker.dataset}"
            (missing if emptied else failed).append(LeftOut(what, _why(str(error))))
    return LinkedRun(tuple(cells), tuple(missing), tuple(failed))


def _why(message: str) -> str:
    """Return why nothing could be attacked, by the codes of the errors alone: messages may quote a text."""
    codes = " ".join(dict.fromkeys(_CODE.findall(message)))
    return f"no release could be attacked ({codes}); its folder under 'anonymize' has the reasons"


async def _made(
    prepared: Prepared, cell: Cell, folder: Path, pool: ModelPool, listener: Listener | None, jobs: Jobs
) -> _Target:
    options = AnonymizeOptions(cell.choice.method, cell.options, jobs=jobs)
    tools = cell.tools(pool, prepared.attack)
    documents = prepared.documents[cell.dataset]
    made = await anonymize_corpus(documents, anonymize_folder(folder, cell), tools, options, listener=listener)
    check_budget(made.summary)
    names = (cell.dataset, cell.label, cell.without_seed, cell.choice.method, cell.model, cell.seed, cell.slug)
    return _Target(*names, list(made.releases.values()))


def _synthetic(choice: SyntheticChoice) -> _Target:
    names = (choice.dataset, choice.label, choice.label, "", None, None, f"set-{slug_of(choice.label)}")
    return _Target(*names, list(read_releases(choice.file)), paired=False)


async def _attacked(
    prepared: Prepared,
    target: _Target,
    folder: Path,
    pool: ModelPool,
    listener: Listener | None,
    jobs: Jobs,
) -> list[LinkedCell]:
    place = folder / "links" / slug_of(target.dataset)
    documents: Sequence[Document] = prepared.documents[target.dataset]
    cells = []
    for number, setting in enumerate(prepared.settings):
        options = link_options(prepared, target.dataset, setting, paired=target.paired, whole=not number)
        results = await link_corpus(
            documents, target.releases, place, pool, options=options, listener=listener, jobs=jobs
        )
        file = place / target.slug / f"{slug_of(setting.label)}.json"
        _write(results, file)
        where = file.relative_to(folder).as_posix()
        names = (target.dataset, target.label, target.without_seed, target.method, target.model, target.seed)
        cells.append(LinkedCell(*names, setting, target.paired, results, where))
    return cells


def _linkage(prepared: Prepared) -> LinkPlan:
    return prepared.plan.linkage or LinkPlan()


def _write(results: LinkResults, path: Path) -> None:
    text = json.dumps(results.model_dump(mode="json"), ensure_ascii=False, indent=2) + "\n"
    with atomic_file(path, force=True, private=True) as stream:
        stream.write(text.encode("utf-8", errors="backslashreplace"))
