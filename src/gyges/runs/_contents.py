"""What lies in a run folder: who may see it, what may be published, and what goes when another run takes over."""

import re
import shutil
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from gyges._home import close_file
from gyges.corpus import atomic_file

MARK = "mark"
"""The file with the random word by which the reply cache knows a run."""

SPENDING = "spending"
"""The file with what models cost over all runs in the folder."""

HELD = "hold_back.json"
"""The file that is there as long as texts in ``public/`` have to be held back; it says how many, and why."""

OWN_FILES = ("plan.json", "journal", "lock", "summary.json", "progress.json", SPENDING, MARK)
"""What every run writes, besides its results."""

README = "README.txt"


_PAID = frozenset({"claim.json", "plan.json", "journal", "lock", "evaluations", "training.pt", SPENDING, MARK})
"""Files that are no results: work that was paid for, and what finds it again. ``evaluations`` is a journal too."""

_TORN = ".torn"
_WORD = re.compile(rb"[0-9a-f]{32}\n")
_HEAD = "A run of 'gyges "
_SOME = """\
May be published: what is in public/, and nothing else.
All else in this folder tells what the originals say{ids}. Keep it where they are.
"""
_WITH_IDS = " (ids.jsonl: which text is which)"
_HELD = """\
Hold back what is in public/: direct identifiers of the originals stand there, or it could not be checked
for them (hold_back.json: how many texts; 'residual' and 'unread' in releases.jsonl: which words, and why).
All else in this folder tells what the originals say{ids}. Keep it where they are.
"""
_NONE = """\
Nothing in this folder may be published: it tells what the originals say. Keep it where they are.
"""
_GO = "'gyges runs show FOLDER' tells more, 'gyges runs purge FOLDER' deletes it.\n"


def write_readme(folder: Path, kind: str, *, public: bool, ids: bool = False) -> None:
    """Say in the folder what of it may be published; a file of that name that is not ours stays."""
    place = folder / README
    if place.exists() and not is_readme(place):
        return
    with atomic_file(place, force=True, private=True) as stream:
        some = _HELD if (folder / HELD).exists() else _SOME
        said = some.format(ids=_WITH_IDS if ids else "") if public else _NONE
        stream.write(f"{_HEAD}{kind}'.\n\n{said}\n{_GO}".encode())


def is_readme(path: Path) -> bool:
    """Whether a file is the note that a run left."""
    return path.name == README and path.is_file() and path.read_bytes().startswith(_HEAD.encode())


def is_mark(path: Path) -> bool:
    """Whether a file is the mark of a run, which may be there before the run claims its folder."""
    return path.is_file() and _WORD.fullmatch(path.read_bytes()) is not None


def close_to_others(folder: Path) -> None:
    """Close a folder that was there before, if nothing but a run is in it: it may be the user's own otherwise."""
    names = {path.name for path in folder.iterdir()}
    if not names or "claim.json" in names:
        close_file(folder)


def clear_results(folder: Path, names: Iterable[str]) -> None:
    """Remove results of an earlier run, in folders too; what was paid for stays."""
    for name in names:
        _clear(folder / name)


def forget_spending(folder: Path) -> None:
    """Remove what models cost for another run that had the folder before."""
    for path in folder.rglob(SPENDING):
        if not path.is_dir():
            path.unlink()


def _clear(path: Path) -> None:
    if path.is_dir() and not path.is_symlink():
        for inner in list(path.iterdir()):
            _clear(inner)
        with suppress(OSError):  # something that was paid for is in it
            path.rmdir()
    elif path.name not in _PAID and path.suffix != _TORN:
        path.unlink(missing_ok=True)


def remove_entry(path: Path) -> None:
    """Remove a file, a link, or a folder with all that is in it; no link is followed."""
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path)
    else:
        path.unlink(missing_ok=True)
