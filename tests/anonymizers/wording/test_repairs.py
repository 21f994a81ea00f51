"""Repairs and the check: text around changes reads well, and a broken sentence is told."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gyges.anonymizers.wording import Change, Letters, broken_changes, fit, still_a_sentence


def changed(text: str, *words: tuple[str, str]) -> str:
    changes = [Change(text.index(old), text.index(old) + len(old), new, (old,)) for old, new in words]
    out, last = [], 0
    for change in fit(text, changes):
        out += [text[last : change.start], change.new]
        last = change.end
    return "".join([*out, text[last:]])


@pytest.mark.parametrize(
    ("text", "words", "expected"),
    [
        ("It is an old car.", [("old ", "")], "It is a car."),
        ("It is a nurse.", [("nurse", "official")], "It is an official."),
        ("It is a nurse.", [("nurse", "a worker")], "It is a worker."),
        ("They met Ana.", [("Ana", "B.")], "They met B."),
        ("The car, old, stopped.", [(", old,", "")], "The car stopped."),
        ("The car (old) stopped.", [("old", "")], "The car stopped."),
        ("Old cars stop.", [("Old ", "")], "Cars stop."),
        ("Call …", [("…", "now")], "Call now"),
        ("Name: Ana\nPhone: 5\nEnd", [("5", "")], "Name: Ana\nEnd"),
        ("- one\n- two\n- three", [("two", "")], "- one\n- three"),
        ("Ana Ana came.", [("Ana Ana", "B.")], "B. came."),
        ("B. | 5 | 7", [("7", "")], "B. | 5"),
        ("The code is 77.", [("77", "…")], "The code is …"),
    ],
)
def test_the_text_around_a_change_is_repaired(text: str, words: list[tuple[str, str]], expected: str) -> None:
    assert changed(text, *words) == expected


def test_changes_that_touch_are_one() -> None:
    text = "It is an old Danish nurse."
    changes = [Change(9, 13, "", (1,)), Change(13, 20, "", (2,)), Change(20, 25, "worker", (3,))]
    fitted = fit(text, changes)
    assert [change.pieces for change in fitted] == [(1, 2, 3)]
    assert text[: fitted[0].start] + fitted[0].new + text[fitted[0].end :] == "It is a worker."


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("She is in Porto now.", "She now."),
        ("She is not in.", "She is in."),
        ("She is in.", "She is not in."),
        ("It (the car) is in.", "It (the car is in."),
        ('He said "no" to it.', 'He said "no to it.'),
        ("It took 3 days.", "It took 4 days."),
        ("It is the car.", "It is the a car."),
        ("It is in, and late.", "It is in,, and late."),
    ],
)
def test_a_broken_sentence_is_told(before: str, after: str) -> None:
    assert not still_a_sentence(before, after)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("She sang in Porto.", "She sang."),
        ("He works here.", "They work here."),
        ("He isn't in.", "They aren't in."),
        ("A line that goes.", ""),
        ("To: Payroll, Te Moana Pearls, Avarua", "To: Payroll, B."),
    ],
)
def test_a_sentence_that_holds_is_told(before: str, after: str) -> None:
    assert still_a_sentence(before, after)


def test_only_the_changes_of_the_broken_sentence_are_named() -> None:
    text = "She sang there. She is in Porto now."
    changes = [Change(8, 14, "", ("one",)), Change(19, 31, "", ("two",))]
    assert broken_changes(text, changes) == {1}


def test_letters_begin_no_name_of_the_text_and_never_run_out() -> None:
    letters = Letters(["Bela Costa", "Dora-Eva"])
    given_out = [letters.of(str(number)) for number in range(60)]
    assert given_out[0] == "F."
    assert len(set(given_out)) == 60
    assert not {letter[0] for letter in given_out} & set("ABCDEI")


@given(st.text(alphabet="aA ,.()\n|:-1'’…", max_size=40), st.data())
def test_fitted_changes_are_in_order_and_inside_the_text(text: str, data: st.DataObject) -> None:
    marks = sorted(data.draw(st.lists(st.integers(0, len(text)), max_size=8)))
    spans = [(low, high) for low, high in zip(marks[::2], marks[1::2], strict=False) if low < high]
    news = data.draw(st.lists(st.sampled_from(["", "B.", "a worker", "…"]), min_size=len(spans), max_size=len(spans)))
    changes = [Change(low, high, new, (low,)) for (low, high), new in zip(spans, news, strict=True)]
    last = 0
    fitted = fit(text, changes)
    for change in fitted:
        assert last <= change.start <= change.end <= len(text)
        last = change.end
    assert [piece for change in fitted for piece in change.pieces] == [low for low, _ in spans]
