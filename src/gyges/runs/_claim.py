"""Whose a run folder is: which run, on which input, with which settings; nothing of it is replaced unasked."""

import hashlib
import json
import os
import re
import secrets
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass, fields, is_dataclass
from functools import cache
from itertools import count
from pathlib import Path
from typing import Any

from gyges import __version__
from gyges._home import private_folder
from gyges.corpus import atomic_file
from gyges.errors import OutputExistsError, RunBusyError, RunError
from gyges.runs._contents import (
    HELD,
    MARK,
    OWN_FILES,
    clear_results,
    close_to_others,
    forget_spending,
    is_mark,
    write_readme,
)
from gyges.runs._lock import folder_lock, is_lock
from gyges.runs._public import IDS, PUBLIC

_DEEPEST = 2  # folders above a file of a run: what may be published lies in one of its own


def run_mark(folder: Path) -> str:
    """Return the mark of a run folder; the folder and its mark are made where they are missing."""
    make_folder(folder)
    path = folder / MARK
    try:
        if is_mark(path):
            return _word(path)
        found = secrets.token_hex(16)
        draft = folder / f".{MARK}.draft"
        fd = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(fd, "wb") as stream:
            stream.write(found.encode("ascii") + b"\n")
        draft.replace(path)
    except OSError as error:
        raise RunError(f"{path} cannot be written ({error.strerror})", "make room or name another folder") from error
    return found


def mark_above(path: Path) -> str | None:
    """Return the mark of the run that a file or a folder is of; None where it is of none that has one."""
    here = path.absolute()
    marks = (folder / MARK for folder in (here, *here.parents[:_DEEPEST]))
    return next((_word(mark) for mark in marks if is_mark(mark)), None)


def marks_in(entries: Iterable[Path]) -> Iterator[str]:
    """Yield the marks among files and folders, and in the folders; no link is followed."""
    for entry in entries:
        inside = entry.rglob(MARK) if entry.is_dir() and not entry.is_symlink() else (entry,)
        yield from (_word(path) for path in inside if path.name == MARK and is_mark(path))


def _word(path: Path) -> str:
    return path.read_text(encoding="ascii").strip()


def hold_back(folder: Path, *, standing: int, unread: int) -> None:
    """Say in a run folder, before its texts are written, whether they have to be held back."""
    if standing or unread:
        with atomic_file(folder / HELD, force=True, private=True) as stream:
            stream.write(json.dumps({"standing": standing, "unread": unread}).encode("ascii") + b"\n")
    else:
        (folder / HELD).unlink(missing_ok=True)
    claim = claim_of(folder)
    if claim is not None:
        write_readme(folder, claim.kind, public=PUBLIC in claim.outputs, ids=IDS in claim.outputs)


_VERSION = 1
_CLAIM, _PLAN = "claim.json", "plan.json"
_OURS = {"lock": is_lock, MARK: is_mark}  # what may be there before a run has claimed the folder
_REMEDY = "name another folder with --out, or pass --force"


@dataclass(frozen=True, slots=True)
class FolderClaim:
    """What a run folder is for."""

    kind: str  # the verb, such as ``anonymize``
    inputs: str  # hash of what is read
    settings: str  # hash of what decides the results
    outputs: tuple[str, ...] = ()  # names of files and folders the run writes besides its own

    @classmethod
    def of(
        cls, kind: str, inputs: Iterable[Any], settings: Mapping[str, Any], outputs: tuple[str, ...] = ()
    ) -> "FolderClaim":
        """Return the claim of a run."""
        return cls(kind, _digest(inputs), _digest([settings]), outputs)


def claim_folder(folder: Path, claim: FolderClaim, *, force: bool = False, numbered: bool = False) -> Path:
    """Take a run folder for a run, or go on in it; to be called before any work."""
    if not numbered:
        _take(folder, claim, force=force)
        return folder
    places = _places(folder, claim)
    while True:
        place = next(places)
        try:
            _take(place, claim, force=force)
        except OutputExistsError:
            continue
        except RunBusyError:
            if _is_of(place, claim):
                raise
            continue  # somebody takes it at this moment
        return place


def find_folder(folder: Path, claim: FolderClaim) -> Path:
    """Return the folder that `claim_folder` would take if it may choose; nothing is made."""
    return next(place for place in _places(folder, claim) if _objection(place, claim) is None)


def _places(first: Path, claim: FolderClaim) -> Iterator[Path]:
    """Yield the folders a run may have: those that are its own, then the first, the second and so on."""
    shape = re.compile(rf"{re.escape(first.name)}-([0-9]+)")
    beside = first.parent.iterdir() if first.parent.is_dir() else ()
    numbers = sorted(int(found[1]) for path in beside if (found := shape.fullmatch(path.name)))
    there = [first, *(_numbered(first, number) for number in numbers)]
    yield from (place for place in there if _is_of(place, claim))
    yield first
    yield from (_numbered(first, number) for number in count(2))


def _numbered(first: Path, number: int) -> Path:
    return first.with_name(f"{first.name}-{number}")


