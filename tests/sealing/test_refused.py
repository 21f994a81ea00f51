"""What cannot be sealed does not begin under a key."""

from pathlib import Path

import anyio
import pytest

from gyges.anonymizers.tagger import Recipe, train_tagger
from gyges.cli._engines import who_computes
from gyges.errors import ConfigError
from gyges.runs.cluster import RayCluster
from gyges.sealing import AtRestKey, at_rest
from gyges.studio import open_project


def test_what_would_write_in_the_open_what_should_be_sealed_does_not_begin(tmp_path: Path) -> None:
    with at_rest(AtRestKey(b"k" * 32)):
        with pytest.raises(ConfigError, match="projects of the studio cannot be sealed"):
            open_project(tmp_path / "project")
        with pytest.raises(ConfigError, match="trainings cannot be sealed"):
            train_tagger([], Recipe(base="nowhere"), tmp_path / "tagger")
        with pytest.raises(ConfigError, match="runs on a Ray cluster cannot be sealed; leave the key out"):
            who_computes(None, "ray", None)
        with pytest.raises(ConfigError, match="runs on a Ray cluster"):
            anyio.run(_work, RayCluster())
    assert not list(tmp_path.iterdir())


async def _work(cluster: RayCluster) -> None:
    async with cluster.crew():
        pass
