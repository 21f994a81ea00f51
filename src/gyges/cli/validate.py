"""``gyges validate``: how good an attacker is, on annotated documents in their original wording."""

from pathlib import Path
from typing import Annotated

import typer

from gyges.cli._options import (
    Address,
    AllowHost,
    ConfigFile,
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
    ProfileName,
    ProfileOption,
    Prompts,
    ReferenceDay,
    RunFolder,
    SkipBad,
    Stages,
    TextField,
)


def validate(
    annotated: Annotated[str | None, typer.Argument(help="Annotated documents, 'bundled' or a dataset.")] = None,
    path: Annotated[Path | None, typer.Option("--path", help="Where the benchmark lies.")] = None,
    split: Annotated[str | None, typer.Option("--split", help="Only documents whose meta.split is this.")] = None,
    attacker: Annotated[
        list[str] | None,
        typer.Option("--attacker", metavar="NAME", help="Who attacks; repeat it for more rows, join with + for one."),
    ] = None,
    judge: JudgeModel = None,
    matcher: Matcher = None,
    profile: ProfileOption = ProfileName.strict,
    stages: Stages = 3,
    reference_date: ReferenceDay = None,
    guess_all: GuessAll = False,
    examples: Examples = False,
    verdicts: Annotated[Path | None, typer.Option(help="Recorded verdicts to check the value scorer on.")] = None,
    out: RunFolder = None,
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
    """Measure an attacker (people found, facts right) or, with --verdicts, the scorer of values.

    Several attackers are several rows; joined by +, what either of them finds is one row.

    Example: gyges validate spia-tab --path spia_tab_144.jsonl --attacker rules
    """
    from gyges.cli._engines import who_computes
    from gyges.cli._inputs import ReadFlags
    from gyges.cli._model_flags import ModelFlags, attack_options
    from gyges.cli._validating import ValidationTerms, validate_attacker, validate_scorer

    if verdicts is not None:
        validate_scorer(verdicts, profile.value, json, force=force)
        return
    validate_attacker(
        ReadFlags(text_field, id_field, skip_bad, format, encoding, delimiter, max_text).documents(
            annotated, path, split
        ),
        tuple(attacker or ()),
        ValidationTerms(
            attack_options(stages, reference_date, guess_all=guess_all, examples=examples),
            judge,
            matcher,
            profile.value,
        ),
        ModelFlags(config, allow_host or (), max_calls, max_usd, prompts),
        out=out,
        json_path=json,
        jobs=who_computes(jobs, engine.value, address),
        force=force,
    )
