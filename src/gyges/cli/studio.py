"""``gyges studio``: annotate, review and rate in the browser."""

import html
import sys
import webbrowser
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Annotated

import typer

from gyges.attacks import open_attacker
from gyges.cli._inputs import ReadFlags
from gyges.cli._model_flags import ModelFlags, announce_hosts
from gyges.cli._options import Force
from gyges.cli._output import say
from gyges.cli._saying import notice, one_line
from gyges.corpus import atomic_file
from gyges.errors import ConfigError, InputError
from gyges.models import ModelPool
from gyges.runs import mark_above, wait_for
from gyges.studio import Listening, Project, StudioOptions, bring_folder, join_run, open_project, serve, write_folder


def studio(
    models: ModelFlags,
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
) -> None:
    """Annotate people and mentions, review releases, rate them: a web app on this machine.

    Example: gyges studio project --documents letters.jsonl --releases masked.jsonl
    """
    certificate = _certificate_of(tls_cert, tls_key)
    opened = open_project(project)
    add_texts(opened, documents or [], releases or [], name)
    _add_folder(opened, bring, name)
    if export is not None:
        _export(opened, export, name, force=force)
    if add_user is not None:
        _add_user(opened, add_user, name)
    if remove_user is not None:
        _remove_user(opened, remove_user, name)
    if any(one is not None for one in (export, add_user, remove_user)):
        return
    options = StudioOptions(tuple(attacker or ()), models.settings(), tuple(runs or ()))
    check_attackers(options)
    try:
        serve(
            opened,
            host=host,
            port=port,
            names=known_as or (),
            name=name,
            certificate=certificate,
            options=options,
            listening=_announce(browser, project),
        )
    except KeyboardInterrupt:
        say("Stopped; everything is saved.")


def add_texts(project: Project, documents: Sequence[str], releases: Sequence[Path], name: str) -> None:
    """Add documents and releases to a project, and say what came of it."""
    flags = ReadFlags()
    for source in documents:
        if not (given := flags.documents(source)):
            raise InputError(f"{source} holds no documents", "name a file that does, or none")
        say(f"{project.add_documents(given, name):,} new documents from {source}")
    for path, (set_name, found) in zip(releases, flags.all_releases(releases).items(), strict=True):
        say(f"{project.add_releases(found.values(), set_name, name):,} new releases, named '{set_name}'")
        if (run := mark_above(path)) is not None:
            join_run(project, set_name, run)


def _add_folder(project: Project, folder: Path | None, name: str) -> None:
    """Take in a folder that an export wrote, and say what came of it."""
    for file, new in (bring_folder(project, folder, name) if folder is not None else {}).items():
        say(f"{new:,} new from {file}")


def _export(project: Project, folder: Path, name: str, *, force: bool) -> None:
    """Write everything as files, and say which."""
    for path in write_folder(project, folder, name, force=force):
        say(f"wrote {path}")


def _add_user(project: Project, name: str, who: str) -> None:
    """Ask for a password on the terminal and let somebody sign in with it from now on."""
    if not sys.stdin.isatty():
        raise ConfigError("a password is asked for on a terminal", "run this command at one")
    asked = f"Password for {one_line(name)}"
    project.add_user(name, typer.prompt(asked, hide_input=True, confirmation_prompt="Again"), who)
    say(f"'{name}' can sign in; who was signed in under that name has to do it anew")


def _remove_user(project: Project, name: str, who: str) -> None:
    """Let somebody sign in no more."""
    if not project.users.remove(name, who):
        raise InputError(f"there is no user '{name}'", f"name one of: {', '.join(project.users.names()) or 'nobody'}")
    say(f"'{name}' cannot sign in any more; what they wrote stays")


def _certificate_of(cert: Path | None, key: Path | None) -> tuple[Path, Path] | None:
    """Return both files, or neither."""
    if cert is not None and key is not None:
        return cert, key
    if cert is not None or key is not None:
        raise ConfigError("--tls-cert and --tls-key belong together", "give both, or neither")
    return None


def check_attackers(options: StudioOptions) -> None:
    """Refuse attackers that cannot be used before anybody clicks on them, and say where texts would go."""

    async def main() -> None:
        async with ModelPool(options.models, notify=notice) as pool:
            for spec in options.attackers:
                open_attacker(spec, pool)
            announce_hosts(pool)

    wait_for(main)


def _announce(browser: bool, folder: Path) -> Callable[[Listening], None]:
    """Return what to do once the studio can be reached."""

    def listening(where: Listening) -> None:
        say(f"Gyges Studio: {where.link}")
        opened = "The link lets in whoever has it." if where.by_link else "People sign in with name and password."
        say(f"{opened} Ctrl-C stops; everything is saved.")
        sys.stdout.flush()
        if browser and where.by_link:
            webbrowser.open(_way_in(folder, where.link).resolve().as_uri())

    return listening


def _way_in(folder: Path, link: str) -> Path:
    """Write the link into a page that only we can read: other users of the machine see what commands are given."""
    path = folder / "open.html"
    page = f'<!doctype html><meta charset="utf-8"><meta http-equiv="refresh" content="0; url={html.escape(link)}">'
    with atomic_file(path, force=True, private=True) as stream:
        stream.write(page.encode())
    return path
