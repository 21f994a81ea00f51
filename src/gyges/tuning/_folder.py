"""The folder of a task: who it belongs to."""

import json
from collections.abc import Iterable, Mapping
from pathlib import Path

from gyges.corpus import atomic_file
from gyges.records import Document
from gyges.runs import FolderClaim
from gyges.tuning._task import TaskFile

__all__ = ["JOURNAL", "task_claim", "write_plan"]

JOURNAL = "evaluations"
_OUTPUTS = (
    "plan.json",
    JOURNAL,
    "candidates",
    "tuning.json",
    "menu",
    "menu.md",
    "log.md",
    "candidates.jsonl",
    "report.html",
)
_BUDGETS = frozenset({"budget", "test_budget", "finalists"})
"""Settings with which the same search goes on."""


def task_claim(
    file: TaskFile, roles: dict[str, str | None], documents: Iterable[Document], prompts: Mapping[str, str]
) -> FolderClaim:
    """Return what the folder of a task is for."""
    settings = {**file.model_dump(mode="json", exclude=set(_BUDGETS)), "roles": roles}
    if prompts:  # folders of earlier versions stay good for tasks without
        settings["prompts"] = dict(prompts)
    return FolderClaim.of("tune", documents, settings, _OUTPUTS)


def write_plan(folder: Path, task: str) -> None:
    """Write down which task a folder is for."""
    with atomic_file(folder / "plan.json", force=True, private=True) as stream:
        stream.write(json.dumps({"version": 1, "name": f"tune {task}"}).encode())
