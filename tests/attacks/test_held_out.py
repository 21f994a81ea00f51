"""Half a reader: each rule speaks in exactly one half, and people stay."""

from collections.abc import AsyncIterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gyges.attacks import GeneralRulesAttack, HeldOutRulesAttack, RulesAttack, UnionAttack, open_attacker
from gyges.attacks._held_out import is_seen
from gyges.errors import UnknownNameError
from gyges.models import ModelPool, ReplyCache

pytestmark = pytest.mark.anyio

TEXT = (
    "Mr Tom Reis, a nurse born in 1970, lives in Porto with his wife Ana Reis, a Portuguese teacher at Foz School. "
    "She is 44 years old. His number is +351 912 555 017."
)


@pytest.fixture
async def pool() -> AsyncIterator[ModelPool]:
    async with ModelPool(cache=ReplyCache()) as opened:
        yield opened


@given(st.text(max_size=20), st.integers(0, 10**6))
def test_every_rule_is_in_one_half_and_stays_there(cue: str, seed: int) -> None:
    assert is_seen(cue, seed) is is_seen(cue, seed)


@pytest.mark.parametrize("seed", range(4))
async def test_the_halves_share_the_facts_of_the_whole_and_have_all_its_people(seed: int) -> None:
    whole = await RulesAttack().attack(TEXT, id="d")
    seen = await HeldOutRulesAttack("seen", seed).attack(TEXT, id="d")
    unseen = await HeldOutRulesAttack("unseen", seed).attack(TEXT, id="d")
    for all_, one, two in zip(whole.subjects, seen.subjects, unseen.subjects, strict=True):
        assert all_.description == one.description == two.description
        assert set(one.facts) | set(two.facts) == set(all_.facts)
        assert not set(one.facts) & set(two.facts)


async def test_seeds_split_the_rules_differently() -> None:
    counts = {
        tuple(len(s.facts) for s in (await HeldOutRulesAttack("seen", n).attack(TEXT, id="d")).subjects)
        for n in range(8)
    }
    assert len(counts) > 1


async def test_the_general_reader_knows_no_genre() -> None:
    post = "@bo_77 : Anyone selling a bike in Leeds? My wife Ana wants one lol #cycling"
    assert (await RulesAttack().attack(post, id="d")).notes["genre"] == "posts"
    assert (await GeneralRulesAttack().attack(post, id="d")).notes["genre"] == "unknown"


async def test_parts_of_the_rules_are_opened_by_name(pool: ModelPool) -> None:
    for spec in ("rules:seen=3", "rules:unseen=3", "rules:general"):
        assert open_attacker(spec, pool).name == spec
    union = open_attacker("rules:seen=1+rules:unseen=1", pool)
    assert isinstance(union, UnionAttack)
    assert [attacker.name for attacker in union.attackers] == ["rules:seen=1", "rules:unseen=1"]


@pytest.mark.parametrize("spec", ["rules:seen", "rules:seen=", "rules:half=1", "rules:unseen=x", "rules:unseen=-1"])
async def test_an_unknown_part_is_said(pool: ModelPool, spec: str) -> None:
    with pytest.raises(UnknownNameError, match="rules:unseen=SEED"):
        open_attacker(spec, pool)
