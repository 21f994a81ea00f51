"""A disk that is soon full: a small file system in memory, where the machine lets us have one."""

import subprocess
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest


@contextmanager
def small_disk(folder: Path, size: int) -> Iterator[Path]:
    """Have a file system of some bytes in a folder, which is made."""
    folder.mkdir(exist_ok=True)
    _mount(folder, "-t", "tmpfs", "-o", f"size={size}", "tmpfs")
    try:
        yield folder
    finally:
        subprocess.run(["umount", str(folder)], check=True)  # noqa: S607


@contextmanager
def small_disk_or_skip(folder: Path, size: int) -> Iterator[Path]:
    """Have it, or skip the test where no file system can be mounted."""
    with ExitStack() as mounted:
        try:
            mounted.enter_context(small_disk(folder, size))
        except OSError:
            pytest.skip("no file system can be mounted here")
        yield folder


def resize(folder: Path, size: int) -> None:
    """Give it another size."""
    _mount(folder, "-o", f"remount,size={size}")


def can_mount(folder: Path) -> bool:
    """Whether this machine lends us small disks."""
    try:
        with small_disk(folder, 1 << 20):
            return True
    except OSError:
        return False


def _mount(folder: Path, *options: str) -> None:
    done = subprocess.run(["mount", *options, str(folder)], capture_output=True, text=True, check=False)  # noqa: S607
    if done.returncode:
        raise OSError(done.stderr.strip())
