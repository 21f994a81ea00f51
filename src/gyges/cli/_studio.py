"""Behind ``gyges studio``: texts go in, the link comes out."""

import html
import sys
import webbrowser
from collections.abc import Callable, Sequence
from pathlib import Path

import typer

from gyges.attacks import open_attacker
from gyges.cli._inputs import ReadFlags
from gyges.cli._model_flags import announce_hosts, notice
from gyges.cli._output import say
from gyges.cli._printable import one_line
from gyges.corpus import atomic_file
from gyges.errors import ConfigError, InputError
from gyges.models import ModelPool
from gyges.runs import mark_above, wait_for
from gyges.studio import Listening, Project, StudioOptions, join_run
from gyges.studio.files import bring_folder, write_folder

__all__ = [
    "add_folder",
    "add_texts",
    "add_user",
    "announce",
    "certificate_of",
    "check_attackers",
    "export_to",
    "remove_user",
]


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


def add_folder(project: Project, folder: Path | None, name: str) -> None:
    """Take in a folder that an export wrote, and say what came of it."""
    for file, new in (bring_folder(project, folder, name) if folder is not None else {}).items():
        say(f"{new:,} new from {file}")


def export_to(project: Project, folder: Path, name: str, *, force: bool) -> None:
    """Write everything as files, and say which."""
    for path in write_folder(project, folder, name, force=force):
        say(f"wrote {path}")


def add_user(project: Project, name: str, who: str) -> None:
    """Ask for a password on the terminal and let somebody sign in with it from now on.

    Raises:
        ConfigError: Nobody sits at a terminal: a password is no argument, which other users of the machine can see.
        InputError: The name or the password cannot be one.
    """
    if not sys.stdin.isatty():
        raise ConfigError("a password is asked for on a terminal", "run this command at one")
    asked = f"Password for {one_line(name)}"
    project.add_user(name, typer.prompt(asked, hide_input=True, confirmation_prompt="Again"), who)
    say(f"'{name}' can sign in; who was signed in under that name has to do it anew")


def remove_user(project: Project, name: str, who: str) -> None:
    """Let somebody sign in no more.

    Raises:
        InputError: There is nobody of that name.
    """
    if not project.users.remove(name, who):
        raise InputError(f"there is no user '{name}'", f"name one of: {', '.join(project.users.names()) or 'nobody'}")
    say(f"'{name}' cannot sign in any more; what they wrote stays")


def certificate_of(cert: Path | None, key: Path | None) -> tuple[Path, Path] | None:
    """Return both files, or neither.

    Raises:
        ConfigError: One is named without the other.
    """
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


def announce(browser: bool, folder: Path) -> Callable[[Listening], None]:
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
