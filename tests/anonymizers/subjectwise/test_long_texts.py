"""Long texts are worked on in windows; what one window knows holds in all of them."""

import re
from itertools import islice, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gyges.anonymizers import (
    PartUnderWay,
    Subjectwise,
    _subjectwise,
    apply_edits,
    edits_from_json,
    part_under_way,
    residual_identifiers,
)
from gyges.anonymizers.identifiers import _find, direct_identifiers
from gyges.anonymizers.subjectwise import SubjectwiseOptions, _long_texts
from gyges.anonymizers.subjectwise._across import Across
from gyges.anonymizers.subjectwise._parts import parts_of
from gyges.anonymizers.wording import ALPHABET
from gyges.attacks import RulesAttack
from gyges.records import Document, JsonValue, Release

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
    monkeypatch.setattr(_subjectwise, "LONGEST", 500)
    monkeypatch.setattr(_long_texts, "LONGEST", 500)
    monkeypatch.setattr(_long_texts, "_WINDOW", 400)


async def _released(text: str, level: str = "standard") -> Release:
    method = Subjectwise(RulesAttack(), SubjectwiseOptions(level=level))  # type: ignore[arg-type]
    release = await method.anonymize(Document("long", text))
    assert apply_edits(text, edits_from_json(release.trace["edits"])) == release.text
    return release


def _long(paragraphs: list[str], filler: str = FILLER, gap: str = "\n\n") -> str:
    return gap.join(f"{paragraph} {filler * 3}".strip() for paragraph in paragraphs)


def _letters(text: str, release: Release) -> dict[str, set[str]]:
    """Return what stands for each surname of a text."""
    found: dict[str, set[str]] = {}
    for edit in edits_from_json(release.trace["edits"]):
        said, letter = text[edit.start : edit.end], re.search(r"\b[A-Z]+\d*\.", edit.text)
        if letter is not None and edit.type == "PERSON":
            found.setdefault(said, set()).add(letter[0])
    return found


@pytest.mark.parametrize("gap", ["\n\n", "\n", " "])
async def test_one_person_has_one_letter_in_all_windows(gap: str) -> None:
    text = _long(ENGLISH, gap=gap)
    release = await _released(text)
    assert int(str(release.trace["windows"])) > 3
    letters = _letters(text, release)
    assert not re.search(r"Nora|Dana|Feld|Wilk|Tomasz", release.text)
    nora, wilk = (
        {one for said, found in letters.items() if re.search(who, said) for one in found} for who in ("Nora", "Wilk")
    )
    assert len(nora) == len(wilk) == 1
    assert nora.isdisjoint(wilk)


async def test_a_text_in_german_has_one_letter_for_a_person_in_all_windows() -> None:
    text = _long(GERMAN, GERMAN_FILLER)
    release = await _released(text)
    assert int(str(release.trace["windows"])) > 3
    assert not re.search(r"Petra|Hagedorn|Jochen|Brinkmann", release.text)
    letters = _letters(text, release)
    for who in ("Hagedorn", "Brinkmann"):
        assert len({one for said, found in letters.items() if who in said for one in found}) == 1


async def test_a_name_that_only_another_window_shows_to_be_one_goes_too() -> None:
    text = _long(["Mrs Anneke Brisk is a nurse.", "It rained.", "The form was with Brisk and the other one was lost."])
    release = await _released(text, "light")
    assert "Brisk" not in release.text
    assert len({one for said, found in _letters(text, release).items() if "Brisk" in said for one in found}) == 1


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
    assert {row["window"] for row in trace["rounds"]} == set(range(1, int(str(trace["windows"])) + 1))  # type: ignore[union-attr, index, call-overload]
    assert trace["level"] == "strong"


async def test_a_text_of_one_word_without_end_is_cut_and_ends() -> None:
    endless = "ab" * 3_000
    release = await _released(f"Nora Feld wrote to Dana Feld. {endless}")
    assert "Feld" not in release.text
    assert release.text.endswith(endless)


NAMES = st.lists(
    st.lists(st.sampled_from(["Ana", "Bo", "Costa", "Dreyer", "Ewa", "Falk"]), min_size=1, max_size=2, unique=True).map(
        " ".join
    ),
    min_size=1,
    max_size=30,
)


@given(windows=st.lists(NAMES, min_size=1, max_size=6))
def test_a_full_name_has_one_letter_and_none_that_begins_it(windows: list[list[str]]) -> None:
    across = Across("", ALPHABET)
    given_: dict[frozenset[str], set[str]] = {}
    for names in windows:
        keys = {" ".join(sorted(name.split())): [name] for name in names if " " in name}
        letters = across.window(keys)
        for key in keys:
            letter = letters.of(key)
            assert letter[0] not in {word[0] for word in key.split()}
            given_.setdefault(frozenset(key.split()), set()).add(letter)
    assert all(len(letters) == 1 for letters in given_.values())
    assert len({min(letters) for letters in given_.values()}) == len(given_)


def test_letters_never_end_and_stay_short() -> None:
    across = Across("", ALPHABET)
    names = ["".join(word).capitalize() for word in islice(product("abcdefgh", repeat=5), 2_000)]
    letters = [across.window({name: [name]}).of(name) for name in names]
    assert len(set(letters)) == 2_000
    assert max(map(len, letters)) <= 4


async def test_the_guard_does_not_look_through_windows_again_that_were_looked_through(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(_find, "_LONGEST", 500)
    monkeypatch.setattr(_find, "_WINDOW", 400)
    text = _long(ENGLISH)
    release = await _released(text)
    direct_identifiers.cache_clear()
    before = _find._kept.cache_info()
    residual_identifiers(text, release)
    after = _find._kept.cache_info()
    assert after.hits - before.hits == 2 * int(str(release.trace["windows"]))
    assert after.misses == before.misses


async def _in_windows(text: str, work: _long_texts.Windowed) -> None:
    await _long_texts.anonymize_in_windows(Document("long", text), parts_of(text), work)


async def test_while_a_window_is_worked_on_it_can_be_asked_which_it_is() -> None:
    seen: list[PartUnderWay | None] = []

    async def work(document: Document, across: Across) -> tuple[str, dict[str, JsonValue]]:
        seen.append(part_under_way())
        if len(seen) > 2:
            raise ValueError("enough")
        return document.text, {"edits": [], "rounds": [], "people": [], "stopped": "", "sex": ""}

    text = _long(ENGLISH)
    await _in_windows(text[:700], work)
    assert seen == [PartUnderWay(1, 2), PartUnderWay(2, 2)]
    assert part_under_way() is None
    with pytest.raises(ValueError, match="enough"):
        await _in_windows(text, work)
    assert part_under_way() is None


def test_a_part_of_a_name_takes_nobodys_letter_away_who_stands_beside_it() -> None:
    across = Across("", ALPHABET)
    nora = across.window({"1": ["Nora Feld"]}).of("1")
    later = across.window({"x": ["Feld"], "y": ["Nora Feld"]})
    assert later.of("y") == nora != later.of("x")


def test_a_person_has_the_same_letter_in_the_ninth_window_however_many_namesakes_stand_between() -> None:
    across = Across("", ALPHABET)
    first = across.window({"1": ["Ana Falk"]}).of("1")
    for other in ("Bo", "Costa", "Dreyer", "Ewa", "Gil", "Hana", "Ida", "Juri", "Kaja"):
        across.window({"2": [f"{other} Falk"], "3": [f"Ana {other}sen"]})
    assert across.window({"4": ["Ana Falk"]}).of("4") == first
