"""``gyges attack``: findings only, per person."""

from typing import Annotated

import typer

from gyges.cli import EXIT_FAILED
from gyges.cli._head_start import head_start
from gyges.cli._options import (
    Address,
    AllowHost,
    Attackers,
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
    MaxCalls,
    MaxText,
    MaxUsd,
    Prompts,
    ReferenceDay,
    RunFolder,
    SkipBad,
    Stages,
    TextField,
)


def attack(
    texts: Annotated[str | None, typer.Argument(help="Texts: file, folder, -, 'bundled' or a dataset.")] = None,
    attacker: Attackers = None,
    stages: Stages = 3,
    reference_date: ReferenceDay = None,
    guess_all: GuessAll = False,
    examples: Examples = False,
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
    """Say what an attacker infers about each person in texts; no truth is needed. Exit 1 when a text failed.

    Example: echo "Ana, 41, is a nurse in Porto." | gyges attack -
    """
    head_start(jobs, engine)
    from gyges.cli._attacking import find, print_findings, warn_of_failures
    from gyges.cli._engines import who_computes
    from gyges.cli._folders import tell_folder
    from gyges.cli._inputs import ReadFlags
    from gyges.cli._model_flags import ModelFlags, attack_options
    from gyges.cli._output import write_result
    from gyges.runs import check_budget, finding_to_json

    documents = ReadFlags(text_field, id_field, skip_bad, format, encoding, delimiter, max_text).documents(texts)
    settings = ModelFlags(config, allow_host or (), max_calls, max_usd, prompts).settings()
    options = attack_options(stages, reference_date, guess_all=guess_all, examples=examples)
    crew = who_computes(jobs, engine.value, address)
    found = find(documents, tuple(attacker or ()), options, settings, out, "attack", jobs=crew, force=force)
    if json is not None:
        rows = [finding_to_json(finding) for finding in found.findings.values()]
        failed = [{"id": id_, "reason": reason} for id_, reason in found.failures.items()]
        write_result({"findings": rows, "failed": failed}, json, whole=found.summary.stopped is None, force=force)
        warn_of_failures(found.failures, len(found.findings))
    else:
        print_findings(found.findings, found.failures)
    tell_folder(out, found.folder)
    check_budget(found.summary)
    raise typer.Exit(EXIT_FAILED if found.failures else 0)
