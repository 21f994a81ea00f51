from dataclasses import dataclass

import pytest

from gyges.attacks import UnionAttack
from gyges.errors import AnswerInvalidError, ConfigError
from gyges.records import Fact, Finding, JsonValue, Subject

pytestmark = pytest.mark.anyio


@dataclass(frozen=True)
class Knows:
    """An attacker that always finds the same."""

    name: str
    subjects: tuple[Subject, ...] = ()

    async def attack(self, text: str, *, id: str) -> Finding:
        return Finding(id, self.name, self.subjects, {"words": len(text.split())})


@dataclass(frozen=True)
class Fails:
    name: str = "broken"

    async def attack(self, text: str, *, id: str) -> Finding:
        raise AnswerInvalidError("nonsense", "try again")


A = Knows(
    "a", (Subject("x", "Ana", (Fact("NAME", "Ana"), Fact("AGE", "30"))), Subject("y", "Ben", (Fact("NAME", "Ben"),)))
)
B = Knows("b", (Subject("1", "Cleo", (Fact("NAME", "Cleo"),)), Subject("2", "Ana Gil", (Fact("AGE", "31"),))))


def _ana(left: list[Subject], right: list[Subject]) -> dict[str, str]:
    """Say that the first of the left is the last of the right."""
    return {left[0].id: right[-1].id}


async def test_facts_of_one_person_stand_together_with_who_found_them() -> None:
    finding = await UnionAttack((A, B), _ana).attack("Some text.", id="d")
    assert (finding.id, finding.attacker) == ("d", "a+b")
    assert [(s.id, s.description, [f.value for f in s.facts]) for s in finding.subjects] == [
        ("0", "Ana", ["Ana", "30", "31"]),
        ("1", "Ben", ["Ben"]),
        ("2", "Cleo", ["Cleo"]),
    ]
    found_by: JsonValue = {"0": ["a", "a", "b"], "1": ["a"], "2": ["b"]}
    assert finding.notes["found_by"] == found_by
    assert finding.notes["members"] == {"a": {"words": 2}, "b": {"words": 2}}


async def test_what_a_member_found_already_is_not_looked_for_again() -> None:
    whole = await UnionAttack((A, B), _ana).attack("Some text.", id="d")
    known = {"a": await A.attack("Some text.", id="d"), "broken": await B.attack("Some text.", id="d")}
    assert await UnionAttack((A, B), _ana).join("Some text.", {"a": known["a"]}, id="d") == whole
    joined = await UnionAttack((A, Fails()), _ana).join("Some text.", known, id="d")  # who would fail is not asked
    assert [len(subject.facts) for subject in joined.subjects] == [3, 1, 1]


async def test_without_a_rule_of_its_own_people_meet_by_name() -> None:
    again = Knows("c", (Subject("7", "Ana Gil", (Fact("NAME", "Ana Gil"),)),))
    finding = await UnionAttack((A, again)).attack("t", id="d")
    assert [f.value for f in finding.subjects[0].facts] == ["Ana", "30", "Ana Gil"]


async def test_when_one_attacker_fails_the_text_counts_as_failed() -> None:
    with pytest.raises(AnswerInvalidError):
        await UnionAttack((A, Fails()), _ana).attack("t", id="d")


@pytest.mark.parametrize("pairs", [{"0": "nobody"}, {"nobody": "1"}, {"0": "1", "1": "1"}])
async def test_an_alignment_that_makes_no_sense_is_refused(pairs: dict[str, str]) -> None:
    with pytest.raises(ConfigError, match="alignment"):
        await UnionAttack((A, B), lambda left, right: pairs).attack("t", id="d")


@pytest.mark.parametrize("attackers", [(), (A,), (A, A)])
def test_a_union_needs_two_different_attackers(attackers: tuple[Knows, ...]) -> None:
    with pytest.raises(ConfigError, match="two or more different"):
        UnionAttack(attackers)
