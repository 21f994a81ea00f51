"""Units: what can go from a text and leave sentences, questions with answers, headings over something."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gyges.anonymizers.subjectwise._board import Version
from gyges.anonymizers.subjectwise._clauses import find_clauses
from gyges.anonymizers.subjectwise._cues import cue_table, leaks_of
from gyges.anonymizers.subjectwise._drops import Chosen, Limits, choose
from gyges.anonymizers.subjectwise._exact import find_exact
from gyges.anonymizers.subjectwise._introductions import first_mentions, introductions
from gyges.anonymizers.subjectwise._layout import lay_out
from gyges.anonymizers.subjectwise._pieces import Pieces
from gyges.anonymizers.subjectwise._references import antecedent
from gyges.anonymizers.subjectwise._removal import removals
from gyges.anonymizers.subjectwise._units import find_units, stranded
from gyges.anonymizers.subjectwise._weights import event_score
from gyges.reading import read_text


def without(text: str, *numbers: int) -> str:
    """The text without some statements, by number."""
    spans = removals(lay_out(text), Chosen(frozenset(numbers), (), 1.0, 1, 1))
    for span in reversed(spans):
        text = text[: span.start] + text[span.end :]
    return text


def cuts(sentence: str) -> set[str]:
    """What is left of a sentence, one clause gone at a time."""
    return {sentence[: one.start] + sentence[one.end :] for one in find_clauses(sentence, 0, len(sentence))}


@pytest.mark.parametrize(
    ("sentence", "left"),
    [
        ("Rui (hygienist) did the lesson.", "Rui did the lesson."),
        ("Otabek, our driver, does the run with one hand.", "Otabek does the run with one hand."),
        ("Her mother, who has a stall, came at dawn.", "Her mother came at dawn."),
        ("I kicked Montu, who collects the milk.", "I kicked Montu."),
        ("They rang Sela, a widow with two dogs.", "They rang Sela."),
        ("The nurse – a cousin of mine – took the call.", "The nurse took the call."),
        ("He closed the valve, wearing his church shoes.", "He closed the valve."),
        ("She signed the form, with a pen of her uncle.", "She signed the form."),
        ("We met at the gate, when the figs were ripe.", "We met at the gate."),
        ("The driver came late, and he is a good singer.", "The driver came late."),
        ("The bus was late; the driver has a new baby.", "The bus was late."),
        ("He sold the boat, which his father had built; nobody asked.", "He sold the boat; nobody asked."),
    ],
)
def test_a_clause_can_go_and_leaves_a_sentence(sentence: str, left: str) -> None:
    assert left in cuts(sentence)


@pytest.mark.parametrize(
    "sentence",
    [
        "He did not leave because she asked him.",  # the negation would reach farther
        "He broke the cover because the key was lost.",  # what happened
        "I sent you a picture, and you answered with a thumb.",
        "When there is no power, who charges her pump?",
        "Otabek, bass, who sang for years, asks for a seat.",  # the first comma would open nothing
        "Her mother, who has a stall, came at dawn. She left the stall at ten.",  # it is taken up
        "She said: the door is open.",
        "He mended the pump, and she did not thank him.",  # what happened
        "She was with Sela, a nurse. Sela took the call.",  # she would be nobody
        "We bought figs, with bread, milk, salt, and soap.",
        "I told him: I will wait inside.",
        "Twenty because I sat, ten because I stood.",
        "It is more, as he agreed, than his pension.",
        "They are late on Mondays, they eat in the rooms, and he says yes to everything.",
        'He said, "I came, because you called."',
        "The committee asked (a) the names and (b) the years.",
        "He walked.",
    ],
)
def test_what_would_break_or_bend_a_sentence_stays(sentence: str) -> None:
    assert not cuts(sentence)


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
    return {unit.statements for unit in find_units(lay_out(text)) if unit.clause is None}


def test_no_answer_stays_without_its_question_and_no_question_without_its_answer() -> None:
    text = "KOFI: Was he alive?\nANA: Ana asked for a phone. So, yes.\nKOFI: Good.\n"
    assert (0, 1, 2) in wholes(text)
    assert all((0 in unit) == (1 in unit) == (2 in unit) for unit in wholes(text))
    assert stranded(lay_out(text), {1, 2}) == {0}


def test_a_sentence_of_a_paragraph_goes_by_itself() -> None:
    assert wholes("Ana came in by the gate. Ben left. A tree fell.") == {(0,), (1,), (2,)}


@pytest.mark.parametrize("second", ["The lock was changed.", "During the night snow fell."])
def test_the_first_sentence_of_a_paragraph_goes_only_where_the_next_one_can_begin_it(second: str) -> None:
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


def test_a_clause_that_limits_what_stands_before_it_stays() -> None:
    text = "I accept that the owner was deceived; he is still responsible for it."
    assert not find_clauses(text, 0, len(text))


@pytest.mark.parametrize(
    "second", ["He left.", "It was open.", "So Ben waited.", "The gate fell.", "Nobody saw it.", "That is all."]
)
def test_a_sentence_that_points_back_goes_with_the_one_before_it(second: str) -> None:
    assert (0,) not in wholes(f"Old Ana met Tom at a gate. {second} Rain fell.")


def people(text: str) -> set[tuple[int, int]]:
    """Which statement of a text needs which for who is meant in it."""
    return set(introductions(lay_out(text), read_text(text)))


def test_a_name_needs_the_sentence_that_says_who_it_is() -> None:
    text = "My husband Tom mends clocks. A shop burned down. Tom called the police."
    assert (2, 0) in people(text)
    units = {unit.statements for unit in find_units(lay_out(text), people(text)) if unit.clause is None}
    assert (0,) not in units
    assert (0, 2) in units


def test_somebody_who_is_introduced_again_needs_nothing() -> None:
    assert not people("My husband Tom mends clocks. The shop burned. Then my husband Tom called the police.")


def test_a_stretch_that_introduces_somebody_who_comes_back_stays() -> None:
    text = "I rang the desk (my uncle Tom was there). He came at once."
    units = find_units(lay_out(text), people(text), first_mentions(read_text(text)))
    assert not [unit for unit in units if unit.clause is not None]


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


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("He was seen on 12 June 2025 at the gate.", "He was seen at the gate."),
        ("The invoice fell due on 30 September 2023.", "The invoice fell due."),
        ("At 07:50 Ana entered the lane.", "Ana entered the lane."),
        ("In March 2019, the shop closed.", "the shop closed."),
        ("It was hot outside at 9 a.m.", "It was hot outside."),
        ("The shop paid £790 for the stile.", "The shop paid a sum for the stile."),
        ("Osaka, 27 February 2025", "Osaka"),
        ("Posted 22 August 2025\nThe boat is sold.", "The boat is sold."),
    ],
)
def test_exact_dates_and_amounts_have_frames_that_go(text: str, left: str) -> None:
    for piece, _ in reversed(list(find_exact(text, Pieces()))):
        text = text[: piece.start] + piece.rungs[0] + text[piece.end :]
    assert text == left


@pytest.mark.parametrize(
    "text",
    [
        "She was born in 1988 at home.",
        "He did not come on 3 May 2021.",
        "Licences lapse on June 30 of each odd year.",
        "BED 3 is empty.",
        "My aunt says (12 February 2024, third day of the feast):",
        "The school opened in 1998 E.C. with two rooms.",
        "22 August 2025",
        "The scale showed 31.20 kilos.",
        "Read section 4.15 of the rules.",
    ],
)
def test_what_is_no_exact_date_or_has_no_frame_stays(text: str) -> None:
    assert not list(find_exact(text, Pieces()))


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
    layout = lay_out(text)
    assert all(1 in unit.statements for unit in find_units(layout) if unit.clause is None and 0 in unit.statements)


@pytest.mark.parametrize(
    "text",
    [
        "REFERRAL: SUSPECTED ABUSE OF AN OLDER PERSON\nFrom: B., clinic\n\nThe man was thin.",
        "The studio\nInformed consent and session sheet, kept for the audit\n\nThe client came at ten.",
    ],
)
def test_a_title_that_says_what_a_document_is_stays(text: str) -> None:
    layout = lay_out(text)
    title = 0 if text.startswith("REFERRAL") else 1
    assert not any(title in unit.statements for unit in find_units(layout) if unit.clause is None)


def test_a_clause_stays_that_a_short_question_takes_up() -> None:
    text = "They gave her a half day, and the half day was cut. Who cut it?"
    assert not any(
        "was cut" in text[one.clause.start : one.clause.end] for one in find_units(lay_out(text)) if one.clause
    )
