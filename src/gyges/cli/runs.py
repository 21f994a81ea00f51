"""``gyges runs``: the run folders that are there, and being rid of them."""

from pathlib import Path
from typing import Annotated

import typer

from gyges.cli._options import Force, JsonOutput

app = typer.Typer(no_args_is_help=True)


@app.callback()
def _runs() -> None:
    """List, show and delete run folders.

    Example: gyges runs list
    """


@app.command("list")
def list_runs(
    folder: Annotated[Path, typer.Argument(help="The folder that holds run folders.")] = Path("runs"),
    json: JsonOutput = None,
    force: Force = False,
) -> None:
    """Show every run folder: what made it, when, how it ended, and whether it holds something for publication.

    Example: gyges runs list
    """
    from gyges.cli._run_folders import list_folders

    list_folders(folder, json, force=force)


@app.command()
def show(
    folder: Annotated[Path, typer.Argument(help="A run folder.")],
    json: JsonOutput = None,
    force: Force = False,
) -> None:
    """Show one run folder, file by file: which may be published and which must not.

    Example: gyges runs show runs/anonymize
    """
    from gyges.cli._run_folders import show_folder

    show_folder(folder, json, force=force)


@app.command()
def purge(
    folders: Annotated[list[Path], typer.Argument(help="Run folders.")],
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask.")] = False,
) -> None:
    """Delete what runs have written: releases, findings, journal. Files of your own in the folder stay.

    Example: gyges runs purge runs/anonymize
    """
    from gyges.cli._run_folders import purge_folders

    purge_folders(folders, yes=yes)
