"""What the reader tells of jobs, trades, ages, sexes, homes and houses in layouts of many kinds."""

import pytest

from gyges.reading import PersonRead, find_occupations, read_text
from gyges.reading.work._words import written_jobs


def person(text: str, name: str) -> PersonRead:
    return next(one for one in read_text(text).people if name in one.description)


def told(text: str, name: str, tag: str) -> list[str]:
    return [fact.value for fact in person(text, name).facts if fact.tag == tag]


def jobs(text: str) -> list[tuple[str, ...]]:
    return [written_jobs(cue) for cue in find_occupations(text)]


def test_a_job_is_told_in_the_words_of_the_text_before_the_general_word() -> None:
    assert jobs("a night receptionist")[0][0] == "Receptionist"
    assert jobs("our watchman") == [("Watchman", "Security guard")]


def test_a_retired_bus_driver_is_both_retired_and_a_retired_bus_driver() -> None:
    assert jobs("a retired bus driver") == [("Retired", "Retired bus driver")]


def test_abbreviations_and_words_of_other_languages_keep_the_general_word() -> None:
    assert jobs("the GP") == [("General practitioner",)]
    assert jobs("an enfermera") == [("Nurse",)]


def test_who_teaches_chemistry_is_a_chemistry_teacher() -> None:
    assert jobs("She teaches chemistry.")[0] == ("Chemistry teacher", "Teacher")


def test_what_is_sold_names_the_seller() -> None:
    assert jobs("She sells fish.")[0][0] == "Fish seller"


@pytest.mark.parametrize("text", ["Ana Reis, ski-patroller, citizen of Sion.", "From: Ana Reis (ski-patroller)\n"])
def test_a_job_behind_a_name_needs_no_article(text: str) -> None:
    assert "Ski-patroller" in told(text, "Ana", "OCCUPATION")


def test_a_job_after_whose_partner_somebody_is_belongs_to_the_partner() -> None:
    text = "Ana Reis let us in. Paulo, her fella, a scaffolder, washed the wall."
    assert "Scaffolder" in told(text, "Paulo", "OCCUPATION")
    assert "Scaffolder" not in told(text, "Ana", "OCCUPATION")


def test_an_age_in_a_table_belongs_to_the_name_before_it() -> None:
    assert told("1 | Ana Reis, 91 | fall on the road", "Ana", "AGE") == ["91"]


def test_an_age_said_to_the_other_one_of_two_is_theirs() -> None:
    text = "KOFI: You're 51 years old. Still going up?\nBRUGGER: Every Tuesday, Kofi.\nKOFI: Why?\nBRUGGER: I like it."
    assert told(text, "Brugger", "AGE") == ["51"]


def test_a_year_long_ago_is_not_the_day_of_writing() -> None:
    assert told("Statement of: Ana Reis\nAge: 44\nI came from Kielce in 1997.", "Ana", "AGE")[0] == "44"


def test_a_code_behind_a_name_is_an_identification_number() -> None:
    assert told("Officer K. Deol, IO-07731\n", "Deol", "IDENTIFICATION_NUMBER") == ["IO-07731"]
    assert told("Letter of K. Deol, 12.03.2024\n", "Deol", "IDENTIFICATION_NUMBER") == []


@pytest.mark.parametrize(
    ("text", "sex"),
    [
        ("I'm his mother and I am ashamed to write it. I cannot swim. My street is long.", "Female"),
        ("As a father I get one day. I said so. I say it again.", "Male"),
    ],
)
def test_what_people_say_they_are_tells_their_sex(text: str, sex: str) -> None:
    assert told(text, "author", "SEX") == [sex]


def test_the_first_pronoun_after_a_surname_tells_its_sex() -> None:
    assert told("Captain Dragomirov never shouts. Today he came to the rail.", "Dragomirov", "SEX") == ["Male"]


@pytest.mark.parametrize(
    "text",
    [
        "Ana Reis, 06:12: the street is a lake\nPaulo Dias, 06:13: my wife is stuck\nAna Reis, 06:20: where?",
        "Ana Reis → are the chairs there?\nPaulo Dias → they are for my wife, who is ill\nAna Reis → good",
        "Ana Reis 21:14\nwho has the values\nPaulo Dias 21:15\nmy wife has them\nAna Reis 21:16\nthanks",
        "Mon 19:30 Ana Reis: Thursday?\nMon 19:34 Paulo Dias: my wife says yes\nMon 19:40 Ana Reis: good",
    ],
)
def test_chats_of_many_layouts_give_every_line_to_its_speaker(text: str) -> None:
    assert told(text, "Paulo", "RELATIONSHIP") == ["Married"]
    assert told(text, "Ana", "RELATIONSHIP") == []


def test_a_district_tells_the_town_of_everybody() -> None:
    assert told("Ana Reis left her bicycle in Molenbeek. Paulo saw it.", "Paulo", "LOCATION")[0].endswith(
        "Brussels / Belgium"
    )


def test_a_word_of_everyday_life_tells_the_country() -> None:
    assert told("Ana Reis paid 4,000 forint for the lock.", "Ana", "LOCATION") == ["Hungary"]


def test_where_kin_live_abroad_is_not_where_the_text_plays() -> None:
    text = "Ana Reis works at the clinic in Lyon. Paulo helps. Her mother in Gdynia is ill, her brother in Gdynia too."
    assert told(text, "Paulo", "LOCATION") == ["Lyon / France"]


def test_a_shouted_common_word_is_no_town() -> None:
    assert told("FOR SALE\n\nPiano. Ask Ana Reis.", "Ana", "LOCATION") == []


def test_the_house_of_a_letterhead_may_be_written_in_small_letters() -> None:
    text = "Kelvin & Roe - Exit interview record\nLeaver: Ana Reis, structural engineer\n"
    assert told(text, "Ana", "AFFILIATION") == ["Kelvin & Roe"]


def test_who_passed_a_viva_has_a_doctorate() -> None:
    assert "PhD" in told("Ana Reis passed her viva in May.", "Ana", "EDUCATION")
