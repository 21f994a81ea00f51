"""The pass over the test documents: the instructions found, and what they are held against."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from gyges.anonymizers import Anonymizer, Tools, find_method, is_built_in, open_anonymizer
from gyges.errors import ConfigError, GygesError, InputError
from gyges.records import Document, JsonValue
from gyges.scoring import Count, bootstrap_difference, bootstrap_rates
from gyges.tuning._evaluator import Evaluator
from gyges.tuning._gepa import GepaSearch
from gyges.tuning._meter import CapReachedError
from gyges.tuning._outcome import DocumentOutcome, Goal, Scores, mean_scores
from gyges.tuning._search import Candidate, Search, SearchContext, SearchOptions, searched
from gyges.tuning._task import TaskFile

_CHUNK = 8  # documents that all instructions do before the next ones


@dataclass(frozen=True)
class Exam:
    """What a method does on test documents."""

    outcomes: tuple[DocumentOutcome, ...]  # one for each document, in the same order for all methods

    @property
    def mean(self) -> Scores:
        """The mean scores; documents without a release score 0."""
        return mean_scores([outcome.scores for outcome in self.outcomes])

    def to_json(self) -> dict[str, JsonValue]:
        """Return the figures with 95 % intervals over documents, and why documents failed."""
        table = {name: [Count(getattr(one.scores, name), 1) for one in self.outcomes] for name in _SIDES}
        rates = {name: rate.to_json() for name, rate in bootstrap_rates(table).items()}
        failed: dict[str, JsonValue] = {one.document: one.failed for one in self.outcomes if one.failed is not None}
        return {**rates, "documents": len(self.outcomes), "failed": len(failed), "failures": failed}


_SIDES = ("privacy", "utility", "worst")


async def examined(
    evaluator: Evaluator, candidates: Sequence[Candidate], documents: Sequence[Document]
) -> dict[int, Exam]:
    """Measure instructions on the test documents, as many of them as the budget pays for, the same for all."""
    outcomes: dict[int, list[DocumentOutcome]] = {one.number: [] for one in candidates}
    try:
        for start in range(0, len(documents), _CHUNK):
            chunk = documents[start : start + _CHUNK]
            rows = {one.number: await evaluator.evaluate(one.instruction, chunk) for one in candidates}
            for number, row in rows.items():
                outcomes[number] += row
    except CapReachedError:
        pass  # the documents that all have done stand
    return {number: Exam(tuple(row)) for number, row in outcomes.items()}


async def exam_of(evaluator: Evaluator, anonymizer: Anonymizer, documents: Sequence[Document]) -> Exam:
    """Measure any method on documents."""
    return Exam(tuple(await evaluator.measure(anonymizer, documents)))


def differences(goal: Goal, before: Exam, after: Exam) -> dict[str, JsonValue]:
    """Return by how much one method is better than another on the same documents, with paired 95 % intervals."""
    pairs = list(zip(before.outcomes, after.outcomes, strict=True))
    rows: dict[str, JsonValue] = {}
    for name in _SIDES:
        counts = [Count(getattr(two.scores, name) - getattr(one.scores, name), 1) for one, two in pairs]
        rows[name] = bootstrap_difference(counts).to_json()
    scores = [Count(goal.scalar(two.scores) - goal.scalar(one.scores), 1) for one, two in pairs]
    rows["score"] = bootstrap_difference(scores).to_json()
    return rows


METHODS = ("mask", "subjectwise", "adversarial", "rupta")

ROUNDS = 3
"""Rewrites of methods that attack and rewrite in turns (Loiseau et al., D.2: three refinement hops)."""


_TOO_FEW = "the calls for baselines did not suffice"


@dataclass(frozen=True)
class Baseline:
    """Something else that was measured on the same test documents."""

    name: str  # what it is
    tested: Exam | None = None  # what it does; None if it was left out
    calls: int = 0  # questions it took, learning included
    left_out: str = ""  # why it was not measured


@dataclass(frozen=True)
class Bench:
    """What baselines work with."""

    work: SearchContext  # the context of the search
    tools: Tools  # models and attacker of methods
    documents: Sequence[Document]  # the test documents that were used
    seed_instruction: str  # where searches begin
    file: TaskFile  # the task
    search: SearchOptions  # how was searched
    budget: int  # questions for all baselines together


def rival_options(method: str, file: TaskFile) -> dict[str, JsonValue]:
    """Return the options with which a method plays by the rules of a task: its person, three rounds, no early stop."""
    if method == "adversarial":
        person = file.person
        return {"rounds": ROUNDS, "stop": "never", "target": person.target, "attributes": person.attributes}
    if method == "rupta":
        person = file.person
        goal = "identity" if person.identity else "attributes"
        return {"iterations": ROUNDS, "goal": goal, "target": "auto" if person.identity else person.target}
    return {}


def rival_attacker(method: str, file: TaskFile, tools: Tools) -> str | None:
    """Return who attacks inside a method.

    Inside those that attack and rewrite in turns the model that rewrites attacks, in the way of the task, as published:
    never the attacker that measures, or the method would be judged by its own teacher.
    """
    if method == "adversarial" and file.person.identity and tools.model:
        return f"identity:{tools.model}"
    return None if method in ("adversarial", "rupta") else tools.attacker


def rival_judge(method: str, tools: Tools) -> str | None:
    """Return who rates inside a method: inside RUPTA, whose evaluators are its own, the model that rewrites."""
    return None if method == "rupta" else tools.judge


async def run_baselines(bench: Bench, say: Callable[[str], None]) -> list[Baseline]:
    """Measure baselines, those that need fewest questions first, until the budget is used up."""
    meter = bench.work.evaluator.meter
    meter.cap = meter.used + bench.budget
    rows = []
    methods = [f"prompt:{bench.file.task_instruction}"] if bench.file.task_instruction else []
    for spec in (*METHODS[:2], *methods, *METHODS[2:]):
        say(f"baseline: {spec}")
        rows.append(await _measured(bench, spec))
    for phases, name in (("warm", "warm start only"), ("rich", "rich feedback only")):
        say(f"baseline: {name}")
        search = GepaSearch(replace(bench.search, phases=phases))  # type: ignore[arg-type]
        rows.append(await _searched(bench, search, name))
    return rows


async def _measured(bench: Bench, spec: str) -> Baseline:
    meter = bench.work.evaluator.meter
    before = meter.used
    try:
        tools = replace(bench.tools, attacker=rival_attacker(spec, bench.file, bench.tools))
        rival = open_anonymizer(spec, tools, rival_options(spec, bench.file))
        tested = await exam_of(evaluator_for(spec, bench.work.evaluator), rival, bench.documents)
    except CapReachedError:
        return Baseline(spec, None, meter.used - before, _TOO_FEW)
    except (ConfigError, InputError) as error:
        return Baseline(spec, None, meter.used - before, error.problem)
    return Baseline(spec, tested, meter.used - before)


def evaluator_for(method: str, evaluator: Evaluator) -> Evaluator:
    """Return the evaluator as a method needs it: one that works with annotations is shown them."""
    name = method.partition(":")[0].strip()
    sees = is_built_in(name) and find_method(name).sees_annotations
    return replace(evaluator, shown=lambda document: document) if sees else evaluator


async def _searched(bench: Bench, search: Search, name: str) -> Baseline:
    """Search with as many questions as the main search had, and test the best by the goal."""
    meter = bench.work.evaluator.meter
    before, cap = meter.used, meter.cap
    if meter.left is not None and meter.left < bench.file.budget:
        return Baseline(name, None, 0, f"it needs {bench.file.budget} calls, as many as the search")
    # What was measured before is free to look up but not to have: a baseline starts with an empty memory.
    fresh = replace(bench.work.evaluator, _memory={}, _known={})
    work = replace(bench.work, evaluator=fresh, proposer=replace(bench.work.proposer, _asked=0), tell=_silent)
    try:
        found = await searched(work, search, bench.seed_instruction, bench.file.budget, bench.file.finalists)
        meter.cap = cap
        allowed = [one for one in found.candidates if work.goal.allows(one.mean)]
        if not allowed:
            return Baseline(name, None, meter.used - before, "no instruction kept the floor")
        best = max(allowed, key=lambda one: (work.goal.key(one.mean), -one.number))
        tested = Exam(tuple(await fresh.evaluate(best.instruction, bench.documents)))
    except CapReachedError:
        return Baseline(name, None, meter.used - before, _TOO_FEW)
    except GygesError as error:
        if not isinstance(error, ConfigError):
            raise
        return Baseline(name, None, meter.used - before, error.problem)
    finally:
        meter.cap = cap
    return Baseline(name, tested, meter.used - before)


def _silent(phase: object, pool: object) -> None:
    del phase, pool
