"""How versions stand: what leaks, what is guessed rightly on faint hints, and which version is the better one."""

import json
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gyges.anonymizers._call_budget import CallBudget
from gyges.anonymizers.subjectwise._changes import Version
from gyges.anonymizers.subjectwise._drafts import Draft
from gyges.anonymizers.subjectwise._editor import Written, called_in
from gyges.anonymizers.subjectwise._options import SubjectwiseOptions
from gyges.anonymizers.subjectwise._rounds import Rounds
from gyges.anonymizers.subjectwise._standing import (
    Leak,
    PersonStanding,
    Seen,
    Standing,
    brought_in,
    observe,
    stand,
    stand_before,
    truth_of,
)
from gyges.attacks import AttackOptions, SubjectsAttack
from gyges.models import Spending
from gyges.records import Document, Fact, Finding, Subject
from gyges.testing import scripted, scripted_model

TEXT = "Nora Feld is a nurse. Nora Feld sings."
RELEASED = "B. is at work. B. sings."
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
    assert [(leak.value, RELEASED[slice(*leak.places[0])]) for leak in person.faint] == [("Female", "sings")]


def test_wrong_guesses_and_sure_ones_are_not_faint() -> None:
    assert standing_of(Fact("SEX", "Male", 2, evidence=("sings",))).faint == 0
    sure = standing_of(Fact("SEX", "Female", 3, evidence=("sings",)))
    assert (sure.faint, [leak.tag for leak in sure.people[0].leaks]) == (0, ["SEX"])
    assert stand_before(Document("d", TEXT), truth_of(BEFORE), BEFORE).faint == 0


def test_only_an_attack_by_the_embedded_reader_is_steady() -> None:
    assert not standing_of().steady
    by_rules = seen(RELEASED, by_model=False)
    assert stand(Document("d", TEXT), truth_of(BEFORE), BEFORE, Version(RELEASED), by_rules).steady


def of(worst: float, cpr: float, faint: int = 0, *, steady: bool = False) -> Standing:
    person = PersonStanding("0", "Nora", worst, 10, (), (GUESS,) * faint)
    return Standing(worst, cpr, 0.5, (person,), steady)


def test_all_facts_come_before_the_person_worst_off_and_faint_guesses_count_half() -> None:
    assert of(0.5, 0.8).rank > of(0.7, 0.7).rank
    assert of(0.5, 0.7, faint=1).rank > of(0.5, 0.7, faint=3).rank
    assert of(0.5, 0.8, faint=3).rank < of(0.5, 0.7).rank


@given(st.floats(0, 1), st.floats(0, 1), st.integers(0, 5), st.booleans())
def test_no_version_brings_in_more_than_itself_and_one_guess_more_never_ranks_it_higher(
    worst: float, cpr: float, faint: int, steady: bool
) -> None:
    standing, version = of(worst, cpr, faint, steady=steady), Version(RELEASED)
    assert brought_in(version, standing, version, standing) == []
    assert of(worst, cpr, faint + 1, steady=steady).rank <= standing.rank


@pytest.mark.parametrize(
    ("steady", "quote", "told"),
    [(False, "sings", False), (False, "every morning", True), (False, "", True), (True, "sings", True)],
)
def test_what_a_model_reads_only_now_from_words_that_stood_there_before_was_not_brought_in(
    steady: bool, quote: str, told: bool
) -> None:
    text = RELEASED.replace("sings", "sings every morning")
    places = ((text.index(quote), text.index(quote) + len(quote)),) if quote else ()
    person = PersonStanding("0", "Nora", 0.5, 2, (Leak("SEX", "Female", places),))
    now, before = Standing(0.5, 0.5, 0.8, (person,), steady), of(1.0, 1.0, steady=steady)
    assert bool(brought_in(Version(text), now, Version(RELEASED), before)) is told


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


