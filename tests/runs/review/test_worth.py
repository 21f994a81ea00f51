"""Whom edits protect from what, and what undoing them costs."""

from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from gyges.records import Document, Edit, Fact, JsonValue, Release, Subject, apply_edits, edits_to_json
from gyges.runs.review import (
    Proposal,
    apply_review,
    edits_of,
    propose,
    write_review,
)

TEXT = (
    "WITNESS STATEMENT\n\nMy name is Maria Kowalska and I am 41 years old. I work as a midwife in Porto. "
    "On that evening Tom Berger parked his van in front of our door and shouted at the neighbours."
)
TOLD = (Fact("NAME", "Maria Kowalska"), Fact("AGE", "41"), Fact("OCCUPATION", "Midwife"))
MARIA = Subject("1", "Maria", TOLD, ("Maria Kowalska",))
TOM = Subject("2", "Tom", (Fact("NAME", "Tom Berger"), Fact("SEX", "Male")), ("Tom Berger",))
DOCUMENT = Document("a", TEXT, (MARIA, TOM))


def _edit(words: str, text: str, *, direct: bool = False) -> Edit:
    start = TEXT.index(words)
    return Edit(start, start + len(words), text, direct=direct)


EDITS = [
    _edit("WITNESS STATEMENT\n\n", ""),
    _edit("Maria Kowalska", "B.", direct=True),
    _edit("41 years old", "grown up"),
    _edit("midwife", "worker"),
    _edit("Tom Berger", "C.", direct=True),
]


def _proposal(document: Document = DOCUMENT, edits: list[Edit] = EDITS) -> Proposal:
    release = Release(document.id, apply_edits(document.text, edits), "test", {"edits": edits_to_json(edits)})
    return propose([document], {document.id: release})[0]


def test_an_edit_protects_the_person_it_is_about_from_the_kind_it_hides() -> None:
    by_words = {one.original: one.worth.people for one in _proposal().edits}
    assert (by_words["41 years old"][0].id, by_words["41 years old"][0].kinds[0]) == ("1", "AGE")
    assert (by_words["midwife"][0].id, by_words["midwife"][0].kinds[0]) == ("1", "OCCUPATION")
    assert (by_words["Tom Berger"][0].id, by_words["Tom Berger"][0].kinds[0]) == ("2", "NAME")


def test_undoing_an_edit_is_estimated_as_the_release_without_it() -> None:
    whole = _proposal()
    for number, one in enumerate(whole.edits):
        without = _proposal(edits=[edit for place, edit in enumerate(EDITS) if place != number])
        assert one.worth.kept == whole.worth.kept
        assert one.worth.undone == without.worth.kept


def test_the_release_is_expected_to_protect_more_than_the_original_and_the_worst_off_stands_first() -> None:
    made = _proposal()
    assert made.worth.undone is not None
    assert made.worth.kept is not None
    assert made.worth.undone < made.worth.kept
    assert [one.after for one in made.people] == sorted(one.after for one in made.people)
    assert made.truth == "annotated"


def test_without_annotations_the_embedded_reader_says_who_is_there() -> None:
    made = _proposal(Document("a", TEXT))
    assert made.truth == "rules"
    assert any("Kowalska" in one.description for one in made.people)


def test_what_cannot_be_estimated_says_why_and_is_still_reviewed() -> None:
    polish = "Pani Maria mieszka w Krakowie i pracuje w szpitalu, a jej brat jest nauczycielem w Gdyni."
    long = "Maria Kowalska came in and sat down. " * 400
    for text, why in ((polish, "Polish"), (long, "longer than")):
        made = _proposal(Document("a", text, (MARIA,)), [Edit(5, 10, "B.", direct=True)])
        assert why in made.not_estimated
        assert made.worth.kept is None
        assert made.edits[0].brings_back


def test_the_edit_that_takes_the_kind_of_the_document_away_says_so(tmp_path: Path) -> None:
    made = _proposal()
    assert [one.kind for one in made.edits] == ["statement", "", "", "", ""]
    assert not any(one.kind for one in _proposal(edits=EDITS[1:]).edits)
    path = tmp_path / "review.yaml"
    write_review([made], path)
    review = apply_review([DOCUMENT], path)["a"].trace["review"]
    assert isinstance(review, dict)
    assert review["kind_lost"] == "statement"
    write_review([made], path, undone={"a": [0]}, replace=True)
    kept = apply_review([DOCUMENT], path)["a"]
    assert kept.text.startswith("WITNESS STATEMENT")
    assert "kind_lost" not in kept.trace["review"]  # type: ignore[operator]


@given(st.sets(st.integers(0, len(EDITS) - 1)))
def test_any_choice_of_edits_gives_the_text_with_the_others_made(undone: set[int]) -> None:
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "review.yaml"
        write_review([_PROPOSAL], path, undone={"a": undone})
        made = apply_review([DOCUMENT], path)["a"]
    assert made.text == apply_edits(TEXT, [edit for number, edit in enumerate(EDITS) if number not in undone])
    back = made.trace["review"]["brought_back"]  # type: ignore[index,call-overload]
    assert ("Tom Berger" in str(back)) == (4 in undone)


_PROPOSAL = _proposal()


def test_edits_that_do_not_make_the_release_give_way_to_a_word_diff() -> None:
    document = Document("a", "Ana Reis lives in Porto.")
    told: dict[str, JsonValue] = {"edits": [{"start": 0, "end": 8, "text": "[PERSON]"}]}
    assert edits_of(document, Release("a", "[PERSON] lives in Porto.", "mask", told)) == (
        [Edit(0, 8, "[PERSON]")],
        False,
    )
    changed = Release("a", "[PERSON] lives abroad.", "mask", told)
    edits, rewritten = edits_of(document, changed)
    assert rewritten
    assert apply_edits(document.text, edits) == changed.text
    beyond: dict[str, JsonValue] = {"edits": [{"start": 0, "end": 800, "text": "[PERSON]"}]}
    assert edits_of(document, Release("a", "[PERSON] lives in Porto.", "mask", beyond))[1]
