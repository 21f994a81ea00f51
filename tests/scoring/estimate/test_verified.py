"""The make of the estimate that asks a verifier: what is asked, what is weighed, and what happens without answers."""

import hashlib
from collections.abc import Sequence
from importlib.resources import files

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gyges.attacks import RulesAttack
from gyges.corpus import bundled_corpus
from gyges.errors import RequestRefusedError
from gyges.records import Document, Fact, Release, Subject
from gyges.scoring import StrongEstimate, estimate_strong, score_document, verifier_odds
from gyges.scoring.estimate._light import light_model
from gyges.scoring.estimate._questions import questions_of
from gyges.scoring.estimate._verified import verified_model

pytestmark = pytest.mark.anyio
DOCUMENT = bundled_corpus()[0]


class Told:
    """A verifier that says the same to every question."""

    def __init__(self, odds: float) -> None:
        self.said, self.asked = odds, list[str]()

    async def odds(self, text: str, questions: Sequence[str]) -> list[float]:
        self.asked += questions
        return [self.said] * len(questions)


class Refuses:
    """A verifier for which every text is too long."""

    async def odds(self, text: str, questions: Sequence[str]) -> list[float]:
        raise RequestRefusedError("too long", "give it a shorter text")


async def _estimated(verifier: Told | Refuses | None, text: str = DOCUMENT.text) -> StrongEstimate:
    finding = RulesAttack().find(text, DOCUMENT.id)
    release = Release(DOCUMENT.id, text, "test")
    scored = [score_document(DOCUMENT, finding, release=release)]
    documents, releases, found = {DOCUMENT.id: DOCUMENT}, {DOCUMENT.id: release}, {DOCUMENT.id: finding}
    odds = None if verifier is None else await verifier_odds(verifier, scored, documents, releases)
    return estimate_strong(scored, documents, releases, found, found, odds=odds)


async def test_every_fact_is_asked_about_once_and_a_yes_expects_more_leaks_than_a_no() -> None:
    yes, no = Told(4.0), Told(-4.0)
    sure, unsure = await _estimated(yes), await _estimated(no)
    assert sure.cpr.denominator == len(yes.asked) > 0
    assert (sure.cpr.value or 0) < (unsure.cpr.value or 0)


async def test_results_say_which_make_told_them_and_its_interval_is_narrower_than_the_light_one() -> None:
    assert (await _estimated(Told(0.0))).by["make"] == verified_model().version
    assert (await _estimated(None)).by["make"] == light_model().version
    assert 0 < verified_model().method_error < light_model().method_error


async def test_a_text_the_verifier_refuses_is_left_out_by_name_and_no_figure_is_told() -> None:
    made = await _estimated(Refuses())
    assert made.cpr.value is None
    assert "verifier" in made.left_out[DOCUMENT.id]


async def test_an_empty_release_leaks_nothing_and_nobody_is_asked() -> None:
    verifier = Told(8.0)
    assert (await _estimated(verifier, " ")).cpr.value == 1.0
    assert not verifier.asked


def test_a_question_holds_the_words_of_the_release_and_not_those_it_replaced() -> None:
    fact = Fact("OCCUPATION", "Nurse", 4, evidence=("works as a nurse",))
    document = Document("d", "My friend Ana Gil works as a nurse in Porto.", subjects=(
        Subject("0", "Ana Gil - a friend", (Fact("NAME", "Ana Gil", 5, evidence=("Ana Gil",)), fact)),
    ))  # fmt: skip
    release = Release("d", "My friend [PERSON] works as a nurse in [LOC].", "mask")
    (question,) = questions_of(document, release, {"0": [fact]})
    who, told, asked = question.split("\n")
    assert "[PERSON]" in who
    assert "Ana" not in question
    assert "works as a nurse" in told
    assert asked == "occupation: Nurse"


@given(
    light=st.floats(0, 1),
    odds=st.lists(st.floats(-1e6, 1e6), min_size=2, max_size=2),
    tag=st.sampled_from(["AGE", "SEX", "NEVER SEEN"]),
)
def test_chances_are_chances_and_never_fall_when_the_verifier_is_surer(
    light: float, odds: list[float], tag: str
) -> None:
    low, high = (verified_model().chances([tag], [light], [one])[0] for one in sorted(odds))
    assert 0 <= low <= high <= 1


def test_the_weights_were_fitted_on_answers_of_the_adapter_that_ships() -> None:
    shipped = files("gyges.attacks.tiny") / "adapter.gguf"
    assert hashlib.sha256(shipped.read_bytes()).hexdigest() == verified_model().adapter
