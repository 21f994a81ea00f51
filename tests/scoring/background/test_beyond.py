"""What a release adds to a register, by hand and for all."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gyges.records import DecidedBy, Fact, Finding, Subject, Verdict
from gyges.scoring import ScoredDocument
from gyges.scoring.background import Register, merged_people, told_by_findings, what_is_learned
from scoring.people import document, missing, person, verdict

ANA = Subject("r1", "", (Fact("NAME", "Ana Sol"), Fact("AGE", "34"), Fact("SEX", "Female")))
BEN = Subject("r2", "", (Fact("NAME", "Ben Mar"), Fact("AGE", "61"), Fact("SEX", "Male")))
EVA = Subject("r3", "", (Fact("NAME", "Eva Luz"), Fact("AGE", "35"), Fact("SEX", "Female")))
REGISTER = Register([ANA, BEN, EVA])


def _told(scored: ScoredDocument, *facts: Fact) -> dict[tuple[str, str], tuple[Fact, ...]]:
    return {(scored.id, subject.truth.id): facts for subject in scored.subjects}


def _ana(*verdicts: Verdict) -> ScoredDocument:
    name = Verdict(Fact("NAME", "Ana Sol"), None, 0.0, DecidedBy.MISSING)
    return document("d", person("ana", name, *verdicts))


def test_facts_are_known_before_learned_or_hidden() -> None:
    scored = _ana(verdict(1.0, "AGE", "34"), verdict(1.0, "OCCUPATION", "nurse"), missing("NATIONALITY", "Portugal"))
    found = what_is_learned([scored], {}, REGISTER)
    (ana,) = found.people
    assert [(fact.tag, fact.status) for fact in ana.facts] == [
        ("NAME", "known"),
        ("AGE", "known"),
        ("OCCUPATION", "learned"),
        ("NATIONALITY", "hidden"),
    ]
    assert (found.known.numerator, found.known.denominator) == (2, 4)
    assert (found.learned.numerator, found.learned.denominator) == (1, 2)


def test_a_half_known_fact_is_learned_by_the_other_half() -> None:
    register = Register([Subject("r", "", (Fact("NAME", "Ana Sol"), Fact("LOCATION", "France")))])
    found = what_is_learned([_ana(verdict(1.0, "LOCATION", "Lyon / France"))], {}, register)
    fact = found.people[0].facts[1]
    assert (fact.known, fact.learned, fact.hidden, fact.status) == (0.5, 0.5, 0.0, "learned")


def test_rows_that_fit_are_counted_and_one_is_unique() -> None:
    scored = _ana(verdict(1.0, "SEX", "Female"))
    women = what_is_learned([scored], _told(scored, Fact("SEX", "Female")), REGISTER)
    assert (women.people[0].rows, women.people[0].unique, women.unique.value) == (2, False, 0)
    nurse = what_is_learned([scored], _told(scored, Fact("NAME", "Ana")), REGISTER)
    assert (nurse.people[0].rows, nurse.people[0].unique, nurse.unique.value) == (1, True, 1)


def test_nothing_told_leaves_all_rows() -> None:
    found = what_is_learned([_ana()], {}, REGISTER)
    assert found.people[0].rows == 3


def test_a_wrong_guess_rules_the_own_row_out_and_makes_nobody_unique() -> None:
    scored = _ana(missing("SEX", "Female"))
    found = what_is_learned([scored], _told(scored, Fact("SEX", "Male")), REGISTER)
    assert (found.people[0].rows, found.people[0].own_fits, found.people[0].unique) == (1, False, False)


def test_a_name_that_masking_left_tells_nothing() -> None:
    scored = _ana()
    found = what_is_learned([scored], _told(scored, Fact("NAME", "[PERSON]")), REGISTER)
    assert found.people[0].rows == 3


def test_who_could_not_be_scored_counts_as_told_in_full() -> None:
    failed = document(
        "d", person("ana", verdict(1.0, "NAME", "Ana Sol"), verdict(1.0, "AGE", "34")), failed="no answer"
    )
    found = what_is_learned([failed], {}, REGISTER)
    assert found.people[0].unscored
    assert found.people[0].unique


def test_who_is_not_in_the_register_is_said_and_not_counted_as_unique() -> None:
    stranger = document("d", person("x", verdict(1.0, "NAME", "Zoe Fin")))
    found = what_is_learned([stranger], {}, REGISTER)
    assert found.people[0].row is None
    assert found.unique.value is None


def test_two_people_of_one_name_are_told_apart_by_what_contradicts() -> None:
    other = Subject("r9", "", (Fact("NAME", "Ana Sol"), Fact("AGE", "70")))
    assert Register([ANA, other]).own_row(Subject("x", "", (Fact("NAME", "Ana Sol"), Fact("AGE", "34")))) == 0
    assert Register([ANA, other]).own_row(Subject("x", "", (Fact("NAME", "Ana Sol"),))) is None


def test_without_direct_identifiers_a_row_needs_three_kinds_that_agree() -> None:
    row = Subject("r", "", (Fact("AGE", "34"), Fact("SEX", "Female"), Fact("NATIONALITY", "Portugal")))
    register = Register([row])
    assert register.own_row(Subject("x", "", row.facts)) == 0
    assert register.own_row(Subject("x", "", row.facts[:2])) is None


def test_what_is_said_of_one_name_in_two_documents_is_one_person() -> None:
    again = Subject("b:1", "", (Fact("NAME", "ANA SOL"), Fact("OCCUPATION", "nurse")))
    nameless = Subject("b:2", "", (Fact("NAME", "[PERSON]"),))
    people = merged_people([ANA, again, nameless, nameless])
    assert len(people) == 3
    assert Fact("OCCUPATION", "nurse") in people[0].facts


def test_all_that_was_said_is_told_also_in_further_listings() -> None:
    scored = _ana()
    subject = scored.subjects[0]
    found = Finding("d", "rules", (Subject(subject.matched_to or "", "", (Fact("AGE", "34"),)),))
    assert told_by_findings([scored], {"d": found})["d", "ana"] == [Fact("AGE", "34")]


scores = st.sampled_from((0.0, 0.5, 1.0, None))


@given(rows=st.lists(st.tuples(scores, scores, scores), min_size=1, max_size=4))
def test_known_learned_and_hidden_are_all_there_is(rows: list[tuple[float | None, ...]]) -> None:
    tags = ("AGE", "SEX", "OCCUPATION")
    values = ("34", "Female", "nurse")
    corpus = [
        document(f"d{n}", person("ana", verdict(1.0, "NAME", "Ana Sol"), *map(verdict, row, tags, values)))
        for n, row in enumerate(rows)
    ]
    found = what_is_learned(corpus, {}, REGISTER)
    for fact in (fact for one in found.people for fact in one.facts):
        assert min(fact.known, fact.learned, fact.hidden) >= 0
        assert fact.known + fact.learned + fact.hidden == pytest.approx(1)


@given(told=st.lists(st.sampled_from((Fact("AGE", "34"), Fact("SEX", "Female"), Fact("NAME", "Ana"))), unique=True))
def test_telling_more_never_makes_more_rows_fit(told: list[Fact]) -> None:
    for doubtful in (False, True):
        counts = [len(REGISTER.fitting(told[:n], doubtful=doubtful)) for n in range(len(told) + 1)]
        assert counts == sorted(counts, reverse=True)
    assert set(REGISTER.fitting(told, doubtful=False)) <= set(REGISTER.fitting(told, doubtful=True))
