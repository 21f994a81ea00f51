"""Real training of real, small encoders: it learns, it is saved, it goes on after an interruption."""

import json
import shutil
import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from anonymizers.tagger.tiny import LENGTH, development_documents, tiny_bert, tiny_longformer
from gyges.anonymizers._registry import open_anonymizer
from gyges.anonymizers._tools import Tools
from gyges.anonymizers.tagger import CARD_NAME, Epoch, Recipe, load_tagger, read_card, train_tagger
from gyges.anonymizers.tagger._recipe import held_out
from gyges.anonymizers.tagger._training import measure
from gyges.errors import ConfigError, InputError, MissingExtraError, OutputExistsError
from gyges.models import ModelPool
from gyges.records import Document, Mention, apply_edits, edits_from_json

pytestmark = pytest.mark.anyio

FAST = Recipe("", epochs=2, learning_rate=3e-3, batch_size=8, overlap=16, dev_share=0.0, device="cpu")
LEARNED = replace(FAST, epochs=14, typed=True)


@pytest.fixture(scope="session")
def documents() -> list[Document]:
    return development_documents(5)


@pytest.fixture(scope="session")
def base(documents: list[Document], tmp_path_factory: pytest.TempPathFactory) -> str:
    return tiny_bert(tmp_path_factory.mktemp("bert"), [document.text for document in documents])


