"""``gyges link``: can a released record be found again, and what does it then give away."""

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from gyges.cli._local_paths import as_local_name
from gyges.cli._options import (
    AllowHost,
    ConfigFile,
    DelimiterOption,
    EncodingOption,
    Force,
    FormatOption,
    IdField,
    Jobs,
    JsonOutput,
    JudgeModel,
    MaxCalls,
    MaxText,
    MaxUsd,
    PlaceName,
    Prompts,
    RunFolder,
    Seeds,
    SkipBad,
    TextField,
    as_place,
)


class DrawName(StrEnum):
    """Which claims the attacker knows."""

    random = "random"
    first = "first"
    last = "last"


class CategoryName(StrEnum):
    """The kinds of information leaks are sorted into."""

    general = "general"
    medical = "medical"


def link(
    originals: Annotated[str, typer.Argument(help="Documents: file, folder, -, 'bundled' or a dataset.")],
    releases: Annotated[PlaceName, typer.Argument(parser=as_place, help="Released texts.")],
    linker: Annotated[
        str,
        typer.Option(
            metavar="NAME", help="bm25, bm25-vote, bm25-claims, dense, dense-vote, dense-claims, rouge, union."
        ),
    ] = "bm25",
    analyzer: Annotated[str, typer.Option(help="How BM25 cuts words: default or lucene.")] = "default",
    embedder: Annotated[
        str | None, typer.Option(metavar="FOLDER", parser=as_local_name, help="Local sentence-embedding model.")
    ] = None,
    claims: Annotated[str, typer.Option(metavar="NAME", help="Who makes claims: rules or a model.")] = "rules",
    draw: Annotated[DrawName, typer.Option(help="Which claims the attacker knows.")] = DrawName.random,
    known: Annotated[int, typer.Option(min=1, max=5, help="How many claims it knows.")] = 3,
    seed: Annotated[int, typer.Option(help="Seed of the random draw.")] = 0,
    seeds: Seeds = None,
    auxiliary: Annotated[Path | None, typer.Option(help='What it knows: JSONL of {"id", "claims"}.')] = None,
    paraphraser: Annotated[str | None, typer.Option(metavar="MODEL", help="Model that rewords what it knows.")] = None,
    judge: JudgeModel = None,
    samples: Annotated[int, typer.Option(min=1, max=25, help="How often the judge is asked.")] = 5,
    categories: Annotated[CategoryName, typer.Option(help="Kinds of information.")] = CategoryName.general,
    no_controls: Annotated[bool, typer.Option("--no-controls", help="Leave the controls out.")] = False,
    unpaired: Annotated[bool, typer.Option("--unpaired", help="Releases have no original each (synthetic).")] = False,
    person_field: Annotated[str | None, typer.Option(metavar="KEY", help="Key in meta that names the person.")] = None,
    label_field: Annotated[
        str | None, typer.Option(metavar="KEY", help="Key in meta with a label, for utility.")
    ] = None,
    tasks: Annotated[
        str | None, typer.Option(metavar="LIST", help="Tasks a judge sorts texts into: chat, or a file, one a line.")
    ] = None,
    mauve: Annotated[Path | None, typer.Option(metavar="FOLDER", help="Local language model for MAUVE.")] = None,
    out: RunFolder = None,
    no_text: Annotated[bool, typer.Option("--no-text", help="Keep every text and id out of the report.")] = False,
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
    max_calls: MaxCalls = None,
    max_usd: MaxUsd = None,
    prompts: Prompts = None,
    json: JsonOutput = None,
    force: Force = False,
) -> None:
    """Link released records to people by a few known facts, and tell what the records then give away.

    Example: gyges link originals.jsonl released.jsonl --known 3
    """
    from gyges.cli._inputs import ReadFlags
    from gyges.cli._linking import link_options, link_verb
    from gyges.cli._model_flags import ModelFlags
    from gyges.cli._seeds import parse_seeds

    options = link_options(
        auxiliary,
        linker=linker,
        analyzer=analyzer,
        embedder=embedder,
        claimer=claims,
        draw=draw.value,
        known=known,
        seed=seed,
        paraphraser=paraphraser,
        judge=judge,
        samples=samples,
        categories=categories.value,
        controls=not no_controls,
        paired=not unpaired,
        person_field=person_field,
        label_field=label_field,
        tasks=tasks,
        mauve=mauve,
    )
    read = ReadFlags(text_field, id_field, skip_bad, format, encoding, delimiter, max_text)
    models = ModelFlags(config, allow_host or (), max_calls, max_usd, prompts)
    link_verb(
        originals,
        releases,
        read,
        models,
        options,
        seeds=parse_seeds(seeds),
        jobs=jobs,
        out=out,
        show_text=not no_text,
        json=json,
        force=force,
    )
