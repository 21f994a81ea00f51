"""Half a reader: each rule speaks in exactly one half, and people stay."""

from collections.abc import AsyncIterator

import pytest

from gyges.attacks import RulesAttack, UnionAttack, open_attacker
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


@pytest.mark.parametrize("seed", range(4))
async def test_the_halves_share_the_facts_of_the_whole_and_have_all_its_people(seed: int) -> None:
    whole = await RulesAttack().attack(TEXT, id="d")
    seen = await RulesAttack(part=f"seen={seed}").attack(TEXT, id="d")
    unseen = await RulesAttack(part=f"unseen={seed}").attack(TEXT, id="d")
    for all_, one, two in zip(whole.subjects, seen.subjects, unseen.subjects, strict=True):
        assert all_.description == one.description == two.description
        assert set(one.facts) | set(two.facts) == set(all_.facts)
        assert not set(one.facts) & set(two.facts)


async def test_seeds_split_the_rules_differently() -> None:
    counts = {
        tuple(len(s.facts) for s in (await RulesAttack(part=f"seen={n}").attack(TEXT, id="d")).subjects)
        for n in range(8)
    }
    assert len(counts) > 1


async def test_the_general_reader_knows_no_genre() -> None:
    post = "@bo_77 : Anyone selling a bike in Leeds? My wife Ana wants one lol #cycling"
    assert (await RulesAttack().attack(post, id="d")).notes["genre"] == "posts"
    assert (await RulesAttack(part="general").attack(post, id="d")).notes["genre"] == "unknown"


async def test_parts_of_the_rules_are_opened_by_name(pool: ModelPool) -> None:
    for spec in ("rules:seen=3", "rules:unseen=3", "rules:general"):
        assert open_attacker(spec, pool).name == spec
    union = open_attacker("rules:seen=1+rules:unseen=1", pool)
    assert isinstance(union, UnionAttack)
    assert [attacker.name for attacker in union.attackers] == ["rules:seen=1", "rules:unseen=1"]


@pytest.mark.parametrize(
    "spec", ["rules:", "rules:seen", "rules:seen=", "rules:half=1", "rules:unseen=x", "rules:unseen=-1"]
)
async def test_an_unknown_part_is_said(pool: ModelPool, spec: str) -> None:
    with pytest.raises(UnknownNameError, match="rules:unseen=SEED"):
        open_attacker(spec, pool)
