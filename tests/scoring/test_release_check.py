"""What is no release is told from every kind of release, however little of the wording that keeps."""

import random
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import anyio
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gyges.anonymizers import Tools, open_anonymizer
from gyges.anonymizers.replacement import STYLES
from gyges.corpus import bundled_corpus
from gyges.models import ModelPool, ReplyCache
from gyges.records import Document, Release
from gyges.scoring import why_no_release

NO_RELEASES: list[str] = tomllib.loads(Path(__file__).with_name("no_releases.toml").read_text(encoding="utf-8"))[
    "texts"
]
LETTER = (
    "Dear Ms Okafor, on 4 November 2024 Ana Reis, a nurse aged 43 from Porto, came to our clinic with pain in her "
    "chest. She lives with two sons and takes metformin. Her mother died of a stroke. We ask you to see her soon."
)
CHINESE = "安娜·雷斯是波尔图的一名护士，今年四十三岁。她和两个儿子住在一起，每天服用二甲双胍。她的母亲死于中风。"
ORIGINALS = {
    "letter": LETTER,
    "short": "Ana Reis, 43, nurse in Porto.",
    "two words": "Ana Reis",
    "chinese": CHINESE,
    "russian": "Анна Рейс работает медсестрой в Порту. У неё два сына, и она каждый день принимает метформин.",
}


def _why(original: str, text: str, method: str = "mine") -> str | None:
    return why_no_release(original, Release("a", text, method))


@pytest.mark.parametrize("original", ORIGINALS.values(), ids=ORIGINALS)
def test_what_is_said_or_left_instead_of_a_text_is_no_release(original: str) -> None:
    assert [text for text in NO_RELEASES if not _why(original, text)] == []


def test_nothing_is_a_failure_where_everything_was_to_be_removed() -> None:
    assert [text for text in NO_RELEASES if _why(LETTER, text, "remove-all") is not None] == []


def test_what_the_original_says_itself_may_be_released() -> None:
    said = [text for text in NO_RELEASES if re.search(r"[!-~]", text)]
    assert [text for text in said if _why(text, text) is not None] == []


@pytest.mark.parametrize("text", ["Hello!", "Some words. ", "[REDACTED]", "***", "The quick brown fox.", "asdf"])
def test_a_few_words_that_have_nothing_to_do_with_a_long_original_are_no_release(text: str) -> None:
    assert _why(LETTER, text) == "the text has hardly anything of the original"


def test_a_release_that_says_it_failed_has_failed_whatever_its_text() -> None:
    assert why_no_release(LETTER, Release("a", LETTER, "mine", {"failed": "GY501 declined"})) == "GY501 declined"


@pytest.mark.parametrize(
    ("original", "release"),
    [
        (LETTER, "A patient was referred by a clinic for heart trouble."),
        (LETTER, "Sehr geehrte Frau X, eine Pflegekraft kam mit Schmerzen in der Brust in unsere Praxis. Bitte."),
        (CHINESE, "A nurse lives with her children and takes a drug every day. A relative died of an illness."),
        ("Ana Reis, 43, works as a nurse in Porto. Her number is 912 345 678.", "Somebody was somewhere."),
        ("Ana Reis, Porto", "[REDACTED]"),
        ("Sadly I have to miss Friday, Ana is ill.", "Unfortunately, I can't come then, a relative is ill."),
        ("The machine says Error 42 and stops. Ana Reis", "The machine shows an error and halts. [NAME]"),
        ("The server was down, said Ana from IT.", "The service was unavailable, a worker said."),
        ("None of us knew Ana.", "None of us knew her."),
    ],
)  # fmt: skip
def test_a_rewrite_a_summary_a_translation_and_a_mask_are_releases(original: str, release: str) -> None:
    assert _why(original, release) is None


def _heavy(text: str, chance: random.Random) -> Iterator[str]:
    sentences = [part for part in re.split(r"(?<=[.!?])\s+|\n+", text) if re.search(r"\w", part)]
    words = text.split(" ")
    yield from (sentences[0], sentences[-1], text.upper(), re.sub(r"\w", "X", text))
    yield " ".join(chance.sample(sentences, len(sentences)))
    yield " ".join(word for word in words if len(word) < 5)
    for mark in ("[REDACTED]", "***", "█████", "XXXX", "<PII>", "_____", "[…]", "..."):
        for share in (0.5, 0.9, 1):
            yield " ".join(mark if chance.random() < share else word for word in words)
        yield re.sub(r"\b[A-Z]\w*|\d+", mark, text)


@pytest.mark.parametrize("document", bundled_corpus(), ids=lambda document: document.id)
def test_no_heavy_rewrite_of_a_bundled_document_is_called_none(document: Document) -> None:
    made = list(_heavy(document.text, random.Random(document.id)))  # repeatable
    assert [text for text in made if _why(document.text, text)] == []


@pytest.mark.parametrize("style", [*STYLES, "annotated", "annotated-general", "none"])
def test_no_release_of_a_method_of_ours_is_called_none(style: str) -> None:
    tools = Tools(ModelPool(cache=ReplyCache()), key=b"a key")
    method = open_anonymizer("mask", tools, {"style": style}) if style in STYLES else open_anonymizer(style, tools)
    for document in bundled_corpus():
        release = anyio.run(method.anonymize, document)
        assert why_no_release(document.text, release) is None


@given(st.text(min_size=1).filter(lambda text: any(sign.isalnum() and sign.isascii() for sign in text)))
def test_the_original_itself_is_always_a_release(text: str) -> None:
    assert _why(text, text) is None
    assert _why(text, f" {text}\n") is None


@given(st.text(), st.text())
def test_any_two_texts_are_answered(original: str, text: str) -> None:
    reason = _why(original, text)
    assert reason is None or reason.startswith("the text ")
