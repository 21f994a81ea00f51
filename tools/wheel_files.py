"""Checks that a wheel has every file of the package that git knows: tables, prompts, templates and models are data.

Usage: python tools/wheel_files.py WHEEL
"""

import subprocess
import sys
import zipfile
from pathlib import Path

ROOT = Path(__file__).parents[1]


def main() -> None:
    """Compare, and end with the names of what is missing or too much."""
    known = subprocess.run(
        ["git", "ls-files", "-z", "src/gyges"],  # noqa: S607
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    wanted = {name.removeprefix("src/") for name in known.stdout.split("\0") if name}
    there = {name for name in zipfile.ZipFile(sys.argv[1]).namelist() if name.startswith("gyges/")}
    wrong = [f"missing: {name}" for name in sorted(wanted - there)] + [f"extra: {n}" for n in sorted(there - wanted)]
    sys.exit("\n".join(wrong) if wrong else 0)


if __name__ == "__main__":
    main()
