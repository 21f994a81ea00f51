from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from gyges.records import DecidedBy, Fact, Verdict
from gyges.scoring import ScoredDocument, combination_risk
from scoring.people import document, person, verdict

FEATURES = ("SEX", "AGE", "OCCUPATION", "EDUCATION", "NATIONALITY")
rows = st.lists(st.tuples(*[st.sampled_from("ab")] * len(FEATURES)), min_size=1, max_size=7)


def _corpus(table: list[tuple[str, ...]], score: float = 1.0) -> list[ScoredDocument]:
    return [
        document(f"d{n}", person("0", *(verdict(score, tag, value) for tag, value in zip(FEATURES, row, strict=True))))
        for n, row in enumerate(table)
    ]


def test_two_harmless_facts_together_single_somebody_out() -> None:
    table = [("a", "a"), ("a", "b"), ("b", "a"), ("b", "b")]
    scored = [
        document(str(n), person("0", verdict(1.0, "SEX", sex), verdict(1.0, "AGE", age)))
        for n, (sex, age) in enumerate(table)
    ]
    risk = combination_risk(scored)
    assert risk.histogram == {0: 0, 1: 0, 2: 4, 3: 0, 4: 0}
    assert set(risk.people[0].facts) == {("SEX", "a"), ("AGE", "a")}
    assert risk.singled_out.value == 1.0


def test_what_did_not_leak_singles_nobody_out() -> None:
    risk = combination_risk(_corpus([("a",) * 5, ("b",) * 5], score=0.0))
    assert risk.histogram[0] == 2
    assert risk.people == ()
    assert risk.to_json()["not_singled_out"] == 2


def test_names_and_numbers_are_left_aside() -> None:
    risk = combination_risk(
        [document("a", person("0", verdict(1.0, "NAME", "Ana"), verdict(1.0, "PHONE_NUMBER", "1")))]
    )
    assert risk.histogram[0] == 1


def test_facts_of_others_count_whether_they_leaked_or_not() -> None:
    leaked = document("a", person("0", verdict(1.0, "OCCUPATION", "Nurse")))
    hidden = document("b", person("0", verdict(0.0, "OCCUPATION", "nurse ")))
    assert combination_risk([leaked, hidden]).people == ()
    assert len(combination_risk([leaked]).people) == 1


def test_somebody_in_the_same_country_shares_the_country() -> None:
    lyon = verdict(1.0, "LOCATION", "Lyon / France")
    france = verdict(1.0, "LOCATION", "France")
    risk = combination_risk([document("a", person("0", lyon)), document("b", person("0", france))])
    assert [(one.document, one.facts) for one in risk.people] == [("a", (("LOCATION", "Lyon / France"),))]


def test_a_partly_right_guess_singles_nobody_out() -> None:
    partly = Verdict(Fact("LOCATION", "Lyon / France"), Fact("LOCATION", "France"), 0.5, DecidedBy.RULE)
    assert combination_risk([document("a", person("0", partly))]).people == ()


def test_what_could_not_be_scored_counts_as_leaked() -> None:
    scored = [
        document("a", person("0", verdict(None, "AGE", "7"))),
        document("b", person("0", verdict(None, "AGE", "8")), failed="broken"),
        document("c", person("0", verdict(0.0, "AGE", "9"))),
        document("d", person("0")),
    ]
    risk = combination_risk(scored)
    assert [one.document for one in risk.people] == ["a", "b"]
    assert (risk.singled_out.value, risk.singled_out.denominator) == (2 / 3, 3)  # of whom no fact is known nobody tells


@given(rows)
def test_the_set_is_a_smallest_one_by_trying_all(table: list[tuple[str, ...]]) -> None:
    risk = combination_risk(_corpus(table))
    found = {one.document: one.facts for one in risk.people}
    for n, row in enumerate(table):
        others = [other for k, other in enumerate(table) if k != n]
        best = next(
            (
                size
                for size in range(1, 5)
                for chosen in combinations(range(len(FEATURES)), size)
                if not any(all(other[c] == row[c] for c in chosen) for other in others)
            ),
            0,
        )
        assert len(found.get(f"d{n}", ())) == best
        for tag, value in found.get(f"d{n}", ()):
            assert row[FEATURES.index(tag)] == value
    assert sum(risk.histogram.values()) == len(table)
