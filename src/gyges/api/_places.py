"""Where a call works: the run folder of the user, or one that is gone afterwards."""

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from gyges.corpus import local_folder


@contextmanager
def run_folder(folder: str | Path | None) -> Iterator[Path]:
    """Give the folder that was named, else a temporary one that only its owner can read."""
    if folder is not None:
        yield local_folder(folder)
        return
    with tempfile.TemporaryDirectory(prefix="gyges-") as temporary:
        yield Path(temporary)
