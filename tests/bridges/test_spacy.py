"""The component in real spaCy pipelines; blank ones, as no model is needed."""

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import spacy
from spacy.language import Language
from spacy.tokens import Doc

import gyges
import gyges.bridges.spacy
from gyges.errors import ReleaseError

TEXT = "Dr. Ana Kovač met Tom Berger in Porto."
RUSSIAN = "Меня зовут Иван Петров, я живу в Москве и работаю врачом в городской больнице."


def _pipeline(**config: Any) -> Language:
    nlp = spacy.blank("en")
    nlp.add_pipe("gyges", config=config)
    return nlp


def test_spans_and_release_are_those_of_the_method() -> None:
    doc = _pipeline()(TEXT)
    assert [(span.text, span.label_) for span in doc.spans["gyges"]] == [
        ("Dr. Ana Kovač", "PERSON"),
        ("Tom Berger", "PERSON"),
        ("Porto", "LOC"),
    ]
    assert doc._.gyges_release == gyges.anonymize(TEXT, "mask")
    assert not doc.ents


def test_spans_can_be_entities_and_have_another_name() -> None:
    doc = _pipeline(set_ents=True, spans_key="personal", options={"only": "direct"})(TEXT)
    assert [entity.text for entity in doc.ents] == ["Dr. Ana Kovač", "Tom Berger"]
    assert len(doc.spans["personal"]) == 2


def test_many_documents_give_what_one_by_one_gives() -> None:
    nlp = _pipeline()
    texts = [TEXT, "It rained.", "", "Call +49 151 2345678, 👩‍⚕️ Ana!"]
    together = [doc._.gyges_release for doc in nlp.pipe(texts, batch_size=2)]
    assert together == [nlp(text)._.gyges_release for text in texts]


def test_a_document_without_a_release_is_an_error_for_one_and_for_the_handler_of_many() -> None:
    nlp = _pipeline()
    with pytest.raises(ReleaseError):
        nlp(RUSSIAN)
    with pytest.raises(ReleaseError):
        list(nlp.pipe([TEXT, RUSSIAN]))
    failed: list[Doc] = []
    keep: Any = lambda name, component, docs, error: failed.extend(docs)  # noqa: E731  # typed as if it must raise
    nlp.set_error_handler(keep)
    assert [doc.text for doc in nlp.pipe([RUSSIAN, TEXT])] == [TEXT]
    assert [doc._.gyges_release for doc in failed] == [None]


def test_a_saved_pipeline_loads_again_and_never_holds_the_key(tmp_path: Path) -> None:
    nlp = _pipeline(options={"style": "pseudonyms"})
    nlp.get_pipe("gyges").key = "a key of some length"  # type: ignore[attr-defined]  # a component of ours
    nlp.to_disk(tmp_path / "saved")
    assert not [path for path in tmp_path.rglob("*") if path.is_file() and b"a key of some" in path.read_bytes()]
    again = spacy.load(tmp_path / "saved")
    again.get_pipe("gyges").key = "a key of some length"  # type: ignore[attr-defined]
    assert again(TEXT)._.gyges_release == nlp(TEXT)._.gyges_release
    assert "Berger" not in nlp(TEXT)._.gyges_release


def test_spacy_finds_the_component_by_itself() -> None:
    code = "import spacy; nlp = spacy.blank('en'); nlp.add_pipe('gyges'); print(nlp('Ask Tom Berger.')._.gyges_release)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.stdout == "Ask [NAME].\n", done.stderr
