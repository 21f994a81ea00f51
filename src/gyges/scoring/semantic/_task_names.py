"""Lists of tasks that conversations are sorted into: one that ships, or the user's own."""

import tomllib
from functools import cache
from importlib.resources import files
from pathlib import Path

from gyges.errors import ConfigError, InputError

__all__ = ["task_names"]


@cache
def task_names(source: str) -> tuple[str, ...]:
    """Return the tasks of a list.

    Args:
        source: ``chat`` for what users ask a chatbot for, or a text file with one task a line.

    Raises:
        InputError: There is no such list.
        ConfigError: The list has fewer than two tasks, or one of them twice.

    Example:
        >>> len(task_names("chat"))
        21
    """
    shipped = tomllib.loads((files(__package__) / "tables" / "tasks.toml").read_text(encoding="utf-8"))
    if source in shipped:
        return tuple(shipped[source]["tasks"])
    try:
        lines = Path(source).read_text(encoding="utf-8-sig").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        remedy = f"name a text file with one task a line, or {' or '.join(shipped)}"
        raise InputError(f"there is no list of tasks '{source}'", remedy) from error
    names = tuple(line.strip() for line in lines if line.strip())
    if len(names) < 2 or len(set(names)) != len(names):
        raise ConfigError(f"the list of tasks {source} has fewer than two tasks, or one twice", "mend the file")
    return names
