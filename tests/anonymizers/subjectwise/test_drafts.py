"""A text in the words of a model: what it changed of the original, and why."""

from hypothesis import given
from hypothesis import strategies as st

from gyges.anonymizers._edits import apply_edits
from gyges.anonymizers._guard import residual_identifiers
from gyges.anonymizers.subjectwise._board import edits_of
from gyges.anonymizers.subjectwise._drafts import REASON, Clue, Draft, reasons_of
from gyges.anonymizers.subjectwise._find import find_pieces
from gyges.anonymizers.subjectwise._fluency import comes_back, taken_out
from gyges.anonymizers.subjectwise._rescan import clear_draft, left_standing
from gyges.reading import read_text
from gyges.records import Release

TEXT = "Nora Feld is a nurse and lives in Cork. Most mornings she walks along the quay."
CLUES = (
    Clue(15, 20, "OCCUPATION", "0", "reveals OCCUPATION of Nora", "nurse"),
    Clue(34, 38, "LOCATION", "0", "reveals LOCATION", "Cork"),
)


def draft_of(text: str = TEXT) -> Draft:
    return Draft(text, find_pieces(text, read_text(text)), CLUES)


@given(st.text("ab .\n", max_size=30), st.text("abc .\n", max_size=30))
def test_the_changes_of_any_text_lead_from_the_original_to_it(original: str, text: str) -> None:
    draft = Draft(original, find_pieces(original, read_text(original)), ())
    draft.now = text
    version = draft.version()
    assert version.text == text
    assert apply_edits(original, edits_of(original, version, {}, {})) == text
    for change, begin in zip(version.changes, version.begins, strict=True):
        assert text[begin : begin + len(change.new)] == change.new


def test_a_change_says_whose_fact_it_is_about_and_a_name_is_direct() -> None:
    draft = draft_of()
    draft.now = "B. is a worker and lives in a town. In the mornings they walk along the quay."
    version = draft.version()
    edits = edits_of(TEXT, version, reasons_of(version), {})
    by_words = {TEXT[edit.start : edit.end]: edit for edit in edits}
    name = next(edit for words, edit in by_words.items() if "Nora" in words)
    assert (name.direct, name.type, name.reason) == (True, "PERSON", "is a name")
    job = by_words["nurse"]
    assert (job.direct, job.person, job.reason) == (False, "0", "reveals OCCUPATION of Nora")
    assert REASON in {edit.reason for edit in edits}


def test_a_name_that_the_model_left_is_replaced_in_its_own_text() -> None:
    draft = draft_of()
    draft.now = "Somebody works and lives in a town. In the mornings Nora Feld walks."
    assert clear_draft(draft) == 0
    assert "Nora" not in draft.now
    assert "Feld" not in draft.now
    assert residual_identifiers(TEXT, Release("d", draft.now, "subjectwise")) == ()


def test_only_words_that_gave_somebody_away_may_not_come_back() -> None:
    draft = draft_of()
    draft.now = "B. is a worker and lives in a town. They walk."
    gone = taken_out(draft, draft.version())
    assert {"nora", "feld", "nurse", "cork"} <= gone
    assert not {"quay", "mornings"} & gone


def test_ordinary_words_short_numbers_and_words_that_still_stand_may_come_back() -> None:
    text = "Ring Nora Feld at 0470 55 51 28 on the last day, says a nurse of 51. Weight 51.2 kg. The nurse left."
    clues = (
        Clue(text.index("on the last day"), text.index(", says"), "LOCATION", "0", "reveals LOCATION", "the ward"),
        Clue(text.index("a nurse of 51"), text.index(". Weight"), "OCCUPATION", "0", "reveals OCCUPATION", "nurse"),
    )
    draft = Draft(text, find_pieces(text, read_text(text)), clues)
    draft.now = "Ring B. one day, says somebody. Weight 51.2 kg. The nurse left."
    gone = taken_out(draft, draft.version())
    assert {"nora", "feld", "0470"} <= gone
    assert not {"51", "55", "28", "last", "day", "on", "nurse", "one", "same"} & gone


def test_only_what_people_of_the_original_are_called_is_cleared_from_the_words_of_a_model() -> None:
    text = "Nora Feld takes clarithromycin and warfarin."
    draft = draft_of(text)
    draft.now = "B. takes two drugs.\n1. Clarithromycin + warfarin: not together.\n2. Clarithromycin: stop."
    assert left_standing(draft, draft.version()) == []
    clear_draft(draft)
    assert draft.now.count("Clarithromycin") == 2
    assert [one.words for one in left_standing(draft, draft.as_version("Feld takes clarithromycin."))] == ["Feld"]


def test_words_come_back_only_where_they_stand_more_often() -> None:
    assert comes_back(["nurse"], "A nurse and a worker.", "A worker and a nurse.") == 0
    assert comes_back(["nurse"], "A nurse and a worker.", "A nurse and a nurse's friend.") == 1
