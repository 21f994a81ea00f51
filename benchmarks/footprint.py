"""How large is the core on disk, and how long does `gyges --help` take next to a bare Python?

Run: python benchmarks/footprint.py   (exit 1 above 160 MB or 15 times)
"""

import subprocess
import sys
import tempfile
import time
from pathlib import Path

MOST_MEGABYTES, MOST_TIMES, REPEATS = 160, 15, 15
ROOT = Path(__file__).parents[1]


def seconds(*command: str) -> float:
    """Return the best time of several runs."""
    times = []
    for _ in range(REPEATS):
        started = time.perf_counter()
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        times.append(time.perf_counter() - started)
    return min(times)


def main() -> int:
    """Install the core into a fresh environment, measure, report."""
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([sys.executable, "-m", "venv", folder], check=True)
        python = f"{folder}/bin/python"
        packages = next(Path(folder).glob("lib/python*/site-packages"))
        before = sum(file.stat().st_size for file in packages.rglob("*") if file.is_file())
        subprocess.run([python, "-m", "pip", "install", "--quiet", str(ROOT)], check=True)
        after = sum(file.stat().st_size for file in packages.rglob("*") if file.is_file())
        megabytes = (after - before) / 1e6
        bare, helped = seconds(python, "-c", "pass"), seconds(f"{folder}/bin/gyges", "--help")
    print(f"core with its dependencies: {megabytes:.0f} MB (at most {MOST_MEGABYTES})")
    print(f"bare python {bare * 1000:.1f} ms, gyges --help {helped * 1000:.1f} ms")
    print(f"that is {helped / bare:.1f} x (at most {MOST_TIMES})")
    return 0 if megabytes <= MOST_MEGABYTES and helped / bare <= MOST_TIMES else 1


if __name__ == "__main__":
    sys.exit(main())
