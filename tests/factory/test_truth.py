"""The truth of the factory is consistent: ages, dates, pronouns, families."""

import random
import re
from datetime import date, timedelta

from hypothesis import given, settings
from hypothesis import strategies as st

from gyges.factory import GENRES, make_documents
from gyges.factory._documents import _draft
from gyges.factory._forms import REFERENCE_DAY, age_on, age_range, date_words, fill
from gyges.factory._personas import Persona, PersonaConstraints
from gyges.factory._world import locales

SEEDS = st.integers(min_value=0, max_value=10_000)
FIXED = settings(max_examples=30, deadline=None)


@FIXED
@given(SEEDS, st.sampled_from(GENRES))
def test_every_marked_fact_is_true_of_its_person(seed: int, genre: str) -> None:
    draft = _draft(seed, 1, genre)
    for fact in draft.facts:
        who = fact.who
        if fact.tag == "AGE":
            low, _, high = fact.value.partition("-")
            assert int(low) <= who.age <= int(high or low), (fact.value, who.age, who.born, draft.day)
        elif fact.tag == "SEX":
            assert fact.value == who.sex
        elif fact.tag == "NATIONALITY":
            assert fact.value == who.nationality
        elif fact.tag == "LOCATION":
            assert fact.value.endswith(who.home.country)
        elif fact.tag == "OCCUPATION":
            assert fact.value == who.job.name
        elif fact.tag == "EDUCATION":
            assert fact.value == who.education


@FIXED
@given(SEEDS, st.sampled_from(GENRES))
def test_marked_words_lie_in_the_text(seed: int, genre: str) -> None:
    draft = _draft(seed, 2, genre)
    for start, end in [mark.span for mark in draft.spans] + [span for fact in draft.facts for span in fact.spans]:
        assert 0 <= start < end <= len(draft.text)
        assert draft.text[start:end].strip()


@FIXED
@given(SEEDS, st.sampled_from(GENRES))
def test_pronouns_agree_with_the_sex(seed: int, genre: str) -> None:
    draft = _draft(seed, 3, genre)
    for fact in draft.facts:
        words = draft.text[fact.spans[0][0] : fact.spans[0][1]].lower()
        if fact.tag == "SEX" and words in ("he", "him", "his", "himself", "mr", "son"):
            assert fact.value == "Male"
        if fact.tag == "SEX" and words in ("she", "her", "hers", "herself", "ms", "mrs", "daughter"):
            assert fact.value == "Female"


@given(st.integers(0, 95), st.dates(date(2019, 1, 1), REFERENCE_DAY), st.integers(0, 364))
def test_an_age_told_on_a_day_holds_the_age_on_the_reference_day(age: int, day: date, since_birthday: int) -> None:
    born = date(day.year - age, day.month, min(day.day, 28)) - timedelta(days=since_birthday)
    told = age_on(born, day)
    low, _, high = age_range(told, told, day).partition("-")
    assert int(low) <= age_on(born, REFERENCE_DAY) <= int(high or low)


@FIXED
@given(SEEDS)
def test_families_fit_together(seed: int) -> None:
    draw = random.Random(seed)
    home = draw.choice(locales())
    who = Persona(draw, home, home.cities[0], PersonaConstraints("parent"), "somebody")
    for child in who.children:
        assert who.age - child.age >= 21
        assert child.owner is who
    if who.age < 60:
        assert who.mum.age - who.age >= 21
        assert not who.mum.male
    assert (who.spouse is not None) == (who.status in ("Married", "In Relation"))
    if who.spouse is not None:
        assert who.spouse.spouse is who
        assert who.spouse.status == who.status


@FIXED
@given(SEEDS)
def test_numbers_that_hold_a_birth_date_hold_the_right_one(seed: int) -> None:
    draw = random.Random(seed)
    born = date(draw.randint(1930, 1999), draw.randint(1, 12), draw.randint(1, 28))
    assert fill("yymmdd####", draw, born, True).startswith(f"{born:%y%m%d}")
    assert fill("YYYYmmdd-##o#", draw, born, True)[-2] in "13579"
    assert fill("yyPPdd###o#", draw, born, False)[-2] in "02468"


def test_birth_dates_in_the_text_give_the_age_on_the_reference_day() -> None:
    checked = 0
    for document in make_documents(400, seed=11, genres=["hr", "clinical", "incident"]):
        for subject in document.subjects or ():
            for fact in subject.facts:
                match = re.search(r"(?:DOB|Born|Date of birth): (\d{4})-(\d\d)-(\d\d)$", " ".join(fact.evidence))
                if fact.tag == "AGE" and match and len(fact.evidence) == 1:
                    born = date(*map(int, match.groups()))
                    assert fact.value == str(age_on(born, REFERENCE_DAY))
                    checked += 1
    assert checked > 5


def test_dates_are_written_in_every_form() -> None:
    forms = {date_words(date(2024, 3, 5), form) for form in ("long", "us", "slash", "dot", "iso", "short")}
    assert forms == {"5 March 2024", "March 5, 2024", "05/03/2024", "05.03.2024", "2024-03-05", "5 Mar 2024"}
