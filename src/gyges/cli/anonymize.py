"""``gyges anonymize``: releases, by any method."""

from pathlib import Path
from typing import Annotated

import typer

from gyges.cli._head_start import head_start
from gyges.cli._options import (
    Address,
    AllowHost,
    ConfigFile,
    DelimiterOption,
    EncodingOption,
    EngineName,
    EngineOption,
    Force,
    FormatOption,
    IdField,
    IdKey,
    Jobs,
    JsonOutput,
    JudgeModel,
    KeepIds,
    MaxCalls,
    MaxText,
    MaxUsd,
    Prompts,
    RunFolder,
    SkipBad,
    TextField,
    TextsOutput,
)


def anonymize(
    texts: Annotated[str | None, typer.Argument(help="Texts: file, folder, -, 'bundled' or a dataset.")] = None,
    method: Annotated[str, typer.Option("--method", metavar="NAME", help="See --methods.")] = "subjectwise",
    level: Annotated[
        str | None,
        typer.Option(
            metavar="NAME",
            help="How far subjectwise goes. light: nobody is named or numbered; standard (default): what people are is "
            "broader too; strong: cues and telling sentences go too; paranoid: what remains is what happened.",
        ),
    ] = None,
    model: Annotated[str | None, typer.Option(metavar="MODEL", help="Model that rewrites.")] = None,
    attacker: Annotated[str | None, typer.Option(metavar="NAME", help="Who attacks inside the method.")] = None,
    judge: JudgeModel = None,
    protect: Annotated[str, typer.Option(metavar="SENTENCE", help="What must not be learned.")] = "",
    preserve: Annotated[str, typer.Option(metavar="SENTENCE", help="What must stay in the text.")] = "",
    option: Annotated[
        list[str] | None, typer.Option("--set", metavar="NAME=VALUE", help="An option of the method.")
    ] = None,
    key_file: Annotated[Path | None, typer.Option(help="Secret key of pseudonyms and reversible masks.")] = None,
    strict: Annotated[bool, typer.Option("--strict", help="A release with a direct identifier fails.")] = False,
    review: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="Write proposed edits here, with whom each protects from what and what undoing it costs; a terminal "
            "asks about each. If it is there, apply it.",
        ),
    ] = None,
    restore: Annotated[bool, typer.Option("--restore", help="TEXTS are reversible releases: undo them.")] = False,
    methods: Annotated[bool, typer.Option("--methods", help="List methods and options, then stop.")] = False,
    keep_ids: KeepIds = False,
    id_key: IdKey = None,
    output: TextsOutput = None,
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
    """Make a release of every text. Exit 1 when a text has none.

    One text is printed; -o writes one or many to a file or folder.

    Example: gyges anonymize letter.txt > released.txt
    """
    if not (methods or restore):
        head_start(jobs, engine)
    from gyges.cli import _anonymizing as verb
    from gyges.cli._engines import who_computes
    from gyges.cli._inputs import ReadFlags
    from gyges.cli._model_flags import ModelFlags
    from gyges.runs import AnonymizeOptions

    read = ReadFlags(text_field, id_field, skip_bad, format, encoding, delimiter, max_text)
    if methods:
        verb.print_methods()
        return
    if restore:
        verb.restore_texts(read, texts, key_file, json, force=force)
        return
    verb.refuse_two_on_one_stream(output, json)
    request = verb.AnonymizeRequest(model, attacker, judge, protect, preserve, key_file)
    crew = who_computes(jobs, engine.value, address)
    options = AnonymizeOptions(method, verb.method_options(option or (), level), strict, jobs=crew)
    documents = read.documents(texts)
    target = verb.target_of(output, texts, encoding, documents, keep_ids=keep_ids, force=force)
    models = ModelFlags(config, allow_host or (), max_calls, max_usd, prompts)
    rule = verb.id_rule(id_key, keep_ids=keep_ids)
    made = verb.releases_of(documents, request, options, models, out, review, rule, force=force)
    if made is not None:
        verb.finish(documents, made, out, json, target, force=force)
