"""Published token classifiers from a local folder, made here from nothing: no download."""

import json
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from anonymizers.tagger.tiny import development_documents, tiny_bert
from gyges.anonymizers import Tools, open_anonymizer
from gyges.errors import ConfigError
from gyges.models import ModelPool, ReplyCache
from gyges.records import Document

pytestmark = pytest.mark.anyio
LABELS = ["O", "B-GIVENNAME", "I-GIVENNAME", "B-CITY", "I-CITY"]


@pytest.fixture(scope="module")
def published(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A classifier with random weights, saved as model hubs have it."""
    folder = tmp_path_factory.mktemp("piiranha")
    tiny_bert(folder, [document.text for document in development_documents(4)])
    transformers, torch = import_module("transformers"), import_module("torch")
    names = dict(enumerate(LABELS))
    with torch.random.fork_rng():
        torch.manual_seed(1)
        model = transformers.AutoModelForTokenClassification.from_pretrained(
            folder, id2label=names, label2id={label: number for number, label in names.items()}
        )
        model.classifier.weight.data *= 40  # so that all labels occur
    model.save_pretrained(folder)
    return folder


def _open(folder: Path, **options: Any) -> Any:
    return open_anonymizer(f"tagger:{folder}", Tools(ModelPool(cache=ReplyCache())), options)


@pytest.mark.slow
async def test_a_published_classifier_masks_by_a_map_of_its_labels(published: Path, tmp_path: Path) -> None:
    document = development_documents(1)[0]
    everything = await _open(published).anonymize(document)
    kinds = {edit["text"] for edit in everything.trace["edits"]}
    assert kinds == {"[GIVENNAME]", "[CITY]"}
    (tmp_path / "map.yaml").write_text("GIVENNAME: PERSON\nCITY: null\n")
    names = await _open(published, labels=str(tmp_path / "map.yaml")).anonymize(document)
    assert {edit["text"] for edit in names.trace["edits"]} == {"[PERSON]"}
    again = await _open(published, labels={"GIVENNAME": "PERSON", "CITY": None}).anonymize(document)
    assert again.text == names.text


@pytest.mark.slow
async def test_long_texts_are_read_in_windows_and_every_option_is_a_setting(published: Path) -> None:
    text = " ".join(document.text for document in development_documents(3))
    for how in ("simple", "first", "max"):
        tagger = _open(published, aggregation=how, window_tokens=32, overlap=8)
        release = await tagger.anonymize(Document("d", text))
        ends = [edit["end"] for edit in release.trace["edits"]]
        assert max(ends) > len(text) * 0.9  # to the end, though 32 tokens are read at once
        assert tagger.settings["aggregation"] == how
    masked: dict[float, int] = {}
    for threshold in (0.0, 0.999):
        tagger = _open(published, threshold=threshold)
        edits = (await tagger.anonymize(Document("d", text))).trace["edits"]
        masked[threshold] = sum(edit["end"] - edit["start"] for edit in edits)
        assert tagger.settings["threshold"] == threshold
    assert masked[0.999] < masked[0.0]  # and not "nothing at 1.0": scores saturate on some processors


def _folder(tmp_path: Path, **config: Any) -> Path:
    (tmp_path / "config.json").write_text(json.dumps(config))
    (tmp_path / "model.safetensors").write_bytes(b"weights")
    return tmp_path


GOOD = {"architectures": ["BertForTokenClassification"], "id2label": dict(enumerate(LABELS))}


@pytest.mark.parametrize(
    ("config", "options", "words"),
    [
        ({"architectures": ["BertModel"], "id2label": {"0": "O", "1": "B-X"}}, {}, "no token classifier"),
        ({"architectures": ["BertForTokenClassification"]}, {}, "names no labels"),
        ({**GOOD, "id2label": {"0": "A", "1": "B"}}, {}, "no label 'O'"),
        (GOOD, {"labels": {"GIVENNAM": "PERSON"}}, "no label 'GIVENNAM'; did you mean GIVENNAME"),
        (GOOD, {"labels": {"GIVENNAME": "PERSON"}}, "says nothing about CITY"),
        (GOOD, {"labels": {"GIVENNAME": "HUMAN", "CITY": None}}, "calls GIVENNAME 'HUMAN'"),
        (GOOD, {"labels": "nowhere.yaml"}, "nowhere.yaml cannot be read"),
        (GOOD, {"scheme": "none", "labels": {"GIVENNAME": "PERSON"}}, "no label 'GIVENNAME'"),
    ],
)
def test_a_folder_or_map_that_does_not_fit_is_one_clear_error(
    tmp_path: Path, config: Any, options: Any, words: str
) -> None:
    with pytest.raises(ConfigError, match=words):
        _open(_folder(tmp_path, **config), **options)


def test_weights_that_could_hold_code_are_not_loaded(tmp_path: Path) -> None:
    folder = _folder(tmp_path, **GOOD)
    (folder / "model.safetensors").rename(folder / "pytorch_model.bin")
    with pytest.raises(ConfigError, match="loaded safely"):
        _open(folder)


@pytest.mark.slow
async def test_a_classifier_that_was_never_trained_is_refused_and_not_filled_up_with_random_numbers(
    tmp_path: Path,
) -> None:
    tiny_bert(tmp_path, ["Ana met Ben."])
    config = json.loads((tmp_path / "config.json").read_text())
    (tmp_path / "config.json").write_text(json.dumps(config | GOOD))
    with pytest.raises(ConfigError, match="lack classifier"):
        await _open(tmp_path).anonymize(Document("d", "Ana met Ben."))
