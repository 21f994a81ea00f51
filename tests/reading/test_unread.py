"""What the embedded readers do not read, and what they read although nothing is left of it."""

import base64
import random
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from training.readings import readings
from training.written import written_documents

from gyges.corpus import bundled_corpus
from gyges.errors import UnreadError
from gyges.reading import other_language, reading_language, require_read, unread_kinds, why_unread
from gyges.reading.page._unread import unread_kind
from reading.test_language import SENTENCES

NOISE = random.Random(7).randbytes(600)
ENGLISH_LINES = (Path(__file__).with_name("languages") / "english.txt").read_text(encoding="utf-8").splitlines()
ENGLISH = "My sister works as a nurse at a hospital in Leeds. She likes it a lot because the people there are kind. "
RUSSIAN = "Моя сестра работает медсестрой в больнице в Казани. "
READ = ("German", "Spanish")
UNREAD = [language for language in SENTENCES if language not in READ]
FRENCH = "Ma mère ne voulait plus jamais me parler après ce que j'avais fait hier. "
POLISH = "Moja siostra mieszka od dawna w Krakowie i pracuje tam w szpitalu, ale nie chce o tym mówić. "
GERMAN = "Liebe Anna, ich bin seit drei Wochen in der neuen Wohnung und es gefällt mir sehr gut hier. "


def test_no_english_document_counts_as_unread() -> None:
    documents = [*bundled_corpus(), *written_documents()]
    assert len(documents) > 800
    assert [document.id for document in documents if why_unread(document.text)] == []


def test_no_english_document_is_in_another_language() -> None:
    documents = [*bundled_corpus(), *written_documents(), *(reading.document for reading in readings())]
    assert len({document.text for document in documents}) > 900
    assert {document.id for document in documents if other_language(document.text)} == set()


@pytest.mark.parametrize("language", UNREAD)
def test_two_sentences_are_enough_to_be_in_another_language(language: str) -> None:
    told = SENTENCES[language]
    assert all(other_language(f"{one} {other}") for one, other in zip(told[::2], told[1::2], strict=True))


@pytest.mark.parametrize("line", ENGLISH_LINES)
def test_names_slang_capitals_masks_and_bad_scans_are_read(line: str) -> None:
    assert why_unread(line) is None


@pytest.mark.parametrize("language", UNREAD)
def test_a_page_in_another_language_is_unread_and_named(language: str) -> None:
    assert why_unread("\n".join(SENTENCES[language])) == f"the text is in {language}"


@pytest.mark.parametrize("language", READ)
def test_a_page_in_a_language_with_tables_is_read_in_it(language: str) -> None:
    page = "\n".join(SENTENCES[language])
    assert why_unread(page) is None
    assert other_language(page) == ""
    assert reading_language(page) == language


@pytest.mark.parametrize("language", READ)
def test_a_reader_of_english_alone_does_not_read_it(language: str) -> None:
    page = "\n".join(SENTENCES[language])
    assert why_unread(page, english_only=True) == f"the text is in {language}"
    with pytest.raises(UnreadError, match=f"in {language}, which 'tiny' does not read"):
        require_read(page, "tiny", english_only=True)


def test_a_german_text_is_unread_from_a_fifth_of_its_words_in_other_languages_on() -> None:
    whole = "\n".join(SENTENCES["German"]) + "\n"
    assert why_unread(whole + RUSSIAN) is None
    assert why_unread(whole + ENGLISH) is None
    reason = why_unread(whole + RUSSIAN * 6)
    assert reason is not None
    assert reason.endswith("% of the text is in Russian")
    reason = why_unread(whole + POLISH * 2)
    assert reason is not None
    assert reason.endswith("% of the text is in Polish")
    assert why_unread(whole * 2 + ENGLISH * 4) is None


@pytest.mark.parametrize(
    "text",
    [
        base64.b64encode(NOISE).decode(),
        NOISE.hex(),
        "\n".join(f"{place:08x}  {NOISE[place : place + 16].hex(' ')}" for place in range(0, 600, 16)),
        "id;value;count\n" + "\n".join(f"{sign};{sign * 3};{sign % 7}" for sign in NOISE[:40]),
        "... !!! ???",
        "550e8400-e29b-41d4-a716-446655440000",
    ],
)
def test_what_has_no_words_is_unread(text: str) -> None:
    assert why_unread(text) == "there is no running text"


