"""The folder of a benchmark: one process at a time, and ``plan.json`` says what it is for."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from gyges.corpus import atomic_file
from gyges.errors import OutputExistsError, RunError
from gyges.runs._lock import folder_lock
from gyges.runs.benchmark._outcome import plan_json
from gyges.runs.benchmark._prepare import Prepared

__all__ = ["benchmark_folder"]

_PLAN = "plan.json"
_KIND = "benchmark"


@contextmanager
def benchmark_folder(folder: Path, prepared: Prepared, *, force: bool = False) -> Iterator[None]:
    """Hold the folder of a benchmark while it runs, and write down its plan.

    Args:
        folder: Made where there is none.
        prepared: What will be run.
        force: Take over a folder that belongs to another kind of run.

    Raises:
        RunBusyError: Another process works in it.
        OutputExistsError: It belongs to another kind of run.
        RunError: It cannot be made.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise RunError(f"the folder {folder} cannot be made ({error.strerror})", "name another one") from error
    with folder_lock(folder):
        kind = _kind_of(folder / _PLAN)
        if kind not in (None, _KIND) and not force:
            raise OutputExistsError(
                f"{folder} holds a run of '{kind}', not of '{_KIND}'", "name another or pass --force"
            )
        with atomic_file(folder / _PLAN, force=True) as stream:
            stream.write((json.dumps(plan_json(prepared), ensure_ascii=False, indent=2) + "\n").encode("utf-8"))
        yield


def _kind_of(path: Path) -> str | None:
    try:
        plan = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return None
    except (OSError, ValueError) as error:
        raise RunError(f"{path} cannot be read ({error})", "name another folder") from error
    return str(plan.get("name")) if isinstance(plan, dict) else "something else"
