import pytest

from gyges.reading import read_text


def values(text: str, word: str, tag: str) -> list[str]:
    """Return what was read about the first person whose description has a word."""
    someone = next(person for person in read_text(text).people if word in person.description)
    return [fact.value for fact in someone.facts if fact.tag == tag and fact.certainty >= 3]


FORM = """Patient: Ottilie Brandstetter
Born: 4 May 1957     Insurance no. 4471-040557
Address: Lindengasse 9, 8010 Graz
Next of kin: Ferdinand Brandstetter (husband), +43 316 555 0117
"""


@pytest.mark.parametrize(
    ("word", "tag", "expected"),
    [
        ("Ottilie", "AGE", ["68"]),
        ("Ottilie", "LOCATION", ["Lindengasse 9 / Graz / Austria"]),
        ("Ottilie", "RELATIONSHIP", ["Married"]),
        ("Ottilie", "PHONE_NUMBER", []),
        ("Ferdinand", "PHONE_NUMBER", ["+43 316 555 0117"]),
        ("Ferdinand", "RELATIONSHIP", ["Married"]),
        ("Ferdinand", "LOCATION", ["Lindengasse 9 / Graz / Austria"]),
    ],
)
def test_fields_belong_to_the_person_of_the_form(word: str, tag: str, expected: list[str]) -> None:
    assert values(FORM, word, tag) == expected


def test_lines_of_a_signature_belong_to_the_signer() -> None:
    text = "Dear Mr Blom,\n\nI will call.\n\nRegards,\nIvana Horvat\nExport clerk\n+385 1 555 0142\ni.horvat@example.hr"
    assert values(text, "Ivana", "PHONE_NUMBER") == ["+385 1 555 0142"]
    assert values(text, "Ivana", "EMAIL_ADDRESS") == ["i.horvat@example.hr"]
    assert values(text, "Blom", "PHONE_NUMBER") == []


def test_an_apposition_tells_the_job() -> None:
    assert values("We met Kerstin Dahl, a nurse from Malmö, on Friday.", "Kerstin", "OCCUPATION") == ["Nurse"]


def test_a_job_no_table_knows_is_read_from_its_place() -> None:
    assert "Kelp whisperer" in values("We met Kerstin Dahl, a kelp whisperer, on Friday.", "Kerstin", "OCCUPATION")


def test_a_job_that_is_denied_is_no_job() -> None:
    assert values("I am not a lawyer. I am tired.", "author", "OCCUPATION") == []


def test_your_driver_is_not_the_one_who_complains() -> None:
    assert values("I was insulted by your driver. I want my money back.", "author", "OCCUPATION") == []


def test_an_age_in_brackets_belongs_to_the_name_before() -> None:
    text = "Kerstin Dahl (43) met Henrik Solberg on 1 September 2025."
    assert values(text, "Kerstin", "AGE")
    assert values(text, "Henrik", "AGE") == []


@pytest.mark.parametrize(
    ("text", "bond"),
    [
        ("Kerstin Dahl is a widow.", "Widowed"),
        ("Kerstin Dahl is divorced.", "Divorced"),
        ("Kerstin Dahl came with her husband.", "Married"),
        ("Kerstin Dahl came with her fiancé.", "In Relation"),
        ("Kerstin Dahl is single.", "No relation"),
        ("Kerstin Dahl spoke of her late husband.", "Widowed"),
    ],
)
def test_bonds_are_read(text: str, bond: str) -> None:
    assert bond in values(text, "Kerstin", "RELATIONSHIP")


def test_the_dead_have_no_relationship() -> None:
    assert values("I miss my late wife. I live alone now.", "wife", "RELATIONSHIP") == []


@pytest.mark.parametrize(
    ("text", "level"),
    [
        ("Kerstin Dahl holds a doctorate.", "PhD"),
        ("Kerstin Dahl is a final-year law student.", "In College"),
        ("Kerstin Dahl left school at fifteen.", "No High School Diploma"),
        ("Kerstin Dahl is in grade 11.", "In High School"),
    ],
)
def test_schooling_is_read(text: str, level: str) -> None:
    assert values(text, "Kerstin", "EDUCATION")[:1] == [level]


def test_an_employer_belongs_to_whoever_works_there() -> None:
    text = "Kerstin Dahl works as a nurse at Holmsund District Hospital."
    assert values(text, "Kerstin", "AFFILIATION") == ["Holmsund District Hospital"]


def test_a_home_is_told_from_an_origin() -> None:
    text = "Oksana Melnyk, who came over from Lviv, lives in Gdynia."
    assert values(text, "Oksana", "LOCATION")[0].startswith("Gdynia")
    assert values(text, "Oksana", "NATIONALITY") == ["Ukraine"]


def test_first_person_in_a_chat_belongs_to_the_speaker() -> None:
    text = "[09:01] Noor: I live in Utrecht\n[09:02] Timo: my wife is a dentist\n[09:03] Noor: wow"
    assert values(text, "Noor", "LOCATION")[0].startswith("Utrecht")
    assert values(text, "Timo", "RELATIONSHIP") == ["Married"]
    assert values(text, "Noor", "RELATIONSHIP") == []


def test_a_quotation_belongs_to_the_one_who_is_quoted() -> None:
    text = 'Kerstin Dahl said: "I am a widow." Henrik Solberg nodded.'
    assert values(text, "Kerstin", "RELATIONSHIP") == ["Widowed"]


def test_children_have_no_relation_and_go_to_school() -> None:
    text = "I live in Porto with my daughter Rita, who is 9."
    assert values(text, "Rita", "RELATIONSHIP") == ["No relation"]
    assert values(text, "Rita", "OCCUPATION") == ["Student"]
