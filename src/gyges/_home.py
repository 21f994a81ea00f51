"""Where Gyges keeps things, and for whose eyes. The environment is read when asked, never at import."""

import os
from pathlib import Path

__all__ = ["cache_home", "config_home", "data_home", "private_folder"]


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


def _folder(name: str, variable: str, default: str) -> Path:
    own = os.environ.get("GYGES_HOME")
    if own:
        return Path(own) / name
    base = os.environ.get(variable)
    return (Path(base) if base else Path.home() / default) / "gyges" / name
