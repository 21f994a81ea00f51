"""The whole of it: split, search, select, test, compare; one call."""

import json
import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path

from gyges.anonymizers import Purpose, Tools
from gyges.corpus import atomic_file
from gyges.records import Document, UnreadableDocument
from gyges.runs import FolderClaim, Journal, claim_folder, folder_lock, private_journal, run_mark
from gyges.tuning._baselines import Baseline, Bench, Exam, examined, run_baselines
from gyges.tuning._evaluator import Evaluator, InstructionFiles
from gyges.tuning._gepa import GepaSearch
from gyges.tuning._instruction_check import InstructionCheck
from gyges.tuning._meter import BudgetUse, MeteredPool
from gyges.tuning._outcome import Goal
from gyges.tuning._proposer import Brief, Proposer
from gyges.tuning._search import ChosenInstruction, Pool, Search, SearchContext, Tell, menu_of, searched
from gyges.tuning._splits import Splits, split_documents
from gyges.tuning._task import TaskFile, TuningTask
from gyges.tuning.objectives import Objective, open_objective
from gyges.tuning.objectives._objective import Means

JOURNAL = "evaluations"
_OUTPUTS = (
    "plan.json",
    JOURNAL,
    "candidates",
    "tuning.json",
    "menu",
    "menu.md",
    "log.md",
    "candidates.jsonl",
    "report.html",
)
_BUDGETS = frozenset({"budget", "test_budget", "finalists"})
"""Settings with which the same search goes on."""


def task_claim(
    file: TaskFile, roles: dict[str, str | None], documents: Iterable[Document], prompts: Mapping[str, str]
) -> FolderClaim:
    """Return what the folder of a task is for."""
    settings = {**file.model_dump(mode="json", exclude=set(_BUDGETS)), "roles": roles}
    if prompts:  # folders of earlier versions stay good for tasks without
        settings["prompts"] = dict(prompts)
    return FolderClaim.of("tune", documents, settings, _OUTPUTS)


def write_plan(folder: Path, task: str) -> None:
    """Write down which task a folder is for."""
    with atomic_file(folder / "plan.json", force=True, private=True) as stream:
        stream.write(json.dumps({"version": 1, "name": f"tune {task}"}).encode())


@dataclass(frozen=True, slots=True)
class ModelRoles:
    """Who does what; a local model may be all of them."""

    anonymizer: str  # the model that rewrites
    proposer: str | None = None  # the model that proposes instructions; the one that rewrites if not given
    attacker: str | None = None  # who attacks; the task says if not given
    judge: str | None = None  # who judges; the task says if not given


@dataclass
class Tuning:
    """A task made ready: nothing was asked yet."""

    task: TuningTask  # what is wanted
    roles: ModelRoles  # who does what
    splits: Splits  # the documents
    objective: Objective  # how is measured
    seed_instruction: str  # where the search begins
    prompts: Mapping[str, str] = field(default_factory=dict)  # prompts of the user's own, with a digest each

    @property
    def claim(self) -> FolderClaim:
        """What its folder is for."""
        documents = (*self.splits.train, *self.splits.validation, *self.splits.test)
        return task_claim(self.task.file, asdict(self.roles), documents, self.prompts)


@dataclass
class Tuned:
    """What came of it."""

    tuning: Tuning  # what was done
    pool: Pool  # all candidates
    search: str  # the name of the search
    whole: frozenset[int] = frozenset()  # numbers of the candidates that were scored on all validation documents
    menu: list[ChosenInstruction] = field(default_factory=list)  # the instructions handed out, best first
    withdrawn: list[ChosenInstruction] = field(default_factory=list)
    tested: dict[int, Exam] = field(default_factory=dict)
    baselines: list[Baseline] = field(default_factory=list)  # what else was measured
    budgets: dict[str, BudgetUse] = field(default_factory=dict)  # questions and rewrites, by purpose
    calls_per_document: int = 1  # questions one document takes, at most


def prepare_tuning(
    task: TuningTask,
    documents: Sequence[Document],
    pool: MeteredPool,
    roles: ModelRoles,
    objective: Objective | None = None,
) -> Tuning:
    """Make a task ready: choose and split the documents, open the objective.

    Args:
        task: What is wanted.
        documents: All documents.
        pool: Where models are opened.
        roles: Who does what.
        objective: One of your own; that of the kind of the task if not given.

    Raises:
        InputError: There are too few documents.
        ConfigError: Something is missing that the task needs.
    """
    file = task.file
    unread = [one for one in documents if isinstance(one, UnreadableDocument)]
    chosen, notes = _chosen([one for one in documents if not isinstance(one, UnreadableDocument)], file)
    measured = objective or _objective(file, chosen, pool, roles)
    splits = _split(chosen, file)  # nothing can be learned from what could not be read, and it fails in the test
    splits = replace(splits, test=(*unread, *splits.test), notes=(*notes, *splits.notes))
    return Tuning(task, roles, splits, measured, file.seed_instruction.strip(), pool.settings.prompts.digests())


def _objective(file: TaskFile, chosen: Sequence[Document], pool: MeteredPool, roles: ModelRoles) -> Objective:
    means = Means(
        pool,
        roles.attacker or file.attacker,
        roles.judge or file.judge,
        chosen,
        file.protect,
        file.preserve,
        file.embedding,
        file.paper,
        style=file.style,
        cross_encoder=file.cross_encoder,
    )
    return open_objective(file.kind, means)


def _split(chosen: Sequence[Document], file: TaskFile) -> Splits:
    """Split the documents of a task as its file says."""
    meta, sizes = file.group, file.splits
    group = (lambda document: str(document.meta.get(meta, document.id))) if meta else None
    return split_documents(
        chosen, seed=file.split_seed, train=sizes.train, validation=sizes.validation, test=sizes.test, group=group
    )


