"""How versions stand: what leaks, what is guessed rightly on faint hints, and which version is the better one."""

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gyges.anonymizers._call_budget import CallBudget
from gyges.anonymizers.subjectwise._changes import Version
from gyges.anonymizers.subjectwise._drafts import Draft
from gyges.anonymizers.subjectwise._options import SubjectwiseOptions
from gyges.anonymizers.subjectwise._rounds import Rounds
from gyges.anonymizers.subjectwise._standing import Leak, PersonStanding, Seen, Standing, stand, stand_before, truth_of
from gyges.anonymizers.subjectwise._tellings import Tellings, faint_leaks, guesses_text
from gyges.models import Spending
from gyges.records import Document, Fact, Finding, Subject

TEXT = "Nora Feld is a nurse. Nora Feld sings."
RELEASED = "B. is at work. B. sings."
TARGET = 0.9
GUESS = Leak("SEX", "Female", ((18, 23),))


def seen(text: str, *facts: Fact, by_model: bool = True) -> Seen:
    """Return what was seen of Nora; guesses below 3 are faint."""
    called = text.split(" is")[0]
    sure, every = (
        Finding("d", "m", (Subject("0", "the singer", tuple(f for f in facts if f.certainty >= least), (called,)),))
        for least in (3, 2)
    )
    places = {
        ("0", fact.tag, fact.value): tuple(
            (text.index(words), text.index(words) + len(words)) for words in fact.evidence
        )
        for fact in facts
    }
    return Seen(sure, places, None, text, every if by_model else None)


BEFORE = seen(TEXT, Fact("SEX", "Female", 4, evidence=("Nora",)), Fact("OCCUPATION", "nurse", 5, evidence=("a nurse",)))


def standing_of(*facts: Fact) -> Standing:
    version = Version(RELEASED)
    return stand(Document("d", TEXT), truth_of(BEFORE), BEFORE, version, seen(RELEASED, *facts))


def test_a_right_guess_on_a_faint_hint_is_no_leak_and_is_told_with_its_words() -> None:
    standing = standing_of(Fact("SEX", "Female", 2, evidence=("sings",)))
    (person,) = standing.people
    assert (person.protection, person.leaks, standing.faint) == (1.0, (), 1)
    assert "SEX: Female - given away by: sings" in guesses_text(RELEASED, faint_leaks(standing.people))


def test_wrong_guesses_and_sure_ones_are_not_faint() -> None:
    assert standing_of(Fact("SEX", "Male", 2, evidence=("sings",))).faint == 0
    sure = standing_of(Fact("SEX", "Female", 3, evidence=("sings",)))
    assert (sure.faint, [leak.tag for leak in sure.people[0].leaks]) == (0, ["SEX"])
    assert stand_before(Document("d", TEXT), truth_of(BEFORE), BEFORE).faint == 0
    assert guesses_text(RELEASED, faint_leaks(sure.people)) == ""


def test_only_an_attack_by_the_embedded_reader_is_steady() -> None:
    assert not standing_of().steady
    by_rules = seen(RELEASED, by_model=False)
    assert stand(Document("d", TEXT), truth_of(BEFORE), BEFORE, Version(RELEASED), by_rules).steady


def of(worst: float, cpr: float, faint: int = 0, *, steady: bool = False) -> Standing:
    person = PersonStanding("0", "Nora", worst, 10, (), (GUESS,) * faint)
    return Standing(worst, cpr, 0.5, (person,), steady)


def test_by_a_model_all_facts_come_before_the_person_worst_off_and_faint_guesses_count_half() -> None:
    assert of(0.5, 0.8).rank(TARGET) > of(0.7, 0.7).rank(TARGET)
    assert of(0.5, 0.8, steady=True).rank(TARGET) < of(0.7, 0.7, steady=True).rank(TARGET)
    assert of(0.5, 0.7, faint=1).rank(TARGET) > of(0.5, 0.7, faint=3).rank(TARGET)
    assert of(0.5, 0.8, faint=3).rank(TARGET) < of(0.5, 0.7).rank(TARGET)


def test_faint_guesses_alone_do_not_make_a_reading_tell_more() -> None:
    assert not of(0.5, 0.7, faint=4).tells_more(of(0.5, 0.7), TARGET)
    assert of(0.5, 0.6).tells_more(of(0.5, 0.7, faint=4), TARGET)


@given(st.floats(0, 1), st.floats(0, 1), st.integers(0, 5), st.booleans())
def test_no_version_tells_more_than_itself_and_one_guess_more_never_ranks_it_higher(
    worst: float, cpr: float, faint: int, steady: bool
) -> None:
    standing = of(worst, cpr, faint, steady=steady)
    assert not standing.tells_more(standing, TARGET)
    assert of(worst, cpr, faint + 1, steady=steady).rank(TARGET) <= standing.rank(TARGET)
    assert replace(standing, utility=0.6).rank(TARGET) > standing.rank(TARGET)


KIEL = "Nora Feld lives in Kiel. She is a nurse there."
MET = "In the north two people met at the sea, and both went home."
TRUTH = Subject(
    "0",
    "Nora Feld",
    (Fact("NAME", "Nora Feld", 5), Fact("LOCATION", "Kiel / Germany", 5), Fact("OCCUPATION", "nurse", 5)),
    ("Nora Feld",),
)


def _whoever(*found: Fact) -> Standing:
    """Return how Nora stands in a text with two people, either of whom she may be."""
    before = Seen(Finding("d", "m", (TRUTH,)), {}, None, KIEL, None)
    people = tuple(Subject(str(number), "somebody", found) for number in range(2))
    places = {("0", fact.tag, fact.value): ((3, 12),) for fact in found}
    after = Seen(Finding("d", "m", people), places, None, MET, None)
    return stand(Document("d", KIEL), truth_of(before), before, Version(MET), after)


def test_what_may_be_told_of_somebody_counts_as_leaked_with_the_words_that_tell_it() -> None:
    (nora,) = _whoever(Fact("LOCATION", "Kiel / Germany", 5)).people
    assert nora.protection == pytest.approx(2 / 3)
    assert (nora.facts, nora.undecided) == (3, 1)
    assert Leak("LOCATION", "Kiel / Germany", ((3, 12),)) in nora.leaks


def test_what_none_of_those_she_may_be_is_told_of_stays_protected() -> None:
    (nora,) = _whoever(Fact("LOCATION", "Rome / Italy", 5)).people
    assert (nora.protection, nora.undecided, nora.leaks) == (1.0, 0, ())


class _Editor:
    """Writes another text each time."""

    asked = 0

    async def rewrite(self, version: Version, people: object, guessed: object) -> str:
        self.asked += 1
        return KIEL.replace("there", "there, " * self.asked)


@pytest.mark.anyio
async def test_somebody_undecided_has_the_loop_go_on_and_is_in_the_trace() -> None:
    editor: Any = _Editor()

    async def judge(version: Version) -> Standing:
        return replace(_whoever(Fact("LOCATION", "Kiel / Germany", 5)), utility=0.5 + editor.asked / 10)

    draft = Draft(KIEL, ())
    rounds = Rounds("d", draft, editor, SubjectwiseOptions(rounds=2), CallBudget(Spending()), judge, Tellings())
    done = await rounds.run()
    assert editor.asked
    assert done.stopped != "everybody reached the target"
    assert [row["undecided"] for row in done.rounds] == [1] * len(done.rounds)  # type: ignore[index, call-overload]
