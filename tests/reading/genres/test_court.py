"""The court reader on invented decisions."""

import pytest

from gyges.reading._cues import gather
from gyges.reading._read_text import read_people, read_text
from gyges.reading._reading import PersonRead, Reading
from gyges.reading.genres import GENRES
from gyges.reading.masks._find import find_masks, hide
from gyges.reading.page._page import Page
from gyges.reading.people._draft import Draft

COURT = next(genre for genre in GENRES if genre.name == "court")

STRASBOURG = (
    "PROCEDURE\n\nThe case originated in an application (no. 11111/05) against the Republic of Estonia lodged with the "
    "Court under Article 34 of the Convention by an Estonian national, Ms Liisi Kuusemäe (“the "
    "applicant”), on 4 May 2005.\n\n"
    "The applicant was represented by Mr J. Palm and Ms K. Rebane, lawyers practising in Tartu. The "
    "Estonian Government "
    "(“the Government”) were represented by their Agent, Mrs M. Saar of the Ministry of Foreign Affairs.\n\n"
    "On 3 March 2007 the President of the Fifth Section decided to give notice of the application to the "
    "Government.\n\n"
    "THE FACTS\n\nThe applicant was born in 1970 and lives in Viljandi.\n\n"
    "The applicant, an accountant, was questioned by the Pärnu public prosecutor. Her husband died on 2 June 2004. "
    "The trial judge at the Viljandi County Court adjourned the hearing."
)


APPEAL = (
    "IN THE HIGH COURT\nJUDGMENT\nThe appellant appeals against the ruling of the district court. "
    "Counsel for the respondent objected. The appeal is dismissed."
)


def read(text: str) -> Reading:
    """Read a text as a decision, however little it looks like one."""
    masks = find_masks(text)
    hidden = [(mask.start, mask.end) for mask in masks]
    written = gather(Page(text, hidden))
    cues = gather(Page(hide(text, masks), hidden)) if masks else written
    owners = read_people(Draft(text), cues, masks)
    COURT.add(owners, written)
    return owners.draft.finish()


def who(reading: Reading, words: str) -> PersonRead:
    return next(person for person in reading.people if words in person.description)


def values(person: PersonRead) -> dict[str, str]:
    return {fact.tag: fact.value for fact in reversed(person.facts)}


def test_the_applicant_of_a_judgment() -> None:
    found = values(who(read(STRASBOURG), "applicant"))
    assert found["NAME"] == "Liisi Kuusemäe"
    assert found["SEX"] == "Female"
    assert found["AGE"] == "54-55"
    assert found["LOCATION"].startswith("Viljandi / ")
    assert found["NATIONALITY"] == "Estonia"
    assert found["OCCUPATION"] == "Accountant"
    assert found["RELATIONSHIP"] == "Widowed"


@pytest.mark.parametrize(("name", "sex"), [("J. Palm", "Male"), ("K. Rebane", "Female")])
def test_lawyers_who_share_their_words(name: str, sex: str) -> None:
    found = values(who(read(STRASBOURG), name))
    assert found["OCCUPATION"] == "Lawyer"
    assert found["EDUCATION"] == "College Degree"
    assert found["LOCATION"].startswith("Tartu / ")
    assert found["SEX"] == sex


def test_the_agent_of_the_government() -> None:
    found = values(who(read(STRASBOURG), "M. Saar"))
    assert found["AFFILIATION"] == "Ministry of Foreign Affairs"
    assert found["POSITION"] == "Agent"
    assert found["NATIONALITY"] == "Estonia"


def test_an_agent_without_a_name_and_a_government_without_agent() -> None:
    text = "The Latvian Government (“the Government”) were represented by their Agent. The applicant lodged an appeal."
    assert values(who(read(text), "agent"))["AFFILIATION"] == "Latvian Government"
    none = "The Latvian Government (“the Government”) did not appoint an Agent. The applicant lodged an appeal."
    assert not any("agent" in person.description for person in read(none).people)


def test_the_president_of_a_section_sits_in_strasbourg() -> None:
    found = values(who(read(STRASBOURG), "president"))
    assert found["AFFILIATION"] == "European Court of Human Rights"
    assert found["POSITION"] == "President of the Fifth Section"
    assert "NATIONALITY" not in found


def test_roles_without_a_name() -> None:
    reading = read(STRASBOURG)
    prosecutor = values(who(reading, "prosecutor"))
    assert prosecutor["AFFILIATION"] == "Pärnu Public Prosecutor's Office"
    assert values(who(reading, "judge"))["OCCUPATION"] == "Judge"


def test_an_office_is_nobody() -> None:
    text = "The applicant complained to the public prosecutor's office, which replied to the Magistrate's Court."
    assert [person.description for person in read(text).people] == ["applicant"]


