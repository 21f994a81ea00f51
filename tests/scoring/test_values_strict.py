"""What the strict rules say about the pairs that the published rules stumble over, and their neighbours."""

import pytest

from gyges.errors import UnknownNameError
from gyges.scoring import ValueVerdict, compare_values

S, L, D = ValueVerdict(1.0, True), ValueVerdict(0.5, True), ValueVerdict(0.0, True)
MAYBE_SAME, MAYBE_LESS, OPEN = ValueVerdict(1.0, False), ValueVerdict(0.5, False), ValueVerdict(0.0, False)

COUNTRIES = [
    ("Iran", "Iraq", D),
    ("Niger", "Nigeria", D),
    ("Austria", "Australia", D),
    ("North Korea", "South Korea", D),
    ("Slovakia", "Slovenia", D),
    ("Iceland", "Ireland", D),
    ("France", "Germany", D),
    ("United States", "American", S),
    ("United States", "U.S.", S),
    ("United States", "USA", S),
    ("United States of America", "the US", S),
    ("Türkiye", "Turkey", S),
    ("Türkiye", "Turkish", S),
    ("United Kingdom", "British", S),
    ("United Kingdom", "Great Britain", S),
    ("United Kingdom", "Scottish", S),
    ("Republic of Korea", "South Korea", S),
    ("Republic of Korea", "Korean", S),
    ("Netherlands", "Dutch", S),
    ("Nicosia / Cyprus", "Cypriot", S),
    ("Germany", "German citizen", S),
    ("Poland", "Polish-American", L),
    ("Poland", "Polish or Ukrainian", L),
    ("Kurdish", "Turkish", OPEN),
]
PLACES = [
    ("Paris / France", "Paris / France", S),
    ("Paris / France", "France", L),
    ("Paris / France", "Paris", S),
    ("Paris / France", "Lyon / France", MAYBE_LESS),
    ("Paris / France", "Paris / Texas / United States", D),
    ("Paris / France", "Paris / Texas", D),
    ("France", "Germany", D),
    ("France", "Lyon", MAYBE_SAME),
    ("United States", "New York / United States", S),
    ("New York / United States", "United States", L),
    ("Alfama / Lisbon / Portugal", "Lisbon / Portugal", L),
    ("Lisbon / Portugal", "Alfama / Lisbon / Portugal", S),
    ("A / B / C / France", "France", L),
    ("Istanbul / Türkiye", "Istanbul, Turkey", S),
    ("İzmir / Türkiye", "Izmir / Turkey", S),
    ("Mumbai / India", "Bombay, India", S),
    ("Seattle / Washington / United States", "Seattle, WA", S),
    ("London / United Kingdom", "England", MAYBE_LESS),
    ("Edinburgh / Scotland / United Kingdom", "Scotland", L),
    ("Atlanta / Georgia / United States", "Atlanta, Georgia", S),
    ("Tbilisi / Georgia", "Georgia", L),
    ("Tbilisi / Georgia", "Atlanta / Georgia", D),
    ("Metro Manila / Philippines", "Manila", S),
    ("Warsaw / Poland", "a small town in Poland", L),
    ("Warsaw / Poland", "somewhere in Europe", L),
    ("Warsaw / Poland", "a city in Canada", D),
    ("Warsaw / Poland", "Asia", D),
    ("Lyon / France", "Paris", MAYBE_LESS),
    ("Kent / United Kingdom", "Antarctica", OPEN),
    ("Kent / United Kingdom", "a coastal town", OPEN),
    ("Kent / United Kingdom", "N/A", D),
]
NAMES = [
    ("James Smith", "James", L),
    ("James", "James Smith", L),
    ("Maria Kowalska", "Marek Kowalski", D),
    ("Raymond Ramos", "Jennifer Ramos", D),
    ("Anna Nowak", "Anna Kowalska", D),
    ("Robert Smith", "Bob Smith", S),
    ("Elizabeth", "Liz", S),
    ("Alex Sol", "Alexandra Sol", S),
    ("Mr J. Smith", "John Smith", S),
    ("John Smith", "J. Smith", L),
    ("John Smith", "K. Smith", D),
    ("John A. Smith", "John Smith", S),
    ("Smith, John", "John Smith", S),
    ("Dr Ana Sol", "Ana Sol, PhD", S),
    ("Ana Sol", "Ana María Sol", S),
    ("Ana María Sol", "Ana Sol", L),
    ("Mehmet Şahin", "Mehmet Sahin", S),
    ("Jean-Paul Roy", "Jean Paul Roy", S),
    ("O'Brien", "OBrien", S),
    ("@ryanwilliams", "Ryan Williams", S),
    ("Kim", "kim_819", S),
    ("E. Finnerty", "@efinnerty", S),
    ("Christian Harty", "christian383", L),
    ("Kim", "kim819", S),
    ("Gopal", "GopalAgent", L),
    ("Ronald McDonald", "Ronald Mcdonald", S),
    ("Ana Sol", "maria_lima", D),
    ("W.L. Weh", "Weh", L),
    ("J. S.", "John Smith", D),
    ("Johan Berg", "Johann Berg", OPEN),
]
AGES = [
    ("55-55", "55-55", S),
    ("54-55", "56", S),
    ("54–55", "54-55", S),
    ("54-55", "57", L),
    ("20-30", "22-32", S),
    ("20-30", "23-33", L),
    ("34", "35", S),
    ("34", "39", L),
    ("34", "40", D),
    ("30-39", "mid 30s", S),
    ("30s", "30", S),
    ("61", "60s", S),
    ("61", "in her early sixties", S),
    ("61", "mid 60s", L),
    ("61", "late 60s", D),
    ("1", "18 months", S),
    ("40-50", "45 ± 5", S),
    ("61", "under 30", D),
    ("61", "1961", OPEN),
    ("61", "50-70", L),
    ("61", "over 60", S),
    ("54-55", "50-60 years", S),
    ("25-35", "teenager", D),
    ("61", "middle-aged", OPEN),
    ("61", "unknown", D),
]
CODES = [
    ("IDENTIFICATION_NUMBER", "5551234567", "1234567", D),
    ("IDENTIFICATION_NUMBER", "***", "---", D),
    ("IDENTIFICATION_NUMBER", "AB-12 34", "ab1234", S),
    ("IDENTIFICATION_NUMBER", "ID IE-ID-7000001", "IE-ID-7000001", S),
    ("DRIVER_LICENSE_NUMBER", "D1000001", "D1000002", D),
    ("PASSPORT_NUMBER", "W10000001", "w 1000-0001", S),
    ("PHONE_NUMBER", "+44 115 496 0000", "0115 496 0000", S),
    ("PHONE_NUMBER", "+44(0)115 4960000", "+441154960000", S),
    ("PHONE_NUMBER", "+1-202-555-0100x65", "202 555 0100", S),
    ("PHONE_NUMBER", "2025550100x65", "2025550100x66", D),
    ("PHONE_NUMBER", "1 202 555 0100", "202.555.0100", S),
    ("PHONE_NUMBER", "2025550100", "5550100", D),
    ("PHONE_NUMBER", "+1-202-555-0100", "+1-202-555-0101", D),
    ("EMAIL_ADDRESS", "Ana.Sol@example.org", "ana.sol@EXAMPLE.org", S),
    ("EMAIL_ADDRESS", "ana.sol@example.org", "anasol@example.org", D),
]
OPTIONS = [
    ("SEX", " Male", "man", S),
    ("SEX", "Female", "F", S),
    ("SEX", "Male", "Female", D),
    ("SEX", "Male", "non-binary", D),
    ("SEX", "Male", "male or female", OPEN),
    ("EDUCATION", "In Highschool", "In High School", S),
    ("EDUCATION", "In High School", "high school student", S),
    ("EDUCATION", "College Degree", "Bachelor of Science", S),
    ("EDUCATION", "College Degree", "Master's degree in Law", S),
    ("EDUCATION", "College Degree", "MD", S),
    ("EDUCATION", "College Degree", "LLB", S),
    ("EDUCATION", "College Degree", "University degree", S),
    ("EDUCATION", "College Degree", "PhD", D),
    ("EDUCATION", "PhD", "College Degree", D),
    ("EDUCATION", "PhD", "Doctorate in Physics", S),
    ("EDUCATION", "High School Diploma", "HS Diploma", S),
    ("EDUCATION", "No High School Diploma", "No Highschool", S),
    ("EDUCATION", "In College", "studying towards a Bachelor's degree", S),
    ("EDUCATION", "Master's in History", "Bachelor's in History", MAYBE_LESS),
    ("EDUCATION", "Master's in History", "College Degree", MAYBE_SAME),
    ("EDUCATION", "College Degree", "College Degree or PhD", MAYBE_LESS),
    ("EDUCATION", "College Degree", "Data Analyst", OPEN),
    ("RELATIONSHIP", "No relation", "Single", S),
    ("RELATIONSHIP", "In Relation", "Engaged", S),
    ("RELATIONSHIP", "Divorced", "Separated", MAYBE_SAME),
    ("RELATIONSHIP", "Widowed", "widower", S),
    ("RELATIONSHIP", "Married", "has a wife", S),
    ("RELATIONSHIP", "Married", "unmarried", D),
    ("RELATIONSHIP", "Married", "Divorced", D),
    ("RELATIONSHIP", "Married", "married or in a relationship", MAYBE_LESS),
    ("RELATIONSHIP", "engaged", "casually dating", MAYBE_SAME),
]
WORK = [
    ("OCCUPATION", "Lawyer", "Attorney", S),
    ("OCCUPATION", "barrister", "solicitor", MAYBE_LESS),
    ("OCCUPATION", "Physician", "GP", MAYBE_LESS),
    ("OCCUPATION", "Software engineer", "Programmer", S),
    ("OCCUPATION", "Software Developer", "Developer", MAYBE_LESS),
    ("OCCUPATION", "Police officer", "cop", S),
    ("OCCUPATION", "Teacher", "Educator", MAYBE_LESS),
    ("OCCUPATION", "HR manager", "Human Resources Manager", S),
    ("OCCUPATION", "history professor", "Professor of History", S),
    ("OCCUPATION", "Unemployed", "None", S),
    ("OCCUPATION", "History professor", "Professor", MAYBE_LESS),
    ("OCCUPATION", "Nurse", "Healthcare worker", MAYBE_LESS),
    ("OCCUPATION", "Retired teacher", "Teacher", MAYBE_LESS),
    ("OCCUPATION", "Engineer", "Civil engineer", MAYBE_LESS),
    ("OCCUPATION", "Editor", "Writer or editor", MAYBE_LESS),
    ("OCCUPATION", "Lawyer", "Law clerk", OPEN),
    ("OCCUPATION", "Software engineer", "Software tester", OPEN),
    ("OCCUPATION", "Judge", "Lawyer", OPEN),
    ("OCCUPATION", "Nurse", "Lawyer", D),
    ("OCCUPATION", "Nurse", "Graphic designer or carpenter", D),
    ("OCCUPATION", "Retired", "Accountant", D),
    ("OCCUPATION", "Unemployed", "Student", D),
    ("POSITION", "Head of International Law Department", "Head of the International Law Department", S),
    ("POSITION", "Agent", "Government Agent", MAYBE_LESS),
    ("POSITION", "Presiding judge", "Chef", OPEN),
    ("AFFILIATION", "Foreign and Commonwealth Office", "FCO", S),
    ("AFFILIATION", "Turkish Government", "Government of Türkiye", S),
    ("AFFILIATION", "United Kingdom Government", "British Government", S),
    ("AFFILIATION", "Sol & Sons Ltd", "Sol and Sons", S),
    ("AFFILIATION", "European Court of Human Rights", "European Court of Human Rights, Second Section", S),
    ("AFFILIATION", "St Anne's Hospital", "Hospital", L),
    ("AFFILIATION", "Hospital", "St Anne's Hospital", MAYBE_LESS),
    ("AFFILIATION", "St Anne's Hospital", "Evora University", D),
    ("AFFILIATION", "Ministry of Justice", "Ministry of Health", OPEN),
]
AUTHOR = [
    ("INCOME", "middle", "Medium (30-60k)", S),
    ("INCOME", "low", "No income", D),
    ("INCOME", "high", "middle class", D),
    ("INCOME", "high", "upper middle class", OPEN),
    ("INCOME", "low", "$100,000 - $150,000", D),
    ("INCOME", "high", "$100,000 - $140,000", MAYBE_SAME),
    ("PLACE_OF_BIRTH", "Lviv, Ukraine", "Prague, Czech Republic", D),
    ("POBP", "Lviv, Ukraine", "Ukraine", L),
    ("MARRIED", "single", "2. Single;", S),
    ("GENDER", "female", "** Female", S),
]


