"""Embedded attackers say when they cannot read a text; whoever can, reads it for all."""

from dataclasses import dataclass

import pytest

from gyges.attacks import (
    Attack,
    AuthorRulesAttack,
    RulesAttack,
    UnionAttack,
)
from gyges.attacks.linkage import RulesClaimer
from gyges.errors import AnswerInvalidError, UnreadError
from gyges.records import Document, Fact, Finding, Subject

pytestmark = pytest.mark.anyio

RUSSIAN = "Анна Петрова живёт в Казани и работает медсестрой. Ей сорок два года."


EMBEDDED: list[Attack] = [
    RulesAttack(),
    RulesAttack(part="general"),
    RulesAttack(part="seen=3"),
    AuthorRulesAttack(),
    UnionAttack((RulesAttack(), RulesAttack(part="general"))),
]


@dataclass(frozen=True)
class _Polyglot:
    """An attacker that reads every language, as models do."""

    name: str = "polyglot"
    broken: bool = False

    async def attack(self, text: str, *, id: str) -> Finding:
        if self.broken:
            raise AnswerInvalidError("nonsense", "try again")
        return Finding(id, self.name, (Subject("0", "Анна", (Fact("NAME", "Анна Петрова"),)),))


@pytest.mark.parametrize("attack", EMBEDDED, ids=lambda attack: attack.name)
@pytest.mark.parametrize(("text", "reason"), [(RUSSIAN, "the text is in Russian"), ("4f2a 99b1", "no running text")])
async def test_an_embedded_attacker_fails_where_it_cannot_read(attack: Attack, text: str, reason: str) -> None:
    with pytest.raises(UnreadError, match=f"GY106 unread: .*{reason}"):
        await attack.attack(text, id="a")


@pytest.mark.parametrize("text", ["", "[PERSON] [LOC]", "*** ***"])
async def test_what_a_method_removed_is_read_and_nothing_is_found(text: str) -> None:
    finding = await RulesAttack().attack(text, id="a")
    assert [fact for subject in finding.subjects for fact in subject.facts] == []


async def test_in_a_union_whoever_reads_the_language_speaks_for_all() -> None:
    finding = await UnionAttack((RulesAttack(), _Polyglot())).attack(RUSSIAN, id="a")
    assert [fact.value for subject in finding.subjects for fact in subject.facts] == ["Анна Петрова"]
    assert finding.notes["unread"] == ["unread: the text is in Russian, which 'rules' does not read"]


async def test_in_a_union_another_failure_is_still_a_failure() -> None:
    with pytest.raises(AnswerInvalidError):
        await UnionAttack((RulesAttack(), _Polyglot(broken=True))).attack(RUSSIAN, id="a")


async def test_the_rules_make_no_claims_of_what_they_cannot_read() -> None:
    with pytest.raises(UnreadError, match="name a model with --claims"):
        await RulesClaimer().claims(Document("a", RUSSIAN))
    assert await RulesClaimer(any_language=True).claims(Document("a", RUSSIAN))