def test_two_applicants() -> None:
    text = (
        "The case originated in an application (no. 1/01) against the Republic of Malta lodged by two "
        "Maltese nationals, "
        "Carmen Zahra and Joseph Vella (“the applicants”). The applicants were born in 1950 and 1961 "
        "respectively and live in Mosta."
    )
    reading = read(text)
    assert [person.description.partition(" - ")[0] for person in reading.people] == ["Carmen Zahra", "Joseph Vella"]


def test_a_company_is_nobody() -> None:
    text = "The case was lodged by Baltic Timber Ltd, a limited liability company (“the applicant”), on 2 May 2001."
    assert read(text).people == ()


def test_kin_of_the_party() -> None:
    text = (
        "The applicant, Mr Ivo Horvat, was born on 3 May 1980 and lives in Split. The applicant's mother, "
        "Mrs Ana Horvat, "
        "gave evidence. His late father had owned the land. The applicant and his wife had two children, "
        "born in 2001 and 2004."
    )
    reading = read(text)
    assert values(who(reading, "Ana Horvat"))["SEX"] == "Female"
    assert values(who(reading, "father"))["SEX"] == "Male"
    assert {"20-21", "23-24"} <= {values(person).get("AGE") for person in reading.people}
    assert values(who(reading, "Ivo Horvat"))["AGE"] == "45"
    assert values(who(reading, "Ivo Horvat"))["RELATIONSHIP"] == "Married"


def test_counted_groups_are_expanded() -> None:
    text = "The applicant was questioned by two police officers at the station. The court upheld the judgment."
    officers = [person for person in read(text).people if "police officer" in person.description]
    assert [person.description for person in officers] == ["first police officer", "second police officer"]


def test_masked_text_still_tells() -> None:
    text = (
        "The case originated in an application (no. [CODE]) against the Republic of Turkey lodged with the Court under "
        "Article 34 of the Convention by a Turkish national, [PERSON] (“the applicant”), on [DATETIME].\n\n"
        "The applicant was represented by Ms [PERSON], a lawyer practising in [LOC]. The Turkish Government (“the "
        "Government”) were represented by their Agent, [PERSON].\n\nThe applicant was born in [DATETIME] "
        "and lives in [LOC]. "
        "On [DATETIME] he lodged an appeal. The applicant stated that he was ill."
    )
    reading = read_text(text)
    applicant, lawyer, agent = (values(who(reading, words)) for words in ("applicant", "lawyer", "agent"))
    assert applicant == {"LOCATION": "Türkiye", "NATIONALITY": "Türkiye", "SEX": "Male"}
    assert lawyer["SEX"] == "Female"
    assert lawyer["NATIONALITY"] == "Türkiye"
    assert lawyer["EDUCATION"] == "College Degree"
    assert agent["POSITION"] == "Agent"
    assert "OCCUPATION" not in applicant


def test_stars_are_masked_names() -> None:
    text = "The applicant was represented by Mr *****, a solicitor practising in Cork. The court dismissed the appeal."
    lawyer = values(who(read(text), "solicitor"))
    assert lawyer["SEX"] == "Male"
    assert "NAME" not in lawyer


def test_the_party_is_one_by_name_and_by_noun_and_a_ministry_is_nobody() -> None:
    described = [person.description for person in read(STRASBOURG).people]
    assert sum("applicant" in words for words in described) == 1
    assert not any("Foreign" in words for words in described)


def test_a_firm_of_solicitors_is_no_lawyer() -> None:
    text = (
        "The applicant, Mr Jan Veld, was represented by Marlow Fenn, solicitors practising in Bath. The appeal failed."
    )
    assert not any("Marlow" in person.description for person in read(text).people)


def test_the_spouse_of_whom_the_name_stands_elsewhere_is_one_and_divorced_as_the_party() -> None:
    text = (
        "The applicant, Mr Pavel Dorn, lives in Linz. In 1995 the applicant's wife left. The court confirmed "
        "the decree of divorce, noting that Mrs Dorn had not appeared."
    )
    reading = read(text)
    wife = values(who(reading, "wife"))
    assert who(reading, "wife").description.startswith("Dorn - ")
    assert wife["RELATIONSHIP"] == "Divorced"
    assert values(who(reading, "Pavel"))["RELATIONSHIP"] == "Divorced"


def test_a_job_is_not_taken_from_the_lawyer() -> None:
    text = (
        "The applicant, Mr Jan Veld, was represented by Mr P. Smit, a lawyer practising in Breda. "
        "The court upheld the decision."
    )
    assert "OCCUPATION" not in values(who(read(text), "Jan Veld"))


@pytest.mark.parametrize(
    ("text", "is_one"),
    [
        (STRASBOURG, True),
        (APPEAL, True),
        ("Hi all, my dog ran away near the park yesterday, anyone seen her? Call me please.", False),
        (
            "Dear Dr Roe, thank you for seeing this pleasant lady with pain in her left knee. She takes no tablets.",
            False,
        ),
    ],
)
def test_looks_like(text: str, is_one: bool) -> None:
    assert (COURT.looks_like(Page(text)) >= 0.5) == is_one
