"""Ages, jobs, codes, nations, classes and days of birth, each in its sentence."""

import pytest

from gyges.anonymizers.wording import (
    Swap,
    age_swap,
    birth_swap,
    code_swap,
    demonym_swap,
    is_named,
    job_swap,
    kind_of,
    name_swap,
    passing_ages,
    study_swaps,
)


def made(text: str, swap: Swap | None) -> str | None:
    return None if swap is None else text[: swap.start] + swap.new + text[swap.end :]


def at(text: str, words: str) -> tuple[int, int]:
    start = text.index(words)
    return start, start + len(words)


@pytest.mark.parametrize(
    ("text", "words", "expected"),
    [
        ("The owner is 52.", "52", "The owner is no longer young."),
        ("The owner is 78.", "78", "The owner is no longer young."),
        ("The child is seven and sings.", "seven", "The child is under thirteen and sings."),
        ("The pupil is fifteen.", "fifteen", "The pupil is under eighteen."),
        ("The owner was in the late sixties.", "in the late sixties", "The owner was no longer young."),
        ("B., in their late sixties, fell.", "in their late sixties", "B. fell."),
        ("At 71 I know a liar.", "At 71", "I know a liar."),
        ("They joined at 19.", "at 19", "They joined."),
        ("I am 26.", "26", "I am an adult."),
        ("I'm 66 and don't withdraw complaints.", "66", "I don't withdraw complaints."),
        ("He is 71 and wants to go.", "71", "He wants to go."),
        ("He is 29, he drives the big one.", "29", "he drives the big one."),
        ("I am 61. Nobody asked.", "61", "Nobody asked."),
        ("I was twenty-three then.", "I was twenty-three", "I was an adult then."),
        ("When I was nine, they left.", "I was nine", "When I was under thirteen, they left."),
        ("Dear 36-year-old me,", "36-year-old", "Dear me,"),
        ("A 43-year-old called.", "43-year-old", "A adult called."),
        ("A boy aged 12 came.", "aged 12", "A boy came."),
        ("The owner turned 50.", "50", "The owner had a birthday."),
        ("A 40-year-old tenant called.", "40-year-old", "A tenant called."),
        ("They're 34 and happy.", "They're 34", "They're happy."),
    ],
)
def test_an_age_goes_or_becomes_broader(text: str, words: str, expected: str) -> None:
    assert made(text, age_swap(text, *at(text, words))) == expected


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("They are seven months along.", "seven"),
        ("It was 38 degrees.", "38"),
        ("All over 65 may come.", "65"),
        ("1. Samha, 2. Barq", "2"),
        ("You write that at 71 you wish to move.", "71"),
        ("It is 40 minutes away.", "40"),
        ("They sang till I was nine.", "I was nine"),
        ("COMMENTS (3)", "3"),
        ("(2) NOISE. There is drilling.", "2"),
        ("B. | 14F | chair", "14F"),
        ("Nobody can read my father's seven.", "seven"),
        ("They tied knots from seven years old on.", "seven"),
    ],
)
def test_a_number_that_is_no_age_stays(text: str, words: str) -> None:
    assert age_swap(text, *at(text, words)) is None


