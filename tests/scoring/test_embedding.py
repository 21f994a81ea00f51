from importlib.util import find_spec
from pathlib import Path

import pytest

from gyges.errors import InputError, MissingExtraError
from gyges.scoring import embedding_similarity

INSTALLED = find_spec("sentence_transformers") is not None


def test_a_folder_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no folder"):
        embedding_similarity([("a", "b")], tmp_path / "nowhere")


@pytest.mark.skipif(INSTALLED, reason="the extra is installed")
def test_without_the_extra_it_is_said_what_it_is_for(tmp_path: Path) -> None:
    with pytest.raises(MissingExtraError, match="comparing meanings by embeddings"):
        embedding_similarity([("a", "b")], tmp_path)
