"""A text in the words of a model: what it changed of the original, and why."""

from hypothesis import given
from hypothesis import strategies as st

from gyges.anonymizers.subjectwise._drafts import REASON, Clue, Draft
from gyges.records import apply_edits

TEXT = "Nora Feld is a nurse and lives in Cork. Most mornings she walks along the quay."
CLUES = (
    Clue(15, 20, "OCCUPATION", "0", "reveals OCCUPATION of Nora", "nurse"),
    Clue(34, 38, "LOCATION", "0", "reveals LOCATION", "Cork"),
)


@given(st.text("ab .\n", max_size=30), st.text("abc .\n", max_size=30))
def test_the_changes_of_any_text_lead_from_the_original_to_it(original: str, text: str) -> None:
    draft = Draft(original, ())
    version = draft.as_version(text)
    assert version.text == text
    assert apply_edits(original, [one.edit() for one in version.changes]) == text
    for change, begin in zip(version.changes, version.begins, strict=True):
        assert text[begin : begin + len(change.new)] == change.new


def test_a_change_says_whose_fact_it_is_about_and_a_name_is_direct() -> None:
    draft = Draft(TEXT, CLUES)
    version = draft.as_version("B. is a worker and lives in a town. In the mornings they walk along the quay.")
    edits = [one.edit() for one in version.changes]
    by_words = {TEXT[edit.start : edit.end]: edit for edit in edits}
    name = next(edit for words, edit in by_words.items() if "Nora" in words)
    assert (name.direct, name.type, name.reason) == (True, "PERSON", "identifies somebody")
    job = by_words["nurse"]
    assert (job.direct, job.person, job.reason) == (False, "0", "reveals OCCUPATION of Nora")
    assert REASON in {edit.reason for edit in edits}