@pytest.mark.parametrize(
    "text", ["", " \n", "[PERSON] [LOC], [DATETIME].", "*** *** ***", "████ ███", "[REDACTED]", "___"]
)
def test_nothing_and_what_a_mask_left_are_read(text: str) -> None:
    assert why_unread(text) is None


def test_a_masked_text_in_another_language_is_unread() -> None:
    masked = "[PERSON] mieszka z [PERSON] w [LOC] i pracuje od [DATETIME] jako [DEM]."
    assert why_unread(masked) == "the text is in Polish"


def test_a_masked_text_in_german_is_read_in_german() -> None:
    masked = "[PERSON] wohnt mit [PERSON] in [LOC] und arbeitet seit [DATETIME] bei [ORG]."
    assert why_unread(masked) is None
    assert reading_language(masked) == "German"


def test_a_few_german_words_are_read_in_german_and_not_in_english() -> None:
    assert reading_language("Sie wohnt seit 2019 nicht mehr in Berlin und arbeitet jetzt.") == "German"


def test_a_code_behind_one_mark_is_no_text() -> None:
    numbers = " ".join(str(sign) for sign in NOISE[:20])
    assert why_unread(f"[PERSON] {numbers}") == "there is no running text"


@pytest.mark.parametrize(("part", "language"), [(RUSSIAN, "Russian"), (POLISH, "Polish")])
def test_a_mixed_text_is_unread_from_a_fifth_of_its_words_on(part: str, language: str) -> None:
    whole = ENGLISH * 6
    assert why_unread(whole) is None
    assert why_unread(whole + part) is None
    reason = why_unread(whole + part * 6)
    assert reason is not None
    assert reason.startswith("about ")
    assert reason.endswith(f"the text is in {language}")


def test_the_share_of_a_language_is_told_without_that_of_others() -> None:
    text = ENGLISH * 6 + FRENCH * 2 + "Mio fratello abita ancora nella casa di mia nonna vicino al mare. " * 2
    with pytest.raises(UnreadError, match="about 15 % of the text is in French and about 13 % in other lang") as caught:
        require_read(text, "rules")
    assert unread_kind(str(caught.value)) == "French"


def test_short_english_sentences_before_foreign_ones_count_as_english() -> None:
    lines = f"Thank you so much!\n{FRENCH}\n" * 2
    assert why_unread(ENGLISH * 4 + lines) == "about 23 % of the text is in French"
    assert why_unread(ENGLISH * 5 + lines) is None


def test_marks_of_a_mask_are_words_of_the_text() -> None:
    masked = "[PERSON] called [PERSON] from [LOC] on [DATETIME] about the [CODE] of [ORG]. " * 3
    assert why_unread(ENGLISH + masked + FRENCH) is None
    assert why_unread(ENGLISH + FRENCH) is not None


def test_a_mixed_text_is_read_where_all_its_languages_are() -> None:
    assert why_unread(ENGLISH * 6 + GERMAN * 6) is None
    assert why_unread(ENGLISH * 6 + GERMAN * 6, english_only=True) is not None


def test_the_error_names_the_language_the_reader_and_what_to_do() -> None:
    with pytest.raises(UnreadError) as caught:
        require_read(RUSSIAN, "rules")
    said = "GY106 unread: the text is in Russian, which 'rules' does not read; name a model with --attacker"
    assert str(caught.value) == said
    with pytest.raises(UnreadError, match="GY106 unread: there is no running text; name a model"):
        require_read("4711", "rules")


@given(st.sampled_from([*SENTENCES]), st.text(alphabet="abc: ", max_size=20))
def test_a_reason_gives_back_the_language(language: str, before: str) -> None:
    reason = f"{before}GY106 unread: the text is in {language}, which 'rules' does not read; name a model"
    assert unread_kind(reason) == language


def test_reasons_are_counted_by_language_the_commonest_first() -> None:
    reasons = []
    for text in (RUSSIAN, ENGLISH * 2 + POLISH * 2, RUSSIAN, "4711"):
        with pytest.raises(UnreadError) as caught:
            require_read(text, "rules")
        reasons.append(f"truth: {caught.value}")
    kinds = unread_kinds([*reasons, "GY306 something else"])
    assert list(kinds.items()) == [("Russian", 2), ("Polish", 1), ("no running text", 1)]


@given(st.text(max_size=400))
def test_it_never_raises_whatever_stands_in_a_text(text: str) -> None:
    reason = why_unread(text)
    assert reason is None or reason == "there is no running text" or "the text is in " in reason
