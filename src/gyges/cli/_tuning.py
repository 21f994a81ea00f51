"""What ``gyges tune`` does: a task in, a folder with a menu of instructions, a log and a report out."""

import shlex
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import anyio
import typer

from gyges.cli import EXIT_FAILED, EXIT_INTERRUPTED
from gyges.cli._coverage import LEAST_COVERAGE, say_short
from gyges.cli._folders import RUNS, take_folder, tell_folder
from gyges.cli._inputs import ReadFlags
from gyges.cli._model_flags import ModelFlags, announce_hosts, notice
from gyges.cli._output import print_table, say, write_json
from gyges.cli._printable import one_line
from gyges.corpus import Place, atomic_file
from gyges.errors import BudgetExhaustedError, ConfigError
from gyges.models import ModelSettings
from gyges.records import Document, JsonValue
from gyges.reports import rate_words
from gyges.reports.tuning import TuningFile, tuning_html
from gyges.scoring import RateRow
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

    model: str | None = None
    proposer: str | None = None
    attacker: str | None = None
    judge: str | None = None
    documents: str | None = None
    limit: int | None = None

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


def tune_verb(
    task: TuningTask,
    request: TuningRequest,
    read: ReadFlags,
    models: ModelFlags,
    out: Path | None,
    baselines: int | None,
    *,
    dry_run: bool,
    json: Place | None,
    force: bool,
) -> None:
    """Do what ``gyges tune`` was asked to do."""
    documents = list(read.documents(request.documents or task.source())[: request.limit])
    settings = models.settings()
    if dry_run:
        _print_plan(_prepared(task, request, documents, settings), baselines, json, force=force)
        return
    folder, made = run_task(task, request, documents, settings, out, baselines, force=force)
    write_tuning(folder, made)
    with atomic_file(folder / "report.html", force=True, private=True) as stream:
        stream.write(tuning_html(TuningFile.model_validate(made)).encode("utf-8"))
    short = _short_tests(made)
    say_short(short)  # first, so that no figure is read without it
    if json is not None:
        write_json(made, json, force=force)
    else:
        print_tuning(made, folder, request.use_line(task, settings))
    tell_folder(out, folder)
    if short:
        raise typer.Exit(EXIT_FAILED)


def _short_tests(made: dict[str, Any]) -> str:
    """Return which instruction that is handed out (the seed if none is) speaks for too few of the test documents."""
    handed_out = made["menu"] or [made["seed"]]
    rows = [(row["name"], row["test"]) for row in handed_out if row["test"] is not None]
    if not rows:
        return "no instruction could be tried on any test document"
    for name, test in rows:
        scored = test["documents"] - test["failed"]
        if not test["documents"] or scored < LEAST_COVERAGE * test["documents"]:
            asked = f"and {LEAST_COVERAGE:.0%} are asked for"
            return f"only {scored:,} of {test['documents']:,} test documents could be scored for '{name}', {asked}"
    return ""


def run_task(
    task: TuningTask,
    request: TuningRequest,
    documents: Sequence[Document],
    settings: ModelSettings,
    out: Path | None,
    baselines: int | None,
    *,
    force: bool,
) -> tuple[Path, dict[str, JsonValue]]:
    """Run a task and return its folder and what ``tuning.json`` holds; Ctrl-C says how to go on."""
    default = RUNS / "tune" / task.file.name
    folder = out or default

    async def main() -> dict[str, JsonValue]:
        nonlocal folder
        async with MeteredPool(Meter(), settings, notify=notice) as pool:
            tuning = prepare_tuning(task, documents, pool, request.roles(settings))
            pool.model(tuning.roles.anonymizer)
            pool.model(tuning.roles.proposer or tuning.roles.anonymizer)
            announce_hosts(pool)
            for note in tuning.splits.notes:
                notice(note)
            folder = take_folder(out, tuning.claim, force=force, default=default)
            live = _Live(pool.meter, task.file.budget)
            try:
                done = await tune(tuning, folder, pool, baselines=baselines, tell=live, say=notice, force=force)
            except BudgetExhaustedError as error:
                raise BudgetExhaustedError(
                    f"the budget is used up: {pool.meter.used:,} questions were answered ({error.problem})",
                    "raise --max-calls or --max-usd and run the same command to go on",
                ) from error
            return tuned_to_json(done, pool.ledger.total)

    try:
        made = anyio.run(main)
    except KeyboardInterrupt:
        sys.stderr.write(f"gyges: stopped; what is done is kept in {folder}. Run the same command again to go on.\n")
        raise typer.Exit(EXIT_INTERRUPTED) from None
    return folder, made


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
    async def main() -> Tuning:
        async with MeteredPool(Meter(), settings, notify=notice) as pool:
            return prepare_tuning(task, documents, pool, request.roles(settings))

    return anyio.run(main)


def _print_plan(tuning: Tuning, baselines: int | None, json: Place | None, *, force: bool) -> None:
    file, splits = tuning.task.file, tuning.splits
    sizes = {"train": len(splits.train), "validation": len(splits.validation), "test": len(splits.test)}
    most = file.budget + file.test_budget + (baselines or 0)
    if json is not None:
        plan = {
            "task": file.model_dump(mode="json"),
            "documents": sizes,
            "notes": list(splits.notes),
            "most_calls": most,
        }
        write_json(plan, json, force=force)
        return
    rows = [
        ("task", f"{file.name} ({file.kind})"),
        ("privacy", tuning.objective.measures[0]),
        ("utility", tuning.objective.measures[1]),
        ("what counts", str(tuning.task.goal)),
        ("documents", ", ".join(f"{count} {name}" for name, count in sizes.items())),
        ("rewrites", tuning.roles.anonymizer),
        ("proposes", tuning.roles.proposer or tuning.roles.anonymizer),
        ("search and selection", f"at most {file.budget:,} calls"),
        ("test", f"at most {file.test_budget:,} calls"),
        ("baselines", f"at most {baselines:,} calls" if baselines is not None else "none"),
    ]
    print_table("Plan", ("what", "how"), rows)
    for note in splits.notes:
        say(one_line(note))
    say(f"At most {most:,} calls to models. Nothing was sent. Answers in the cache cost nothing.")


def print_tuning(made: dict[str, Any], folder: Path, use: tuple[str, ...]) -> None:
    """Print the menu, what it is held against, and a line that uses its first instruction, ready to be pasted."""
    head = ("instruction", "privacy", "strong", "utility", "worst", "docs", "failed")
    rows = [_line(row["name"], row["test"]) for row in (made["seed"], *made["menu"])]
    rows += [_line(row["name"], row["test"]) for row in made["baselines"] if not row["left_out"]]
    print_table(f"{made['task']['name']} on test documents", head, rows)
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


def print_tasks(json: Place | None, *, force: bool) -> None:
    """Print the tasks that ship."""
    tasks = shipped_tasks()
    if json is not None:
        write_json(tasks, json, force=force)
        return
    print_table("Tasks", ("name", "what it is about"), list(tasks.items()))


def _line(name: str, test: dict[str, Any] | None) -> tuple[str, ...]:
    if test is None:
        return (name, "–", "–", "–", "–", "0", "–")
    return (
        name,
        _rate(test["privacy"]),
        "–" if test["strong"] is None else _rate(test["strong"]),
        _rate(test["utility"]),
        _rate(test["worst"]),
        str(test["documents"]),
        str(test["failed"]),
    )


def _rate(row: dict[str, float | None]) -> str:
    return rate_words(RateRow.model_validate(row))
