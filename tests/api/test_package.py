"""``import gyges``: quick, and with everything in sight."""

import subprocess
import sys
from pathlib import Path

import gyges


def test_dir_names_everything_and_every_name_is_there() -> None:
    rooms = {path.name for path in Path(gyges.__file__).parent.iterdir() if (path / "__init__.py").exists()}
    assert {*gyges.__all__, *(rooms - {"cli"}), "errors"} <= set(dir(gyges))
    assert all(getattr(gyges, name, None) is not None for name in dir(gyges))


def test_rooms_can_be_used_without_importing_them_one_by_one() -> None:
    code = "import sys, gyges; assert 'gyges.corpus' not in sys.modules; print(len(gyges.corpus.bundled_corpus()))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert int(done.stdout) > 0


def test_a_name_that_is_not_there_is_an_attribute_error() -> None:
    assert not hasattr(gyges, "audits")
