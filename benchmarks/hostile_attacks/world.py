"""Where attacks happen: a temporary folder, the command as a process, bundled documents, and the list of attacks."""

import json
import os
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias, TypeVar

__all__ = ["ATTACKS", "Attack", "Audited", "Ran", "Row", "Rows", "Seen", "World", "attack", "honest", "texts_of"]

Made = TypeVar("Made")
Row: TypeAlias = dict[str, Any]
Rows: TypeAlias = list[Row]
LIMIT = 300.0
"""Seconds after which a command counts as hung."""
DOCUMENTS = (
    *("court-14", "notes-10", "notes-15", "notes-20", "notes-22", "notes-29"),
    *("notes-31", "notes-36", "notes-38", "notes-40", "notes-44", "posts-01"),
)
"""Short bundled documents of which every fact can be scored after honest methods."""
GATE = "cpr=0.5"
_TALK = r"\d:\d\d elapsed|: wrote |WARNING|of no genre that the rules know"
_OPTION = re.compile(r"(?<![\w-])(--[a-z][a-z-]+)(?:[ =]([\w.=-]+))?")


@dataclass(frozen=True)
class Seen:
    """What came of an attack; `held` is None where it is only counted."""

    held: bool | None
    happened: str


@dataclass(frozen=True)
class Attack:
    """One attack, or the honest use beside it."""

    name: str
    point: int
    must: str
    run: Callable[["World"], Seen]
    honest: bool = False


@dataclass(frozen=True)
class Ran:
    """How a command ended; `seconds` are those of the processor."""

    status: int
    out: str
    err: str
    seconds: float
    megabytes: float

    @property
    def why(self) -> str:
        """Its last complaint, in a few words."""
        lines = [line for line in self.err.splitlines() if not re.search(_TALK, line)]
        return (lines[-1] if lines else "").removeprefix("gyges: ")[:160]

    @property
    def options(self) -> list[tuple[str, str]]:
        """Options that its complaints name, each with the word behind it."""
        return list(dict.fromkeys(_OPTION.findall(self.err)))


@dataclass(frozen=True)
class Audited:
    """An audit: how the command ended, and its results for one release, if it has any."""

    ran: Ran
    results: Mapping[str, Any]

    def figure(self, name: str) -> float | None:
        """Return a figure, or None where there is none."""
        value = self.results.get("metrics", {}).get(name, {}).get("value")
        return None if value is None else float(value)

    @property
    def covered(self) -> float:
        """The share of documents that were attacked."""
        coverage = self.results.get("coverage") or {"attacked": 0, "documents": 0}
        return float(coverage["attacked"]) / (coverage["documents"] or 1)

    @property
    def told(self) -> str:
        """Exit status and figures, in a few words."""
        figures = [f"{name} {value:.2f}" for name in ("cpr", "strong_cpr") if (value := self.figure(name)) is not None]
        return ", ".join([f"exit {self.ran.status}", *figures, f"{self.covered:.0%} of documents attacked"])


ATTACKS: dict[str, Attack] = {}
"""All attacks by name, in the order in which they were declared."""


def attack(name: str, point: int, must: str) -> Callable[[Callable[["World"], Seen]], Callable[["World"], Seen]]:
    """Put a function on the list of attacks."""

    def listed(run: Callable[["World"], Seen]) -> Callable[["World"], Seen]:
        ATTACKS[name] = Attack(name, point, must, run)
        return run

    return listed


def honest(name: str, point: int, must: str) -> Callable[[Callable[["World"], Seen]], Callable[["World"], Seen]]:
    """Put a function on the list as honest use, which has to pass."""

    def listed(run: Callable[["World"], Seen]) -> Callable[["World"], Seen]:
        ATTACKS[name] = Attack(name, point, must, run, honest=True)
        return run

    return listed


def texts_of(rows: Iterable[Mapping[str, Any]], change: Callable[[str], str] = str) -> Rows:
    """Return rows of ids and texts alone, each text changed."""
    return [{"id": row["id"], "text": change(row["text"])} for row in rows]