@pytest.mark.parametrize(
    ("text", "words", "sector", "expected"),
    [
        ("The plumber rang.", "plumber", "trades", "The tradesperson rang."),
        ("Four plumbers rang.", "plumbers", "trades", "Four tradespeople rang."),
        ("They work as a pharmacist.", "pharmacist", "health", "They work as a health professional."),
        ("A forklift driver rang.", "forklift driver", "trades", "A driver rang."),
        ("My physics tutor rang.", "physics tutor", "education", "My tutor rang."),
        ("A retired trawler skipper rang.", "retired trawler skipper", "trades", "A retired skipper rang."),
        ("I am Resident Engineer here.", "Resident Engineer", "engineering", "I am engineer here."),
    ],
)
def test_a_job_becomes_a_broader_noun(text: str, words: str, sector: str, expected: str) -> None:
    assert made(text, job_swap(text, *at(text, words), sector)) == expected


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("They cook at home.", "cook"),
        ("We will judge it.", "judge"),
        ("It drove a haul truck.", "drove a haul truck"),
        ("I drive a harvester.", "harvester"),
        ("The driver for the label printer failed.", "driver"),
        ("The driver's licence was lost.", "driver"),
        ("The doctor-patient talk was short.", "doctor"),
        ("Nurse 1 rang.", "Nurse"),
        ("Driver: see below", "Driver"),
        ("The nurse station is closed.", "nurse"),
        ("Sing in canon.", "canon"),
        ("The goalkeeper rang.", "goalkeeper"),
        ("Your plumber rang.", "plumber"),
        ("The plumber of the works rang.", "plumber"),
        ("The driver rang.", "driver"),
        ("A civil servant rang.", "civil servant"),
        ("A spin doctor rang.", "spin doctor"),
        ("The Entry Clearance Manager rang.", "Clearance Manager"),
        ("It is justice that I ask for.", "justice"),
    ],
)
def test_a_word_that_may_be_no_job_stays(text: str, words: str) -> None:
    assert job_swap(text, *at(text, words), "trades") is None


@pytest.mark.parametrize(
    ("text", "words", "expected"),
    [
        ("Ring 0171 555 0184 now.", "0171 555 0184", "Ring [number] now."),
        ("Write to b@example.org now.", "b@example.org", "Write to [e-mail] now."),
        ("B. (PESEL 91051408264) came.", "91051408264", "B. came."),
        ("B. <b@example.org> came.", "b@example.org", "B. came."),
        ("B., passport no. X4410927, came.", "X4410927", "B. came."),
        ("The number should be Z7719043, they say.", "Z7719043", "The number should be [number], they say."),
        ("Ring on even dates, 091 555 0146, Ante", "091 555 0146", "Ring on even dates, [number], Ante"),
        ("B. (staff no. 1, IC 960317-08-5528) at", "960317-08-5528", "B. (staff no. 1) at"),
        ("National ID ...... 08-555214 K 19\nEnd", "08-555214", "End"),
        ("Direct line 22 555 0184\nEnd", "22 555 0184", "End"),
    ],
)
def test_a_code_goes_with_its_label(text: str, words: str, expected: str) -> None:
    assert made(text, code_swap(text, *at(text, words))) == expected


@pytest.mark.parametrize(
    ("text", "words", "expected"),
    [
        ("B., born on 3 May 1970, appealed.", "3 May 1970", "B. appealed."),
        ("B. was born on 3 May 1970.", "3 May 1970", "B. was born in the 1970s."),
        ("B. was born on 3 May 1970 in C.", "3 May 1970", "B. was born in C."),
        ("B. was born on 3 May 1970 and lives alone.", "3 May 1970", "B. lives alone."),
        ("B. (DOB 03/05/1970) came.", "03/05/1970", "B. came."),
        ("Born: 3 May 1970\nEnd", "3 May 1970", "End"),
    ],
)
def test_a_day_of_birth_goes_with_its_words(text: str, words: str, expected: str) -> None:
    assert made(text, birth_swap(text, *at(text, words))) == expected


@pytest.mark.parametrize(
    ("text", "word", "expected"),
    [
        ("Two Danish guests sang.", "Danish", "Two guests sang."),
        ("They are Danish now.", "Danish", "They are from K. now."),
        ("They asked in Danish whether it rained.", "Danish", "They asked whether it rained."),
        ("They speak Danish.", "Danish", "They speak another language."),
        ("Danes sang.", "Danes", "people from K. sang."),
        ("The guest (Danish) sang.", "Danish", "The guest sang."),
    ],
)
def test_a_nation_goes_or_becomes_broader(text: str, word: str, expected: str) -> None:
    assert made(text, demonym_swap(text, *at(text, word), "K.")) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("P. is 29, operator.", "P. is an adult, operator."),
        ("The tenant, 24 yrs, moved in.", "The tenant moved in."),
        ("The apprentice, 19, sang.", "The apprentice sang."),
        ("The aunt, who at 81 walked in, sang.", "The aunt, who walked in, sang."),
        ("The child died at twenty.", "The child died."),
        ("Since I got it, at 46, I keep it.", "Since I got it, I keep it."),
        ("You named your age (58) and left.", "You named your age and left."),
        ("Every child of 1982 knew it.", "Every child knew it."),
        ("The owner is in her seventies.", "The owner is no longer young."),
        ("27 and bossy, that is why.", "bossy, that is why."),
        ("At 41 his back is older than he is.", "his back is older than he is."),
        ("A male voice, late forties, spoke.", "A male voice, spoke."),
        ("The man, 25 years, moved out.", "The man moved out."),
        ("My father took me out of school at thirteen like a goat.", "My father took me out of school like a goat."),
        ("I started here at sixteen with nothing.", "I started here with nothing."),
    ],
)
def test_an_age_told_in_passing_goes(text: str, expected: str) -> None:
    assert [made(text, swap) for swap in passing_ages(text)] == [expected]


