"""Tables and lists of words that are kept as TOML beside the modules that use them."""

import tomllib
from functools import cache
from importlib.resources import files
from typing import Any


@cache
def read_toml(package: str, *path: str) -> dict[str, Any]:
    """Return a TOML file of a package; it is read once."""
    return tomllib.loads(files(package).joinpath(*path).read_text(encoding="utf-8"))