class World:
    """Everything that attacks share; what one of them made another takes from here."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._lock = threading.Lock()
        self._locks: dict[str, threading.Lock] = {}
        self._made: dict[str, Any] = {}
        self._names = 0

    def path(self, name: str) -> Path:
        """Return a place in the temporary folder that nobody else has."""
        with self._lock:
            self._names += 1
            return self.folder / f"{self._names:03d}-{name}"

    def once(self, key: str, make: Callable[[], Made]) -> Made:
        """Return what was made under this key, and make it if nobody has."""
        with self._lock:
            lock = self._locks.setdefault(key, threading.Lock())
        with lock:
            if key not in self._made:
                self._made[key] = make()
            made: Made = self._made[key]
            return made

    def write(self, name: str, rows: Iterable[Mapping[str, Any]]) -> Path:
        """Write rows as JSONL."""
        path = self.path(name) / "texts.jsonl"
        path.parent.mkdir()
        path.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows), encoding="utf-8")
        return path

    def start(self, *arguments: object, home: Path | None = None) -> "Started":
        """Start the command in a process group of its own."""
        return Started([str(one) for one in arguments], self.path("said"), home or self.folder / "home")

    def gyges(self, *arguments: object, home: Path | None = None, limit: float = LIMIT) -> Ran:
        """Run the command to its end."""
        return self.start(*arguments, home=home).end(limit)

    @property
    def bundled(self) -> Mapping[str, Row]:
        """The bundled documents with their annotations, by id."""

        def convert() -> Mapping[str, Row]:
            target = self.path("bundled.jsonl")
            done = self.gyges("datasets", "convert", "bundled", target)
            assert done.status == 0, done.err
            rows = [json.loads(line) for line in target.read_text(encoding="utf-8").splitlines()]
            return {row["id"]: row for row in rows}

        return self.once("bundled", convert)

    @property
    def documents(self) -> Rows:
        """A few short ones."""
        return [self.bundled[id_] for id_ in DOCUMENTS]

    @property
    def all_documents(self) -> Rows:
        """All bundled ones, the few first."""
        return [*self.documents, *(row for id_, row in self.bundled.items() if id_ not in DOCUMENTS)]

    @property
    def originals(self) -> Path:
        """The documents as a file."""
        return self.once("originals", lambda: self.write("originals", self.documents))

    def released(self, method: str, *options: str) -> Rows:
        """Return honest releases of the documents by a method."""

        def release() -> Rows:
            target = self.path(f"{method}.jsonl")
            words = ("anonymize", self.originals, "--method", method, *options, "--keep-ids", "-o", target)
            done = self.gyges(*words, "--out", self.path(method))
            assert done.status == 0, done.err
            return [json.loads(line) for line in target.read_text(encoding="utf-8").splitlines()]

        return self.once(f"released {method} {options}", release)

    def audit(self, name: str, releases: Iterable[Mapping[str, Any]], *options: object, **more: Any) -> Audited:
        """Audit releases; `originals` names other originals than the documents."""
        ran, folder = self.audit_folder(name, releases, *options, **more)
        return Audited(ran, results_in(folder))

    def audit_folder(
        self,
        name: str,
        releases: Iterable[Mapping[str, Any]],
        *options: object,
        originals: Path | None = None,
        home: Path | None = None,
    ) -> tuple[Ran, Path]:
        """Audit releases, and return the run folder as well."""
        folder, path = self.path(f"audit-{name}"), self.write(name, releases)
        ran = self.gyges("audit", originals or self.originals, path, "--out", folder, *options, home=home)
        return ran, folder

    @property
    def undisguised(self) -> Audited:
        """The audit of releases that are their originals: all that leaks, leaks."""
        gate = ("--attacker", "rules", "--fail-under", GATE)
        return self.once("undisguised", lambda: self.audit("undisguised", texts_of(self.documents), *gate))


def results_in(folder: Path) -> Mapping[str, Any]:
    """Return the results of an audit, or nothing where it left none."""
    path = folder / "results.json"
    if not path.exists():
        return {}
    found: Mapping[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return found


class Started:
    """A command that runs."""

    def __init__(self, arguments: Sequence[str], said: Path, home: Path) -> None:
        said.mkdir()
        self._said = said
        self._ended: Ran | None = None
        environment = {**os.environ, "GYGES_HOME": str(home), "OMP_NUM_THREADS": "1"}
        with (said / "out").open("wb") as out, (said / "err").open("wb") as err:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "gyges", *arguments],
                cwd=said,
                env=environment,
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=err,
                start_new_session=True,
            )

    def kill(self) -> Ran:
        """Kill the process and what it started, at once."""
        os.killpg(self._process.pid, signal.SIGKILL)
        return self.end(LIMIT)

    def end(self, limit: float) -> Ran:
        """Wait until it ends, at most so many seconds."""
        timer = threading.Timer(limit, os.killpg, (self._process.pid, signal.SIGKILL))
        timer.start()
        _, status, usage = os.wait4(self._process.pid, 0)
        timer.cancel()
        self._process.returncode = os.waitstatus_to_exitcode(status)
        out, err = ((self._said / name).read_text(encoding="utf-8", errors="replace") for name in ("out", "err"))
        kilobytes = usage.ru_maxrss / (1024 if sys.platform == "darwin" else 1)
        return Ran(self._process.returncode, out, err, usage.ru_utime + usage.ru_stime, kilobytes / 1024)


def timed(one: Attack, world: World) -> tuple[Seen, float]:
    """Run an attack; one that cannot be run at all broke."""
    started = time.monotonic()
    try:
        seen = one.run(world)
    except (AssertionError, OSError, ValueError, LookupError) as error:
        words = " ".join(f"{type(error).__name__}: {error}".split())
        seen = Seen(False, f"could not be run: {words[-200:]}")
    return seen, time.monotonic() - started
