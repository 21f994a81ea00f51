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


@app.command("open")
def open_sealed(
    folder: Annotated[Path, typer.Argument(help="A sealed run folder.")],
    to: Annotated[Path, typer.Option("--to", help="Folder to write the opened files into.")],
) -> None:
    """Decrypt the files of a sealed run into another folder, to be read by you; the run stays sealed.

    Example: gyges runs open runs/audit --to opened --at-rest-key work.key
    """
    from gyges.cli._run_folders import open_folder

    open_folder(folder, to)


@app.command("new-key")
def new_key(file: Annotated[Path, typer.Argument(help="The file to make.")]) -> None:
    """Make a random key for --at-rest-key. Whoever loses it cannot open what it sealed, and nobody can help.

    Example: gyges runs new-key work.key
    """
    from gyges.sealing import new_key_file

    new_key_file(file)
    typer.echo(f"{file} holds a new key; keep a copy of it elsewhere.", err=True)


@app.command()
def purge(
    folders: Annotated[list[Path], typer.Argument(help="Run folders.")],
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask.")] = False,
) -> None:
    """Delete what runs have written: releases, findings, journal, and replies of models that no other run has used.

    Files of your own in the folder stay.

    Example: gyges runs purge runs/anonymize
    """
    from gyges.cli._run_folders import purge_folders

    purge_folders(folders, yes=yes)
