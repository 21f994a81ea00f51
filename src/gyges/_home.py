"""Where Gyges keeps things between runs. The environment is read when asked, never at import."""

import os
from pathlib import Path

__all__ = ["cache_home", "config_home", "data_home"]


def data_home() -> Path:
    """Return the folder of benchmarks: ``$GYGES_HOME/data``, else ``gyges/data`` in the user's data folder."""
    return _folder("data", "XDG_DATA_HOME", ".local/share")


def cache_home() -> Path:
    """Return the folder of caches: ``$GYGES_HOME/cache``, else ``gyges/cache`` in the user's cache folder."""
    return _folder("cache", "XDG_CACHE_HOME", ".cache")


def config_home() -> Path:
    """Return the folder of decisions: ``$GYGES_HOME/config``, else ``gyges/config`` in the user's settings folder."""
    return _folder("config", "XDG_CONFIG_HOME", ".config")


def _folder(name: str, variable: str, default: str) -> Path:
    own = os.environ.get("GYGES_HOME")
    if own:
        return Path(own) / name
    base = os.environ.get(variable)
    return (Path(base) if base else Path.home() / default) / "gyges" / name
