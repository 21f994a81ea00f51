"""Texts in several languages: every passage is read and written in its own, and nothing is left that ``mask`` hides."""

import re
from collections.abc import Iterator
from itertools import islice, product

import pytest
from training.languages import FOLDER, language_documents

from anonymizers.subjectwise.mixed_texts import MixedText, mixed_texts
from gyges.anonymizers import Mask, Subjectwise, release_of
from gyges.anonymizers.subjectwise import SubjectwiseOptions
from gyges.attacks import RulesAttack
from gyges.corpus import bundled_corpus
from gyges.reading.finder import find_spans
from gyges.reading.lookups import title
from gyges.records import Document, Release, apply_edits, edits_from_json
from gyges.scoring import guarded

pytestmark = pytest.mark.anyio

LEVELS = ("light", "standard", "strong", "paranoid")
TEXTS = {one.name: one for one in mixed_texts()}
NO_NAMES = re.compile(
    r"Corrib|Strand|Bakery|Ltd|Pty|Puerto|Sawa|Foley|Hari|Raya|Datuk|Pd|Meskerem|Tita|Notros|Nại|MD|Cóndor|kena|Lor|Indigo"
    r"|Para|Asunto|De|Fecha|Mann|Mit|Prim|Tochter|Geschädigte"
)
"""Words that ``mask`` hides as names in the sample and that are none: firms, tools, a festival, labels, a husband."""


WORD = re.compile(r"\w{3,}")
MISSED = {"kept forward with quoted mail en es": ["Quesada"], "open letter de en": ["Mai", "1988"]}
"""What the reader does not know for what it is: a name cut by the sign of a quote, "hat am 3. Mai 1988 Geburtstag"."""


async def released(text: str, level: str = "standard") -> Release:
    method = Subjectwise(RulesAttack(), SubjectwiseOptions(level=level))  # type: ignore[arg-type]
    release = await release_of(method, Document("d", text))
    assert apply_edits(text, edits_from_json(release.trace["edits"])) == release.text
    return release


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("mixed", TEXTS.values(), ids=TEXTS)
async def test_nobody_is_left_in_any_language(mixed: MixedText, level: str) -> None:
    release = await released(mixed.text, level)
    assert set(mixed.left(release)) <= set(MISSED.get(mixed.name, ()))
    assert "unread" not in guarded(mixed.text, release).trace


async def test_words_of_every_passage_are_those_of_its_language() -> None:
    release = await released(TEXTS["open letter de en"].text, "light")
    assert "[Angabe]" in release.text
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
    for one in find_spans(text):
        for match in WORD.finditer(text, one.start, one.end) if one.direct else ():
            covered = any(edit.start < match.end() and match.start() < edit.end for edit in edits)
            if not covered and not match[0].islower() and title(match[0]) is None:
                yield f"{match.start()} {match[0]}"


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
    texts = [*pairs()][:: 1 if level == "light" else 5]
    left = [one for text in texts for one in await left_standing(text, level)]
    assert len(left) <= len(texts) / 5  # reached: two words of sixteen texts, half of a phone number one of them


@pytest.mark.parametrize("level", LEVELS)
async def test_every_direct_identifier_that_mask_hides_is_hidden(level: str) -> None:
    german, spanish = (
        list(language_documents([FOLDER / f"{name}_{kind}.txt"]))
        for name, kind in (("german", "opened"), ("spanish", "opened"))
    )
    documents = [*bundled_corpus(), *german, *spanish][:: 3 if level == "light" else 19]
    left = [one for document in documents for one in await left_standing(document.text, level)]
    assert left == []


async def left_standing(text: str, level: str) -> list[str]:
    """Return the words of direct identifiers that ``mask`` hides and ``subjectwise`` does not."""
    masked = {*uncovered(text, await Mask().anonymize(Document("d", text)))}
    left = {*uncovered(text, await released(text, level))} - masked
    return [one for one in sorted(left) if not NO_NAMES.fullmatch(one.split()[1])]


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
