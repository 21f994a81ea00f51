"""``gyges benchmark``: data sets x methods x models x attackers, in one table."""

from pathlib import Path
from typing import Annotated

import typer

from gyges.cli._local_paths import as_local_name
from gyges.cli._options import (
    Address,
    AllowHost,
    ConfigFile,
    EngineName,
    EngineOption,
    Force,
    Jobs,
    JsonOutput,
    JudgeModel,
    Matcher,
    MaxCalls,
    MaxUsd,
    ProfileName,
    Prompts,
    as_folder,
)


def benchmark(
    plan: Annotated[
        str | None, typer.Argument(parser=as_local_name, help="A plan file (YAML), or one that ships; see --list.")
    ] = None,
    model: Annotated[
        list[str] | None, typer.Option(metavar="MODEL", help="Model that rewrites; several times for several.")
    ] = None,
    attacker: Annotated[
        list[str] | None, typer.Option(metavar="NAME", help="Who attacks, instead of those of the plan.")
    ] = None,
    judge: JudgeModel = None,
    utility_judge: Annotated[
        str | None, typer.Option(metavar="MODEL", help="Model that rates utility; the judge if not given.")
    ] = None,
    matcher: Matcher = None,
    answerer: Annotated[
        str | None, typer.Option(metavar="MODEL", help="Model that answers questions about the releases (MedQA).")
    ] = None,
    profile: Annotated[ProfileName | None, typer.Option(help="Scoring rules, instead of those of the plan.")] = None,
    embedder: Annotated[
        str | None,
        typer.Option(
            metavar="FOLDER", parser=as_local_name, help="Local sentence-embedding model, for linkage by meaning."
        ),
    ] = None,
    limit: Annotated[int | None, typer.Option(min=1, help="So many documents of each data set at most.")] = None,
    out: Annotated[
        Path | None,
        typer.Option(
            "--out",
            parser=as_folder,
            metavar="<path>",
            help="Folder; if not given, the first free one of runs/benchmark/NAME, NAME-2, ...",
        ),
    ] = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Show what it would cost, then stop.")] = False,
    list_plans: Annotated[bool, typer.Option("--list", help="List the plans that ship, then stop.")] = False,
    config: ConfigFile = None,
    allow_host: AllowHost = None,
    jobs: Jobs = None,
    engine: EngineOption = EngineName.local,
    address: Address = None,
    max_calls: MaxCalls = None,
    max_usd: MaxUsd = None,
    prompts: Prompts = None,
    json: JsonOutput = None,
    force: Force = False,
) -> None:
    """Compare methods: anonymize, attack and score data sets by a plan, with published results beside.

    The same command again goes on where it was stopped.

    Example: gyges benchmark spia-table4 --model http://127.0.0.1:11434/v1#llama3.2 --dry-run
    """
    from gyges.cli import _benchmarking as verb
    from gyges.cli._engines import who_computes
    from gyges.cli._model_flags import ModelFlags

    if list_plans:
        verb.print_plans(json, force=force)
        return
    who = (tuple(model or ()), tuple(attacker or ()), judge, utility_judge, matcher, answerer)
    request = verb.BenchmarkRequest(*who, limit, profile.value if profile else None, embedder)
    models = ModelFlags(config, allow_host or (), max_calls, max_usd, prompts)
    crew = who_computes(jobs, engine.value, address)
    verb.benchmark_verb(plan, request, models, out, jobs=crew, dry_run=dry_run, json=json, force=force)
