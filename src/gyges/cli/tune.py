"""``gyges tune``: learn an instruction for a task, or measure one that is fixed."""

import shlex
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Literal

import typer
from typer.core import TyperGroup

from gyges.cli import EXIT_FAILED
from gyges.cli._gates import answers_shortfall, say_failed, say_short
from gyges.cli._inputs import ReadFlags
from gyges.cli._model_flags import ModelFlags, announce_hosts
from gyges.cli._options import Seeds, ToJson, ToRun, as_local_name, verb_group
from gyges.cli._output import print_table, print_tables, say, write_json, write_page
from gyges.cli._running import RUNS, parse_seeds, take_folder, tell_folder
from gyges.cli._saying import notice, one_line
from gyges.cli._task_table import evaluation, in_metered, measure_table
from gyges.errors import BudgetExhaustedError, ConfigError
from gyges.models import ModelSettings
from gyges.records import Document, JsonValue
from gyges.reports.tuning import tuning_html, tuning_terminal
from gyges.runs import paid_in
from gyges.tuning import (
    Meter,
    MeteredPool,
    ModelRoles,
    Pool,
    Tuning,
    TuningTask,
    load_task,
    prepare_tuning,
    shipped_tasks,
    tune,
    tuned_to_json,
    write_tuning,
)

_EVERY = 10  # calls between two lines about the budget where the output is no terminal


@dataclass(frozen=True, slots=True)
class TuningRequest:
    """What the user said about models and documents."""

    documents: Annotated[
        str | None, typer.Option(metavar="TEXTS", help="Documents: file, folder, 'bundled' or a dataset.")
    ] = None
    model: Annotated[str | None, typer.Option(metavar="MODEL", help="Model that rewrites.")] = None
    proposer: Annotated[
        str | None, typer.Option(metavar="MODEL", help="Model that proposes instructions; --model if not given.")
    ] = None
    attacker: Annotated[str | None, typer.Option(metavar="NAME", help="Who attacks, instead of the task's.")] = None
    judge: Annotated[str | None, typer.Option(metavar="MODEL", help="Model that judges, instead of the task's.")] = None
    limit: Annotated[int | None, typer.Option(min=3, help="So many documents at most.")] = None

    def task(self, source: str | None, **changes: object) -> TuningTask:
        """Return the task with these wishes."""
        if source is None:
            raise ConfigError("no task was named", f"name a YAML file or one of {', '.join(shipped_tasks())}")
        return load_task(source).with_changes(**changes)

    def roles(self, settings: ModelSettings) -> ModelRoles:
        """Return who does what; a role of gyges.yaml stands in for a flag that was not given."""
        model = self.model or settings.roles.get("anonymizer")
        if model is None:
            raise ConfigError(
                "no model that rewrites was named", "name one with --model, such as http://127.0.0.1:11434/v1#NAME"
            )
        return ModelRoles(model, self.proposer, self.attacker, self.judge or settings.roles.get("judge"))

    def use_line(self, task: TuningTask, settings: ModelSettings) -> tuple[str, ...]:
        """Return the words of a command that releases the same texts by the same model."""
        return (
            "gyges",
            "anonymize",
            self.documents or task.source() or "-",
            "--model",
            self.roles(settings).anonymizer,
        )


_LEARN = "learn"


class TaskFirst(TyperGroup):
    """``gyges tune TASK`` is ``gyges tune learn TASK``."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Put ``learn`` in front of what is no command and no cry for help."""
        if args and args[0] not in {*self.commands, "--help", "-h"}:
            args = [_LEARN, *args]
        return super().parse_args(ctx, args or [_LEARN])


app = verb_group(cls=TaskFirst)


@app.callback()
def _tune() -> None:
    """Learn instructions, or measure one that is fixed. 'gyges tune TASK' is 'gyges tune learn TASK'.

    Example: gyges tune own --documents letters/ --model http://127.0.0.1:11434/v1#llama3.2 --dry-run
    """


