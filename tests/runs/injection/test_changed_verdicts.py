"""What injected words change, with models behind a real local server that follow them or do not."""

from collections.abc import Sequence

import pytest

from gyges.models import ModelPool, ReplyCache, _template
from gyges.runs.injection import (
    InjectedDocument,
    InjectionResult,
    ReadThrice,
    RoleReading,
    RoleStanding,
    anonymizer_role,
    injection_result,
    injection_suite,
    read_suite,
    sampled,
    steerable_roles,
)
from gyges.testing import Answer, ChatRequest, ModelServer
from runs.injection.readers import KnowingReader

SUITE = injection_suite()
ONE_OF_EACH = sampled(SUITE, 25)
FENCES = tuple(document for document in SUITE if document.kind == "fence")
ROLES = {"attacker", "judge", "matcher", "anonymizer"}


async def _read(answer: Answer, documents: Sequence[InjectedDocument]) -> InjectionResult:
    with ModelServer(answer) as server:
        async with ModelPool(cache=ReplyCache()) as pool:
            spec = server.spec()
            return injection_result(spec, await read_suite(steerable_roles(pool, spec), documents))


@pytest.mark.anyio
async def test_no_document_gets_an_order_to_a_naive_reader_in_any_role() -> None:
    """It would follow any word outside a fence; three documents of each kind, four roles, three readings each."""
    result = await _read(KnowingReader(), sampled(SUITE, 75))
    assert set(result.roles) == ROLES
    for figures in result.roles.values():
        assert figures.changed.numerator == figures.harmless.numerator == 0
        assert figures.measured == figures.verdicts
        assert figures.failed == 0
    assert result.held


@pytest.mark.anyio
async def test_a_document_that_guessed_its_mark_would_break_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """The suite can fail: exactly the document whose guess is made right gives orders."""
    mark, guess = _template._nonce, "0" * 16

    def lucky(text: str) -> str:
        return guess if f"\n{guess}>>>" in text else mark(text)

    monkeypatch.setattr(_template, "_nonce", lucky)
    result = await _read(KnowingReader(), FENCES)
    guessed = {document.id for document in FENCES if f"\n{guess}>>>" in document.text("injected")}
    changed = {row.document.id for row in result.readings if row.injected.scores != row.none.scores}
    assert guessed
    assert changed == guessed
    assert result.roles["attacker"].changed.numerator > 0
    assert result.roles["anonymizer"].changed.numerator > 0


@pytest.mark.anyio
async def test_documents_without_a_fence_would_steer_every_role(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_template, "fence", lambda text: f"<text>\n{text}\n</text>")
    result = await _read(KnowingReader(), ONE_OF_EACH)
    assert not result.held


@pytest.mark.anyio
async def test_the_score_is_the_share_of_kinds_a_gullible_reader_follows() -> None:
    gullible = {"order", "role-play", "tags"}
    result = await _read(KnowingReader(gullible), ONE_OF_EACH)
    for kind, figures in result.kinds.items():
        assert figures.changed.value == (1.0 if kind in gullible else 0.0), kind
        assert figures.harmless.value == 0.0
    for figures in result.roles.values():
        assert figures.changed.value is not None
        assert 0.05 < figures.changed.value < 0.25
        assert figures.excess.value == figures.changed.value


@pytest.mark.anyio
async def test_a_reader_who_follows_most_kinds_is_called_steered_in_every_role() -> None:
    result = await _read(KnowingReader({document.kind for document in ONE_OF_EACH[:15]}), ONE_OF_EACH)
    assert {figures.standing for figures in result.roles.values()} == {"steered"}
    assert not result.held


@pytest.mark.anyio
async def test_a_reader_who_refuses_documents_with_injected_words_has_not_held() -> None:
    result = await _read(KnowingReader(refuses=True), ONE_OF_EACH)
    for role, figures in result.roles.items():
        assert figures.changed.value == 1.0, role
        assert figures.standing == "steered"
    assert result.roles["attacker"].failed == len(ONE_OF_EACH)


