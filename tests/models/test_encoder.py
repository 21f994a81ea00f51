import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from gyges.errors import InputError, MissingExtraError
from gyges.models import open_encoder

INSTALLED = find_spec("sentence_transformers") is not None


def test_a_folder_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"no folder .*nowhere"):
        open_encoder(tmp_path / "nowhere", "a test")


def test_without_the_extra_its_pip_line_and_its_purpose_are_printed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "sentence_transformers", None)
    with pytest.raises(MissingExtraError, match=r"a test(?s:.*)pip install 'gyges\[dense\]'"):
        open_encoder(tmp_path, "a test")


@pytest.mark.skipif(not INSTALLED, reason="needs the extra dense")
def test_a_folder_without_a_model_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no embedding model"):
        open_encoder(tmp_path, "a test")
