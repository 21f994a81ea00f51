from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from gyges.attacks.linkage import Ranked, open_linker
from gyges.errors import ConfigError, InputError, MissingExtraError

INSTALLED = find_spec("sentence_transformers") is not None
RECORDS = {"a": "A nurse in Lyon.", "b": "A baker in Kiel.", "c": "A baker in Kiel.", "d": ""}


@pytest.fixture(scope="module")
def tiny_model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A real sentence-transformers model without any download: it counts words."""
    if not INSTALLED:
        pytest.skip("needs the extra dense")
    library: Any = pytest.importorskip("sentence_transformers")
    modules: Any = pytest.importorskip("sentence_transformers.models")
    folder = tmp_path_factory.mktemp("model") / "words"
    words = modules.BoW(vocab=["nurse", "baker", "lyon", "kiel", "sings"])
    library.SentenceTransformer(modules=[words], device="cpu").save(str(folder))
    return folder


@pytest.mark.parametrize("name", ["dense", "dense-vote"])
def test_a_dense_linker_needs_a_model(name: str) -> None:
    with pytest.raises(ConfigError, match="needs an embedding model"):
        open_linker(name)


def test_a_folder_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no folder"):
        open_linker("dense", model=tmp_path / "nowhere")


@pytest.mark.skipif(INSTALLED, reason="the extra is installed")
def test_without_the_extra_it_is_said_what_it_is_for(tmp_path: Path) -> None:
    with pytest.raises(MissingExtraError, match="linking by meaning"):
        open_linker("dense", model=tmp_path)


@pytest.mark.parametrize("name", ["dense", "dense-vote", "union"])
def test_records_are_found_by_meaning_and_ties_are_counted(name: str, tiny_model: Path) -> None:
    linker = open_linker(name, model=tiny_model)
    linker.index(RECORDS)
    nurse, baker, nothing = linker.link([["nurse", "in lyon"], ["baker"], [""]], truths=["a", "c", "a"])
    assert (nurse.linked, nurse.tied) == ("a", 1)
    assert baker.ids[:2] == ("b", "c")
    assert baker.tied == 2
    assert baker.true is not None
    assert baker.true.expected == 1.5
    assert nothing == Ranked()
    assert linker.settings["model"] == str(tiny_model)
