"""A command with several processes starts what they are forked from before it does anything else."""

import sys

import pytest

from gyges import _fork_server
from gyges.cli._head_start import head_start
from gyges.cli._options import EngineName


@pytest.mark.parametrize(
    ("jobs", "engine", "started"),
    [
        (2, EngineName.local, 1),
        (1, EngineName.local, 0),
        (None, EngineName.local, 0),  # few texts may need none
        (2, EngineName.ray, 0),
    ],
)
def test_the_server_is_started_for_several_processes_on_this_machine_alone(
    monkeypatch: pytest.MonkeyPatch, jobs: int | None, engine: EngineName, started: int
) -> None:
    starts: list[None] = []
    monkeypatch.setattr(_fork_server, "start_fork_server", lambda: starts.append(None))
    head_start(jobs, engine)
    assert len(starts) == started


def test_the_script_of_the_user_is_back_after_a_start() -> None:
    before = sys.modules["__main__"]
    with _fork_server.undisturbed():
        assert sys.modules["__main__"] is not before
    assert sys.modules["__main__"] is before
