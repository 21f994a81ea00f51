"""Names of files for texts, made of their ids: whatever an id says, its file is inside the folder and the only one."""

import unicodedata
from collections.abc import Iterable
from pathlib import PurePosixPath

from gyges.errors import InputError

__all__ = ["file_name", "file_names"]

_SUFFIXES = (".txt", ".md")
_SIGNS = frozenset(" ._-@+()")
_MOST_BYTES = 200
"""Of one part of a name: file systems take 255, and a file under way has a few more than its name."""
_MOST_IN_ALL = 1000
"""Of a name with its folders: systems take paths of 1,024 and more."""
_SHOWN = 60
_USE = "write a .jsonl, or leave out --keep-ids"
_DEVICES = frozenset(("con", "prn", "aux", "nul", *(f"{port}{n}" for port in ("com", "lpt") for n in range(10))))
"""What Windows takes for a device, with any suffix."""


def file_name(id_: str) -> str:
    """Return a name inside the folder, whatever an id says: it never leads out of it, and is never a device.

    Example:
        >>> file_name("../../etc/passwd"), file_name("CON"), file_name("letters/a.md")
        ('etc/passwd.txt', '_CON.txt', 'letters/a.md')
    """
    composed = unicodedata.normalize("NFC", id_)  # an accent that stands apart is no letter
    parts = [part for part in PurePosixPath(composed.replace("\\", "/")).parts if part not in ("/", "//", "..", ".")]
    safe = ["".join(sign if sign.isalnum() or sign in _SIGNS else "_" for sign in part) for part in parts]
    name = "/".join([_plain(part) for part in safe] or ["_"])
    return name if PurePosixPath(name).suffix.lower() in _SUFFIXES else f"{name}.txt"


def _plain(part: str) -> str:
    """Return a part that is not hidden, has no end that Windows drops, and is no device."""
    part = part.lstrip(".").rstrip(". ") or "_"
    return f"_{part}" if part.partition(".")[0].strip().lower() in _DEVICES else part


def file_names(ids: Iterable[str]) -> list[str]:
    """Return the names for the texts of a folder, in order.

    Raises:
        InputError: Two texts would have one file on some system, one would be the folder of another, or a name is
            longer than a file system takes.
    """
    taken: dict[str, str] = {}
    folders: dict[str, str] = {}
    names = []
    for id_ in ids:
        name = file_name(id_)
        too_long = any(len(part.encode()) > _MOST_BYTES for part in name.split("/"))
        if too_long or len(name.encode()) > _MOST_IN_ALL:
            raise InputError(f"the id {_shown(id_)} is too long for the name of a file", _USE)
        alike = _alike(name)
        above = {str(folder) for folder in PurePosixPath(alike).parents} - {"."}
        other = taken.get(alike) or folders.get(alike) or next((taken[one] for one in above if one in taken), None)
        if other is not None:
            raise InputError(f"the texts {_shown(other)} and {_shown(id_)} would have one file name", _USE)
        taken[alike] = id_ or " "
        folders.update(dict.fromkeys(above, id_ or " "))
        names.append(name)
    return names


def _alike(name: str) -> str:
    """Return a name as file systems compare it that do not tell small letters from capitals, or accents from signs."""
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", name).casefold())


def _shown(id_: str) -> str:
    return f"'{id_}'" if len(id_) <= _SHOWN else f"'{id_[:_SHOWN]}...' ({len(id_):,} characters)"
