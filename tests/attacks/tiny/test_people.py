"""From an answer to people: quotes are words of the text, certainty is what the table says."""

import math
from collections import Counter

from gyges.attacks.tiny._certainty import PERSON, Calibration
from gyges.attacks.tiny._people import people_of
from gyges.attacks.tiny._runtime import Answer, answer_of
from gyges.records import Fact, Subject

TEXT = "Ms Nora Feld is a nurse in Cork. Her two boys were born in 2015."
SURE = Calibration((0.5,), {"NAME": (0.1, 0.95), "SEX": (0.1, 0.8), "AGE": (0.1, 0.6), PERSON: (0.2, 0.9)})


def read(text: str, calibration: Calibration = SURE) -> tuple[list[Subject], Counter[str]]:
    tally: Counter[str] = Counter()
    return [one.subject for one in people_of(Answer(text), TEXT, calibration, tally)], tally


def test_a_quote_of_the_text_is_kept_as_it_stands_there() -> None:
    (nora,), tally = read("a nurse|name: Nora Feld|sex: F< ms nora")
    assert nora.description == "Nora Feld - a nurse"
    assert nora.facts == (
        Fact("NAME", "Nora Feld", 5, evidence=("Nora Feld",)),
        Fact("SEX", "Female", 4, evidence=("Ms Nora",)),
    )
    assert tally["quotes_dropped"] == 0


def test_a_quote_that_is_not_in_the_text_is_dropped_and_lowers_the_certainty() -> None:
    (nora,), tally = read("a nurse|sex: F< Mrs Feld")
    assert nora.facts == (Fact("SEX", "Female", 3),)
    assert (tally["quotes_dropped"], tally["facts_unsupported"]) == (1, 1)


def test_a_place_is_supported_by_the_level_that_is_in_the_text() -> None:
    (nora,), _ = read("a nurse|place: Cork / Ireland")
    assert nora.facts[0].evidence == ("Cork",)


def test_a_name_supports_the_sex_without_another_quote() -> None:
    (nora,), _ = read("a nurse|name: Nora Feld|sex: F")
    assert nora.facts[1].evidence == ("Nora Feld",)


def test_a_counted_line_is_several_people() -> None:
    boys, _ = read("her boy x2|sex: M")
    assert [boy.description for boy in boys] == ["her boy (1 of 2)", "her boy (2 of 2)"]


def test_a_line_that_is_repeated_counts_once() -> None:
    people, _ = read("a nurse|name: Nora Feld\na nurse|name: Nora Feld")
    assert len({person.description for person in people}) == 1


def test_the_line_that_was_cut_off_is_left_out_and_counted() -> None:
    tally: Counter[str] = Counter()
    people = people_of(Answer("a nurse|name: Nora Feld\nher boy|na", whole=False), TEXT, SURE, tally)
    assert [one.subject.description for one in people] == ["Nora Feld - a nurse"]
    assert tally["answers_cut_off"] == 1


def test_a_placeholder_is_no_value() -> None:
    (nora,), tally = read("a nurse|name: [PERSON]|sex: F")
    assert [fact.tag for fact in nora.facts] == ["SEX"]
    assert tally["values_empty"] == 1


def test_a_name_or_code_that_is_not_in_the_text_is_left_out_and_counted() -> None:
    (nora,), tally = read("a nurse|name: Nora Weber|sex: F|phone: 555 0100")
    assert [fact.tag for fact in nora.facts] == ["SEX"]
    assert nora.description == "a nurse"
    assert tally["values_invented"] == 2


def test_a_name_whose_words_stand_apart_in_the_text_is_kept() -> None:
    (nora,), tally = read("a nurse|name: Feld Nora")
    assert [fact.value for fact in nora.facts] == ["Feld Nora"]
    assert tally["values_invented"] == 0


def test_the_probability_of_a_fact_is_that_of_its_words() -> None:
    pieces = ["a", " nurse", "|", "sex", ":", " F"]
    chances = [0.0, 0.0, 0.0, math.log(0.5), 0.0, math.log(0.6)]
    tokens = [{"bytes": list(p.encode()), "logprob": c} for p, c in zip(pieces, chances, strict=True)]
    answer = answer_of({"text": "".join(pieces), "logprobs": {"content": tokens}, "finish_reason": "stop"})
    assert math.isclose(answer.chance((8, 12), (13, 14)), 0.3)
    (nora,) = (one.subject for one in people_of(answer, TEXT, Calibration(), Counter()))
    assert nora.facts[0].certainty == 1  # 0.3 is certainty 2, less one because nothing in the text supports it


def test_a_letter_of_several_tokens_is_counted_in_letters() -> None:
    raw = "é|".encode()
    tokens = [{"bytes": [byte], "logprob": 0.0} for byte in raw]
    assert answer_of({"text": "é|", "logprobs": {"content": tokens}}).ends == (0, 1, 2)
