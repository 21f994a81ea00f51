"""The run folders that a studio shows: those below the project, and those whoever started it named. Known by number."""

import json
import threading
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any

from gyges.errors import UnknownItemError
from gyges.runs import RunFolder, RunProgress, RunState, find_runs, look_at_progress, look_at_run
from gyges.scoring import results_files
from gyges.sealing import sealed_above

__all__ = ["RunWatched", "WatchedRuns"]

_RESULTS, _SUMMARY = "results.json", "summary.json"
_MOST_FAILURES = 50
_REMEMBERED = 256  # files of runs that ended and do not change


@dataclass(frozen=True, slots=True)
class RunWatched:
    """A run folder as it lies there now.

    Attributes:
        number: By which it is asked for.
        name: Where it lies, from the folder that was named.
        verb: What made it.
        last: When it was last begun or gone on with, UTC.
        state: How that ended.
        documents: How many documents it was about, if that is written down.
        failed: How many of them failed.
        failures: Some of them: ``id``, ``stage``, ``reason``.
        bytes: How much it takes on disk.
        progress: How far it is, while it is at work or where it was killed.
        cost: What models cost, as far as that is written down.
        reports: Its reports; each is asked for by its place here.
        audits: Its audits; the same.
    """

    number: int
    name: str
    verb: str
    last: str
    state: RunState
    documents: int | None
    failed: int | None
    failures: list[dict[str, str]]
    bytes: int
    progress: RunProgress | None
    cost: dict[str, int | float | None] | None
    reports: list[str]
    audits: list[str]


@dataclass
class WatchedRuns:
    """Finds run folders and gives them numbers, which stay while the server runs.

    Attributes:
        roots: Folders with run folders in them.
    """

    roots: tuple[Path, ...]
    _known: dict[Path, int] = field(default_factory=dict)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def all(self) -> list[RunWatched]:
        """Return all runs, the newest first."""
        found = [run for root in self.roots if root.is_dir() for run in find_runs(root)]
        distinct = {run.folder.resolve(): run for run in found}
        return [self._watched(run) for run in sorted(distinct.values(), key=lambda run: run.last, reverse=True)]

    def one(self, number: int) -> RunWatched:
        """Return one run.

        Raises:
            UnknownItemError: There is none of that number.
        """
        return self._watched(look_at_run(self.folder(number)))

    def folder(self, number: int) -> Path:
        """Return where a run lies.

        Raises:
            UnknownItemError: There is none of that number.
        """
        with self._lock:
            found = next((folder for folder, known in self._known.items() if known == number), None)
        if found is None or not found.is_dir():
            raise UnknownItemError(f"there is no run {number}", "go back to the list of runs")
        return found

    def report(self, number: int, place: int) -> Path:
        """Return the file of a report.

        Raises:
            UnknownItemError: There is none.
        """
        run, folder = self.one(number), self.folder(number)
        if place >= len(run.reports):
            raise UnknownItemError("there is no such report", "go back to the list of runs")
        return folder / run.reports[place]

    def audit(self, number: int, place: int) -> Path:
        """Return the results file of an audit.

        Raises:
            UnknownItemError: There is none.
        """
        found = list(_audits(self.folder(number)).values())
        if place >= len(found):
            raise UnknownItemError("there is no such audit", "go back to the list of runs")
        return found[place]

    def _watched(self, run: RunFolder) -> RunWatched:
        folder = run.folder.resolve()
        with self._lock:
            number = self._known.setdefault(folder, len(self._known) + 1)
        sealed = sealed_above(folder) is not None  # the studio has no key
        audits = {} if sealed else _audits(folder)
        files = () if sealed else (folder / _SUMMARY, *audits.values())
        told = [_told(path, path.stat().st_mtime_ns) for path in files if path.is_file()]
        failures = list({(one["id"], one["stage"]): one for row in told for one in row.failures}.values())
        progress = look_at_progress(folder)
        costs = [row.cost for row in told if row.cost is not None]
        return RunWatched(
            number,
            self._name(folder),
            run.verb,
            run.last.isoformat(timespec="seconds"),
            run.state,
            max((row.documents for row in told if row.documents is not None), default=run.documents),
            len({one["id"] for one in failures}) if told else run.failed,
            failures[:_MOST_FAILURES],
            run.bytes,
            progress if run.state in ("at work", "unfinished") else None,
            progress.cost if run.state == "at work" and progress is not None else next(reversed(costs), None),
            [
                name
                for name in (*run.public, *(() if sealed else run.private))
                if name.endswith(".html") and _is_inside(folder, name)
            ],
            list(audits),
        )

    def _name(self, folder: Path) -> str:
        for root in self.roots:
            if folder.is_relative_to(root.resolve()):
                return folder.relative_to(root.resolve().parent).as_posix()
        return folder.name


def _is_inside(folder: Path, name: str) -> bool:
    """Whether a file lies in the folder itself and is no link out of it."""
    return (folder / name).resolve() == folder / name


def _audits(folder: Path) -> dict[str, Path]:
    inside = (folder / _RESULTS).is_file() or any(folder.glob(f"*/{_RESULTS}"))
    return results_files(folder) if inside else {}


@dataclass(frozen=True, slots=True)
class _WrittenDown:
    """What a summary or the results of an audit say: how many documents, which failed, what it cost."""

    documents: int | None
    failures: tuple[dict[str, str], ...]
    cost: dict[str, int | float | None] | None


@lru_cache(maxsize=_REMEMBERED)
def _told(path: Path, changed: int) -> _WrittenDown:
    """Return what a file says; read once for each state of it, as pages ask every second.

    An audit also counts documents that have no release: they are in its coverage, and in no summary of a run.
    """
    said = _json(path)
    coverage = said.get("coverage")
    about = coverage if isinstance(coverage, dict) else said
    rows = about.get("failed")
    failures = [row for row in rows if isinstance(row, dict)] if isinstance(rows, list) else []
    documents = about.get("total") if isinstance(about.get("total"), int) else about.get("documents")
    cost = said.get("cost")
    return _WrittenDown(
        documents if isinstance(documents, int) else None,
        tuple({name: str(row.get(name, "")) for name in ("id", "stage", "reason")} for row in failures),
        cost if isinstance(cost, dict) else None,
    )


def _json(path: Path) -> dict[str, Any]:
    """Return what a file of a run says; nothing where it is missing or just being written."""
    try:
        found = json.loads(path.read_bytes())
    except (OSError, ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}
