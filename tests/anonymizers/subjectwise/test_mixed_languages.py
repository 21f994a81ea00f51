"""Texts in several languages: every passage is read and written in its own, and nothing is left that ``mask`` hides."""

import re
from collections.abc import Iterator
from itertools import islice, product

import pytest
from hypothesis import given
from hypothesis import strategies as st
from training.languages import FOLDER, language_documents

from anonymizers.subjectwise.mixed_texts import MixedText, mixed_texts
from gyges.anonymizers import Edit, Mask, Subjectwise, apply_edits, edits_from_json, guarded
from gyges.anonymizers.identifiers import direct_identifiers, naming_words
from gyges.anonymizers.subjectwise import SubjectwiseOptions
from gyges.anonymizers.subjectwise._found import is_measure
from gyges.anonymizers.subjectwise._parts import TextPart, parts_of
from gyges.attacks import RulesAttack
from gyges.corpus import bundled_corpus
from gyges.records import Document, Release

pytestmark = pytest.mark.anyio

LEVELS = ("light", "standard", "strong", "paranoid")
TEXTS = {one.name: one for one in mixed_texts()}
NO_NAMES = re.compile(
    r"Corrib|Strand|Bakery|Ltd|Pty|Puerto|Sawa|Foley|Hari|Raya|Datuk|Pd|Meskerem|Tita|Notros|Nại|MD|Cóndor|kena|Lor|Indigo"
    r"|Para|Asunto|De|Fecha|Mann"
)
"""Words that ``mask`` hides as names in the sample and that are none: firms, tools, a festival, labels, a husband."""


WORD = re.compile(r"\w{2,}")
MISSED = {"kept forward with quoted mail en es": ["Quesada"]}
"""What the reader does not know for what it is: a name cut by the sign of a quote."""


async def released(text: str, level: str = "standard") -> Release:
    method = Subjectwise(RulesAttack(), SubjectwiseOptions(level=level))  # type: ignore[arg-type]
    release = await method.anonymize(Document("d", text))
    assert apply_edits(text, edits_from_json(release.trace["edits"])) == release.text
    return release


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("mixed", TEXTS.values(), ids=TEXTS)
async def test_nobody_is_left_in_any_language(mixed: MixedText, level: str) -> None:
    release = await released(mixed.text, level)
    assert set(mixed.left(release)) <= set(MISSED.get(mixed.name, ()))
    assert "unread" not in guarded(mixed.text, release).trace


async def test_words_of_every_passage_are_those_of_its_language() -> None:
    release = await released(TEXTS["open letter de en"].text)
    assert release.trace["languages"] == ["German", "English"]
    assert "ist Handwerker in einer Stadt" in release.text
    assert "im Mai 1988 Geburtstag" in release.text
    assert "Please call my colleague" in release.text


async def test_a_person_of_two_languages_has_one_letter() -> None:
    mixed = TEXTS["open de es"]
    edits = edits_from_json((await released(mixed.text)).trace["edits"])
    letters = {
        letter
        for edit in edits
        if "Brinkmann" in mixed.text[edit.start : edit.end]
        for letter in re.findall(r"[A-Z]\.", edit.text)
    }
    assert len(letters) == 1


async def test_an_article_stays_though_somebody_is_called_so() -> None:
    text = TEXTS["open letter en de"].text
    masked = await Mask().anonymize(Document("d", text))
    for release in (masked, await released(text, "light")):
        assert release.text.count("Das ") == text.count("Das ") == 2
        assert "Mr Das" not in release.text


def uncovered(text: str, release: Release) -> Iterator[str]:
    """Yield the words of direct identifiers that no edit covers."""
    edits = edits_from_json(release.trace["edits"])
    for one in direct_identifiers(text).found:
        said = text[one.start : one.end]
        if one.type == "CODE" and is_measure(said):
            continue  # "10.20-11.45", when a meeting was
        names = [(one.start + word.start, one.start + word.end) for word in naming_words(said)]
        plain = [match.span() for match in WORD.finditer(text, one.start, one.end)]
        for start, end in names if names and one.type == "PERSON" else plain:
            if not any(edit.start <= start and end <= edit.end for edit in edits):
                yield f"{start} {text[start:end]}"