@app.command()
def learn(
    read: ReadFlags,
    request: TuningRequest,
    models: ModelFlags,
    to: ToRun,
    task: Annotated[
        str | None, typer.Argument(parser=as_local_name, help="A task file (YAML), or one that ships; see --list.")
    ] = None,
    budget: Annotated[int | None, typer.Option(min=1, help="The most calls of search and selection.")] = None,
    counts: Annotated[
        Literal["questions", "rewrites"] | None,
        typer.Option(help="What budgets count: every question, or rewritten documents as in the paper."),
    ] = None,
    test_budget: Annotated[int | None, typer.Option(min=0, help="The most calls of the test.")] = None,
    baselines: Annotated[
        int | None, typer.Option(min=0, metavar="CALLS", help="Measure baselines too, for so many calls at most.")
    ] = None,
    seed: Annotated[int | None, typer.Option(help="Seed of splits and search.")] = None,
    paper: Annotated[bool, typer.Option("--paper", help="Measure as published.")] = False,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Show plan and cost, then stop.")] = False,
    list_tasks: Annotated[bool, typer.Option("--list", help="List the tasks that ship, then stop.")] = False,
) -> int:
    """Learn instructions: say what to protect and what to keep, get a menu of trade-offs.

    The same command again goes on where it was stopped.

    Example: gyges tune own --documents letters/ --model http://127.0.0.1:11434/v1#llama3.2 --dry-run
    """
    if list_tasks:
        _print_tasks(to)
        return 0
    chosen = request.task(
        task,
        budget=budget,
        counts=counts,
        test_budget=test_budget,
        seed=seed,
        paper=paper or None,
    )
    texts = list(read.all_documents(request.documents or chosen.source())[: request.limit])
    settings = models.settings()
    if dry_run:
        _print_plan(_prepared(chosen, request, texts, settings), baselines, to)
        return 0
    folder, made = _run(chosen, request, texts, settings, baselines, to)
    write_tuning(folder, made)
    write_page(folder / "report.html", tuning_html(made))
    short = _short_tests(made)
    say_short(short)  # first, so that no figure is read without it
    if not to.write(made):
        print_tuning(made, folder, request.use_line(chosen, settings))
    tell_folder(to.out, folder)
    return EXIT_FAILED if short else 0


@app.command()
def evaluate(
    read: ReadFlags,
    models: ModelFlags,
    to: ToRun,
    instruction: Annotated[
        list[str],
        typer.Argument(parser=as_local_name, help="'seed', 'task', one that ships, a file, or a folder of gyges tune."),
    ],
    task: Annotated[
        str, typer.Option(metavar="TASK", parser=as_local_name, help="A task file (YAML), or one that ships.")
    ],
    model: Annotated[list[str], typer.Option(metavar="MODEL", help="Model that rewrites; several times for several.")],
    method: Annotated[
        list[str] | None, typer.Option(metavar="METHOD", help="A method to measure beside, such as adversarial.")
    ] = None,
    documents: Annotated[
        str | None, typer.Option(metavar="TEXTS", help="Documents: file, folder, 'bundled' or a dataset.")
    ] = None,
    attacker: Annotated[str | None, typer.Option(metavar="NAME", help="Who attacks, instead of the task's.")] = None,
    judge: Annotated[
        str | None, typer.Option(metavar="MODEL", help="Model that judges, instead of the task's.")
    ] = None,
    limit: Annotated[int | None, typer.Option(min=1, help="So many test documents at most.")] = None,
    seeds: Seeds = None,
    paper: Annotated[bool, typer.Option("--paper", help="Measure as published.")] = False,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Show what it would cost, then stop.")] = False,
) -> int:
    """Measure fixed instructions by the privacy and utility of a task, with one model or several.

    Documents that an instruction was learned from are left out. The same command again goes on where it was stopped.

    Example: gyges tune evaluate runs/tune/tab --task tab --model http://127.0.0.1:11434/v1#llama3.2 --dry-run
    """
    plan = evaluation(tuple(instruction), task, tuple(method or ()), documents)
    plan = plan.with_flags(
        models=tuple(model),
        attackers=(attacker,) if attacker else (),
        judge=judge,
        limit=limit,
        profile="paper" if paper else None,
    )
    several = parse_seeds(seeds)
    return measure_table("evaluate", plan, read, models.settings(), to, seeds=several, dry_run=dry_run)


def _short_tests(made: dict[str, Any]) -> str:
    """Return which instruction that is handed out (the seed if none is) speaks for too few of the test documents."""
    handed_out = made["menu"] or [made["seed"]]
    rows = [(row["name"], row["test"]) for row in handed_out if row["test"] is not None]
    if not rows:
        return "no instruction could be tried on any test document"
    for name, test in rows:
        say_failed(name, test["documents"], test["failures"])
    told = (
        answers_shortfall(test["failed"], test["documents"], f"test documents could be scored for '{name}'")
        for name, test in rows
    )
    return next(filter(None, told), "")


