"""Read a big JSONL file and say how fast that was and how much memory it took.

Usage: python benchmarks/reading_jsonl.py [--megabytes 1000]

Exits with 1 when the memory of the reader passed the limit, whatever the size of the file.
"""

import argparse
import json
import random
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from gyges.corpus import read_documents

MEGABYTE = 1_000_000
MEMORY_LIMIT_MB = 200
WORDS = [
    "Ana",
    "Sol",
    "moved",
    "to",
    "Évora",
    "with",
    "her",
    "sister",
    "in",
    "May",
    "2019",
    "😀",
    "nurse",
    "and",
    "the",
]
WORDS_A_TEXT = 400


def write_rows(path: Path, size: int) -> int:
    """Write rows of text with an annotated person each until a file has its size; return how many."""
    dice = random.Random(7)
    fact = {"tag": "NAME", "value": "Ana Sol", "certainty": 5, "hardness": 1, "evidence": ["Ana"]}
    subjects = [{"id": 0, "description": "Ana", "facts": [fact]}]
    written = number = 0
    with path.open("wb") as stream:
        while written < size:
            text = " ".join(dice.choices(WORDS, k=WORDS_A_TEXT))
            row = {"id": f"row-{number}", "text": text, "subjects": subjects, "meta": {"ward": number % 7}}
            written += stream.write(json.dumps(row, ensure_ascii=False).encode("utf-8") + b"\n")
            number += 1
    return number


def read_all(path: Path, rows: int) -> int:
    """Read a file in this process, report, and return the exit status."""
    start = time.perf_counter()
    found = sum(1 for _ in read_documents(path))
    seconds = time.perf_counter() - start
    unit = 1024 * 1024 if sys.platform == "darwin" else 1024  # ru_maxrss: bytes there, kilobytes elsewhere
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / unit
    size = path.stat().st_size / MEGABYTE
    print(f"rows {found:,}  size {size:,.0f} MB  seconds {seconds:.1f}  speed {size / seconds:.1f} MB/s  ", end="")
    print(f"peak memory {peak:.0f} MB (limit {MEMORY_LIMIT_MB})")
    if found != rows:
        print(f"read {found} of {rows} rows")
        return 1
    return 1 if peak > MEMORY_LIMIT_MB else 0


def main() -> int:
    """Write the file here, read it in a process of its own so that only the reader's memory counts."""
    parser = argparse.ArgumentParser(description="Read a big JSONL file.")
    parser.add_argument("--megabytes", type=int, default=1000)
    parser.add_argument("--read", nargs=2, metavar=("FILE", "ROWS"), help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.read:
        return read_all(Path(options.read[0]), int(options.read[1]))
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "big.jsonl"
        rows = write_rows(path, options.megabytes * MEGABYTE)
        command = [sys.executable, __file__, "--read", str(path), str(rows)]
        return subprocess.run(command, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
