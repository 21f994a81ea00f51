"""The subjects attack over real sockets, with an endpoint that fails in many ways."""

import pytest

from attacks.answers import STORY, fact, facts, people, person
from gyges.attacks import AttackOptions, open_attacker
from gyges.errors import AnswerInvalidError, AnswerTruncatedError
from gyges.models import ModelPool, ReplyCache
from gyges.records import Finding
from gyges.testing import Capabilities, FaultKind, FirstFaults, ModelServer, scripted

pytestmark = pytest.mark.anyio

GOOD = [people(person("Nora Feld", "nurse")), facts({1: [fact("NAME", "Nora Feld", 5, ["Nora Feld"])]})]
TWO_STAGES = AttackOptions(stages=2)


async def _attack(server: ModelServer) -> Finding:
    async with ModelPool(cache=ReplyCache(), notify=lambda _: None) as pool:
        return await open_attacker(server.spec(), pool, TWO_STAGES).attack(STORY, id="d")


async def test_a_model_behind_an_address_is_an_attacker() -> None:
    with ModelServer(scripted(GOOD)) as server:
        finding = await _attack(server)
        assert finding.attacker == server.spec()
    assert [(f.tag, f.value, f.evidence) for f in finding.subjects[0].facts] == [("NAME", "Nora Feld", ("Nora Feld",))]


@pytest.mark.parametrize("kind", [FaultKind.MALFORMED, FaultKind.SCHEMA_VIOLATION, FaultKind.TRUNCATED])
async def test_one_bad_answer_is_corrected(kind: FaultKind) -> None:
    with ModelServer(scripted(GOOD), faults=FirstFaults(kind, 1)) as server:
        assert len((await _attack(server)).subjects) == 1


@pytest.mark.parametrize(
    ("kind", "error"),
    [
        (FaultKind.MALFORMED, AnswerInvalidError),
        (FaultKind.SCHEMA_VIOLATION, AnswerInvalidError),
        (FaultKind.TRUNCATED, AnswerTruncatedError),
    ],
)
async def test_bad_answers_to_the_end_raise(kind: FaultKind, error: type[AnswerInvalidError]) -> None:
    with ModelServer(scripted(GOOD), faults=FirstFaults(kind, 9)) as server, pytest.raises(error):
        await _attack(server)


async def test_an_endpoint_without_schemas_is_told_the_tags_in_words() -> None:
    with ModelServer(scripted(GOOD), capabilities=Capabilities(json_schema=False)) as server:
        assert len((await _attack(server)).subjects) == 1
    assert '"tag": <one of "NAME"' in str(server.requests[-1].body)


async def test_an_endpoint_that_ignores_schemas_is_told_the_tags_in_words_after_its_first_answer() -> None:
    answers = scripted(["Somebody called Ana is in it.", *GOOD])
    with ModelServer(answers, capabilities=Capabilities(json_schema="ignored")) as server:
        assert len((await _attack(server)).subjects) == 1
    told = ["exactly this shape" in str(request.body) for request in server.requests]
    assert told == [False, *[True] * (len(told) - 1)]
    assert '"tag": <one of "NAME"' in str(server.requests[-1].body)


async def test_the_same_text_is_paid_once() -> None:
    with ModelServer(scripted(GOOD)) as server:
        async with ModelPool(cache=ReplyCache()) as pool:
            attacker = open_attacker(server.spec(), pool, TWO_STAGES)
            assert await attacker.attack(STORY, id="d") == await attacker.attack(STORY, id="d")
    assert len(server.requests) == 2
