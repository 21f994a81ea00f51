"""Prints which share of the lines of each room the tests reach, from the file that ``coverage json`` writes.

Usage: python tools/coverage_by_room.py coverage.json
"""

import json
import sys
from collections import defaultdict
from pathlib import Path, PurePosixPath


def main() -> None:
    """Add up files by room, and print a table."""
    files = json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))["files"]
    rooms: dict[str, list[int]] = defaultdict(lambda: [0, 0])
    for name, found in files.items():
        parts = PurePosixPath(name.replace("\\", "/")).parts
        inside = parts[parts.index("gyges") + 1 :]
        for room in (inside[0] if len(inside) > 1 else "(top)", "all"):
            rooms[room][0] += found["summary"]["covered_lines"]
            rooms[room][1] += found["summary"]["num_statements"]
    for room, (reached, lines) in sorted(rooms.items(), key=lambda row: (row[0] == "all", row[0])):
        sys.stdout.write(f"{room:12} {reached:6} of {lines:6} lines {100 * reached / max(lines, 1):6.1f} %\n")


if __name__ == "__main__":
    main()
