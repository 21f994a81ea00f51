"""Jobs told by deeds, by signatures and by letterheads, and whose they are."""

import pytest

from gyges.reading import read_text
from gyges.reading.page._page import Page
from gyges.reading.work._acts import find_acts
from gyges.reading.work._occupations import compound, schooling


def _facts(text: str, name: str, tag: str) -> list[str]:
    return [f.value for p in read_text(text).people if name in p.description for f in p.facts if f.tag == tag]


@pytest.mark.parametrize(
    ("text", "job", "certainty"),
    [
        ("She drives the school bus.", "Bus driver", 3),
        ("He mops this ward at night.", "Cleaner", 3),
        ("I sew, mostly for weddings.", "Seamstress", 3),
        ("She taught Latin for thirty years.", "Teacher", 2),
        ("He sold onions at the market.", "Market trader", 3),
        ("went off to examine his students", "Lecturer", 3),
    ],
)
def test_a_deed_tells_a_job(text: str, job: str, certainty: int) -> None:
    acts = list(find_acts(Page(text)))
    assert [(act.value, act.certainty) for act in acts] == [(job, certainty)]


@pytest.mark.parametrize("text", ["He wants to teach maths.", "the drive to the bus station", "She will sell onions."])
def test_wishes_and_nouns_are_no_deeds(text: str) -> None:
    assert not list(find_acts(Page(text)))


def test_two_words_make_a_job() -> None:
    assert compound("fleet", "controller") == "fleet controller"
    assert compound("old", "controller") is None
    assert (schooling("engineer"), schooling("fitter"), schooling("poet")) == (
        "College Degree",
        "High School Diploma",
        None,
    )


def test_a_signature_tells_post_and_house() -> None:
    text = "Dear parents,\n\nThe trip is on Friday.\n\nRegards,\nMarta Holm\nclass teacher, Birk Lane School\n"
    assert "Class teacher" in _facts(text, "Marta Holm", "POSITION")
    assert "Birk Lane School" in _facts(text, "Marta Holm", "AFFILIATION")


def test_the_old_have_retired_and_a_trade_is_learned() -> None:
    assert "Retired" in _facts("Peter Holm, 84, lives in Oslo.", "Peter Holm", "OCCUPATION")
    assert "High School Diploma" in _facts("Peter Holm is a plumber.", "Peter Holm", "EDUCATION")


@pytest.mark.parametrize(
    ("text", "name", "job"),
    [
        ("Maria went with her supervisor Peter Holm, a plumber.", "Peter Holm", "Plumber"),
        ("They called our driver Samuel Otieno at noon.", "Samuel Otieno", "Driver"),
    ],
)
def test_whose_job_it_is(text: str, name: str, job: str) -> None:
    assert job in _facts(text, name, "OCCUPATION")
