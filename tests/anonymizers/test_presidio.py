"""The real Presidio over a real spaCy pipeline, saved by the test: an entity ruler stands for a trained model."""

import socket
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from gyges.anonymizers._registry import open_anonymizer
from gyges.anonymizers._tools import Tools
from gyges.anonymizers.detectors._presidio import PAPER_ENTITIES, Presidio, PresidioOptions
from gyges.errors import ConfigError, MissingExtraError, UnknownNameError
from gyges.models import ModelPool
from gyges.records import Document, Release, apply_edits, edits_from_json

spacy = pytest.importorskip("spacy")
pytest.importorskip("presidio_analyzer")
pytestmark = pytest.mark.anyio

TEXT = "👩‍⚕️ Ana Kovač, a Croatian nurse of Acme, lives in Split. Write to ana.kovac@example.com or +385 21 345 678."


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The folder of a spaCy model that knows a handful of names."""
    pipeline = spacy.blank("en")
    ruler = pipeline.add_pipe("entity_ruler")
    known = (("PERSON", "Ana Kovač"), ("GPE", "Split"), ("NORP", "Croatian"), ("ORG", "Acme"), ("DATE", "May 2019"))
    ruler.add_patterns([{"label": label, "pattern": words} for label, words in known])
    folder = tmp_path_factory.mktemp("model") / "ruler"
    pipeline.to_disk(folder)
    return str(folder)


@pytest.fixture(autouse=True)
def _no_way_out(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[object]]:
    """Whoever looks up a host is caught: Presidio must not fetch models or lists of domains."""
    asked: list[object] = []

    def refuse(host: object, *_: object, **__: object) -> None:
        asked.append(host)
        raise OSError("no network in this test")

    monkeypatch.setattr(socket, "getaddrinfo", refuse)
    yield asked
    assert not asked


async def _release(text: str, **options: Any) -> Release:
    return await Presidio(PresidioOptions(**options)).anonymize(Document("d", text))


async def test_what_presidio_finds_is_masked_with_its_own_names(model: str) -> None:
    release = await _release(TEXT, nlp=model)
    assert release.text == (
        "👩‍⚕️ <PERSON>, a <NRP> nurse of Acme, lives in <LOCATION>. Write to <EMAIL_ADDRESS> or <PHONE_NUMBER>."
    )


async def test_edits_carry_offsets_in_code_points_and_types_of_tab(model: str) -> None:
    release = await _release(TEXT, nlp=model, replacement="square")
    edits = edits_from_json(release.trace["edits"])
    assert [(TEXT[e.start : e.end], e.text, e.type, e.direct) for e in edits] == [
        ("Ana Kovač", "[PERSON]", "PERSON", True),
        ("Croatian", "[DEM]", "DEM", False),
        ("Split", "[LOC]", "LOC", False),
        ("ana.kovac@example.com", "[CODE]", "CODE", True),
        ("+385 21 345 678", "[CODE]", "CODE", True),
    ]
    assert apply_edits(TEXT, edits) == release.text


async def test_the_papers_list_leaves_all_other_kinds_alone(model: str) -> None:
    text = "Ana Kovač came in May 2019 from 10.1.2.3."
    assert (await _release(text, nlp=model)).text == "<PERSON> came in <DATE_TIME> from <IP_ADDRESS>."
    assert (await _release(text, nlp=model, entities="papers")).text == "<PERSON> came in May 2019 from 10.1.2.3."
    assert len(PAPER_ENTITIES) == 5


async def test_a_text_longer_than_one_window_is_masked_to_its_end(model: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gyges.anonymizers.detectors._presidio._WINDOW", 300)
    monkeypatch.setattr("gyges.anonymizers.detectors._presidio._OVERLAP", 60)
    text = "\n\n".join([TEXT] * 30)
    released = (await _release(text, nlp=model)).text
    assert released == "\n\n".join([(await _release(TEXT, nlp=model)).text] * 30)


async def test_the_method_is_opened_by_name_and_checks_its_options(model: str) -> None:
    async with ModelPool() as pool:
        opened = open_anonymizer("presidio", Tools(pool), {"nlp": model, "threshold": "0.3", "entities": "papers"})
        assert (await opened.anonymize(Document("d", "Ana Kovač"))).text == "<PERSON>"
        assert opened.settings["threshold"] == 0.3
        with pytest.raises(ConfigError, match="threshold"):
            open_anonymizer("presidio", Tools(pool), {"nlp": model, "threshold": 7})


async def test_a_model_that_is_not_there_is_a_sentence_and_never_a_download(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="python -m spacy download en_core_web_lg"):
        Presidio(PresidioOptions())
    with pytest.raises(ConfigError, match="holds no spaCy model"):
        Presidio(PresidioOptions(nlp=str(tmp_path)))


async def test_without_presidio_the_extra_is_named(model: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "presidio_analyzer", None)
    with pytest.raises(MissingExtraError, match=r"gyges\[presidio\]"):
        Presidio(PresidioOptions(nlp=model))


async def test_a_language_without_recognizers_fails_and_releases_nothing(model: str) -> None:
    with pytest.raises((ConfigError, UnknownNameError)):
        await _release(TEXT, nlp=model, language="tlh", entities="EMAIL_ADDRESS")
