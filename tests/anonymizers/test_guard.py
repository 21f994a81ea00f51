import unicodedata

import pytest

from gyges.errors import IdentifiersLeftError
from gyges.records import Edit, Release, apply_edits, edits_to_json
from gyges.scoring import guarded, residual_identifiers

TEXT = "Ms Maria Kowalska wrote to maria.kowalska@example.org. Kowalska is a nurse. Mr Tom Berger answered."


def _release(*edits: Edit) -> Release:
    return Release("a", apply_edits(TEXT, edits), "test", {"edits": edits_to_json(edits)})


def _edit(words: str, text: str, at: int = 0) -> Edit:
    start = TEXT.index(words, at)
    return Edit(start, start + len(words), text, "PERSON", direct=True)


def test_a_name_that_was_replaced_in_one_place_only_is_residual() -> None:
    left = residual_identifiers(TEXT, _release(_edit("Kowalska", "[PERSON]", TEXT.index(". Kowalska"))))
    assert any("Kowalska" in one.words and one.kind == "person" for one in left)


def test_identifiers_no_method_touched_are_found_by_scanning_the_release() -> None:
    words = {one.words for one in residual_identifiers(TEXT, _release())}
    assert any("Kowalska" in word for word in words)
    assert "maria.kowalska@example.org" in words
    assert any("Berger" in word for word in words)


def test_an_invented_name_is_no_residual_identifier() -> None:
    pseudonyms = [
        _edit("Maria Kowalska", "Carla Brandt"),
        _edit("maria.kowalska@example.org", "carla.brandt@example.org"),
        _edit("Kowalska", "Brandt", TEXT.index(". Kowalska")),
        _edit("Tom Berger", "Jan Novak"),
    ]
    assert residual_identifiers(TEXT, _release(*pseudonyms)) == ()


def test_the_guard_lists_what_is_left_and_refuses_it_when_strict() -> None:
    release = _release(_edit("Maria Kowalska", "[PERSON]"))
    rows = guarded(TEXT, release).trace["residual"]
    assert isinstance(rows, list)
    assert rows
    with pytest.raises(IdentifiersLeftError, match=r"GY502.*still says"):
        guarded(TEXT, release, strict=True)


REWRITTEN = Release("a", "She asked tom o’brien, _José García_ and 0151-234567.", "test")
NAMES = ("Tom O'Brien", "José García", "0151 23 45 67")
BEFORE = "Ms Maria Reis asked Mr Tom O'Brien, Mr José García and wrote to 0151 23 45 67."


@pytest.mark.parametrize(
    "words", ["tom o’brien", "José García", "0151-234567"], ids=["case and apostrophe", "accents", "grouping"]
)
def test_an_identifier_of_a_rewrite_is_found_however_it_is_written(words: str) -> None:
    text = unicodedata.normalize("NFD", REWRITTEN.text)
    edits = [Edit(BEFORE.index(name), BEFORE.index(name) + len(name), "", "PERSON", direct=True) for name in NAMES]
    left = residual_identifiers(BEFORE, Release("a", text, "test", {"edits": edits_to_json(edits)}))
    assert unicodedata.normalize("NFD", words) in {one.words for one in left}


def test_identifiers_of_a_rewrite_without_edits_are_read_in_the_original() -> None:
    release = Release("a", "a letter went to maria kowalska about the ward", "test")
    assert "maria kowalska" in {one.words for one in residual_identifiers(TEXT, release)}


def test_an_ordinary_word_is_no_name_unless_it_is_written_like_one() -> None:
    text = "Mr Will Harker came. Will said he will stay."
    edits = [Edit(3, 14, "[PERSON]", "PERSON", direct=True), Edit(21, 25, "[PERSON]", "PERSON", direct=True)]
    assert (
        residual_identifiers(text, Release("a", apply_edits(text, edits), "t", {"edits": edits_to_json(edits)})) == ()
    )


def test_a_number_inside_a_longer_one_is_another_number() -> None:
    edits = [Edit(0, 8, "[CODE]", "CODE", direct=True)]
    release = Release("a", "[CODE] 912345678 123456789 A12345678.", "t", {"edits": edits_to_json(edits)})
    assert [one.words for one in residual_identifiers("12345678", release)] == ["12345678"]


def test_one_direct_edit_does_not_end_the_search_for_what_the_method_missed() -> None:
    original = "Ms Maria Kowalska, born on 2 March 1988, asked Tom Berger. Text 0151 23 45 67."
    edits = [Edit(3, 17, "[PERSON]", "PERSON", direct=True)]
    rewritten = "[PERSON] was born on 2 March 1988; tom berger is a friend of hers. 0151-234567"
    left = residual_identifiers(original, Release("a", rewritten, "t", {"edits": edits_to_json(edits)}))
    assert [one.words for one in left] == ["2 March 1988", "tom berger", "0151-234567"]


@pytest.mark.parametrize("words", ["Kowalska", "Maria", "KOWALSKA", "Kowalska's", "@maria_kowalska88", "mkowalska"])
def test_a_part_of_a_name_and_an_account_named_after_it_still_stand(words: str) -> None:
    left = residual_identifiers(TEXT, Release("a", f"Somebody wrote to {words} about the ward.", "t"))
    assert [one.words for one in left] == [words.removesuffix("'s")]


@pytest.mark.parametrize(
    ("words", "type_", "stands"),
    [("12 May 1970", "DATETIME", True), ("Blue Lantern", "", True), ("the applicant", "PERSON", False)],
)
def test_what_a_method_calls_direct_is_believed_unless_it_is_a_role(words: str, type_: str, stands: bool) -> None:
    original = f"It was {words} who or which we saw."
    edits = edits_to_json([Edit(7, 7 + len(words), "it", type_, direct=True)])
    left = residual_identifiers(original, Release("a", f"Again {words} came up.", "t", {"edits": edits}))
    assert [one.words for one in left] == ([words] if stands else [])


def test_a_month_in_a_date_is_not_the_person_of_that_name() -> None:
    original = "April Jones is a nurse. April lives here. We met in April 2024, on 3 April."
    release = Release("a", "[PERSON] is a nurse. They live here. We met in April 2024, on 3 April.", "t")
    assert residual_identifiers(original, release) == ()


RUSSIAN = "Анна Петрова живёт в Казани и работает медсестрой в городской больнице."


@pytest.mark.parametrize(("original", "text"), [(RUSSIAN, RUSSIAN), (RUSSIAN, "Somebody lives there.")])
def test_what_the_guard_cannot_read_does_not_pass_strictly_and_is_said_otherwise(original: str, text: str) -> None:
    release = Release("a", text, "t")
    assert guarded(original, release).trace["unread"] == "the text is in Russian"
    with pytest.raises(IdentifiersLeftError, match=r"GY502.*cannot be checked.*Russian"):
        guarded(original, release, strict=True)


def test_a_text_that_was_read_says_nothing_of_it() -> None:
    assert "unread" not in guarded(TEXT, _release()).trace


@pytest.mark.parametrize("left", ["38640 Goslar", "Hauptstr. 12", "38640", "Hauptstr. 12, 38640 Goslar"])
def test_what_is_left_of_an_address_is_residual(left: str) -> None:
    original = "Please write to Mr. Paul Sander, Hauptstr. 12, 38640 Goslar, about the keys of the office."
    found = residual_identifiers(original, Release("a", f"Please write to him, {left}, about the keys.", "t"))
    assert [one.words for one in found] == [left]
