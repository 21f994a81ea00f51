"""Folders and files: what can be written, who else can read it, and how much room is left."""

import os
import shutil
import stat
import tempfile
from collections.abc import Iterator
from pathlib import Path

from gyges._home import cache_home, config_home, data_home
from gyges.cli._folders import RUNS
from gyges.cli._health import Check
from gyges.errors import GygesError
from gyges.models import ReplyCache, default_cache_path

__all__ = ["file_checks"]

_LITTLE_ROOM, _NO_ROOM = 2 * 10**9, 10**8
"""Bytes of free disk below which a run may not end, and below which none should start; ours."""
_OTHERS = stat.S_IRWXG | stat.S_IRWXO


def file_checks() -> list[Check]:
    """Look at the homes of Gyges, the reply cache, the run folders here, and the disk."""
    return [_homes(), _cache(), _runs(), *_disk()]


def _homes() -> Check:
    homes = (cache_home(), data_home(), config_home())
    closed = [home for home in homes if not _can_write(home)]
    if closed:
        return Check("folders", "broken", f"{closed[0]} cannot be written", "set GYGES_HOME to a folder of your own")
    open_ = [home for home in homes if home.is_dir() and _others_may(home)]
    if open_:
        names = " ".join(map(str, open_))
        return Check("folders", "warning", f"others on this machine can look into {names}", f"chmod 700 {names}")
    return Check("folders", "ok", ", ".join(map(str, homes)))


def _cache() -> Check:
    path = default_cache_path()
    if not path.is_file():
        return Check("reply cache", "absent", "empty; the first model that is asked makes it")
    was_open = _others_may(path) and _others_may(path.parent)  # before it is opened, which closes it to others
    try:
        replies = ReplyCache(path, longest_wait=1.0)
        summary = replies.summary()
        replies.close()
    except GygesError as error:
        return Check("reply cache", "broken", error.problem, error.remedy)
    found = f"{summary.replies:,} replies, {summary.bytes / 1e6:.1f} MB, {path}"
    if was_open:
        told = f"{found}; others on this machine could read it until now, which was closed"
        return Check("reply cache", "warning", told)
    return Check("reply cache", "ok", found)


def _runs() -> Check:
    if not RUNS.is_dir():
        return Check("run folders", "absent", f"none in {Path.cwd()}")
    runs = [path for path in sorted(RUNS.iterdir()) if path.is_dir()]
    readable = [path for path in runs if _others_may(path)] if _others_may(RUNS) else []
    if readable:
        told = f"others on this machine can look into {len(readable)} of {len(runs)}, which hold originals"
        return Check("run folders", "warning", told, f"chmod -R go-rwx {RUNS}")
    return Check("run folders", "ok", f"{len(runs)} in {RUNS.absolute()}, for your eyes only")


def _disk() -> Iterator[Check]:
    places = {"disk here": Path.cwd(), "disk of the cache": _there(cache_home())}
    places["temporary folder"] = Path(tempfile.gettempdir())
    for what, place in places.items():
        if not _can_write(place):
            yield Check(what, "broken", f"{place} cannot be written", "go to a folder of your own, or set TMPDIR")
            continue
        free = shutil.disk_usage(place).free
        found = f"{free / 1e9:.1f} GB free in {place}"
        if free < _NO_ROOM:
            yield Check(what, "broken", found, "make room: gyges models cache --clear, or delete old run folders")
        elif free < _LITTLE_ROOM:
            yield Check(what, "warning", found, "make room before a long run")
        else:
            yield Check(what, "ok", found)


def _can_write(path: Path) -> bool:
    return os.access(_there(path), os.W_OK | os.X_OK)


def _there(path: Path) -> Path:
    """Return the folder itself, or the nearest one above it that exists."""
    return next(folder for folder in (path, *path.parents) if folder.exists())


def _others_may(path: Path) -> bool:
    return os.name == "posix" and bool(path.stat().st_mode & _OTHERS)