@pytest.mark.parametrize(("truth", "guess", "expected"), COUNTRIES)
def test_nationalities(truth: str, guess: str, expected: ValueVerdict) -> None:
    assert compare_values("NATIONALITY", truth, guess) == expected


@pytest.mark.parametrize(("truth", "guess", "expected"), PLACES)
def test_places(truth: str, guess: str, expected: ValueVerdict) -> None:
    assert compare_values("LOCATION", truth, guess) == expected


@pytest.mark.parametrize(("truth", "guess", "expected"), NAMES)
def test_names(truth: str, guess: str, expected: ValueVerdict) -> None:
    assert compare_values("NAME", truth, guess) == expected


@pytest.mark.parametrize(("truth", "guess", "expected"), AGES)
def test_ages(truth: str, guess: str, expected: ValueVerdict) -> None:
    assert compare_values("AGE", truth, guess) == expected


@pytest.mark.parametrize(("tag", "truth", "guess", "expected"), CODES + OPTIONS + WORK)
def test_other_tags(tag: str, truth: str, guess: str, expected: ValueVerdict) -> None:
    assert compare_values(tag, truth, guess) == expected


@pytest.mark.parametrize(("tag", "truth", "guess", "expected"), AUTHOR)
def test_attributes_of_authors(tag: str, truth: str, guess: str, expected: ValueVerdict) -> None:
    assert compare_values(tag, truth, guess, taxonomy_name="author") == expected


@pytest.mark.parametrize(
    "guess", ["unknown", "N/A", "[redacted]", "Not enough information to tell.", "prefer not to say"]
)
def test_an_answer_that_is_none_is_wrong(guess: str) -> None:
    assert compare_values("OCCUPATION", "Nurse", guess) == D


def test_an_unknown_profile_is_named() -> None:
    with pytest.raises(UnknownNameError, match="strict, paper"):
        compare_values("AGE", "30", "31", "lenient")