@pytest.mark.anyio
async def test_somebody_undecided_is_told_to_the_editor_and_is_in_the_trace() -> None:
    told: list[Any] = []

    class Editor:
        async def rewrite(self, people: object) -> Written:
            return Written(MET)

        async def mend(self, now: str, people: Any, *_: object) -> Written:
            told.append(people)
            return Written(now)

    async def judge(version: Version, _: object) -> Standing:
        if version.text == KIEL:
            return Standing(0.0, 0.0, 1.0, (PersonStanding("0", "Nora Feld", 0.0, 3, (GUESS,)),))
        return _whoever(Fact("LOCATION", "Kiel / Germany", 5))

    editor: Any = Editor()
    rounds = Rounds("d", Draft(KIEL, ()), editor, SubjectwiseOptions(), CallBudget(Spending()), judge)
    done = await rounds.run()
    assert told[0][0].leaks
    assert done.stopped == "nothing is left to mend"
    last: Any = done.rounds[-1]
    assert last["undecided"] == 1


def _of_two(called: dict[str, str]) -> Standing:
    """Return how a tenant and an owner stand in a text that tells of the tenant what was told of the owner."""
    truth = (
        Subject("0", "Ana, who rents", (Fact("SEX", "Female", 5), Fact("OCCUPATION", "nurse", 5))),
        Subject("1", "Bea, who owns", (Fact("SEX", "Female", 5), Fact("OCCUPATION", "cook", 5))),
    )
    before = Seen(Finding("d", "m", truth), {}, None, KIEL, None)
    found = (
        Subject("0", "the tenant - who pays", (Fact("OCCUPATION", "nurse", 4),), ("The tenant",)),
        Subject("1", "the owner - who waits", (Fact("OCCUPATION", "cook", 4),), ("the owner",)),
    )
    after = Seen(Finding("d", "m", found), {}, None, MET, None)
    return stand(Document("d", KIEL), truth_of(before), before, Version(MET), after, called)


def test_who_is_who_is_known_by_the_part_that_the_editor_gave() -> None:
    right = _of_two({"0": "the tenant", "1": "the owner"}).people
    turned = _of_two({"0": "the owner", "1": "the tenant"}).people
    assert [person.protection for person in right] == [0.5, 0.5]
    assert all(person.protection > 0.5 for person in turned)


def test_a_guess_of_which_nobody_can_say_whether_it_is_right_does_not_count_as_protected() -> None:
    truth = Subject("0", "Ana", (Fact("POSITION", "treasurer", 5), Fact("SEX", "Female", 5)))
    before = Seen(Finding("d", "m", (truth,)), {}, None, KIEL, None)
    guessed = Subject("0", "Ana", (Fact("POSITION", "board member", 4), Fact("SEX", "Female", 5)))
    standing = stand_before(Document("d", KIEL), (truth,), replace(before, finding=Finding("d", "m", (guessed,))))
    (ana,) = standing.people
    assert (ana.protection, ana.undecided) == (0.25, 1)


def test_somebody_known_by_a_part_alone_has_no_say_in_the_figures_of_the_worst() -> None:
    truth = (
        Subject("0", "colleague addressed", (Fact("OCCUPATION", "doctor", 4),)),
        Subject("1", "Ana", (Fact("SEX", "Female", 5),)),
    )
    found = (truth[0], Subject("1", "Ana", ()))
    before = Seen(Finding("d", "m", truth), {}, None, KIEL, None)
    standing = stand_before(Document("d", KIEL), truth, replace(before, finding=Finding("d", "m", found)))
    assert (standing.worst, standing.told) == (1.0, False)
    assert [bool(person.leaks) for person in standing.people] == [True, False]


@pytest.mark.anyio
async def test_people_of_a_counted_group_whom_nothing_tells_apart_are_one_with_their_number() -> None:
    facts = [{"tag": "SEX", "quotes": ["sisters"], "value": "Female", "certainty": 5}]
    group = {"called": "three sisters", "description": "sisters", "how_many": 3, "facts": facts}
    model = scripted_model(scripted([json.dumps({"people": [group]})]))
    seen_now = await observe(SubjectsAttack(model, AttackOptions(stages=1)), "The three sisters came.", "d")
    assert [person.description for person in seen_now.finding.subjects] == ["three sisters - sisters (3 people)"]


@pytest.mark.parametrize(
    "told",
    [
        "1 = the patient\n2 = left out\n3 = C.",
        "1 = the patient; 2 = left out; 3 = C.",
        '- 1: "the patient",\n- 2: left out\n- 3: C.',
    ],
)
def test_what_people_are_called_is_read_line_by_line_or_from_one_line(told: str) -> None:
    assert called_in(told, ["a", "b", "c"]) == {"a": "the patient", "b": "", "c": "C."}
