"""A full disk under temporary files, and under files that belong together."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from gyges.corpus import Place, write_together
from gyges.errors import InputError
from small_disk import small_disk_or_skip

SIZE = 64 * 1024
COUNT_IDS = """
from gyges.corpus import read_documents
rows = ({'id': f'a rather long name of a document {number:09}', 'text': 'x'} for number in range(200_000))
try:
    sum(1 for _ in read_documents(rows))
except Exception as error:
    print(type(error).__name__, error)
"""
READ_TABLE = """
from gyges.corpus import read_documents
try:
    list(read_documents('-', format='csv'))
except Exception as error:
    print(type(error).__name__, error)
"""


@pytest.mark.parametrize(
    ("program", "sent"), [(COUNT_IDS, b""), (READ_TABLE, b"id,text\n" + b"1,many words\n" * 20_000)]
)
def test_temporary_files_without_room_are_one_clear_error(tmp_path: Path, program: str, sent: bytes) -> None:
    with small_disk_or_skip(tmp_path / "disk", SIZE) as disk:
        environment = {**os.environ, "TMPDIR": str(disk)}
        done = subprocess.run(
            [sys.executable, "-c", program], input=sent, env=environment, capture_output=True, check=False
        )
    assert done.stdout.startswith(b"InputError GY101 temporary files cannot be written (")
    assert b"make room, or name a folder on another disk by TMPDIR" in done.stdout
    assert not done.stderr


def test_files_that_belong_together_are_written_all_or_none(tmp_path: Path) -> None:
    with small_disk_or_skip(tmp_path / "disk", SIZE) as disk:
        (disk / "old").write_bytes(b"as it was")
        contents: dict[Place, bytes] = {disk / "old": b"new", disk / "small": b"x", disk / "large": bytes(2 * SIZE)}
        with pytest.raises(InputError, match=r"large cannot be written \(No space left"):
            write_together(contents, force=True)
        assert [path.name for path in disk.iterdir()] == ["old"]
        assert (disk / "old").read_bytes() == b"as it was"
        write_together({disk / "old": b"new", disk / "small": b"x"}, force=True)
        assert (disk / "old").read_bytes() + (disk / "small").read_bytes() == b"newx"
