"""The folder of a benchmark: one process at a time, and ``plan.json`` says what it is for."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path

from gyges.corpus import atomic_file
from gyges.runs._claim import FolderClaim, claim_folder
from gyges.runs._lock import folder_lock
from gyges.runs._public import PUBLIC
from gyges.runs.benchmark._outcome import plan_json
from gyges.runs.benchmark._prepare import Prepared

__all__ = ["benchmark_claim", "benchmark_folder"]

_OUTPUTS = (
    *("plan.json", "anonymize", "audits", "links", "benchmark.json"),
    *("table.md", "table.csv", "links.csv", "report.html", "people.html", PUBLIC),
)


def benchmark_claim(prepared: Prepared) -> FolderClaim:
    """Return what the folder of a benchmark is for."""
    inputs = [row for name, documents in prepared.documents.items() for row in (name, *documents)]
    prompts = {"prompts": prepared.prompts} if prepared.prompts else {}
    return FolderClaim.of("benchmark", inputs, {**asdict(prepared.plan), **prompts}, _OUTPUTS)


@contextmanager
def benchmark_folder(folder: Path, prepared: Prepared, *, force: bool = False) -> Iterator[None]:
    """Hold the folder of a benchmark while it runs, and write down its plan.

    Args:
        folder: Made where there is none.
        prepared: What will be run.
        force: Take over a folder that belongs to another run.

    Raises:
        RunBusyError: Another process works in it.
        OutputExistsError: It belongs to another run, or holds files that no run has written.
        RunError: It cannot be made.
    """
    claim_folder(folder, benchmark_claim(prepared), force=force)
    with folder_lock(folder):
        with atomic_file(folder / "plan.json", force=True, private=True) as stream:
            stream.write((json.dumps(plan_json(prepared), ensure_ascii=False, indent=2) + "\n").encode("utf-8"))
        yield
