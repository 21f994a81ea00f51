"""``gyges studio``: annotate, review and rate in the browser."""

from pathlib import Path
from typing import Annotated

import typer

from gyges.cli._options import Force


def studio(
    project: Annotated[Path, typer.Argument(help="Folder of the project; made if it is not there.")] = Path("studio"),
    documents: Annotated[
        list[Path] | None, typer.Option("--documents", help="Files or folders of originals to add.")
    ] = None,
    releases: Annotated[
        list[Path] | None,
        typer.Option("--releases", help="Releases of them to add; the name of the file names the set."),
    ] = None,
    bring: Annotated[Path | None, typer.Option("--import", help="Folder that --export wrote, to take in.")] = None,
    export: Annotated[Path | None, typer.Option(help="Write everything as files into this folder, and end.")] = None,
    name: Annotated[str, typer.Option("--as", help="The name to work under.")] = "me",
    port: Annotated[int, typer.Option(help="Port to use; a free one if none is named.", min=0, max=65535)] = 0,
    host: Annotated[
        str, typer.Option(help="Address to listen on; others than this machine need TLS and users.")
    ] = "127.0.0.1",
    tls_cert: Annotated[Path | None, typer.Option("--tls-cert", help="Certificate, for other hosts.")] = None,
    tls_key: Annotated[Path | None, typer.Option("--tls-key", help="Its key.")] = None,
    force: Force = False,
    browser: Annotated[bool, typer.Option("--browser/--no-browser", help="Open the link in the browser.")] = True,
) -> None:
    """Annotate people and mentions, review releases, rate them: a web app on this machine.

    Example: gyges studio project --documents letters.jsonl --releases masked.jsonl
    """
    from gyges.cli._studio import add_folder, add_texts, announce, export_to
    from gyges.studio import open_project, serve

    opened = open_project(project)
    add_texts(opened, documents or [], releases or [], name)
    add_folder(opened, bring, name)
    if export is not None:
        export_to(opened, export, name, force=force)
        return
    certificate = (tls_cert, tls_key) if tls_cert is not None and tls_key is not None else None
    serve(opened, host=host, port=port, name=name, certificate=certificate, listening=announce(browser))