def _run(
    task: TuningTask,
    request: TuningRequest,
    documents: Sequence[Document],
    settings: ModelSettings,
    baselines: int | None,
    to: ToRun,
) -> tuple[Path, dict[str, JsonValue]]:
    """Run a task and return its folder and what ``tuning.json`` holds."""
    default = RUNS / "tune" / task.file.name

    async def main(pool: MeteredPool) -> tuple[Path, dict[str, JsonValue]]:
        tuning = prepare_tuning(task, documents, pool, request.roles(settings))
        pool.model(tuning.roles.anonymizer)
        pool.model(tuning.roles.proposer or tuning.roles.anonymizer)
        announce_hosts(pool)
        for note in tuning.splits.notes:
            notice(note)
        folder = take_folder(to.out, tuning.claim, force=to.force, default=default)
        live = _Live(pool.meter, task.file.budget)
        try:
            with paid_in(folder) as paid:
                done = await tune(tuning, folder, pool, baselines=baselines, tell=live, say=notice, force=to.force)
        except BudgetExhaustedError as error:
            raise BudgetExhaustedError(
                f"the budget is used up: {pool.meter.used:,} questions were answered ({error.problem})",
                "raise --max-calls or --max-usd and run the same command to go on",
            ) from error
        return folder, tuned_to_json(done, pool.ledger.total, paid)

    return in_metered(settings, main)


@dataclass(slots=True)
class _Live:
    """Shows on standard error how much of the budget is used."""

    meter: Meter
    budget: int
    _said: int = -_EVERY
    _candidates: int = 0

    def __call__(self, phase: str, pool: Pool, /) -> None:
        new = len(pool.candidates) != self._candidates
        if not new and self.meter.used - self._said < _EVERY:
            return
        self._said, self._candidates = self.meter.used, len(pool.candidates)
        words = {"warm": "warm start", "rich": "rich feedback"}.get(phase, phase)
        best = max((pool.estimate(one) for one in pool.candidates), key=lambda scores: scores.privacy + scores.utility)
        notice(
            f"{self.meter.used} of {self.budget} calls, {words}, {len(pool.candidates)} candidates, "
            f"privacy {best.privacy:.2f} and utility {best.utility:.2f} at best"
        )


def _prepared(
    task: TuningTask, request: TuningRequest, documents: Sequence[Document], settings: ModelSettings
) -> Tuning:
    async def main(pool: MeteredPool) -> Tuning:
        return prepare_tuning(task, documents, pool, request.roles(settings))

    return in_metered(settings, main)


def _print_plan(tuning: Tuning, baselines: int | None, to: ToJson) -> None:
    file, splits = tuning.task.file, tuning.splits
    sizes = {"train": len(splits.train), "validation": len(splits.validation), "test": len(splits.test)}
    searched = file.budget + file.besides(len(splits.validation))
    most = searched + file.test_budget + (baselines or 0)
    if to.json is not None:
        plan = {
            "task": file.model_dump(mode="json"),
            "documents": sizes,
            "notes": list(splits.notes),
            "most_calls": most,
        }
        write_json(plan, to.json, force=to.force)
        return
    rows = [
        ("task", f"{file.name} ({file.kind})"),
        ("privacy", tuning.objective.measures[0]),
        ("utility", tuning.objective.measures[1]),
        ("what counts", str(tuning.task.goal)),
        ("documents", ", ".join(f"{count} {name}" for name, count in sizes.items())),
        ("rewrites", tuning.roles.anonymizer),
        ("proposes", tuning.roles.proposer or tuning.roles.anonymizer),
        ("search and selection", f"at most {searched:,} calls"),
        ("test", f"at most {file.test_budget:,} calls"),
        ("baselines", f"at most {baselines:,} calls" if baselines is not None else "none"),
    ]
    print_table("Plan", ("what", "how"), rows)
    for note in splits.notes:
        say(one_line(note))
    say(f"At most {most:,} calls to models. Nothing was sent. Answers in the cache cost nothing.")


def print_tuning(made: dict[str, Any], folder: Path, use: tuple[str, ...]) -> None:
    """Print the menu, what it is held against, and a line that uses its first instruction, ready to be pasted."""
    print_tables([(f"{made['task']['name']} on test documents", tuning_terminal(made))])
    for row in made["baselines"]:
        if row["left_out"]:
            say(one_line(f"Left out: {row['name']}: {row['left_out']}"))
    for row in made["withdrawn"]:
        say(f"Candidate {row['number']} is not handed out: it fell below the floor on the test documents.")
    say(one_line(made["objective"]["strong"]))
    say(f"{made['improvement']['words']} Brackets are 95 % intervals (bootstrap over documents).")
    spent = ", ".join(f"{name} {use['used']:,} of {use['cap']:,}" for name, use in made["budget"].items())
    say(f"Calls: {spent}.")
    if made["menu"]:
        options = [word for name, value in made["task"]["options"].items() for word in ("--set", f"{name}={value}")]
        say("Use one:")
        say("  " + shlex.join((*use, "--method", f"prompt:{folder / made['menu'][0]['file']}", *options)))
    say(f"Report: {folder / 'report.html'}  (menu.md, log.md and tuning.json beside it)")


def _print_tasks(to: ToJson) -> None:
    """Print the tasks that ship."""
    tasks = shipped_tasks()
    if to.write(tasks):
        return
    print_table("Tasks", ("name", "what it is about"), list(tasks.items()))
