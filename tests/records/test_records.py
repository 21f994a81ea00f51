import dataclasses
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gyges.errors import InputError
from gyges.records import DecidedBy, Document, Fact, Mention, Subject, Verdict


def test_records_cannot_be_changed() -> None:
    document = Document("a", "Hi")
    with pytest.raises(dataclasses.FrozenInstanceError):
        document.text = "Bye"  # type: ignore[misc]


def test_nobody_looked_differs_from_nothing_found() -> None:
    assert Document("a", "Hi").subjects is None
    assert Document("a", "Hi", subjects=()).subjects == ()


def test_records_survive_pickling() -> None:
    document = Document("a", "Ana", (Subject("0", "Ana", (Fact("NAME", "Ana"),)),), (Mention(0, 3, "Ana", "PERSON"),))
    assert pickle.loads(pickle.dumps(document)) == document  # noqa: S301  # our own bytes


@given(st.text(min_size=1), st.data())
def test_a_mention_must_read_what_it_says(text: str, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(text) - 1))
    end = data.draw(st.integers(start + 1, len(text)))
    Document("a", text, mentions=(Mention(start, end, text[start:end], "MISC"),))
    with pytest.raises(InputError, match="is not at"):
        Document("a", text, mentions=(Mention(start, end, text[start:end] + "!", "MISC"),))


@pytest.mark.parametrize(("start", "end"), [(3, 3), (4, 2), (-1, 2)])
def test_a_mention_needs_room(start: int, end: int) -> None:
    with pytest.raises(InputError, match="half-open"):
        Mention(start, end, "x", "MISC")


@pytest.mark.parametrize("level", [-1, 6])
def test_levels_run_from_zero_to_five(level: int) -> None:
    with pytest.raises(InputError, match="from 0 to 5"):
        Fact("AGE", "40", certainty=level)
    with pytest.raises(InputError, match="from 0 to 5"):
        Fact("AGE", "40", hardness=level)


def test_two_subjects_cannot_share_an_id() -> None:
    with pytest.raises(InputError, match="two subjects"):
        Document("a", "", subjects=(Subject("0"), Subject("0")))


TRUTH = Fact("AGE", "40")


def test_a_failed_verdict_has_no_score() -> None:
    assert Verdict(TRUTH, TRUTH, None, DecidedBy.FAILED).score is None
    with pytest.raises(InputError):
        Verdict(TRUTH, TRUTH, 0.0, DecidedBy.FAILED)


def test_a_decided_verdict_has_one_of_three_scores() -> None:
    for score in (0.0, 0.5, 1.0):
        assert Verdict(TRUTH, TRUTH, score, DecidedBy.RULE).score == score
    for wrong in (None, 0.7, -1.0):
        with pytest.raises(InputError):
            Verdict(TRUTH, TRUTH, wrong, DecidedBy.JUDGE)


def test_a_missing_guess_scores_nothing() -> None:
    assert Verdict(TRUTH, None, 0.0, DecidedBy.MISSING).guess is None
    with pytest.raises(InputError):
        Verdict(TRUTH, TRUTH, 0.0, DecidedBy.MISSING)
