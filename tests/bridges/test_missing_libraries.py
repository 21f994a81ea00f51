"""A bridge without its other side says what to install; the rest of Gyges does not miss it."""

import os
import subprocess
import sys
from pathlib import Path

import pytest


@pytest.mark.parametrize(("bridge", "absent"), [("spacy", "spacy"), ("presidio", "presidio_analyzer")])
def test_one_line_says_what_to_install(bridge: str, absent: str, tmp_path: Path) -> None:
    (tmp_path / f"{absent}.py").write_text(f"raise ModuleNotFoundError('No module named {absent}')\n", encoding="utf-8")
    path = os.pathsep.join([str(tmp_path), os.environ.get("PYTHONPATH", "")])
    done = subprocess.run(
        [sys.executable, "-c", f"import gyges.bridges; import gyges.bridges.{bridge}"],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONPATH": path},
    )
    assert f"GY202 the bridge to {bridge} needs the extra '{bridge}'; run: pip install 'gyges[{bridge}]'" in done.stderr
