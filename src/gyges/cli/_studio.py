"""Behind ``gyges studio``: texts go in, the link comes out."""

import webbrowser
from collections.abc import Callable, Sequence
from pathlib import Path

from gyges.attacks import open_attacker
from gyges.cli._inputs import ReadFlags
from gyges.cli._model_flags import announce_hosts, notice
from gyges.cli._output import say
from gyges.errors import InputError
from gyges.models import ModelPool
from gyges.runs import wait_for
from gyges.studio import Listening, Project, StudioOptions
from gyges.studio.files import bring_folder, write_folder

__all__ = ["add_folder", "add_texts", "announce", "check_attackers", "export_to"]


def add_texts(project: Project, documents: Sequence[str], releases: Sequence[Path], name: str) -> None:
    """Add documents and releases to a project, and say what came of it."""
    flags = ReadFlags()
    for source in documents:
        if not (given := flags.documents(source)):
            raise InputError(f"{source} holds no documents", "name a file that does, or none")
        say(f"{project.add_documents(given, name):,} new documents from {source}")
    for set_name, found in flags.all_releases(releases).items():
        say(f"{project.add_releases(found.values(), set_name, name):,} new releases, named '{set_name}'")


def add_folder(project: Project, folder: Path | None, name: str) -> None:
    """Take in a folder that an export wrote, and say what came of it."""
    for file, new in (bring_folder(project, folder, name) if folder is not None else {}).items():
        say(f"{new:,} new from {file}")


def export_to(project: Project, folder: Path, name: str, *, force: bool) -> None:
    """Write everything as files, and say which."""
    for path in write_folder(project, folder, name, force=force):
        say(f"wrote {path}")


def check_attackers(options: StudioOptions) -> None:
    """Refuse attackers that cannot be used before anybody clicks on them, and say where texts would go."""

    async def main() -> None:
        async with ModelPool(options.models, notify=notice) as pool:
            for spec in options.attackers:
                open_attacker(spec, pool)
            announce_hosts(pool)

    wait_for(main)


def announce(browser: bool) -> Callable[[Listening], None]:
    """Return what to do once the studio can be reached."""

    def listening(where: Listening) -> None:
        say(f"Gyges Studio: {where.link}")
        say("The link lets in whoever has it. Ctrl-C stops; everything is saved.")
        if browser:
            webbrowser.open(where.link)

    return listening
