"""How fast are `mask` and `audit` with several processes, do they find the same, and how much memory do they take?

Run: python benchmarks/scale.py                                       (1,000 documents, --jobs 1 and 2)
     python benchmarks/scale.py --documents 3000 --times 3            (in turn, the best of three times of each)
     python benchmarks/scale.py --memory 1000 5000 15000              (peak memory of `mask` by number of documents)
     python benchmarks/scale.py --memory 1000 5000 15000 --verb audit (the same for `audit`)

Exit 1 when results differ. Seconds on the wall count what else the machine does; seconds of computing do not, and hold
those of all processes (Linux).
"""

import argparse
import ctypes
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from pathlib import Path

from gyges.corpus import write_documents
from gyges.factory import make_documents

_SUBREAPER = 36  # PR_SET_CHILD_SUBREAPER
_GYGES = (sys.executable, "-m", "gyges")


@dataclass(frozen=True, slots=True)
class Took:
    """What a command took: seconds on the wall, seconds of computing, megabytes of the main process and of a worker."""

    wall: float
    cpu: float
    megabytes: float
    worker: float


def took(*command: str) -> Took:
    """Run a command of Gyges and wait for all its processes."""
    started = time.perf_counter()
    process = subprocess.Popen([*_GYGES, *command, "-q"], stdout=subprocess.DEVNULL)
    _, status, used = os.wait4(process.pid, 0)
    wall = time.perf_counter() - started
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise SystemExit(f"gyges {' '.join(command)} ended with {process.returncode}")
    cpu, worker = others_took()
    return Took(wall, used.ru_utime + used.ru_stime + cpu, used.ru_maxrss / 1024, worker)


def adopt_orphans() -> None:
    """Let processes whose parent has ended become ours, and their seconds too (Linux)."""
    ctypes.CDLL(None).prctl(_SUBREAPER, 1, 0, 0, 0)


def others_took() -> tuple[float, float]:
    """Wait for what a command has left: the server of the workers, and what it waited for.

    Returns:
        Seconds of computing of all of them, and the most megabytes that one held.
    """
    cpu, megabytes = 0.0, 0.0
    while True:
        try:
            _, _, left = os.wait3(0)
        except ChildProcessError:
            return cpu, megabytes
        cpu += left.ru_utime + left.ru_stime
        megabytes = max(megabytes, left.ru_maxrss / 1024)


def corpus(documents: int, folder: Path) -> str:
    """Write invented documents; return the file."""
    file = folder / f"{documents}.jsonl"
    write_documents(make_documents(documents, seed=7), file)
    return str(file)


def speed(documents: int, jobs: Sequence[int], times: int, folder: Path) -> bool:
    """Print how long both verbs take; return whether they found the same with any number of processes.

    Args:
        documents: How many.
        jobs: Numbers of processes.
        times: How often each is measured. A rented machine is faster now and slower then, so they take turns, and the
            best time of each counts.
        folder: Where everything goes.
    """
    originals = corpus(documents, folder)
    print(f"{documents:,} documents, {len(os.sched_getaffinity(0))} cores, load {os.getloadavg()[0]:.1f}")
    found, best = [], dict[tuple[str, int], Took]()
    for turn, number in product(range(times), jobs):
        made, audited = folder / f"made-{turn}-{number}", folder / f"audited-{turn}-{number}"
        masking = took("anonymize", originals, "--method", "mask", "--out", str(made), "--jobs", str(number))
        releases = str(made / "releases.jsonl")
        auditing = took("audit", originals, releases, "--out", str(audited), "--jobs", str(number))
        for verb, one in (("mask", masking), ("audit", auditing)):
            best[verb, number] = min(one, best.get((verb, number), one), key=lambda one: one.wall)
        found.append(((made / "releases.jsonl").read_bytes(), json.loads((audited / "results.json").read_text())))
    for (verb, number), one in sorted(best.items(), key=lambda item: item[0], reverse=True):
        print(
            f"{verb:5} --jobs {number}: {documents / one.wall:6.1f} documents/s ({one.wall:.1f} s), "
            f"{best[verb, jobs[0]].wall / one.wall:.2f}x, {one.cpu:.1f} s of computing, {one.megabytes:.0f} MB"
        )
    same = all(one == found[0] for one in found)
    print("the same releases and results" if same else "DIFFERENT releases or results")
    return same


def memory(sizes: Sequence[int], verb: str, folder: Path) -> None:
    """Print the peak memory of the main process and of its greatest worker while a verb does so many documents."""
    for documents in sizes:
        originals, made = corpus(documents, folder), str(folder / f"m{documents}")
        one = took("anonymize", originals, "--method", "mask", "--out", made)
        if verb == "audit":
            audited = str(folder / f"a{documents}")
            one = took("audit", originals, f"{made}/releases.jsonl", "--out", audited)
        print(
            f"{verb}, {documents:,} documents: {one.megabytes:.0f} MB, worker {one.worker:.0f} MB, {one.wall:.1f} s, "
            f"{one.cpu:.1f} s of computing",
            flush=True,
        )


def main() -> int:
    """Measure what was asked."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--documents", type=int, default=1000)
    parser.add_argument("--jobs", type=int, nargs="+", default=[1, 2])
    parser.add_argument("--times", type=int, default=1)
    parser.add_argument("--memory", type=int, nargs="+", default=[])
    parser.add_argument("--verb", choices=("mask", "audit"), default="mask")
    asked = parser.parse_args()
    adopt_orphans()
    with tempfile.TemporaryDirectory() as folder:
        if asked.memory:
            memory(asked.memory, asked.verb, Path(folder))
            return 0
        return 0 if speed(asked.documents, asked.jobs, asked.times, Path(folder)) else 1


if __name__ == "__main__":
    sys.exit(main())
