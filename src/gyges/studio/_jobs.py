"""Long things that pages ask for: done in threads of their own, watched by number, never waited for in a request."""

import threading
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Literal, TypeAlias

from gyges.errors import GygesError, StudioError, UnknownItemError

__all__ = ["BackgroundJob", "JobState", "Jobs", "Report"]

_AT_ONCE = 3
_MOST_WAITING = 20
_KEPT = 200  # jobs that can still be asked about

JobState: TypeAlias = Literal["waiting", "at work", "done", "failed"]

Report: TypeAlias = Callable[[int, int], None]
"""Told how much is done, of how much."""


@dataclass(frozen=True, slots=True)
class BackgroundJob:
    """Something that was asked for.

    Attributes:
        number: By which it is asked about.
        what: What it is, in words.
        who: Who asked for it.
        state: How far it is.
        done: How much of it is done.
        total: Of how much.
        said: What came of it, in words; why not, where it failed.
    """

    number: int
    what: str
    who: str
    state: JobState = "waiting"
    done: int = 0
    total: int = 0
    said: str = ""


@dataclass
class Jobs:
    """Starts jobs and tells about them. They end with the server; what they made by then is in the project."""

    _jobs: dict[int, BackgroundJob] = field(default_factory=dict)
    _lock: threading.Lock = field(default_factory=threading.Lock)
    _last: int = 0
    _slots: threading.Semaphore = field(default_factory=lambda: threading.Semaphore(_AT_ONCE))

    def start(self, what: str, who: str, work: Callable[[Report], str]) -> BackgroundJob:
        """Start work that says in the end what came of it; an error of ours is how it failed.

        Raises:
            StudioError: Too many are waiting.
        """
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
        """Return a job.

        Raises:
            UnknownItemError: There is none of that number.
        """
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
