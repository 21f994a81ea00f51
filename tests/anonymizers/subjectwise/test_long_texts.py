"""Long texts are shortened in windows; a person has one letter in all of them."""

import re

import pytest

from gyges.anonymizers import Subjectwise, release_of
from gyges.anonymizers.subjectwise import SubjectwiseOptions, _long_texts
from gyges.anonymizers.subjectwise._changes import Change
from gyges.attacks import RulesAttack
from gyges.records import Document, JsonValue, PartUnderWay, Release, apply_edits, edits_from_json, part_under_way

pytestmark = pytest.mark.anyio

FILLER = "The meeting went on until noon, and the minutes were read out again after the break. "
ENGLISH = [
    "Nora Feld is a nurse in Cork. She is 44 and lives with her sister, Dana Feld.",
    "Mr Tomasz Wilk repaired the roof of the hall, and nobody paid him.",
    "Later Nora Feld wrote to the council, and Wilk signed the letter too.",
    "In spring Dana Feld moved out. Tomasz Wilk helped her with the boxes.",
]
GERMAN = [
    "Frau Petra Hagedorn arbeitet als Lehrerin in Kassel und ist 44 Jahre alt.",
    "Herr Jochen Brinkmann hat das Dach der Halle repariert, und niemand hat ihn bezahlt.",
    "Später schrieb Frau Hagedorn an die Stadt, und Jochen Brinkmann unterschrieb den Brief auch.",
    "Im Frühling zog Petra Hagedorn um. Herr Brinkmann half ihr mit den Kisten.",
]
GERMAN_FILLER = "Die Sitzung dauerte bis zum Mittag, und nach der Pause wurde alles noch einmal vorgelesen. "


@pytest.fixture(autouse=True)
def _small_windows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_long_texts, "_LONGEST", 500)
    monkeypatch.setattr(_long_texts, "_WINDOW", 400)


async def _released(text: str, level: str = "standard") -> Release:
    method = Subjectwise(RulesAttack(), SubjectwiseOptions(level=level))  # type: ignore[arg-type]
    release = await release_of(method, Document("long", text))
    assert apply_edits(text, edits_from_json(release.trace["edits"])) == release.text
    return release


def _long(paragraphs: list[str], filler: str = FILLER, gap: str = "\n\n") -> str:
    return gap.join(f"{paragraph} {filler * 3}".strip() for paragraph in paragraphs)


@pytest.mark.parametrize(
    ("text", "people"),
    [
        (_long(ENGLISH), ("Nora Feld", "Wilk")),
        (_long(ENGLISH, gap=" "), ("Nora Feld", "Wilk")),
        (_long(GERMAN, GERMAN_FILLER), ("Hagedorn", "Brinkmann")),
    ],
    ids=["paragraphs", "one line", "German"],
)
async def test_one_person_has_one_letter_in_all_windows(text: str, people: tuple[str, str]) -> None:
    release = await _released(text, "light")
    assert int(str(release.trace["windows"])) > 3
    edits = [edit for edit in edits_from_json(release.trace["edits"]) if edit.type == "PERSON"]
    one, other = (
        {edit.text.rstrip(".") for edit in edits if re.search(who, text[edit.start : edit.end])} for who in people
    )
    assert len(one) == len(other) == 1
    assert one.isdisjoint(other)


async def test_an_ordinary_word_that_is_a_name_in_another_window_stays() -> None:
    text = _long(["Mrs Anneke Brisk is a nurse.", "It rained.", "Brisk walks in a brisk wind are good for everybody."])
    assert "brisk wind" in (await _released(text, "light")).text


async def test_the_trace_of_windows_is_one_trace() -> None:
    text = _long(ENGLISH)
    trace = (await _released(text, "strong")).trace
    people = [row["id"] for row in trace["people"]]  # type: ignore[union-attr, index, call-overload]
    assert len(people) == len(set(people))
    assert {edit.person for edit in edits_from_json(trace["edits"])} - {""} <= set(people)
    assert trace["dropped"]["words"] >= len(text.split()) * 0.9  # type: ignore[index, call-overload, operator]
    assert trace["level"] == "strong"


async def test_a_text_of_one_word_without_end_is_cut_and_ends() -> None:
    endless = "ab" * 3_000
    release = await _released(f"Nora Feld wrote to Dana Feld. {endless}")
    assert "Feld" not in release.text
    assert endless[200:] in release.text


async def test_a_change_over_a_joint_of_windows_has_its_words_once() -> None:
    seen: list[list[Change]] = []

    async def work(document: Document, changes: object) -> dict[str, JsonValue]:
        seen.append(list(changes))  # type: ignore[call-overload]
        return {"edits": [], "people": []}

    text = _long(ENGLISH)
    await _long_texts.work_in_windows(Document("long", text), [Change(0, len(text), "x")], work)
    assert [one.new for own in seen for one in own] == ["x"] + [""] * (len(seen) - 1)


async def test_while_a_window_is_worked_on_it_can_be_asked_which_it_is() -> None:
    seen: list[PartUnderWay | None] = []

    async def work(document: Document, changes: object) -> dict[str, JsonValue]:
        seen.append(part_under_way())
        if len(seen) > 2:
            raise ValueError("enough")
        return {"edits": [], "people": []}

    text = _long(ENGLISH)
    await _long_texts.work_in_windows(Document("long", text[:700]), [], work)
    assert seen == [PartUnderWay(1, 2), PartUnderWay(2, 2)]
    assert part_under_way() is None
    with pytest.raises(ValueError, match="enough"):
        await _long_texts.work_in_windows(Document("long", text), [], work)
    assert part_under_way() is None
