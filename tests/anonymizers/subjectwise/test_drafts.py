"""A text in the words of a model: what it changed of the original, and why."""

from hypothesis import given
from hypothesis import strategies as st

from gyges.anonymizers._edits import apply_edits
from gyges.anonymizers._guard import residual_identifiers
from gyges.anonymizers.subjectwise._board import edits_of
from gyges.anonymizers.subjectwise._drafts import REASON, Clue, Draft, reasons_of
from gyges.anonymizers.subjectwise._find import find_pieces
from gyges.anonymizers.subjectwise._fluency import comes_back, taken_out
from gyges.anonymizers.subjectwise._rescan import clear_draft
from gyges.reading import read_text
from gyges.records import Release

TEXT = "Nora Feld is a nurse and lives in Cork. Most mornings she walks along the quay."
CLUES = (
    Clue(15, 20, "OCCUPATION", "0", "reveals OCCUPATION of Nora"),
    Clue(34, 38, "LOCATION", "0", "reveals LOCATION"),
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
    gone = taken_out(TEXT, draft.version(), draft.told)
    assert {"nora", "feld", "nurse", "cork"} <= gone
    assert not {"quay", "mornings"} & gone


def test_words_come_back_only_where_they_stand_more_often() -> None:
    assert comes_back(["nurse"], "A nurse and a worker.", "A worker and a nurse.") == 0
    assert comes_back(["nurse"], "A nurse and a worker.", "A nurse and a nurse's friend.") == 1
