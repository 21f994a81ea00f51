"""How quick the journal is: 100,000 units appended, reopened and read. Exit status 1 when a target is missed.

Run it with ``python benchmarks/journal.py [COUNT]``.
"""

import hashlib
import sys
import tempfile
import time
from pathlib import Path

from gyges.records import JsonValue
from gyges.runs import Journal

COUNT = 100_000
APPEND_MS = 0.2
REOPEN_SECONDS = 2.0


def unit(number: int) -> tuple[str, JsonValue]:
    """Return a unit of the size that an attack on a short text has, about a kilobyte."""
    facts: JsonValue = [{"tag": "AGE", "value": f"{number % 90}", "evidence": ["vierzig Jahre alt"]} for _ in range(12)]
    payload: JsonValue = {"stage": "attack", "document": f"d{number}", "status": "done", "value": {"facts": facts}}
    return hashlib.sha256(str(number).encode()).hexdigest(), payload


def main(count: int) -> int:
    """Measure, print a table, and say whether the targets were met."""
    units = [unit(number) for number in range(count)]
    with tempfile.TemporaryDirectory(dir=Path.cwd()) as folder:
        path = Path(folder) / "journal"
        begin = time.perf_counter()
        with Journal(path) as journal:
            for key, payload in units:
                journal.append(key, payload)
        append_ms = (time.perf_counter() - begin) / count * 1000
        begin = time.perf_counter()
        journal = Journal(path)
        reopen = time.perf_counter() - begin
        begin = time.perf_counter()
        for key, _ in units:
            journal.get(key)
        get_ms = (time.perf_counter() - begin) / count * 1000
        journal.close()
        size = path.stat().st_size
    rows = [
        ("append, mean ms (fsync included)", append_ms, APPEND_MS),
        ("reopen, seconds", reopen, REOPEN_SECONDS),
        ("get, mean ms", get_ms, None),
    ]
    print(f"{count:,} units, {size / 1e6:.0f} MB")
    print(f"{'':34}{'measured':>10}{'target':>10}")
    for name, value, target in rows:
        print(f"{name:34}{value:>10.4f}{f'< {target}' if target else '':>10}")
    return 0 if all(target is None or value < target for _, value, target in rows) else 1


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else COUNT))
