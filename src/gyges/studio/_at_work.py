"""What is at work: long things that pages ask for, and the run folders that a studio shows; both known by number."""

import json
import threading
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import Path
from typing import Any, Literal, TypeAlias

from gyges.errors import GygesError, StudioError, UnknownItemError
from gyges.runs import RunFolder, RunProgress, RunState, find_runs, look_at_progress, look_at_run
from gyges.scoring import results_files

_AT_ONCE = 3
_MOST_WAITING = 20
_KEPT = 200  # jobs that can still be asked about

JobState: TypeAlias = Literal["waiting", "at work", "done", "failed"]

Report: TypeAlias = Callable[[int, int], None]
"""Told how much is done, of how much."""
_RESULTS, _SUMMARY = "results.json", "summary.json"
_MOST_FAILURES = 50
_REMEMBERED = 256  # files of runs that ended and do not change


@dataclass(frozen=True, slots=True)
class BackgroundJob:
    """Something that was asked for."""

    number: int  # by which it is asked about
    what: str  # what it is, in words
    who: str  # who asked for it
    state: JobState = "waiting"  # how far it is
    done: int = 0  # how much of it is done
    total: int = 0  # of how much
    said: str = ""  # what came of it, in words; why not, where it failed


@dataclass
class Jobs:
    """Starts jobs and tells about them. They end with the server; what they made by then is in the project."""

    _jobs: dict[int, BackgroundJob] = field(default_factory=dict)
    _lock: threading.Lock = field(default_factory=threading.Lock)
    _last: int = 0
    _slots: threading.Semaphore = field(default_factory=lambda: threading.Semaphore(_AT_ONCE))

    def start(self, what: str, who: str, work: Callable[[Report], str]) -> BackgroundJob:
        """Start work that says in the end what came of it; an error of ours is how it failed."""
        with self._lock:
            if sum(job.state == "waiting" for job in self._jobs.values()) >= _MOST_WAITING:
                raise StudioError(f"{_MOST_WAITING} things are waiting already", "wait until some of them are done")
            self._last += 1
            job = BackgroundJob(self._last, what, who)
            self._jobs[job.number] = job
            for old in [one.number for one in self._jobs.values() if one.state in ("done", "failed")][:-_KEPT]:
                del self._jobs[old]
        # A daemon: whoever stops the server does not wait for a model.
        threading.Thread(target=self._do, args=(job.number, work), name=f"job-{job.number}", daemon=True).start()
        return job

    def get(self, number: int) -> BackgroundJob:
        """Return a job."""
        with self._lock:
            if number not in self._jobs:
                raise UnknownItemError(f"nothing of the number {number} is at work", "ask for it again")
            return self._jobs[number]

    def _do(self, number: int, work: Callable[[Report], str]) -> None:
        with self._slots:
            self._change(number, state="at work")
            try:
                said = work(lambda done, total: self._change(number, done=done, total=total))
            except GygesError as error:
                self._change(number, state="failed", said=str(error))
            except Exception as error:  # noqa: BLE001 - a thread has no caller; what went wrong is shown, not lost
                self._change(number, state="failed", said=f"{type(error).__name__}: {error}")
            else:
                self._change(number, state="done", said=said)

    def _change(self, number: int, **changed: object) -> None:
        with self._lock:
            self._jobs[number] = replace(self._jobs[number], **changed)  # type: ignore[arg-type]  # fields of BackgroundJob


@dataclass(frozen=True, slots=True)
class RunWatched:
    """A run folder as it lies there now."""

    number: int  # by which it is asked for
    name: str  # where it lies, from the folder that was named
    verb: str  # what made it
    last: str  # when it was last begun or gone on with, UTC
    state: RunState  # how that ended
    documents: int | None  # how many documents it was about, if that is written down
    failed: int | None  # how many of them failed
    failures: list[dict[str, str]]  # some of them: ``id``, ``stage``, ``reason``
    bytes: int  # how much it takes on disk
    progress: RunProgress | None  # how far it is, while it is at work or where it was killed
    cost: dict[str, int | float | None] | None  # what models cost, as far as that is written down
    reports: list[str]  # its reports; each is asked for by its place here
    audits: list[str]  # its audits; the same


@dataclass
class WatchedRuns:
    """Finds run folders and gives them numbers, which stay while the server runs."""

    roots: tuple[Path, ...]  # folders with run folders in them
    _known: dict[Path, int] = field(default_factory=dict)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def all(self) -> list[RunWatched]:
        """Return all runs, the newest first."""
        found = [run for root in self.roots if root.is_dir() for run in find_runs(root)]
        distinct = {run.folder.resolve(): run for run in found}
        return [self._watched(run) for run in sorted(distinct.values(), key=lambda run: run.last, reverse=True)]

    def one(self, number: int) -> RunWatched:
        """Return one run."""
        return self._watched(look_at_run(self.folder(number)))

    def folder(self, number: int) -> Path:
        """Return where a run lies."""
        with self._lock:
            found = next((folder for folder, known in self._known.items() if known == number), None)
        if found is None or not found.is_dir():
            raise UnknownItemError(f"there is no run {number}", "go back to the list of runs")
        return found

    def report(self, number: int, place: int) -> Path:
        """Return the file of a report."""
        run, folder = self.one(number), self.folder(number)
        if place >= len(run.reports):
            raise UnknownItemError("there is no such report", "go back to the list of runs")
        return folder / run.reports[place]

    def audit(self, number: int, place: int) -> Path:
        """Return the results file of an audit."""
        found = list(_audits(self.folder(number)).values())
        if place >= len(found):
            raise UnknownItemError("there is no such audit", "go back to the list of runs")
        return found[place]

    def _watched(self, run: RunFolder) -> RunWatched:
        folder = run.folder.resolve()
        with self._lock:
            number = self._known.setdefault(folder, len(self._known) + 1)
        audits = _audits(folder)
        files = (folder / _SUMMARY, *audits.values())
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
            [name for name in (*run.public, *run.private) if name.endswith(".html") and _is_inside(folder, name)],
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