@pytest.fixture(scope="session")
def learned(documents: list[Document], base: str, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A tagger that knows a few documents by heart."""
    out = tmp_path_factory.mktemp("taggers") / "learned"
    train_tagger(documents, replace(LEARNED, base=base), out)
    return out


def _figures(folder: Path, documents: Sequence[Document]) -> tuple[float, float]:
    """Return word recall and word precision of a tagger."""
    figures = json.loads(json.dumps(measure(load_tagger(folder)[0], documents)))
    return float(figures["recall"]["value"]), float(figures["precision"]["value"] or 0)


@pytest.mark.slow
def test_training_teaches_what_an_untrained_encoder_does_not_know(
    documents: list[Document], base: str, learned: Path, tmp_path: Path
) -> None:
    train_tagger(documents, replace(LEARNED, base=base, epochs=1, learning_rate=1e-9), tmp_path / "raw")
    before, after = _figures(tmp_path / "raw", documents), _figures(learned, documents)
    assert after[0] > 0.95
    assert after[1] > 0.75
    assert min(before) < 0.5  # it masks all or nothing


@pytest.mark.slow
async def test_a_text_many_windows_long_is_masked_to_its_end(learned: Path, documents: list[Document]) -> None:
    known = max(documents, key=lambda document: len(document.text))
    text = "\n\n".join([known.text] * 6)
    start = len(text) - len(known.text)
    assert known.mentions
    mentions = [replace(m, start=m.start + start, end=m.end + start) for m in known.mentions]
    async with ModelPool() as pool:
        method = open_anonymizer(f"tagger:{learned}", Tools(pool))
        release = await method.anonymize(Document("long", text))
    edits = edits_from_json(release.trace["edits"])
    assert apply_edits(text, edits) == release.text
    masked = {place for edit in edits for place in range(edit.start, edit.end)}
    inside = [m for m in mentions if all(p in masked or text[p] == " " for p in range(m.start, m.end))]
    assert len(inside) >= 0.8 * len(mentions)
    assert read_card(learned).max_length == LENGTH
    assert {edit.type for edit in edits} <= {"PERSON", "CODE", "LOC", "ORG", "DEM", "DATETIME", "QUANTITY", "MISC"}
    assert method.name == "tagger:learned"


def test_an_interrupted_training_goes_on_and_ends_with_the_same_weights(
    documents: list[Document], base: str, tmp_path: Path
) -> None:
    recipe = replace(FAST, base=base, epochs=3)
    whole = train_tagger(documents[:2], recipe, tmp_path / "whole")

    def stop_in_epoch(number: int) -> Callable[[int, int], None]:
        seen: list[int] = []

        def on_step(done: int, _steps: int) -> None:
            seen.append(done)
            if seen.count(1) == number:
                raise KeyboardInterrupt

        return on_step

    out = tmp_path / "torn"
    with pytest.raises(KeyboardInterrupt):
        train_tagger(documents[:2], recipe, out, on_step=stop_in_epoch(2))
    half = read_card(out)
    assert (half.finished, half.kept_epoch) == (False, 1)
    assert load_tagger(out)[0].find(documents[0].text) is not None
    told: list[Epoch] = []
    with pytest.raises(KeyboardInterrupt):
        train_tagger(documents[:2], recipe, out, on_step=stop_in_epoch(2), on_epoch=told.append)
    assert [epoch.number for epoch in told] == [1, 2]
    done = train_tagger(documents[:2], recipe, out)
    assert done.weights == whole.weights
    assert done.epochs == whole.epochs
    assert not (out / ".training").exists()


def test_a_crash_while_files_are_put_in_place_leaves_no_tagger_and_is_repaired(
    documents: list[Document], base: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    recipe, out = replace(FAST, base=base, epochs=1), tmp_path / "t"
    copied: list[str] = []

    def crash(source: Path, target: Path) -> None:
        copied.append(target.name)
        if len(copied) == 2:
            raise OSError("disk full")
        target.write_bytes(source.read_bytes())

    monkeypatch.setattr(shutil, "copyfile", crash)
    with pytest.raises(InputError, match="disk full"):
        train_tagger(documents[:2], recipe, out)
    with pytest.raises(ConfigError, match="holds no tagger"):
        load_tagger(out)
    monkeypatch.undo()
    steps: list[int] = []
    assert train_tagger(documents[:2], recipe, out, on_step=lambda done, _: steps.append(done)).finished
    assert not steps


def test_a_tagger_that_is_there_is_not_trained_again(documents: list[Document], base: str, tmp_path: Path) -> None:
    recipe, out = replace(FAST, base=base, epochs=1), tmp_path / "t"
    first = train_tagger(documents[:2], recipe, out)
    steps: list[int] = []
    assert train_tagger(documents[:2], recipe, out, on_step=lambda done, _: steps.append(done)) == first
    assert not steps
    with pytest.raises(OutputExistsError):
        train_tagger(documents[:2], replace(recipe, seed=5), out)
    with pytest.raises(OutputExistsError):
        train_tagger(documents[:3], recipe, out)
    assert train_tagger(documents[:3], recipe, out, force=True).documents == 3


def test_a_folder_with_other_things_is_left_alone_even_by_force(
    documents: list[Document], base: str, tmp_path: Path
) -> None:
    (tmp_path / "thesis.txt").write_text("years of work")
    with pytest.raises(OutputExistsError):
        train_tagger(documents[:2], replace(FAST, base=base), tmp_path, force=True)
    assert (tmp_path / "thesis.txt").exists()


def test_figures_on_held_out_documents_stand_in_the_card(documents: list[Document], base: str, tmp_path: Path) -> None:
    recipe = replace(FAST, base=base, epochs=4, learning_rate=1e-9, dev_share=0.4, patience=1)
    card = train_tagger(documents[:4], recipe, tmp_path / "t")
    assert card.documents == 2
    assert len(card.epochs) == 2  # nothing gets better at this rate, so patience ends it
    assert set(card.epochs[0]["dev"]) == {"recall", "mention_recall", "er_direct", "er_quasi", "precision"}
    learned_from, measured_on = held_out(documents[:4], recipe)
    assert {d.id for d in learned_from} | {d.id for d in measured_on} == {d.id for d in documents[:4]}
    assert len(measured_on) == 2


@pytest.mark.slow
def test_a_longformer_with_byte_pieces_is_trained_and_keeps_emoji_apart(
    documents: list[Document], tmp_path: Path
) -> None:
    texts = [document.text for document in documents]
    base = tiny_longformer(tmp_path / "longformer", texts)
    words = "👩🏽‍⚕️ Ana Kovač 😀 here. "
    text = words * 12
    starts = [n * len(words) + words.index("Ana") for n in range(12)]
    mentions = tuple(Mention(s, s + 9, "Ana Kovač", "PERSON") for s in starts)
    card = train_tagger(
        [Document("e", text, mentions=mentions)], replace(FAST, base=base, epochs=60, typed=True), tmp_path / "t"
    )
    assert card.max_length == LENGTH
    model, _ = load_tagger(tmp_path / "t")
    long = text * 3
    found = [long[span.start : span.end] for span in model.find(long)]
    assert found == ["Ana Kovač"] * 36


@pytest.fixture(scope="session")
def learned_quickly(documents: list[Document], base: str, tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("taggers") / "quick"
    train_tagger(documents[:2], replace(FAST, base=base, epochs=1), out)
    return out


async def test_the_method_tells_weights_and_threshold_and_masks_without_types(learned_quickly: Path) -> None:
    async with ModelPool() as pool:
        method = open_anonymizer(f"tagger:{learned_quickly}", Tools(pool), {"threshold": 0.5})
        release = await method.anonymize(Document("d", "Ana Kovač lives in Split."))
    card = read_card(learned_quickly)
    assert method.settings == {"weights": card.weights, "threshold": 0.5, "replacement": "square"}
    assert set(card.labels) == {"O", "B-MASK", "I-MASK"}
    assert card.recipe["learning_rate"] == 3e-3
    for edit in edits_from_json(release.trace["edits"]):
        assert (edit.text, edit.type) == ("[MASK]", "")


def test_a_checkpoint_that_was_tampered_with_is_refused(learned_quickly: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy"
    shutil.copytree(learned_quickly, copy)
    weights = copy / "model.safetensors"
    content = bytearray(weights.read_bytes())
    content[-1] ^= 1
    weights.write_bytes(content)
    with pytest.raises(ConfigError, match="not those of its card"):
        load_tagger(copy)
    (copy / CARD_NAME).write_text("{}")
    with pytest.raises(ConfigError, match="cannot be read"):
        read_card(copy)


def test_without_pytorch_the_extra_is_named(learned_quickly: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for module in ("torch", "transformers"):
        with monkeypatch.context() as patch:
            patch.setitem(sys.modules, module, None)
            with pytest.raises(MissingExtraError, match=r"gyges\[train\]"):
                load_tagger(learned_quickly)


def test_documents_that_teach_nothing_are_refused(documents: list[Document], base: str, tmp_path: Path) -> None:
    recipe = replace(FAST, base=base)
    for wrong in (
        [],
        [Document("a", "text")],
        [Document("a", "text", mentions=())],
        [documents[0], documents[0]],
    ):
        with pytest.raises(InputError):
            train_tagger(wrong, recipe, tmp_path / "t")
    assert not (tmp_path / "t" / CARD_NAME).exists()


@pytest.mark.parametrize(
    "wrong", [{"epochs": 0}, {"learning_rate": 0.0}, {"threshold": 0.2}, {"dev_share": 0.9}, {"patience": 2}]
)
def test_a_recipe_that_cannot_work_is_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(ConfigError, match=next(iter(wrong))):
        replace(FAST, base="x", **wrong)


def test_a_checkpoint_loads_without_a_network(learned_quickly: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    socket = import_module("socket")
    asked: list[object] = []

    def refuse(host: object, *_: object, **__: object) -> None:
        asked.append(host)
        raise OSError("no network in this test")

    monkeypatch.setattr(socket, "getaddrinfo", refuse)
    load_tagger(learned_quickly)
    assert not asked