def _chosen(documents: Sequence[Document], file: TaskFile) -> tuple[list[Document], list[str]]:
    """Return the documents a task is about, and a word about those it is not."""
    longest = file.longest or math.inf
    there = [d for d in documents if not file.split or d.meta.get("split") == file.split]
    chosen = [d for d in there if file.shortest <= len(d.text) <= longest and d.text.strip()]
    left = len(documents) - len(chosen)
    return chosen, [f"{left} documents are not of the split or the length that the task asks for"] if left else []


async def tune(
    tuning: Tuning,
    folder: Path,
    pool: MeteredPool,
    *,
    search: Search | None = None,
    baselines: int | None = None,
    tell: Tell = lambda phase, pool: None,
    say: Callable[[str], None] = lambda sentence: None,
    force: bool = False,
) -> Tuned:
    """Learn instructions for a task; the same call in the same folder goes on where it was.

    Args:
        tuning: The task, made ready.
        folder: Where everything is kept.
        pool: Where models are opened; its meter counts.
        search: How is searched; two phases of reflective evolution if not given.
        baselines: Questions for baselines; None for none of them.
        tell: Told how the search goes.
        say: Told in a sentence what comes next.
        force: Take over a folder that belongs to another run.

    Raises:
        ConfigError: The budget does not even suffice for the seed instruction.
        MissingExtraError: The extra ``tune`` is not installed.
    """
    chosen = search or GepaSearch(tuning.task.search)
    if isinstance(chosen, GepaSearch):
        chosen.require()
    file = tuning.task.file
    claim_folder(folder, tuning.claim, force=force)
    pool.works_for(run_mark(folder))
    with folder_lock(folder):
        write_plan(folder, file.name)
        with private_journal(folder / JOURNAL) as journal:
            work = _context(tuning, folder, pool, journal, tell)
            return await _tuned(tuning, work, chosen, baselines, pool, say)


def _context(tuning: Tuning, folder: Path, pool: MeteredPool, journal: Journal, tell: Tell) -> SearchContext:
    file, roles = tuning.task.file, tuning.roles
    files = InstructionFiles(folder / "candidates", Tools(pool, roles.anonymizer), file.options)
    evaluator = Evaluator(files, tuning.objective, journal, pool.meter, prompts=tuning.prompts)
    allowed = "\n".join((tuning.seed_instruction, file.protect, file.preserve))
    seen = (*tuning.splits.train, *tuning.splits.validation)
    proposer = Proposer(
        pool.model(roles.proposer or roles.anonymizer),
        Brief(tuning.task.goal, file.protect, file.preserve, tuning.objective.measures),
        InstructionCheck.against(seen, allowed),
        journal,
        pool.meter,
        agent=file.search.feedback == "agent",
    )
    splits = tuning.splits
    return SearchContext(evaluator, proposer, tuning.task.goal, splits.train, splits.validation, file.seed, tell)


async def _tuned(
    tuning: Tuning,
    work: SearchContext,
    search: Search,
    baselines: int | None,
    pool: MeteredPool,
    say: Callable[[str], None],
) -> Tuned:
    file, meter = tuning.task.file, pool.meter
    meter.unit = file.counts
    start = meter.questions, meter.rewrites
    besides = file.besides(len(work.validation))
    found = await searched(work, search, tuning.seed_instruction, file.budget, file.finalists, besides=besides)
    done = Tuned(tuning, found.pool, search.name, found.whole, menu_of(found.candidates, work))
    done.budgets["search and selection"] = meter.since(*start, file.budget + besides)
    done.calls_per_document = work.evaluator.calls_per_document
    say(f"the search is done ({found.pool.ended or 'it ended'}); {len(done.menu)} instructions meet the test documents")
    before = meter.questions, meter.rewrites
    meter.cap = meter.used + file.test_budget
    seed = found.pool.candidates[0]
    instructions = list({one.number: one for one in (seed, *(entry.candidate for entry in done.menu))}.values())
    done.tested = await examined(work.evaluator, instructions, tuning.splits.test)
    done.budgets["test"] = meter.since(*before, file.test_budget)
    withdraw(done, work.goal)
    if baselines is not None:
        await _compare(done, work, baselines, pool, say)
    return done


def withdraw(done: Tuned, goal: Goal) -> None:
    """Take back what keeps the floor on validation but not on test documents: refusing is the safe mistake."""
    kept: list[ChosenInstruction] = []
    fallen: list[ChosenInstruction] = []
    for entry in done.menu:
        tested = done.tested.get(entry.candidate.number)
        allowed = tested is None or not tested.outcomes or goal.allows(tested.mean)
        (kept if allowed else fallen).append(entry)
    done.menu, done.withdrawn = kept, fallen
    if kept and kept[0].name != "best":
        done.menu[0] = replace(kept[0], name="best")


async def _compare(
    done: Tuned, work: SearchContext, budget: int, pool: MeteredPool, say: Callable[[str], None]
) -> None:
    file, roles, meter = done.tuning.task.file, done.tuning.roles, pool.meter
    before = meter.questions, meter.rewrites
    ids = {outcome.document for tested in done.tested.values() for outcome in tested.outcomes}
    documents = [document for document in done.tuning.splits.test if document.id in ids]
    tools = Tools(
        pool,
        roles.anonymizer,
        roles.attacker or file.attacker,
        roles.judge or file.judge,
        Purpose(file.protect, file.preserve),
    )
    bench = Bench(work, tools, documents, done.tuning.seed_instruction, file, done.tuning.task.search, budget)
    done.baselines = await run_baselines(bench, say)
    done.budgets["baselines"] = meter.since(*before, budget)
