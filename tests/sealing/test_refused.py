"""What cannot be sealed does not begin under a key."""

from pathlib import Path

import pytest

from gyges.anonymizers.tagger import Recipe, train_tagger
from gyges.errors import ConfigError
from gyges.sealing import AtRestKey, at_rest
from gyges.studio import open_project


def test_trainings_and_projects_refuse_to_write_in_the_open_what_should_be_sealed(tmp_path: Path) -> None:
    with at_rest(AtRestKey(b"k" * 32)):
        with pytest.raises(ConfigError, match="projects of the studio cannot be sealed"):
            open_project(tmp_path / "project")
        with pytest.raises(ConfigError, match="trainings cannot be sealed"):
            train_tagger([], Recipe(base="nowhere"), tmp_path / "tagger")
    assert not list(tmp_path.iterdir())
