"""``gyges studio``: annotate, review and rate in the browser."""

from pathlib import Path
from typing import Annotated

import typer

from gyges.cli._options import AllowHost, ConfigFile, Force, MaxCalls, MaxUsd


def studio(
    project: Annotated[Path, typer.Argument(help="Folder of the project; made if it is not there.")] = Path("studio"),
    documents: Annotated[
        list[str] | None,
        typer.Option("--documents", help="Originals to add: a file, a folder, 'bundled' or a dataset."),
    ] = None,
    releases: Annotated[
        list[Path] | None,
        typer.Option("--releases", help="Releases of them to add: a file, or the folder of a run."),
    ] = None,
    bring: Annotated[Path | None, typer.Option("--import", help="Folder that --export wrote, to take in.")] = None,
    export: Annotated[Path | None, typer.Option(help="Write everything as files into this folder, and end.")] = None,
    attacker: Annotated[
        list[str] | None,
        typer.Option("--attacker", metavar="NAME", help="An attacker that pages may use besides rules."),
    ] = None,
    runs: Annotated[list[Path] | None, typer.Option("--runs", help="A folder with run folders to watch.")] = None,
    name: Annotated[str, typer.Option("--as", help="The name to work under.")] = "me",
    port: Annotated[int, typer.Option(help="Port to use; a free one if none is named.", min=0, max=65535)] = 0,
    host: Annotated[
        str, typer.Option(help="Address to listen on; others than this machine need TLS and users.")
    ] = "127.0.0.1",
    tls_cert: Annotated[Path | None, typer.Option("--tls-cert", help="Certificate, for other hosts.")] = None,
    tls_key: Annotated[Path | None, typer.Option("--tls-key", help="Its key.")] = None,
    known_as: Annotated[
        list[str] | None,
        typer.Option("--known-as", metavar="NAME", help="A name that browsers use for this machine, for other hosts."),
    ] = None,
    add_user: Annotated[
        str | None,
        typer.Option("--add-user", metavar="NAME", help="Ask for a password of somebody, for other hosts, and end."),
    ] = None,
    remove_user: Annotated[
        str | None, typer.Option("--remove-user", metavar="NAME", help="Let somebody sign in no more, and end.")
    ] = None,
    force: Force = False,
    browser: Annotated[bool, typer.Option("--browser/--no-browser", help="Open the link in the browser.")] = True,
    config: ConfigFile = None,
    allow_host: AllowHost = None,
    max_calls: MaxCalls = None,
    max_usd: MaxUsd = None,
) -> None:
    """Annotate people and mentions, review releases, rate them: a web app on this machine.

    Example: gyges studio project --documents letters.jsonl --releases masked.jsonl
    """
    from gyges.cli import _studio as behind
    from gyges.cli._model_flags import ModelFlags
    from gyges.cli._output import say
    from gyges.studio import StudioOptions, open_project, serve

    certificate = behind.certificate_of(tls_cert, tls_key)
    opened = open_project(project)
    behind.add_texts(opened, documents or [], releases or [], name)
    behind.add_folder(opened, bring, name)
    if export is not None:
        behind.export_to(opened, export, name, force=force)
    if add_user is not None:
        behind.add_user(opened, add_user, name)
    if remove_user is not None:
        behind.remove_user(opened, remove_user, name)
    if any(one is not None for one in (export, add_user, remove_user)):
        return
    models = ModelFlags(config, allow_host or (), max_calls, max_usd).settings()
    options = StudioOptions(tuple(attacker or ()), models, tuple(runs or ()))
    behind.check_attackers(options)
    try:
        serve(
            opened,
            host=host,
            port=port,
            names=known_as or (),
            name=name,
            certificate=certificate,
            options=options,
            listening=behind.announce(browser, project),
        )
    except KeyboardInterrupt:
        say("Stopped; everything is saved.")
