"""The record on disk: one compressed file a part, one canonical line a document, in the order of their ids."""

import json
import lzma
from collections.abc import Iterable
from functools import cache
from pathlib import Path

from golden.rows import Row, line_of

FOLDER = Path(__file__).parent / "record"


@cache
def load(part: str, folder: Path = FOLDER) -> dict[str, Row]:
    """Return the recorded rows of a part by id; none where it was never recorded."""
    path = folder / f"{part}.jsonl.xz"
    if not path.exists():
        return {}
    lines = lzma.decompress(path.read_bytes()).decode("utf-8").splitlines()
    return {row["id"]: row for row in map(json.loads, lines)}


def save(part: str, rows: Iterable[Row], folder: Path = FOLDER) -> None:
    """Write the rows of a part."""
    lines = "".join(f"{line_of(row)}\n" for row in sorted(rows, key=lambda row: str(row["id"])))
    folder.mkdir(exist_ok=True)
    (folder / f"{part}.jsonl.xz").write_bytes(lzma.compress(lines.encode("utf-8"), preset=9 | lzma.PRESET_EXTREME))
