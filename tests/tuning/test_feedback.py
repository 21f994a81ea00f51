"""What the proposer is told is true: what is called remaining stands in the release, what is called gone does not."""

import re

from hypothesis import given
from hypothesis import strategies as st

from gyges.reading import quote_places
from gyges.records import Document
from gyges.tuning import (
    DocumentOutcome,
    Goal,
    LeakedFact,
    Scores,
    UtilityLoss,
    base_feedback,
    rich_feedback,
)

DOCUMENT = Document("d", "Ana Reis, 43, a nurse in Porto, called.")
words = st.lists(st.sampled_from(["Ana Reis", "43", "Porto", "nurse", "Graz", "ana", "[PERSON]", "or"]), max_size=4)


def _outcome(text: str, leaks: tuple[LeakedFact, ...] = (), losses: tuple[UtilityLoss, ...] = ()) -> DocumentOutcome:
    return DocumentOutcome("d", Scores(0.5, 0.8, 0.25), text, leaks, losses)


def test_base_feedback_says_the_scores_and_nothing_of_the_text() -> None:
    said = base_feedback(
        DOCUMENT, _outcome("Ana Reis called.", (LeakedFact("PERSON", "Ana Reis", words=("Ana Reis",)),)), Goal()
    )
    assert "Privacy is 0.50" in said
    assert "utility is 0.80" in said
    assert "0.65" in said
    assert "Ana" not in said


@given(words, words, st.sampled_from(["Ana Reis called from Porto.", "[PERSON], 43, called.", "A nurse called.", ""]))
def test_whatever_an_objective_claims_only_words_that_stand_are_called_remaining(
    claimed: list[str], lost: list[str], text: str
) -> None:
    outcome = _outcome(
        text, (LeakedFact("KIND", "value", "somebody", tuple(claimed)),), (UtilityLoss("lost", tuple(lost)),)
    )
    said = rich_feedback(DOCUMENT, outcome, Goal())
    listed = [one for line in re.findall(r"still in the output: (.*)", said) for one in re.findall(r"“([^”]+)”", line)]
    assert all(quote_places(one, text) for one in listed)
    assert {one for one in claimed if quote_places(one, text)} == set(listed)
    gone = [one for line in re.findall(r"\(gone: ([^)]*)\)", said) for one in line.split(", ")]
    assert not any(quote_places(one, text) for one in gone)


def test_rich_feedback_says_who_leaks_what_by_which_words() -> None:
    leak = LeakedFact("OCCUPATION", "nurse", "the applicant", ("on the ward",))
    said = rich_feedback(DOCUMENT, _outcome("She works on the ward.", (leak,)), Goal())
    assert "OCCUPATION of the applicant: nurse; still in the output: “on the ward”" in said
    assert "say how to deal with OCCUPATION" in said


def test_a_leak_without_words_is_told_as_an_inference() -> None:
    said = rich_feedback(DOCUMENT, _outcome("Somebody called.", (LeakedFact("AGE", "43", "Ana", ("43",)),)), Goal())
    assert "AGE of Ana: 43; inferred, without words that say it" in said
    assert "still in the output" not in said


def test_a_failed_rewrite_is_told_as_one() -> None:
    failed = DocumentOutcome("d", Scores(0, 0, 0), failed="the text is a refusal")
    said = rich_feedback(DOCUMENT, failed, Goal())
    assert "the text is a refusal" in said
    assert "scores 0 on both sides" in said
    assert "Nothing that has to be protected" not in said
