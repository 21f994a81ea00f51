"""Linkage inside a benchmark: the releases of every cell, attacked in every setting of the plan."""

import re
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from gyges.corpus import read_releases
from gyges.errors import BudgetExhaustedError, InputError
from gyges.models import ModelPool
from gyges.records import Release
from gyges.runs._audited import RULES
from gyges.runs._events import Listener
from gyges.runs._outcome import used_up
from gyges.runs.benchmark._cells import ENDS_OF_THE_SCALE, Cell, LeftOut, slug_of
from gyges.runs.benchmark._plan import JUDGE, LinkPlan, LinkSetting, MethodChoice, SyntheticChoice
from gyges.runs.benchmark._prepare import Prepared
from gyges.runs.benchmark._run import made_releases, write_results
from gyges.runs.linkage import LinkOptions, link_corpus
from gyges.runs.workers import Jobs
from gyges.scoring.semantic import LinkResults

_CODE = re.compile(r"\bGY\d{3}\b")


@dataclass(frozen=True, slots=True)
class LinkedCell:
    """The releases of one cell, or of a file that is one of no method, attacked in one setting."""

    cell: Cell
    setting: LinkSetting  # the attack
    paired: bool  # whether releases belong to originals one by one
    results: LinkResults  # what was found out
    results_file: str  # where the full results lie, relative to the folder of the benchmark


@dataclass(frozen=True, slots=True)
class LinkedRun:
    """All attacks by linkage of a benchmark."""

    cells: tuple[LinkedCell, ...] = ()  # the releases of each method in each setting
    left_out: tuple[LeftOut, ...] = ()  # what has no release by intent, as nothing is left of it
    failed: tuple[LeftOut, ...] = ()  # methods none of whose releases could be attacked; a failure, and no privacy


def link_options(prepared: Prepared, dataset: str, setting: LinkSetting, *, paired: bool, whole: bool) -> LinkOptions:
    """Return how the releases of a data set are attacked in one setting."""
    plan, judge = prepared.plan.linkage or LinkPlan(), prepared.plan.judge
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
        as_made=prepared.plan.as_made,
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
    """Attack the releases of all cells and all synthetic releases in every setting; go on where an earlier run was."""
    if prepared.plan.linkage is None:
        return LinkedRun()
    cells: list[LinkedCell] = []
    missing: list[LeftOut] = []
    failed: list[LeftOut] = []
    makers: list[Cell | SyntheticChoice] = [*prepared.cells, *prepared.synthetic]
    for number, maker in enumerate(makers, start=1):
        try:
            if isinstance(maker, SyntheticChoice):
                cell, releases = _cell_of(maker), list(read_releases(maker.file))
            else:
                cell, made = maker, await made_releases(prepared, maker, folder, pool, listener, jobs)
                releases = list(made.releases.values())
            tell(f"linkage, {number} of {len(makers)}: {cell.label} on {cell.dataset}")
            paired = isinstance(maker, Cell)
            attack = partial(_attacked, prepared, cell, releases, folder, pool, listener, jobs, paired=paired)
            found, lost = await _in_every_setting(prepared.settings, attack)
            cells += found
            failed += [LeftOut(f"linkage of {cell.label} on {cell.dataset}: {what}", _why(why)) for what, why in lost]
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


def _cell_of(choice: SyntheticChoice) -> Cell:
    """Return synthetic releases as those of a cell without a method."""
    label = choice.label
    return Cell(
        choice.dataset, MethodChoice(label=label), label=label, without_seed=label, slug=f"set-{slug_of(label)}"
    )


async def _in_every_setting(
    settings: Sequence[LinkSetting], attack: Callable[[LinkSetting, bool], Awaitable[LinkedCell]]
) -> tuple[list[LinkedCell], list[tuple[str, str]]]:
    """Return what came of the attack in each setting, and in which it failed and why; an error if it did in all.

    One that fails, say as nobody rewords what is known, takes no other with it. The first that does not is the one that
    also looks at the release as a whole.
    """
    found: list[LinkedCell] = []
    lost: list[tuple[str, str]] = []
    for number, setting in enumerate(settings):
        try:
            found.append(await attack(setting, not found))
        except InputError as error:
            if not found and number == len(settings) - 1:
                raise
            lost.append((setting.label, str(error)))
    return found, lost


async def _attacked(
    prepared: Prepared,
    cell: Cell,
    releases: Sequence[Release],
    folder: Path,
    pool: ModelPool,
    listener: Listener | None,
    jobs: Jobs,
    setting: LinkSetting,
    whole: bool,
    *,
    paired: bool,
) -> LinkedCell:
    place = folder / "links" / slug_of(cell.dataset)
    options = link_options(prepared, cell.dataset, setting, paired=paired, whole=whole)
    documents = prepared.documents[cell.dataset]
    results = await link_corpus(documents, releases, place, pool, options=options, listener=listener, jobs=jobs)
    file = place / cell.slug / f"{slug_of(setting.label)}.json"
    write_results(results, file)
    return LinkedCell(cell, setting, paired, results, file.relative_to(folder).as_posix())