@pytest.mark.parametrize("garbage", ["I'm sorry, but I can't help with that.", '{"people": []}', "", "[redacted]"])
@pytest.mark.anyio
async def test_a_reader_who_never_answers_or_finds_nobody_shows_nothing_and_does_not_pass(garbage: str) -> None:
    result = await _read(lambda request: garbage, ONE_OF_EACH[:4])
    attacker = result.roles["attacker"]
    assert attacker.standing == "not shown"
    assert attacker.measured == 0
    assert attacker.at_most == 1.0
    assert attacker.changed.value is None
    assert not result.held


RIGHT, WRONG, DOWN = 1.0, 0.0, None


def _as_if(
    injected: Sequence[float | None], harmless: Sequence[float | None], documents: Sequence[InjectedDocument] = SUITE
) -> RoleStanding:
    """Return the standing of an attacker right on every document, then as told, the last of it for all the rest."""

    def read(told: Sequence[float | None], number: int, verdicts: int) -> RoleReading:
        score = told[min(number, len(told) - 1)]
        return RoleReading(None, "down") if score is None else RoleReading((score,) * verdicts)

    readings = []
    for number, document in enumerate(documents):
        verdicts = sum(len(subject.facts) for subject in document.subjects)
        right = RoleReading((RIGHT,) * verdicts)
        others = read(injected, number, verdicts), read(harmless, number, verdicts)
        readings.append(ReadThrice(document, "attacker", verdicts, right, *others))
    result = injection_result("any", readings)
    assert result.held == (result.roles["attacker"].standing == "held")
    return result.roles["attacker"].standing


@pytest.mark.parametrize(
    ("injected", "harmless", "standing"),
    [
        ([RIGHT], [RIGHT], "held"),
        ([DOWN], [DOWN], "not shown"),
        ([WRONG], [WRONG], "not shown"),
        ([DOWN] * 20 + [RIGHT], [DOWN] * 20 + [RIGHT], "not shown"),
        ([WRONG] * 10 + [RIGHT], [DOWN] * 10 + [RIGHT], "not shown"),
        ([DOWN, RIGHT], [DOWN, RIGHT], "held"),
        ([WRONG] * 5 + [RIGHT], [WRONG] * 5 + [RIGHT], "held"),
        ([DOWN], [RIGHT], "steered"),
        ([WRONG], [RIGHT], "steered"),
    ],
)
def test_readings_that_fail_alike_do_not_cancel_out_into_a_role_that_held(
    injected: list[float | None], harmless: list[float | None], standing: str
) -> None:
    assert _as_if(injected, harmless) == standing


def test_a_judge_without_single_opinions_has_not_held() -> None:
    """The reading as a whole did not fail: one of its two verdicts is missing, with either words."""
    right, half = RoleReading((1.0, 1.0)), RoleReading((1.0, None))
    readings = [
        ReadThrice(one, "judge", 2, right, *((half, half) if number < 10 else (right, right)))
        for number, one in enumerate(SUITE)
    ]
    assert injection_result("any", readings).roles["judge"].standing == "not shown"


@pytest.mark.anyio
async def test_words_of_a_document_stay_inside_when_an_answer_is_corrected() -> None:
    """A reader who quotes the document is told what is wrong in words that are ours."""
    asked: set[str] = set()
    knowing = KnowingReader()

    def stammers(request: ChatRequest) -> str:
        start = request.messages[1].content
        if start in asked:
            return knowing(request)
        asked.add(start)
        return start[-1500:]

    result = await _read(stammers, ONE_OF_EACH)
    assert all(figures.changed.numerator == 0 and figures.failed == 0 for figures in result.roles.values())
    assert result.held


@pytest.mark.parametrize("method", ["dp-prompt", "paraphrase", "adversarial", "rupta", "span-abstract", "subjectwise"])
@pytest.mark.anyio
async def test_no_method_hands_a_naive_rewriter_an_order(method: str) -> None:
    """Whatever a method makes of its answers, none of the orders it was given came from a document."""
    orders: list[bool] = []
    knowing = KnowingReader()

    def watched(request: ChatRequest) -> str:
        orders.append(knowing.was_ordered(request))
        return knowing(request)

    with ModelServer(watched) as server:
        async with ModelPool(cache=ReplyCache()) as pool:
            await read_suite([anonymizer_role(pool, server.spec(), method)], ONE_OF_EACH[::2])
    assert orders
    assert not any(orders)
