"""Fixtures for tests of the tagger."""

from collections.abc import Iterator
from importlib import import_module

import pytest


@pytest.fixture(autouse=True, scope="session")
def _one_thread() -> Iterator[None]:
    """Small matrices gain nothing from threads, and threads that wait for each other on a busy machine take seconds."""
    torch = pytest.importorskip("torch")
    pytest.importorskip("transformers")
    before = torch.get_num_threads()
    import_module("torch").set_num_threads(1)
    yield
    torch.set_num_threads(before)