def pairs() -> Iterator[str]:
    """Yield documents of two languages, paragraph by paragraph in turn, in several orders."""
    german, spanish = (
        [one.text for one in islice(language_documents([FOLDER / f"{name}_developed.txt"]), 4)]
        for name in ("german", "spanish")
    )
    english = [one.text for one in bundled_corpus() if one.id.startswith("notes")][:4]
    for first, second in ((english, german), (german, english), (spanish, english), (german, spanish)):
        for one, other in zip(first, second, strict=True):
            paragraphs = product(*(text.split("\n\n") for text in (one, other)))
            yield "\n\n".join(
                part for pair in islice(paragraphs, 0, None, max(1, other.count("\n\n"))) for part in pair
            )


@pytest.mark.parametrize("level", LEVELS)
async def test_every_direct_identifier_that_mask_hides_in_a_mixed_text_is_hidden(level: str) -> None:
    for text in [*pairs()][:: 1 if level == "light" else 5]:
        assert await left_standing(text, level) == []


@pytest.mark.parametrize("level", LEVELS)
async def test_every_direct_identifier_that_mask_hides_is_hidden(level: str) -> None:
    german, spanish = (
        list(language_documents([FOLDER / f"{name}_{kind}.txt"]))
        for name, kind in (("german", "opened"), ("spanish", "opened"))
    )
    for document in [*bundled_corpus(), *german, *spanish][:: 3 if level == "light" else 19]:
        assert await left_standing(document.text, level) == []


async def left_standing(text: str, level: str) -> list[str]:
    """Return the words of direct identifiers that ``mask`` hides and ``subjectwise`` does not."""
    masked = {*uncovered(text, await Mask().anonymize(Document("d", text)))}
    left = {*uncovered(text, await released(text, level))} - masked
    return [one for one in sorted(left) if not NO_NAMES.fullmatch(one.split()[1])]


SPANS = st.lists(st.integers(1, 12), min_size=1, max_size=6)


@given(sizes=SPANS, cut=st.tuples(st.integers(0, 80), st.integers(0, 30)))
def test_an_edit_of_a_part_stands_where_its_words_stand_in_the_text(sizes: list[int], cut: tuple[int, int]) -> None:
    text = "".join(chr(0x100 + number) for number in range(3 * sum(sizes)))
    spans, start = [], 0
    for size in sizes:
        spans.append((start, start + size))
        start += size + 2
    part = TextPart.of("English", text, spans)
    low = min(cut[0], len(part.text))
    high = min(low + cut[1], len(part.text))
    gone = "".join(text[one.start : one.end] for one in part.back(Edit(low, high, "", "PERSON")))
    assert gone == part.text[low:high].replace("\n", "")


@pytest.mark.parametrize("mixed", TEXTS.values(), ids=TEXTS)
def test_every_word_is_in_one_part(mixed: MixedText) -> None:
    parts = parts_of(mixed.text)
    for match in re.finditer(r"\S+", mixed.text):
        assert sum(part.holds(match.start()) for part in parts) == 1


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (
            "Thanks for all of your help with the papers, it was very kind. Please write to Mr. Paul Sander, "
            "Hauptstr. 12, 38640 Goslar. Er wohnt dort mit seiner Frau Ilse und ist seit dem 3. Mai 1988 bei uns, "
            "geboren am 4. Juni 1955 in Ulm. See you on Monday at the office, and bring the keys.",
            ("Hauptstr", "38640", "Goslar", "4. Juni", "1955"),
        ),
        (
            "Patient intake form\nName: Oyelaran, Tunde\nStreet: Am Kirchberg 3\nPLZ/Ort: 72070 Tübingen\n"
            "Notes: The patient is the only organ builder in town.",
            ("Kirchberg", "72070", "Tübingen"),
        ),
    ],
)
async def test_a_german_address_between_english_words_goes_with_its_code_and_its_town(
    text: str, words: tuple[str, ...]
) -> None:
    for release in (await released(text), await Mask().anonymize(Document("d", text))):
        assert [word for word in words if word in release.text] == []
