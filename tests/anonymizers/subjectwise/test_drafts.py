"""A text in the words of a model: what it changed of the original, and why."""

from hypothesis import given
from hypothesis import strategies as st

from gyges.anonymizers.subjectwise._drafts import REASON, Clue, Draft
from gyges.anonymizers.subjectwise._last_reading import comes_back, taken_out
from gyges.records import apply_edits

TEXT = "Nora Feld is a nurse and lives in Cork. Most mornings she walks along the quay."
CLUES = (
    Clue(15, 20, "OCCUPATION", "0", "reveals OCCUPATION of Nora", "nurse"),
    Clue(34, 38, "LOCATION", "0", "reveals LOCATION", "Cork"),
)


@given(st.text("ab .\n", max_size=30), st.text("abc .\n", max_size=30))
def test_the_changes_of_any_text_lead_from_the_original_to_it(original: str, text: str) -> None:
    draft = Draft(original, ())
    draft.now = text
    version = draft.version()
    assert version.text == text
    assert apply_edits(original, [one.edit() for one in version.changes]) == text
    for change, begin in zip(version.changes, version.begins, strict=True):
        assert text[begin : begin + len(change.new)] == change.new


def test_a_change_says_whose_fact_it_is_about_and_a_name_is_direct() -> None:
    draft = Draft(TEXT, CLUES)
    draft.now = "B. is a worker and lives in a town. In the mornings they walk along the quay."
    version = draft.version()
    edits = [one.edit() for one in version.changes]
    by_words = {TEXT[edit.start : edit.end]: edit for edit in edits}
    name = next(edit for words, edit in by_words.items() if "Nora" in words)
    assert (name.direct, name.type, name.reason) == (True, "PERSON", "identifies somebody")
    job = by_words["nurse"]
    assert (job.direct, job.person, job.reason) == (False, "0", "reveals OCCUPATION of Nora")
    assert REASON in {edit.reason for edit in edits}


def test_only_words_that_gave_somebody_away_may_not_come_back() -> None:
    draft = Draft(TEXT, CLUES)
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
    draft = Draft(text, clues)
    draft.now = "Ring B. one day, says somebody. Weight 51.2 kg. The nurse left."
    gone = taken_out(draft, draft.version())
    assert {"nora", "feld", "0470"} <= gone
    assert not {"51", "55", "28", "last", "day", "on", "nurse", "one", "same"} & gone


def test_words_come_back_only_where_they_stand_more_often() -> None:
    assert comes_back(["nurse"], "A nurse and a worker.", "A worker and a nurse.") == 0
    assert comes_back(["nurse"], "A nurse and a worker.", "A nurse and a nurse's friend.") == 1
