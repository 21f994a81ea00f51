"""Options that several verbs share, so that one flag means one thing everywhere."""

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer


class FormatName(StrEnum):
    """The formats a file can be read as."""

    jsonl = "jsonl"
    json = "json"
    csv = "csv"
    tsv = "tsv"
    parquet = "parquet"
    text = "text"
    folder = "folder"


TextField = Annotated[str | None, typer.Option("--text-field", help="Field or column with the text.")]
IdField = Annotated[str | None, typer.Option("--id-field", help="Field or column with the id.")]
FormatOption = Annotated[
    FormatName | None, typer.Option("--format", help="Format of the input, if its name does not tell.")
]
SkipBad = Annotated[bool, typer.Option("--skip-bad", help="Skip and count rows that cannot be read.")]
Force = Annotated[bool, typer.Option("--force", help="Replace the output if it is there.")]
JsonOutput = Annotated[Path | None, typer.Option("--json", metavar="PATH|-", help="Write the result as JSON.")]
AllowHost = Annotated[
    list[str] | None,
    typer.Option(
        "--allow-host", metavar="HOST", help="Let texts go to this host; only this machine is allowed without."
    ),
]
