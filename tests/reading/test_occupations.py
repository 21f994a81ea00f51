"""Occupations."""

import pytest

from gyges.reading.work._occupations import find_occupations
from reading.finders import properties

test_any_text, test_long_text = properties(find_occupations)


@pytest.mark.parametrize(
    ("text", "occupation", "position"),
    [
        ("She is a nurse.", "Nurse", None),
        ("a solicitor from Galway", "Lawyer", None),
        ("Deputy head teacher", "Teacher", "Deputy head teacher"),
        ("our head of nursing", "Nurse", "Head of nursing"),
        ("a senior developer", "Software developer", "Senior developer"),
        ("Senior Process Engineer", "Process engineer", "Senior Process Engineer"),
        ("works as a fork-lift driver", "Fork-lift driver", None),
        ("the presiding judge", "Judge", "Presiding judge"),
        ("Sgt Nomvula Mtimkulu", "Police officer", "Sgt"),
        ("a retired engineer", "Retired", None),
        ("Third Engineer of a bulk carrier", "Marine engineer", "Third Engineer"),
        ("an auto-rickshaw driver", "Auto-rickshaw driver", None),
        ("Marites Quijano RN", "Nurse", None),
        ("an Associate Professor", "Professor", "Associate Professor"),
        ("a trainee baker", "Trainee baker", None),
        ("Vice-principal up there", "Teacher", "Vice-principal"),
        ("the personnel director", "Human resources manager", "Personnel director"),
        ("a parish priest", "Priest", None),
        ("he is a goat farmer", "Goat farmer", None),
        ("my barber", "Hairdresser", None),
        ("a lance corporal", "Soldier", "Lance corporal"),
        ("eine Krankenschwester", "Nurse", None),
        ("a dental nurse", "Dental nurse", None),
        ("Minister of Justice", "Politician", "Minister of Justice"),
        ("unemployed since May", "Unemployed", None),
        ("a law student", "Student", None),
        ("a housewife", "Homemaker", None),
    ],
)
def test_titles(text: str, occupation: str, position: str | None) -> None:
    [cue] = find_occupations(text)
    assert (cue.occupation, cue.position) == (occupation, position)
    assert cue.certainty >= 4
    assert cue.text == text[cue.start : cue.end]


@pytest.mark.parametrize(
    ("text", "occupation"),
    [
        ("my wife has nights on the ward", "Nurse"),
        ("I teach maths to plus-two students", "Teacher"),
        ("my own pupils laugh", "Teacher"),
        ("three pull requests to review", "Software developer"),
        ("he drives a milk tanker", "Truck driver"),
        ("one root canal at 8:30", "Dentist"),
        ("she puts people to sleep for a living", "Anaesthetist"),
        ("her flower stall by the bridge", "Florist"),
        ("night shift at the mill", "Factory worker"),
        ("they commanded, she commands a harbour tug", "Tugboat captain"),
        ("she lectures in soil science", "Lecturer"),
        ("I was called to the bar", "Lawyer"),
    ],
)
def test_implied_jobs(text: str, occupation: str) -> None:
    [cue] = find_occupations(text)
    assert cue.occupation == occupation
    assert cue.certainty in {3, 4}


@pytest.mark.parametrize(
    "text",
    [
        "don't judge me",
        "I will cook tonight",
        "to guard the door",
        "we coach them",
        "on a chair",
        "Mr Baker called",
        "Anna Cooper left",
        "Baker Street",
        "a general rule",
        "the model number",
        "they nurse a grudge",
        "Will you chair it?",
        "to pilot the ship",
        "Peter Mason",
    ],
)
def test_verbs_and_surnames_are_no_jobs(text: str) -> None:
    assert find_occupations(text) == []


@pytest.mark.parametrize(
    ("text", "education"),
    [
        ("a lawyer", "College Degree"),
        ("a professor", "PhD"),
        ("a truck driver", "High School Diploma"),
        ("a university student", "In College"),
        ("a high school student", "In High School"),
        ("a PhD student", "College Degree"),
        ("he is in year 11", "In High School"),
        ("she is in third grade", "No High School Diploma"),
        ("a housewife", None),
    ],
)
def test_implied_education(text: str, education: str | None) -> None:
    [cue] = find_occupations(text)
    assert cue.education == education


def test_former_jobs_are_weak() -> None:
    assert [cue.certainty for cue in find_occupations("a former assistant nurse")] == [2]
    assert [cue.certainty for cue in find_occupations("a school secretary until she gave it up")] == [2]


def test_sectors() -> None:
    assert [cue.sector for cue in find_occupations("a nurse, a judge and a welder")] == ["health", "law", "trades"]
