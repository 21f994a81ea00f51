"""``gyges tune``: learn an instruction for a task, or measure one that is fixed."""

from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from gyges.cli._local_paths import as_local_name
from gyges.cli._options import (
    AllowHost,
    ConfigFile,
    DelimiterOption,
    EncodingOption,
    Force,
    FormatOption,
    IdField,
    JsonOutput,
    MaxCalls,
    MaxText,
    MaxUsd,
    Prompts,
    Seeds,
    SkipBad,
    TextField,
    as_folder,
)

_LEARN = "learn"


class Counted(StrEnum):
    """What a budget counts."""

    questions = "questions"
    rewrites = "rewrites"


class TaskFirst(TyperGroup):
    """``gyges tune TASK`` is ``gyges tune learn TASK``."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Put ``learn`` in front of what is no command and no cry for help."""
        if args and args[0] not in {*self.commands, "--help", "-h"}:
            args = [_LEARN, *args]
        return super().parse_args(ctx, args or [_LEARN])


app = typer.Typer(cls=TaskFirst, rich_markup_mode=None)


@app.callback()
def _tune() -> None:
    """Learn instructions, or measure one that is fixed. 'gyges tune TASK' is 'gyges tune learn TASK'.

    Example: gyges tune own --documents letters/ --model http://127.0.0.1:11434/v1#llama3.2 --dry-run
    """


@app.command()
def learn(
    task: Annotated[
        str | None, typer.Argument(parser=as_local_name, help="A task file (YAML), or one that ships; see --list.")
    ] = None,
    documents: Annotated[
        str | None, typer.Option(metavar="TEXTS", help="Documents: file, folder, 'bundled' or a dataset.")
    ] = None,
    model: Annotated[str | None, typer.Option(metavar="MODEL", help="Model that rewrites.")] = None,
    proposer: Annotated[
        str | None, typer.Option(metavar="MODEL", help="Model that proposes instructions; --model if not given.")
    ] = None,
    attacker: Annotated[str | None, typer.Option(metavar="NAME", help="Who attacks, instead of the task's.")] = None,
    judge: Annotated[
        str | None, typer.Option(metavar="MODEL", help="Model that judges, instead of the task's.")
    ] = None,
    budget: Annotated[int | None, typer.Option(min=1, help="The most calls of search and selection.")] = None,
    counts: Annotated[
        Counted | None, typer.Option(help="What budgets count: every question, or rewritten documents as in the paper.")
    ] = None,
    test_budget: Annotated[int | None, typer.Option(min=0, help="The most calls of the test.")] = None,
    baselines: Annotated[
        int | None, typer.Option(min=0, metavar="CALLS", help="Measure baselines too, for so many calls at most.")
    ] = None,
    seed: Annotated[int | None, typer.Option(help="Seed of splits and search.")] = None,
    limit: Annotated[int | None, typer.Option(min=3, help="So many documents at most.")] = None,
    paper: Annotated[bool, typer.Option("--paper", help="Measure as published.")] = False,
    out: Annotated[
        Path | None,
        typer.Option(
            "--out",
            parser=as_folder,
            metavar="<path>",
            help="Folder; if not given, the first free one of runs/tune/NAME, NAME-2, ...",
        ),
    ] = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Show plan and cost, then stop.")] = False,
    list_tasks: Annotated[bool, typer.Option("--list", help="List the tasks that ship, then stop.")] = False,
    text_field: TextField = None,
    id_field: IdField = None,
    skip_bad: SkipBad = False,
    format: FormatOption = None,
    encoding: EncodingOption = None,
    delimiter: DelimiterOption = None,
    max_text: MaxText = None,
    config: ConfigFile = None,
    allow_host: AllowHost = None,
    max_calls: MaxCalls = None,
    max_usd: MaxUsd = None,
    prompts: Prompts = None,
    json: JsonOutput = None,
    force: Force = False,
) -> None:
    """Learn instructions: say what to protect and what to keep, get a menu of trade-offs.

    The same command again goes on where it was stopped.

    Example: gyges tune own --documents letters/ --model http://127.0.0.1:11434/v1#llama3.2 --dry-run
    """
    from gyges.cli import _tuning as verb
    from gyges.cli._inputs import ReadFlags
    from gyges.cli._model_flags import ModelFlags

    if list_tasks:
        verb.print_tasks(json, force=force)
        return
    request = verb.TuningRequest(model, proposer, attacker, judge, documents, limit)
    chosen = request.task(
        task,
        budget=budget,
        counts=counts.value if counts else None,
        test_budget=test_budget,
        seed=seed,
        paper=paper or None,
    )
    models = ModelFlags(config, allow_host or (), max_calls, max_usd, prompts)
    read = ReadFlags(text_field, id_field, skip_bad, format, encoding, delimiter, max_text)
    verb.tune_verb(chosen, request, read, models, out, baselines, dry_run=dry_run, json=json, force=force)


@app.command()
def evaluate(
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
    out: Annotated[
        Path | None,
        typer.Option(
            "--out",
            parser=as_folder,
            metavar="<path>",
            help="Folder; if not given, the first free one of runs/evaluate/TASK, TASK-2, ...",
        ),
    ] = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Show what it would cost, then stop.")] = False,
    text_field: TextField = None,
    id_field: IdField = None,
    skip_bad: SkipBad = False,
    format: FormatOption = None,
    encoding: EncodingOption = None,
    delimiter: DelimiterOption = None,
    max_text: MaxText = None,
    config: ConfigFile = None,
    prompts: Prompts = None,
    allow_host: AllowHost = None,
    max_calls: MaxCalls = None,
    max_usd: MaxUsd = None,
    json: JsonOutput = None,
    force: Force = False,
) -> None:
    """Measure fixed instructions by the privacy and utility of a task, with one model or several.

    Documents that an instruction was learned from are left out. The same command again goes on where it was stopped.

    Example: gyges tune evaluate runs/tune/tab --task tab --model http://127.0.0.1:11434/v1#llama3.2 --dry-run
    """
    from gyges.cli._inputs import ReadFlags
    from gyges.cli._model_flags import ModelFlags
    from gyges.cli._seeds import parse_seeds
    from gyges.cli._task_table import evaluation, table_verb

    plan = evaluation(tuple(instruction), task, tuple(method or ()), documents)
    plan = plan.with_flags(
        models=tuple(model), attacker=attacker, judge=judge, limit=limit, paper=True if paper else None
    )
    models = ModelFlags(config, allow_host or (), max_calls, max_usd, prompts)
    read = ReadFlags(text_field, id_field, skip_bad, format, encoding, delimiter, max_text)
    several = parse_seeds(seeds)
    table_verb("evaluate", plan, read, models, out, seeds=several, dry_run=dry_run, json=json, force=force)
