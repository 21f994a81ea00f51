"""Every verb of the command line, as the command that is run."""

from collections.abc import Iterator
from typing import Any

from gyges.cli._app import VERBS, load_verb


def commands() -> Iterator[tuple[str, Any]]:
    """Yield every verb and every group of them by the words that name it, with its command."""
    for name in VERBS:
        command = load_verb(name)
        yield name, command
        for inner, one in getattr(command, "commands", {}).items():
            yield f"{name} {inner}", one
