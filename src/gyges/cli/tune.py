"""``gyges tune``: learn an instruction for a task."""

from pathlib import Path
from typing import Annotated

import typer

from gyges.cli._options import (
    AllowHost,
    ConfigFile,
    Force,
    IdField,
    JsonOutput,
    MaxCalls,
    MaxUsd,
    Prompts,
    SkipBad,
    TextField,
)


def tune(
    task: Annotated[str | None, typer.Argument(help="A task file (YAML), or one that ships; see --list.")] = None,
    documents: Annotated[
        str | None, typer.Option(metavar="TEXTS", help="Documents: file, folder, 'bundled' or a benchmark.")
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
    test_budget: Annotated[int | None, typer.Option(min=0, help="The most calls of the test.")] = None,
    baselines: Annotated[
        int | None, typer.Option(min=0, metavar="CALLS", help="Measure baselines too, for so many calls at most.")
    ] = None,
    seed: Annotated[int | None, typer.Option(help="Seed of splits and search.")] = None,
    limit: Annotated[int | None, typer.Option(min=3, help="So many documents at most.")] = None,
    paper: Annotated[bool, typer.Option("--paper", help="Measure as published.")] = False,
    out: Annotated[
        Path | None,
        typer.Option("--out", help="Folder; if not given, the first free one of runs/tune/NAME, NAME-2, ..."),
    ] = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Show plan and cost, then stop.")] = False,
    list_tasks: Annotated[bool, typer.Option("--list", help="List the tasks that ship, then stop.")] = False,
    text_field: TextField = None,
    id_field: IdField = None,
    skip_bad: SkipBad = False,
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
    wish = verb.Wish(model, proposer, attacker, judge, documents, limit)
    chosen = wish.task(task, budget=budget, test_budget=test_budget, seed=seed, paper=paper or None)
    models = ModelFlags(config, allow_host or (), max_calls, max_usd, prompts)
    read = ReadFlags(text_field, id_field, skip_bad)
    verb.tune_verb(chosen, wish, read, models, out, baselines, dry_run=dry_run, json=json, force=force)
