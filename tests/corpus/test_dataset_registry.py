"""The list of datasets: complete, findable, and open to additions."""

import re
import sys
from pathlib import Path
from urllib.parse import urlparse

import pytest

from gyges.corpus import Dataset, dataset, datasets, load_dataset
from gyges.corpus._datasets._loaders import SHAPES
from gyges.corpus._datasets._registry import PublishedFile
from gyges.errors import ConfigError, UnknownNameError

SHIPPED = datasets()
DOCUMENT_COUNTS = {
    "spia-tab": 144,
    "spia-panorama": 531,
    "spia-panorama-test": 151,
    "tab": 1268,
    "reddit-synthetic": 525,
    "synthpai": 7823,
    "pupa": 664,
}


def test_the_published_datasets_are_listed_with_their_sizes() -> None:
    sizes = {known.name: known.documents for known in SHIPPED}
    assert sizes == DOCUMENT_COUNTS | {"db-bio": None, "medqa": None, "rat-bench": None, "wildchat": None}


@pytest.mark.parametrize("known", SHIPPED, ids=lambda known: known.name)
def test_an_entry_says_everything_a_user_has_to_know(known: Dataset) -> None:
    for words in (known.title, known.truth, known.licence, known.citation, known.redistribution):
        assert len(words) > 2
    assert known.shape in SHAPES
    assert urlparse(known.page).scheme == "https"
    assert any(not file.optional for file in known.files)


def test_an_unknown_name_is_answered_with_near_ones() -> None:
    with pytest.raises(UnknownNameError, match="no dataset 'spia-tb'; did you mean spia-tab") as caught:
        dataset("spia-tb")
    assert "wildchat" not in str(caught.value)
    with pytest.raises(UnknownNameError, match="use one of spia-tab, spia-panorama, "):
        load_dataset("zzz")


def test_a_file_name_cannot_leave_its_folder() -> None:
    for name in ("../x.jsonl", "a/b.jsonl", ""):
        with pytest.raises(ConfigError, match="is not the name of a file"):
            PublishedFile(name, "https://example.org/x")


PLUGIN = """
from gyges.corpus import Dataset, PublishedFile, SourceRow

def shape(row: SourceRow) -> dict[str, object]:
    return {"id": f"ward-{row.number}", "text": row.data["remark"], "meta": {"split": row.split}}

WARD = Dataset(
    name="ward", title="Ward notes", shape=shape, truth="none", page="https://example.org", licence="ours",
    citation="us", redistribution="no", files=(PublishedFile("ward.csv", "https://example.org/ward.csv", split="b"),),
)
OTHER = "not a dataset"
"""


def _install(folder: Path, monkeypatch: pytest.MonkeyPatch, entry_points: str) -> None:
    (folder / "ward_plugin.py").write_text(PLUGIN, encoding="utf-8")
    info = folder / "ward_plugin-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: ward-plugin\nVersion: 1.0\n", encoding="utf-8")
    (info / "entry_points.txt").write_text(f"[gyges.datasets]\n{entry_points}\n", encoding="utf-8")
    monkeypatch.syspath_prepend(folder)
    monkeypatch.delitem(sys.modules, "ward_plugin", raising=False)


def test_an_installed_package_adds_a_dataset_with_its_own_shape(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _install(tmp_path, monkeypatch, "ward = ward_plugin:WARD")
    (tmp_path / "ward.csv").write_text("remark\nAna came.\n", encoding="utf-8")
    assert [known.name for known in datasets()][-1] == "ward"
    (document,) = load_dataset("ward", tmp_path)
    assert (document.id, document.text, document.meta) == ("ward-1", "Ana came.", {"split": "b"})


@pytest.mark.parametrize(
    ("entry_points", "words"),
    [
        ("tab = ward_plugin:WARD", "calls its dataset 'tab', which ships with Gyges"),
        ("ward = ward_plugin:NOTHING", "cannot be loaded from ward_plugin:NOTHING"),
        ("ward = no_such_module:WARD", "cannot be loaded from no_such_module:WARD"),
        ("ward = ward_plugin:OTHER", "is not a Dataset named 'ward'"),
        ("room = ward_plugin:WARD", "is not a Dataset named 'room'"),
    ],
)
def test_a_broken_addition_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, entry_points: str, words: str
) -> None:
    _install(tmp_path, monkeypatch, entry_points)
    with pytest.raises(ConfigError, match=re.escape(words)):
        datasets()
