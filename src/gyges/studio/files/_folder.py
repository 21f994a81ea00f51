"""All files of a project in one folder, and such a folder back into a project."""

import sqlite3
from pathlib import Path

from gyges._home import private_folder
from gyges.corpus import write_together
from gyges.errors import InputError
from gyges.studio._project import Project
from gyges.studio.files._catalogue import project_files
from gyges.studio.files._take_in import take_in
from gyges.studio.store import unavailable

__all__ = ["bring_folder", "write_folder"]


def write_folder(project: Project, folder: Path, who: str, *, force: bool = False) -> list[Path]:
    """Write everything that can be taken out of a project, all of it or nothing; return the files.

    Raises:
        OutputExistsError: One is there already, and `force` does not say to replace it.
        InputError: The folder cannot be made, or a sheet does not fit its text.
        StoreUnavailableError: The file of the project cannot be read.
    """
    try:
        private_folder(folder)
    except OSError as error:
        raise InputError(f"{folder} cannot be made ({error.strerror})", "name a folder you may write to") from error
    try:
        made = {file.name: "".join(file.lines()) for file in project_files(project)}
    except sqlite3.Error as error:
        raise unavailable(error) from error
    write_together({folder / name: text.encode("utf-8") for name, text in made.items()}, force=force, private=True)
    for name, text in made.items():
        project.trail.add(who, "exported", name, of=text)
    return [folder / name for name in made]


def bring_folder(project: Project, folder: Path, who: str) -> dict[str, int]:
    """Take in what `write_folder` wrote: documents, releases, sheets; return how many of each file are new.

    Annotations and ratings are sheets and come with them; a trail tells of another project and stays a file.

    Raises:
        InputError: The folder is not such a one, or a file of it does not hold what it should.
    """
    files = [folder / "documents.jsonl", *sorted(folder.glob("releases-*.jsonl")), folder / "sheets.jsonl"]
    new = {}
    for path in files:
        try:
            text = path.read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise InputError(f"{path} cannot be read", "name a folder that '--export' wrote") from error
        kind = path.stem.partition("-")[0]
        new[path.name] = take_in(project, text, kind=kind, name=path.stem, who=who).new if text else 0
    return new
