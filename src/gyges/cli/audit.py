"""``gyges audit``: what can still be inferred about each person."""

from typing import Annotated

import typer

from gyges.cli._head_start import head_start
from gyges.cli._local_paths import as_local_name
from gyges.cli._options import (
    Address,
    AllowHost,
    Attackers,
    ConfigFile,
    Decisions,
    DelimiterOption,
    EncodingOption,
    EngineName,
    EngineOption,
    Examples,
    Force,
    FormatOption,
    GuessAll,
    IdField,
    Jobs,
    JsonOutput,
    JudgeModel,
    Matcher,
    MaxCalls,
    MaxText,
    MaxUsd,
    PlaceName,
    ProfileName,
    ProfileOption,
    Prompts,
    ReferenceDay,
    RunFolder,
    Seeds,
    SkipBad,
    Stages,
    StrongName,
    TextField,
    as_place,
)


def audit(
    originals: Annotated[str | None, typer.Argument(help="Texts: file, folder, -, 'bundled' or a dataset.")] = None,
    releases: Annotated[
        list[PlaceName] | None,
        typer.Argument(parser=as_place, help="Released texts: a file or a folder of gyges anonymize for each method."),
    ] = None,
    attacker: Attackers = None,
    judge: JudgeModel = None,
    matcher: Matcher = None,
    embedder: Annotated[
        str | None,
        typer.Option(metavar="FOLDER", parser=as_local_name, help="Local sentence-embedding model, for utility."),
    ] = None,
    labeller: Annotated[str | None, typer.Option(help="Who labels documents nobody annotated.")] = None,
    confirm: Annotated[
        str | None,
        typer.Option(metavar="MODEL", help="Strong reader for a drawn sample: a model, or recorded:FILE read by hand."),
    ] = None,
    sample: Annotated[
        int | None, typer.Option(metavar="N", help="Documents that --confirm reads of each release (60).")
    ] = None,
    seed: Annotated[int, typer.Option(help="Seed of the draw for --confirm.")] = 0,
    seeds: Seeds = None,
    strong: Annotated[
        StrongName, typer.Option(help="How a strong reader is estimated; verified asks the weights of tiny.")
    ] = StrongName.auto,
    profile: ProfileOption = ProfileName.strict,
    stages: Stages = 3,
    reference_date: ReferenceDay = None,
    guess_all: GuessAll = False,
    examples: Examples = False,
    decisions: Decisions = None,
    known: Annotated[
        list[PlaceName] | None,
        typer.Option(
            parser=as_place,
            metavar="FILE",
            help="What an adversary knows already: a register or documents; may be repeated.",
        ),
    ] = None,
    out: RunFolder = None,
    no_text: Annotated[
        bool, typer.Option("--no-text", help="Keep every text, value and name out of the report.")
    ] = False,
    show_original: Annotated[bool, typer.Option("--show-original", help="Show originals in the report.")] = False,
    fail_under: Annotated[str | None, typer.Option(metavar="cpr=0.9,...", help="Exit 1 below these figures.")] = None,
    text_field: TextField = None,
    id_field: IdField = None,
    skip_bad: SkipBad = False,
    format: FormatOption = None,
    encoding: EncodingOption = None,
    delimiter: DelimiterOption = None,
    max_text: MaxText = None,
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
    """Attack texts blind, person by person, and report what leaks. Without releases the originals are audited.

    Example: gyges audit notes.jsonl masked.jsonl --fail-under cpr=0.9,worst=0.5
    """
    head_start(jobs, engine)
    from gyges.cli._auditing import audit_verb, confirm_flags
    from gyges.cli._engines import who_computes
    from gyges.cli._gate import parse_gate
    from gyges.cli._inputs import ReadFlags
    from gyges.cli._model_flags import ModelFlags, attack_options
    from gyges.cli._seeds import parse_seeds

    audit_verb(
        originals,
        releases or [],
        ReadFlags(text_field, id_field, skip_bad, format, encoding, delimiter, max_text),
        ModelFlags(config, allow_host or (), max_calls, max_usd, prompts),
        attack_options(stages, reference_date, guess_all=guess_all, examples=examples),
        attackers=tuple(attacker or ()),
        judge=judge,
        matcher=matcher,
        embedder=embedder,
        labeller=labeller,
        confirm=confirm_flags(confirm, sample, seed),
        seeds=parse_seeds(seeds),
        strong=strong.value,
        profile=profile.value,
        decisions=decisions,
        known=tuple(known or ()),
        out=out,
        show_text=not no_text,
        show_original=show_original,
        gate=parse_gate(fail_under),
        jobs=who_computes(jobs, engine.value, address),
        json=json,
        force=force,
    )
