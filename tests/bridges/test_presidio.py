"""Recognizer and operator inside the real Presidio."""

import socket
from typing import Any

import pytest
import spacy
from presidio_analyzer import AnalyzerEngine, RecognizerRegistry
from presidio_analyzer.nlp_engine import SpacyNlpEngine
from presidio_anonymizer import AnonymizerEngine
from presidio_anonymizer.entities import OperatorConfig, RecognizerResult

import gyges
from gyges.anonymizers import MaskOptions
from gyges.bridges.presidio import GygesOperator, GygesRecognizer
from gyges.errors import ConfigError, ReleaseError

TEXT = "👩‍⚕️ Dr. Ana Kovač, a French nurse, met Tom Berger in Porto on 3 March 2021. Call +49 151 2345678."
KEY = "a key of some length"


class _BlankEngine(SpacyNlpEngine):
    """Presidio's own engine over a pipeline without a model: it only cuts texts into words."""

    def __init__(self) -> None:
        super().__init__()
        self.nlp: Any = {"en": spacy.blank("en")}


@pytest.fixture(autouse=True)
def _no_way_out(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise AssertionError("somebody looked up a host")

    monkeypatch.setattr(socket, "getaddrinfo", refuse)


def _analyzer(recognizer: GygesRecognizer | None = None) -> AnalyzerEngine:
    return AnalyzerEngine(registry=RecognizerRegistry([recognizer or GygesRecognizer()]), nlp_engine=_BlankEngine())


def _anonymized(text: str, results: list[Any], **params: object) -> str:
    engine: Any = AnonymizerEngine()  # type: ignore[no-untyped-call]
    engine.add_anonymizer(GygesOperator)
    return str(engine.anonymize(text, results, {"DEFAULT": OperatorConfig("gyges", params)}).text)


def test_the_recognizer_finds_what_mask_masks_under_the_names_of_presidio() -> None:
    results = sorted(_analyzer().analyze(TEXT, language="en"), key=lambda one: one.start)
    assert [(TEXT[one.start : one.end], one.entity_type) for one in results] == [
        ("Dr. Ana Kovač", "PERSON"),
        ("French", "NRP"),
        ("nurse", "MISC"),  # the tagger and the rules do not agree of which kind
        ("Tom Berger", "PERSON"),
        ("Porto", "LOCATION"),
        ("3 March 2021", "DATE_TIME"),
        ("+49 151 2345678", "CODE"),
    ]


def test_only_what_is_asked_for_is_found() -> None:
    found = _analyzer().analyze(TEXT, language="en", entities=["LOCATION"])
    assert [TEXT[one.start : one.end] for one in found] == ["Porto"]
    direct = _analyzer(GygesRecognizer(options=MaskOptions(only="direct"))).analyze(TEXT, language="en")
    assert {one.entity_type for one in direct} == {"PERSON", "CODE"}


def test_a_text_that_cannot_be_read_is_an_error_and_not_an_empty_finding() -> None:
    with pytest.raises(ReleaseError, match="Russian"):
        _analyzer().analyze("Меня зовут Иван Петров, я живу в Москве и работаю врачом в больнице.", language="en")


def test_the_operator_invents_the_same_for_the_same_words_and_key() -> None:
    results = _analyzer().analyze(TEXT, language="en")
    first, again = (_anonymized(TEXT, results, key=key) for key in (KEY, f"{KEY}\n".encode().strip()))
    assert first == again
    assert first != _anonymized(TEXT, results, key="another key of some length")
    for words in ("Kovač", "French", "Berger", "Porto", "3 March 2021", "2345678"):
        assert words not in first
    assert "<NRP>" in first  # nations have no invented counterpart


def test_what_presidio_found_itself_is_replaced_too() -> None:
    text = "Write to ana.kovac@example.com"
    found = [RecognizerResult("EMAIL_ADDRESS", 9, len(text), 1.0)]
    made = _anonymized(text, found, key=KEY)
    assert made.startswith("Write to ")
    assert "@" in made
    assert "kovac" not in made


@pytest.mark.parametrize("words", ["12 Karve Road, Pune, India", "Bank of Porto", "Kowalska & Sons Ltd"])
def test_a_passage_of_which_a_name_would_be_left_becomes_its_kind(words: str) -> None:
    assert _anonymized(words, [RecognizerResult("LOCATION", 0, len(words), 1.0)], key=KEY) == "<LOCATION>"
    titled = _anonymized("Dr. Ana Kovač", [RecognizerResult("PERSON", 0, 13, 1.0)], key=KEY)
    assert titled.startswith("Dr. ")  # a title names nobody


@pytest.mark.parametrize("params", [{}, {"key": ""}, {"key": 7}])
def test_without_a_key_one_line_says_how_to_give_one(params: dict[str, object]) -> None:
    with pytest.raises(ConfigError, match="OperatorConfig"):
        _anonymized(TEXT, [RecognizerResult("PERSON", 5, 18, 1.0)], **params)


def test_the_pair_gives_offsets_in_code_points() -> None:
    results = _analyzer().analyze(TEXT, language="en")
    kept = [TEXT[one.start : one.end] for one in sorted(results, key=lambda one: one.start)]
    assert len(kept) >= gyges.anonymize(TEXT, "mask").count("[")  # one mark for two spans side by side
