"""The folder of a task: who it belongs to."""

import json
from pathlib import Path

from gyges.corpus import atomic_file
from gyges.errors import OutputExistsError

__all__ = ["claim_folder"]

_PLAN, _JOURNAL = "plan.json", "evaluations"


def claim_folder(folder: Path, task: str, *, force: bool = False) -> None:
    """Write down which task a folder is for.

    Raises:
        OutputExistsError: It is for something else.
    """
    path = folder / _PLAN
    try:
        old = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        old = None
    except (OSError, ValueError) as error:
        raise OutputExistsError(f"{path} cannot be read ({error})", "name another folder") from error
    if old is None and (folder / _JOURNAL).exists() and not force:
        raise OutputExistsError(f"{folder} holds a file '{_JOURNAL}' but no plan.json", "name another or pass --force")
    name = f"tune {task}"
    if old is not None and (not isinstance(old, dict) or old.get("name") != name) and not force:
        belongs = old.get("name") if isinstance(old, dict) else "something else"
        raise OutputExistsError(f"{folder} holds a run of '{belongs}', not of '{name}'", "name another or pass --force")
    with atomic_file(path, force=True) as stream:
        stream.write(json.dumps({"version": 1, "name": name}).encode())
