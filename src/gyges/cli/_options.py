"""Options that several verbs share, so that one flag means one thing everywhere."""

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeAlias

import typer

if TYPE_CHECKING:
    from gyges.corpus import Place

    PlaceName: TypeAlias = Place
else:
    PlaceName = Path  # typer knows no union; whoever takes one names `as_place` as its parser


def as_place(name: str) -> "Place":
    """Return a file of this machine or behind a URL, by what was typed."""
    if "://" not in name:  # then nothing of the core is needed, as for 'doctor' where it is broken
        return Path(name)
    from gyges.corpus import place_of

    return place_of(name)


def as_folder(name: str) -> Path:
    """Return a folder of this machine, by what was typed."""
    if "://" not in name:
        return Path(name)
    from gyges.corpus import local_folder

    return local_folder(name)


class FormatName(StrEnum):
    """The formats a file can be read as."""

    jsonl = "jsonl"
    json = "json"
    csv = "csv"
    tsv = "tsv"
    parquet = "parquet"
    text = "text"
    docx = "docx"
    html = "html"
    eml = "eml"
    pdf = "pdf"
    folder = "folder"


class DeviceName(StrEnum):
    """Where to train."""

    auto = "auto"
    cpu = "cpu"
    cuda = "cuda"


Device = Annotated[DeviceName, typer.Option("--device", help="Where to train.")]
LearningRate = Annotated[float, typer.Option("--learning-rate", "--lr", help="Step of AdamW.")]
Seed = Annotated[int, typer.Option("--seed", help="Seed of everything random.")]
TextField = Annotated[str | None, typer.Option("--text-field", help="Field or column with the text.")]
IdField = Annotated[str | None, typer.Option("--id-field", help="Field or column with the id.")]
FormatOption = Annotated[
    FormatName | None, typer.Option("--format", help="Format of the input, if its name does not tell.")
]
EncodingOption = Annotated[
    str | None,
    typer.Option("--encoding", metavar="NAME", help="Encoding of the input, such as cp1252, if not recognised."),
]
DelimiterOption = Annotated[
    str | None,
    typer.Option("--delimiter", metavar="SIGN", help="What stands between columns of a CSV, if not recognised."),
]
MaxText = Annotated[
    int | None,
    typer.Option("--max-text", metavar="N", min=1, help="Characters of one text at most (5,000,000)."),
]
TextsOutput = Annotated[
    PlaceName | None,
    typer.Option(
        "-o",
        "--output",
        metavar="FILE|URL",
        parser=as_place,
        help="Also write the released texts here: .jsonl, .csv, .tsv, .parquet, a folder of .txt, one .txt, "
        "or a .docx or .html that looks like its original.",
    ),
]
SkipBad = Annotated[bool, typer.Option("--skip-bad", help="Skip and count rows that cannot be read.")]
Force = Annotated[bool, typer.Option("--force", is_eager=True, help="Replace the output if it is there.")]


def _check_json(context: typer.Context, path: "PlaceName | None") -> "PlaceName | None":
    """Refuse before the work what could not be written after it; ``--force`` is known by then, as it is eager."""
    if path is not None and str(path) != "-" and not context.resilient_parsing:
        from gyges.cli._stores import say_if_stored
        from gyges.corpus import require_free

        require_free(path, force=bool(context.params.get("force")))
        say_if_stored(path, "the result goes")
    return path


JsonOutput = Annotated[
    PlaceName | None,
    typer.Option(
        "--json",
        metavar="PATH|-",
        parser=as_place,
        callback=_check_json,
        help="Write the result as JSON, for you alone.",
    ),
]
RunFolder = Annotated[
    Path | None,
    typer.Option(
        "--out",
        parser=as_folder,
        metavar="<path>",
        help="Run folder; if not given, runs/VERB, runs/VERB-2 and so on, the first that is free.",
    ),
]
AllowHost = Annotated[
    list[str] | None,
    typer.Option(
        "--allow-host", metavar="HOST", help="Let texts go to this host; only this machine is allowed without."
    ),
]
ConfigFile = Annotated[Path | None, typer.Option("--config", help="Settings file; gyges.yaml here if not given.")]
Matcher = Annotated[
    str | None,
    typer.Option(
        metavar="MODEL",
        help="Who says who is who: a model, or 'rules'. If a model attacks: the judge, else that one.",
    ),
]
MaxCalls = Annotated[int | None, typer.Option("--max-calls", min=0, help="The most calls to models.")]
Jobs = Annotated[
    int | None,
    typer.Option(
        "--jobs", min=1, metavar="N", help="Processes that compute; one a core if not given, one alone for few texts."
    ),
]


class EngineName(StrEnum):
    """Where texts are worked on."""

    local = "local"
    ray = "ray"


EngineOption = Annotated[
    EngineName, typer.Option("--engine", help="Who computes: processes of this machine, or a Ray cluster.")
]
Address = Annotated[
    str | None,
    typer.Option("--address", metavar="HOST:PORT", help="Head of the Ray cluster; without it the one around here."),
]
MaxUsd = Annotated[float | None, typer.Option("--max-usd", min=0, help="The most money for models, in US dollars.")]
Seeds = Annotated[
    str | None,
    typer.Option(
        "--seeds", metavar="1,2,3", help="Run once for each seed, and tell mean, spread and which differences hold."
    ),
]
Prompts = Annotated[
    Path | None,
    typer.Option(
        "--prompts", metavar="FOLDER", help="Your own prompts in the place of ours; see 'gyges models prompts'."
    ),
]
Attackers = Annotated[
    list[str] | None,
    typer.Option(
        "--attacker", metavar="NAME", help="Who attacks: rules (default), a model, or several times this option."
    ),
]
JudgeModel = Annotated[
    str | None, typer.Option("--judge", metavar="MODEL", help="Model asked about values that rules do not settle.")
]
KeepIds = Annotated[
    bool, typer.Option("--keep-ids", help="Publish texts under your own ids; they get neutral ones without it.")
]
IdKey = Annotated[
    Path | None,
    typer.Option("--id-key", metavar="FILE", help="Secret key of public ids: the same in every release made with it."),
]


class ProfileName(StrEnum):
    """The scoring profiles."""

    strict = "strict"
    paper = "paper"


class StrongName(StrEnum):
    """The makes of the estimate of a strong reader."""

    auto = "auto"
    light = "light"
    verified = "verified"


ProfileOption = Annotated[ProfileName, typer.Option("--profile", help="Scoring rules; paper is as published.")]
Stages = Annotated[int, typer.Option("--stages", min=1, max=3, help="Calls per text of an attack by a model.")]
GuessAll = Annotated[
    bool, typer.Option("--guess-all", help="A model must guess every kind of fact but codes for everybody, as in SPIA.")
]
Examples = Annotated[bool, typer.Option("--examples", help="Show a model that lists people examples, as in SPIA.")]
ReferenceDay = Annotated[
    str | None,
    typer.Option(
        "--reference-date",
        metavar="YYYY-MM-DD",
        help="Day on which ages are stated (2025-09-01, or that of the text if later).",
    ),
]
Decisions = Annotated[
    Path | None, typer.Option("--decisions", help="JSONL of your own decisions: tag, truth, guess, score.")
]
