"""What ``gyges doctor`` looks at where the libraries of the core are there: folders, files, weights, settings."""

import hashlib
import os
import shutil
import stat
import tempfile
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

from gyges._home import cache_home, config_home, data_home
from gyges.attacks import local_files
from gyges.cli._running import RUNS
from gyges.cli.doctor import Check
from gyges.errors import GygesError
from gyges.models import (
    WEIGHTS,
    ReplyCache,
    Weights,
    default_cache_path,
    load_settings,
    ways_to_name_a_model,
    weights_path,
)

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


def model_checks() -> list[Check]:
    """Look at weights, settings and keys; no model is asked anything."""
    return [*map(_weights, WEIGHTS), _local(), *_settings(), _ways()]


def _weights(weights: Weights) -> Check:
    path, get = weights_path(weights), f"gyges models get {weights.name}"
    extra = "" if find_spec("xllamacpp") else "pip install 'gyges[local]'"
    what = weights.name
    if not path.is_file():
        return Check(what, "absent", "weights not fetched", " && ".join(filter(None, (extra, get))))
    if _sha256_of(path) != weights.sha256:
        return Check(what, "broken", f"the weights {path} are damaged", f"{get} --force")
    if extra:
        return Check(what, "warning", "weights fetched, but what runs them is not there", extra)
    return Check(what, "ok", f"weights {path}")


def _local() -> Check:
    try:
        local_files()
    except GygesError as error:
        return Check("attacker local", "absent", error.problem, error.remedy)
    return Check("attacker local", "ok", "its weights, its adapter and what runs them are here")


def _settings() -> Iterator[Check]:
    try:
        settings = load_settings()
    except GygesError as error:
        yield Check("gyges.yaml", "broken", error.problem, error.remedy)
        return
    if not Path("gyges.yaml").is_file():
        yield Check("gyges.yaml", "absent", "none in this folder; the defaults count")
        return
    roles = ", ".join(f"{role} {spec}" for role, spec in sorted(settings.roles.items())) or "names no model"
    hosts = f"; texts may go to {', '.join(settings.allow_hosts)}" if settings.allow_hosts else ""
    mend = "gyges models check MODEL tells whether one answers" if settings.roles else ""
    yield Check("gyges.yaml", "ok", f"{roles}{hosts}", mend)


def _ways() -> Check:
    ready = [way.form for way in ways_to_name_a_model() if way.ready]
    return Check("ways to name a model", "ok", ", ".join(ready))


def _sha256_of(path: Path) -> str:
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()
