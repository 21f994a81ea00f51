"""What a learned instruction is held against: methods that need no learning, and searches that do less."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from gyges.anonymizers import Tools, find_method, is_built_in, open_anonymizer
from gyges.errors import ConfigError, GygesError, InputError
from gyges.records import Document, JsonValue
from gyges.tuning._evaluator import Evaluator
from gyges.tuning._exam import Exam, exam_of
from gyges.tuning._hunt import searched
from gyges.tuning._meter import CapReachedError
from gyges.tuning._search import Search, SearchContext, SearchOptions
from gyges.tuning._task import TaskFile
from gyges.tuning.gepa import GepaSearch

__all__ = ["Baseline", "Bench", "evaluator_for", "rival_attacker", "rival_options", "run_baselines"]

METHODS = ("mask", "subjectwise", "adversarial", "rupta")

ROUNDS = 3
"""Rewrites of methods that attack and rewrite in turns (Loiseau et al., D.2: three refinement hops)."""


_TOO_FEW = "the calls for baselines did not suffice"


@dataclass(frozen=True)
class Baseline:
    """Something else that was measured on the same test documents.

    Attributes:
        name: What it is.
        tested: What it does; None if it was left out.
        calls: Questions it took, learning included.
        left_out: Why it was not measured.
    """

    name: str
    tested: Exam | None = None
    calls: int = 0
    left_out: str = ""


@dataclass(frozen=True)
class Bench:
    """What baselines work with.

    Attributes:
        work: The context of the search.
        tools: Models and attacker of methods.
        documents: The test documents that were used.
        seed_instruction: Where searches begin.
        file: The task.
        search: How was searched.
        budget: Questions for all baselines together.
    """

    work: SearchContext
    tools: Tools
    documents: Sequence[Document]
    seed_instruction: str
    file: TaskFile
    search: SearchOptions
    budget: int


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
