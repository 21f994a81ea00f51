"""How long do a million short documents take through `mask` and `audit`, and how much memory and disk?

Run: python benchmarks/million.py FOLDER                        (1,000,000 documents, --jobs 2; hours)
     python benchmarks/million.py FOLDER --documents 2000       (fewer)

The documents are invented by the factory and cut to one or two sentences of 60 to 150 characters; they are written to
FOLDER one by one, and are never in memory together. Stopped, the same command goes on where it was: runs do. A line is
printed for every 100,000 documents of a step (--every), and for each verb at its end. Memory is what the system says a
process holds; peaks are those of the main process and of the greatest other one. Seconds on the wall count what else
the machine does; seconds of computing do not, and are those of the main process and of all others (Linux).
"""

import argparse
import os
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from scale import adopt_orphans, others_took

from gyges.corpus import write_documents
from gyges.factory import make_documents
from gyges.records import Document, Subject
from gyges.runs import look_at_progress

_GYGES = (sys.executable, "-m", "gyges")
_SHORTEST, _LONGEST = 60, 150
_SENTENCE = re.compile(r"[^.!?\n]+(?:[.!?\n]+|$)\s*")
_LOOK_SECONDS = 2.0


def short_documents(count: int, seed: int) -> Iterator[Document]:
    """Yield short documents with the people and facts that they still tell of."""
    made = 0
    for document in make_documents(count, seed=seed):
        for number, (start, end) in enumerate(_pieces(document.text)):
            yield _cut(document, start, end, f"{document.id}-{number}")
            made += 1
            if made == count:
                return


def _pieces(text: str) -> Iterator[tuple[int, int]]:
    start = None
    for sentence in _SENTENCE.finditer(text):
        start = sentence.start() if start is None else start
        if sentence.end() - start > _LONGEST:
            start = sentence.start() if sentence.end() - sentence.start() <= _LONGEST else None
        if start is not None and sentence.end() - start >= _SHORTEST:
            yield start, sentence.end()
            start = None


def _cut(document: Document, start: int, end: int, id_: str) -> Document:
    text = document.text[start:end]
    people = [_told(subject, text) for subject in document.subjects or ()]
    inside = [one for one in document.mentions or () if start <= one.start and one.end <= end]
    return Document(
        id_,
        text,
        tuple(person for person in people if person.facts),
        tuple(replace(one, start=one.start - start, end=one.end - start) for one in inside),
    )


def _told(subject: Subject, text: str) -> Subject:
    facts = (replace(fact, evidence=tuple(q for q in fact.evidence if q in text)) for fact in subject.facts)
    called = tuple(word for word in subject.called if word in text)
    return replace(subject, facts=tuple(fact for fact in facts if fact.evidence), called=called)


@dataclass(slots=True)
class Peaks:
    """The most megabytes that the main process, and any other one, held."""

    main: float = 0.0
    other: float = 0.0

    def look(self, process: int) -> None:
        """Look at a process and all that it has started."""
        self.main = max(self.main, _megabytes(process))
        for child in _children(process):
            self.other = max(self.other, _megabytes(child))


def _megabytes(process: int) -> float:
    try:
        lines = Path(f"/proc/{process}/status").read_text().splitlines()
    except OSError:
        return 0.0
    return next((int(line.split()[1]) / 1024 for line in lines if line.startswith("VmHWM")), 0.0)


def _children(process: int) -> Iterator[int]:
    for file in Path(f"/proc/{process}/task").glob("*/children"):  # each thread has those that it started
        try:
            found = file.read_text().split()
        except OSError:
            continue
        for child in map(int, found):
            yield child
            yield from _children(child)


def watched(what: str, command: list[str], folder: Path, documents: int, every: int) -> None:
    """Run a verb, and print how it goes on."""
    started, peaks = time.perf_counter(), Peaks()
    step, told, since, first = "", 0, started, 0
    process = subprocess.Popen([*_GYGES, *command, "-q"], stdout=subprocess.DEVNULL)
    while (ended := os.wait4(process.pid, os.WNOHANG))[0] == 0:
        time.sleep(_LOOK_SECONDS)
        peaks.look(process.pid)
        at = look_at_progress(folder)
        if at is None:
            continue
        if at.step != step or at.ended // every < told:  # originals and releases are read in steps of one name
            step, told, since, first = at.step, at.ended // every, time.perf_counter(), at.ended
        if at.ended // every > told:
            told = at.ended // every
            rate = (at.ended - first) / (time.perf_counter() - since)
            print(f"{what}, {step}: {at.ended:,} at {rate:.0f}/s, {_words(peaks, folder)}", flush=True)
    seconds, (_, status, used) = time.perf_counter() - started, ended
    process.returncode = os.waitstatus_to_exitcode(status)
    main, (others, _) = used.ru_utime + used.ru_stime, others_took()
    print(
        f"{what}: {documents:,} documents in {seconds:.0f} s ({documents / seconds:.0f}/s, "
        f"{1000 * seconds / documents:.1f} s for 1,000), {_words(peaks, folder)}\n"
        f"{what}: {main:.0f} s of computing by the main process and {others:.0f} s by all others, "
        f"{1000 * (main + others) / documents:.2f} ms a document",
        flush=True,
    )
    if process.returncode not in (0, 1):  # 1: some documents have no release, or too little was read
        raise SystemExit(f"gyges {' '.join(command)} ended with {process.returncode}")


def _words(peaks: Peaks, folder: Path) -> str:
    size = sum(file.stat().st_size for file in folder.rglob("*") if file.is_file())
    return f"peaks {peaks.main:.0f} MB and {peaks.other:.0f} MB, folder {size / 1e6:,.0f} MB"


def main() -> int:
    """Measure."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--documents", type=int, default=1_000_000)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--every", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=7)
    asked = parser.parse_args()
    adopt_orphans()
    asked.folder.mkdir(parents=True, exist_ok=True)
    originals = asked.folder / f"{asked.documents}.jsonl"
    if not originals.exists():
        started = time.perf_counter()
        write_documents(short_documents(asked.documents, asked.seed), originals)
        size = originals.stat().st_size / 1e6
        print(
            f"made {asked.documents:,} documents in {time.perf_counter() - started:.0f} s, {size:,.0f} MB", flush=True
        )
    made, audited = asked.folder / f"made-{asked.documents}", asked.folder / f"audited-{asked.documents}"
    jobs = ["--jobs", str(asked.jobs)]
    mask = ["anonymize", str(originals), "--method", "mask", "--out", str(made), *jobs]
    watched("mask", mask, made, asked.documents, asked.every)
    audit = ["audit", str(originals), str(made / "releases.jsonl"), "--out", str(audited), *jobs]
    watched("audit", audit, audited, asked.documents, asked.every)
    return 0


if __name__ == "__main__":
    sys.exit(main())