def _is_of(folder: Path, claim: FolderClaim) -> bool:
    """Whether a folder is already taken for the same run."""
    return claimed(folder) and _other(folder, claim) is None


def _take(folder: Path, claim: FolderClaim, *, force: bool) -> None:
    make_folder(folder)
    if not force:
        _refuse_others(folder, claim)
    with folder_lock(folder):
        if force:
            (folder / _PLAN).unlink(missing_ok=True)  # whatever it says, it is written anew
            if _other(folder, claim) is not None:
                forget_spending(folder)
            clear_results(folder, (*_known_outputs(folder), *claim.outputs, "summary.json"))
        else:
            _refuse_others(folder, claim)  # somebody may have been quicker
            clear_results(folder, set(_known_outputs(folder)) - set(claim.outputs))  # what has another name now
        _write(folder / _CLAIM, claim)
        write_readme(folder, claim.kind, public=PUBLIC in claim.outputs, ids=IDS in claim.outputs)


def claimed(folder: Path) -> bool:
    """Whether a folder belongs to a run."""
    return (folder / _CLAIM).is_file()


def make_folder(folder: Path) -> None:
    """Make a run folder for the eyes of its owner only."""
    try:
        private_folder(folder)
        close_to_others(folder)
    except OSError as error:
        raise RunError(f"the folder {folder} cannot be made ({error.strerror})", "name another with --out") from error


def refuse_strangers(folder: Path, names: Iterable[str]) -> None:
    """Refuse a folder that belongs to no run and holds files of these names."""
    words = _strangers(folder, names)
    if words is not None:
        raise OutputExistsError(f"{folder} holds {words}", _REMEDY)


def _strangers(folder: Path, names: Iterable[str]) -> str | None:
    there = [name for name in names if (folder / name).exists() and not (name in _OURS and _OURS[name](folder / name))]
    return f"{', '.join(there)}, not written by such a run" if there else None


def _refuse_others(folder: Path, claim: FolderClaim) -> None:
    words = _objection(folder, claim)
    if words is not None:
        raise OutputExistsError(f"{folder} holds {words}", _REMEDY)


def _objection(folder: Path, claim: FolderClaim) -> str | None:
    """Return in words what a folder holds that stands against a claim."""
    other = _other(folder, claim)
    if other is not None:
        return other
    known = _known_outputs(folder)
    mine = () if claimed(folder) or (folder / _PLAN).is_file() else OWN_FILES  # a plan is checked where it is read
    return _strangers(folder, [name for name in (*mine, *claim.outputs) if name not in known])


def _other(folder: Path, claim: FolderClaim) -> str | None:
    """Return in words which other run a folder belongs to."""
    if not claimed(folder):
        return None
    old = claim_of(folder)
    if old is None:
        return f"a {_CLAIM} that cannot be read"
    if old.kind != claim.kind:
        return f"a run of 'gyges {old.kind}', not of 'gyges {claim.kind}'"
    if old.inputs != claim.inputs:
        return "a run on other texts"
    return "a run with other settings" if old.settings != claim.settings else None


def _known_outputs(folder: Path) -> tuple[str, ...]:
    old = claim_of(folder)
    return old.outputs if old is not None else ()


def claim_of(folder: Path) -> FolderClaim | None:
    """Return what a folder is for; None where it belongs to no run, or its claim cannot be read."""
    try:
        row = json.loads((folder / _CLAIM).read_text(encoding="utf-8"))
        if row["version"] != _VERSION:
            return None
        outputs = tuple(name for name in map(str, row["outputs"]) if _is_name(name))
        return FolderClaim(str(row["kind"]), str(row["inputs"]), str(row["settings"]), outputs)
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        return None


def _is_name(name: str) -> bool:
    """Whether something names an entry of the folder: whoever wrote a claim must not have other places cleared."""
    return name not in (".", "..") and Path(name).name == name


def _write(path: Path, claim: FolderClaim) -> None:
    row = {"version": _VERSION, "gyges": __version__, **asdict(claim)}
    with atomic_file(path, force=True, private=True) as stream:
        stream.write((json.dumps(row, indent=2) + "\n").encode("ascii"))


def _digest(values: Iterable[Any]) -> str:
    digest = hashlib.sha256()
    for value in values:
        digest.update(_AS_JSON.encode(value).encode("ascii") + b"\n")
    return digest.hexdigest()


def _plain(value: Any) -> Any:
    """Return what JSON does not know as something it does."""
    names = _fields_of(value.__class__)
    if names is not None:
        return {name: getattr(value, name) for name in names}
    return dict(value) if isinstance(value, Mapping) else str(value)


@cache
def _fields_of(kind: type) -> tuple[str, ...] | None:
    """Return the names of the fields of a dataclass, None for any other class; there are many values of few classes."""
    return tuple(one.name for one in fields(kind)) if is_dataclass(kind) else None


_AS_JSON = json.JSONEncoder(sort_keys=True, default=_plain)
