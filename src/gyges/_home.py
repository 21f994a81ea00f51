"""Where Gyges keeps things, and for whose eyes. The environment is read when asked, never at import."""

import os
import stat
from pathlib import Path

_OTHERS = stat.S_IRWXG | stat.S_IRWXO


def data_home() -> Path:
    """Return the folder of benchmarks: ``$GYGES_HOME/data``, else ``gyges/data`` in the user's data folder."""
    return _folder("data", "XDG_DATA_HOME", ".local/share")


def cache_home() -> Path:
    """Return the folder of caches: ``$GYGES_HOME/cache``, else ``gyges/cache`` in the user's cache folder."""
    return _folder("cache", "XDG_CACHE_HOME", ".cache")


def config_home() -> Path:
    """Return the folder of decisions: ``$GYGES_HOME/config``, else ``gyges/config`` in the user's settings folder."""
    return _folder("config", "XDG_CONFIG_HOME", ".config")


def private_folder(path: Path) -> None:
    """Make a folder, and those above it that are missing, for its owner only; one that is there stays as it is."""
    for folder in reversed((path, *path.parents)):
        folder.mkdir(mode=0o700, exist_ok=True)


def write_private(path: Path, content: bytes) -> None:
    """Write a small file for its owner only, whole or not at all."""
    draft = path.with_name(f".{path.name}.{os.getpid()}.draft")
    try:
        with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as stream:
            stream.write(content)
        draft.replace(path)
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(path)) from error  # a full disk names none
    finally:
        draft.unlink(missing_ok=True)


def close_file(path: Path) -> None:
    """Close a file or folder that was there before to everybody but its owner; somebody else's stays as it is."""
    if os.name == "posix":
        seen = path.stat()
        if seen.st_mode & _OTHERS and seen.st_uid == os.geteuid():
            path.chmod(stat.S_IMODE(seen.st_mode) & ~_OTHERS)


def close_tree(folder: Path) -> None:
    """Close a folder that code of others has made, and all that is in it, to everybody but its owner."""
    for path in (folder, *folder.rglob("*")):
        if not path.is_symlink():
            close_file(path)


def _folder(name: str, variable: str, default: str) -> Path:
    own = os.environ.get("GYGES_HOME")
    if own:
        return Path(own) / name
    base = os.environ.get(variable)
    return (Path(base) if base else Path.home() / default) / "gyges" / name
