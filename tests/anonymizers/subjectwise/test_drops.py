"""Units: what can go from a text and leave sentences, questions with answers, headings over something."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gyges.anonymizers.subjectwise._changes import Version
from gyges.anonymizers.subjectwise._cues import cue_table, leaks_of
from gyges.anonymizers.subjectwise._drops import Chosen, Limits, choose
from gyges.anonymizers.subjectwise._layout import lay_out
from gyges.anonymizers.subjectwise._references import antecedent
from gyges.anonymizers.subjectwise._shorten import removals
from gyges.anonymizers.subjectwise._units import find_units, stranded
from gyges.anonymizers.subjectwise._weights import event_score


def without(text: str, *numbers: int) -> str:
    """The text without some statements, by number."""
    spans = removals(lay_out(text), Chosen(frozenset(numbers), 1.0, 1, 1))
    for span in reversed(spans):
        text = text[: span.start] + text[span.end :]
    return text


def test_lines_go_with_their_breaks_and_leave_one_blank_line() -> None:
    text = "Title here\n\nOne came.\n\nTwo left.\n\nThree stayed.\n"
    assert without(text, 2) == "Title here\n\nOne came.\n\nThree stayed.\n"
    assert without(text, 1, 2) == "Title here\n\nThree stayed.\n"
    assert without(text, 3) == "Title here\n\nOne came.\n\nTwo left.\n"
    assert without(text, 0) == "One came.\n\nTwo left.\n\nThree stayed.\n"


def test_a_heading_goes_with_the_last_line_below_it() -> None:
    text = "A first line.\n\nWhat we agreed\n- to call\n- to write\n\nA last line.\n"
    assert "What we agreed" in without(text, 2)
    assert "What we agreed" not in without(text, 2, 3)


def test_a_closing_goes_with_the_name_below_it() -> None:
    text = "The lamp fell.\n\nNobody came.\n\nYours,\nAna\n"
    assert "Yours" in without(text, 0)
    assert "Yours" not in without(text, 3)


def test_the_label_of_a_line_stays_while_something_stands_behind_it() -> None:
    text = "KOFI: I came. I left.\nANA: Good.\n"
    assert without(text, 0) == "KOFI: I left.\nANA: Good.\n"
    assert without(text, 0, 1) == "ANA: Good.\n"


def wholes(text: str) -> set[tuple[int, ...]]:
    """What can go from a text, as numbers of statements."""
    return set(find_units(lay_out(text)))


def test_no_answer_stays_without_its_question_and_no_question_without_its_answer() -> None:
    text = "KOFI: Was he alive?\nANA: Ana asked for a phone. So, yes.\nKOFI: Good.\n"
    assert (0, 1, 2) in wholes(text)
    assert all((0 in unit) == (1 in unit) == (2 in unit) for unit in wholes(text))
    assert stranded(lay_out(text), {1, 2}) == {0}


def test_a_sentence_of_a_paragraph_goes_by_itself() -> None:
    assert wholes("Ana came in by the gate. Ben left. A tree fell.") == {(0, 1, 2), (1,), (2,)}


@pytest.mark.parametrize("second", ["The lock was changed.", "Waterlow 22, turned two-hourly."])
def test_the_first_sentence_of_a_paragraph_goes_only_with_all_of_it(second: str) -> None:
    assert wholes(f"Ana came in by the gate. {second}") == {(0, 1), (1,)}


@pytest.mark.parametrize(
    "later", ["Said he will.", "CT clear.", "Ordered.", "Not advised.", "... and left.", "One fell."]
)
def test_what_is_no_sentence_goes_with_the_one_before_it(later: str) -> None:
    assert (1,) not in wholes(f"A man came. Ana saw a tree. {later}")


def test_the_label_of_a_line_never_stays_without_what_it_labels() -> None:
    assert wholes("Rain fell on Monday.\n\nDebt: a sum was paid. Ana wants a lamp.\n") == {(0,), (1, 2)}


@pytest.mark.parametrize("head", ["ROUSTABOUT, no bed.", "§2 Stove.", "Tue Dec 3.", "COMPANY MAN."])
def test_a_heading_in_the_line_stays_with_what_stands_behind_it(head: str) -> None:
    assert (0,) not in wholes(f"{head} A man came in from the cold. Ana saw a tree.")


def test_the_numbers_of_a_list_go_on_from_one() -> None:
    text = "We ask:\n1. A gate is mended.\n2. A lock is changed.\n3. A lamp is lit.\n"
    assert wholes(text) == {(1, 2, 3), (2, 3), (3,)}


@pytest.mark.parametrize("label", ["Patient", "Player", "Subject", "Deceased"])
def test_a_field_that_says_whom_a_document_is_about_stays(label: str) -> None:
    assert all(1 not in unit for unit in wholes(f"CLUB\n\n{label}: Ana Reis, 22\nWeather: mud\n\nA man came."))


def test_a_line_of_the_head_that_says_what_a_document_is_stays() -> None:
    assert all(1 not in unit for unit in wholes("THE CLUB\nInjury report to the union\nRoom 4\n\nA man came in."))


def test_a_sentence_is_not_cut_behind_a_short_form_or_in_brackets() -> None:
    text = "Ana Reis (vat hand), Sig. Tonello came. The vaccine (Sh. 6,200, receipt attached) was old."
    assert len(lay_out(text).statements) == 2


@pytest.mark.parametrize(
    "second", ["He left.", "It was open.", "So Ben waited.", "The gate fell.", "Nobody saw it.", "That is all."]
)
def test_a_sentence_that_points_back_goes_with_the_one_before_it(second: str) -> None:
    assert (0,) not in wholes(f"Old Ana met Tom at a gate. {second} Rain fell.")


def test_a_turn_goes_whole_with_its_speaker() -> None:
    text = "KOFI: I came. I left.\nANA: Good. Fine.\n"
    assert wholes(text) == {(0, 1), (2, 3)}


def test_a_message_of_a_thread_goes_whole_with_its_header() -> None:
    text = "From: Ana\nSubject: Keys\n\nKeys are lost.\n\nFrom: Ben\nSubject: Locks\n\nLocks were changed.\n"
    assert wholes(text) == {(0, 1, 2), (3, 4, 5)}


def test_a_field_with_dots_goes_whole() -> None:
    assert wholes("Intake sheet\n\nAge ......... 66\nSuburb ........ Hillside\n") == {(1,), (2,)}


def test_the_head_of_a_table_stays() -> None:
    assert wholes("bed | who | why\n1 | Ana | fall\n2 | Ben | cough\n") == {(1,), (2,)}


@pytest.mark.parametrize("opener", ["This", "However, it", "That", "Then it", "But it", "The water in the tank"])
def test_a_paragraph_that_points_back_goes_with_the_one_it_points_at(opener: str) -> None:
    text = f"There is a tank of old water.\n\n{opener} was cleaned on the first working morning.\n\nRain fell."
    assert all(1 in unit for unit in wholes(text) if 0 in unit)


def test_a_pronoun_is_led_back_to_the_sentence_that_names_somebody() -> None:
    layout = lay_out("The old woman danced. Everybody saw it. There is no picture. She died in March.")
    assert antecedent(layout, 3) == 0


def test_words_in_one_quotation_go_together() -> None:
    text = 'He said "I am a nurse. It is my night off. Go home." The door closed.'
    assert wholes(text) == {(0, 1, 2, 3), (3,)}


def test_what_somebody_says_who_leads_an_interview_goes_with_the_answer() -> None:
    text = "LA: And then you stayed.\nJO: I did stay on.\nLA: Do you call home?\nJO: Every Sunday.\n"
    assert wholes(text) == {(0, 1), (2, 3)}


def test_numbers_of_a_list_are_no_sentences() -> None:
    assert len(lay_out("LADDER 1. Ghassan 2. Nareg 3. Elie").statements) == 1


def test_events_score_higher_than_descriptions() -> None:
    assert event_score("The lorry hit the gate and stopped.") > event_score("She is tall and has two dogs.")


@given(st.lists(st.sampled_from(["Ana came.", "She is a nurse.", "However, it rained.", "\n", "\n\n", "Q: Who?\n"])))
def test_what_goes_lies_in_the_text_in_order_and_without_overlap(parts: list[str]) -> None:
    text = " ".join(parts)
    layout = lay_out(text)
    leaks = leaks_of(text, Version(text), cue_table())
    chosen = choose(layout, leaks, [Limits(0.4, 0.2), Limits(0.1, 0.1)])
    last = 0
    for span in removals(layout, chosen):
        assert last <= span.start < span.end <= len(text)
        last = span.end
    assert not layout.statements or len(chosen.statements) < len(layout.statements)


@given(st.integers(0, 9), st.floats(0.05, 0.9))
def test_the_words_that_must_stay_stay(seed: int, share: float) -> None:
    text = " ".join(f"Nurse Ana{seed} of ward {n} is a widow, who has {n} sons, and lost her keys." for n in range(12))
    chosen = choose(lay_out(text), leaks_of(text, Version(text), cue_table()), [Limits(0.0, share)])
    assert chosen.words >= share * chosen.all_words


@pytest.mark.parametrize(
    "text",
    [
        "The basket beside the bench is empty. My aunt would say that is a basket waiting.",
        "The form came back unsigned. Of course it could not match.",
        "My aunt moved into the sewing room. We love each other dearly.",
        "I have never been a pilot. I wanted to be.",
        "The exam is in June. My boss said it nicely.",
    ],
)
def test_what_leans_on_a_sentence_goes_with_it(text: str) -> None:
    assert all(1 in unit for unit in wholes(text) if 0 in unit)


@pytest.mark.parametrize(
    "text",
    [
        "REFERRAL: SUSPECTED ABUSE OF AN OLDER PERSON\nFrom: B., clinic\n\nThe man was thin.",
        "The studio\nInformed consent and session sheet, kept for the audit\n\nThe client came at ten.",
    ],
)
def test_a_title_that_says_what_a_document_is_stays(text: str) -> None:
    title = 0 if text.startswith("REFERRAL") else 1
    assert not any(title in unit for unit in wholes(text))
