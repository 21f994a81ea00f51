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
def test_without_the_extra_its_pip_line_is_printed(tmp_path: Path) -> None:
    with pytest.raises(MissingExtraError, match=r"pip install 'gyges\[dense\]'"):
        embedding_similarity([("a", "b")], tmp_path)


@pytest.mark.skipif(not INSTALLED, reason="needs the extra dense")
def test_a_folder_without_a_model_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no embedding model"):
        embedding_similarity([("a", "b")], tmp_path)