@pytest.mark.parametrize("text", ["They met at eleven.", "The shop, 24 tables, is full.", "Who at 10 is late?"])
def test_a_time_or_a_number_of_things_is_no_age(text: str) -> None:
    assert not list(passing_ages(text))


@pytest.mark.parametrize("text", ["A Danish-speaking guest sang.", "They speak Danish and Dutch."])
def test_a_nation_that_is_not_understood_stays(text: str) -> None:
    assert demonym_swap(text, *at(text, "Danish"), "K.") is None


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("They are in Form 2 and Form 4.", " at school"),
        ("They left in Grade 8.", ""),
        ("They have a PhD.", "qualification"),
        ("They left school after the ninth year.", ""),
        ("I stopped after class five.", "left school"),
        ("They completed Form Four and rested.", "went to school"),
        ("The boat let me finish my doctorate.", "studies"),
        ("Dr B., PhD, rang.", ""),
        ("A master's student rang.", ""),
        ("They are studying radiography by day.", ""),
    ],
)
def test_what_somebody_learned_goes_or_becomes_broader(text: str, expected: str) -> None:
    assert [swap.new for swap in study_swaps(text)] == [expected]


@pytest.mark.parametrize(
    "text",
    [
        "It was two degrees colder.",
        "Form 1 is enclosed.",
        "The Grade 4 class sang.",
        "To a degree, yes.",
        "I came with seven years of school and one suitcase.",
        "They studied the map.",
    ],
)
def test_what_is_no_study_stays(text: str) -> None:
    assert not list(study_swaps(text))


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("St Mary's Hospital", "hospital"),
        ("Hospital del Niño", "hospital"),
        ("University of Oban", "university"),
        ("Rift Crown Hauliers Ltd", "company"),
        ("Klinika Nad Wodą", "clinic"),
        ("Tumaini Court Residents", None),
        ("Fu Loi Court", None),
        ("High Court of Oban", "court"),
        ("Parish Priest", None),
        ("Mattilsynet", None),
    ],
)
def test_the_name_of_an_organisation_says_what_it_is(name: str, kind: str | None) -> None:
    assert kind_of(name) == kind


@pytest.mark.parametrize("words", ["DOWN", "NOT", "OTHER PARTY", "primary school", "Paper 2", "MRI", "Twelfth"])
def test_ordinary_words_are_no_organisation(words: str) -> None:
    assert not is_named(words, 0, len(words))


@pytest.mark.parametrize(
    ("text", "name", "expected"),
    [
        ("Dear Mrs. Ruiz,", "Ruiz", "Dear K.,"),
        ("Detective Sergeant Ruiz came.", "Ruiz", "Detective Sergeant K. came."),
        ("A Mr Ruiz came.", "Ruiz", "A certain K. came."),
        ("That is James' car.", "James", "That is K.'s car."),
        ("Mr W. came.", "W.", "W. came."),
        ("The uncle Ruiz came.", "Ruiz", "The uncle K. came."),
    ],
)
def test_a_name_becomes_a_letter_and_its_titles_go(text: str, name: str, expected: str) -> None:
    assert made(text, name_swap(text, *at(text, name), "K.")) == expected
