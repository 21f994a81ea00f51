"""``subjectwise`` in German and Spanish: everybody is protected, edits are of the original, others are refused."""

from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from gyges.anonymizers import Purpose, Tools, open_anonymizer, release_of
from gyges.errors import RewriteFailedError
from gyges.models import ModelPool, ReplyCache
from gyges.reading import reading_language
from gyges.records import Document, JsonValue, Release, apply_edits, edits_from_json

pytestmark = pytest.mark.anyio

GERMAN = """Amtsgericht Essen, den 16. Oktober 2025

Der Angeklagte Jürgen Kaiser, geboren am 03.04.1971 in Gelsenkirchen, wohnhaft Steeler Straße 555, 45138 Essen,
geschieden, arbeitet als Staplerfahrer für die Ruhrlager GmbH. Am 9. Mai geriet er mit dem Nachbarn in Streit. Die
Zeugin Petra Vogel, eine 68-jährige Lehrerin, hat Kaisers Wagen gesehen. Sie ist unter 0201 555 0117 zu erreichen.
"""
SPANISH = """Zaragoza, 9 de octubre de 2025

Comparece D.ª María del Pilar Rey Cuesta, con DNI 45550123-K, nacida el 03/02/1967 en Calatayud, viuda, modista, y
declara que su nieta Leire, de nueve años, fue trasladada al Hospital Clínico. El fontanero Jesús Abad, de nacionalidad
rumana, vive con su esposa en Teruel y trabaja para Transportes Rueda. La señora Rey no quiere hablar con Abad.
"""
TOLD = {
    GERMAN: (
        "Kaiser", "Jürgen", "Vogel", "Petra", "Essen", "Gelsenkirchen", "1971", "68", "Stapler", "Ruhrlager", "0201",
    ),
    SPANISH: ("Rey", "Pilar", "Leire", "Abad", "Jesús", "45550123", "1967", "Calatayud", "Teruel", "rumana", "Rueda"),
}  # fmt: skip


async def released(text: str, options: Mapping[str, JsonValue] | None = None) -> Release:
    async with ModelPool(cache=ReplyCache()) as pool:
        return await release_of(open_anonymizer("subjectwise", Tools(pool), options), Document("d", text))


@pytest.mark.parametrize("text", [GERMAN, SPANISH], ids=["German", "Spanish"])
@pytest.mark.parametrize("level", ["standard", "strong", "paranoid"])
async def test_nothing_that_identifies_anybody_is_left_and_the_language_is(text: str, level: str) -> None:
    release = await released(text, {"level": level})
    assert [word for word in TOLD[text] if word in release.text] == []
    assert reading_language(release.text) == reading_language(text) == release.trace["language"]


@pytest.mark.parametrize("text", [GERMAN, SPANISH], ids=["German", "Spanish"])
async def test_the_lightest_level_changes_names_and_numbers_only(text: str) -> None:
    release = await released(text, {"level": "light"})
    edits: Any = release.trace["edits"]
    assert {edit["type"] for edit in edits} <= {"PERSON", "CODE", "LOC", "MISC", "DATETIME"}
    assert all(edit["direct"] for edit in edits if edit["type"] == "DATETIME")  # only when somebody was born
    assert "Ruhrlager" in release.text or "Hospital Clínico" in release.text


async def test_one_person_has_one_letter_in_every_form_of_the_name() -> None:
    release = await released(GERMAN)
    edits = edits_from_json(release.trace["edits"])
    forms = {GERMAN[edit.start : edit.end]: edit.text for edit in edits if edit.type == "PERSON"}
    assert forms["Kaiser"] == forms["Jürgen Kaiser"]
    assert f"{forms['Kaiser']}s Wagen" in release.text
    assert forms["Petra Vogel"] != forms["Jürgen Kaiser"]


async def test_farther_levels_keep_no_more_words() -> None:
    kept = [len((await released(GERMAN, {"level": level})).text) for level in ("standard", "strong", "paranoid")]
    assert kept == sorted(kept, reverse=True)


async def test_what_stays_by_purpose_stays() -> None:
    async with ModelPool(cache=ReplyCache()) as pool:
        tools = Tools(pool, purpose=Purpose(preserve="Keep jobs."))
        release = await open_anonymizer("subjectwise", tools).anonymize(Document("d", GERMAN))
    assert "Staplerfahrer" in release.text
    assert "Kaiser" not in release.text


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("Polish", "Pani Maria ma 41 lat i mieszka w Krakowie. Jej mąż pracuje jako kierowca."),
        ("French", "Madame Marie Durand habite à Lyon avec son mari et ses enfants, et elle travaille à l'hôpital."),
    ],
)
async def test_a_language_without_tables_is_refused_by_name(language: str, text: str) -> None:
    with pytest.raises(RewriteFailedError, match=f"is in {language}, which the embedded engine does not read"):
        await released(text)


PARTS = st.sampled_from(
    [
        *GERMAN.split(),
        "Frau Weber",
        "und",
        "die",
        "der",
        "ist nicht mit der",
        "am 3. Mai 2024,",
        "(54)",
        "\n\n",
        "bei uns.",
    ]
)


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(PARTS, min_size=12, max_size=40).map(" ".join))
async def test_a_release_is_its_original_with_the_edits_of_its_trace(text: str) -> None:
    text = f"{text} Das ist nicht der Brief, den die Familie mit der Post und ohne die Bilder an uns geschickt hat."
    release = await released(text)
    assert apply_edits(text, edits_from_json(release.trace["edits"])) == release.text
