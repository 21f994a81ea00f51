"""Confirming an audit by a drawn sample, against a real local server."""

import json
from pathlib import Path

import pytest

from gyges.attacks import AttackOptions
from gyges.errors import ConfigError
from gyges.models import ModelPool, ModelSettings, ReplyCache
from gyges.records import Document, Fact, Release, Subject
from gyges.runs import Audit, AuditOptions, Confirm, audit_corpus
from gyges.scoring import ConfirmedRow
from gyges.testing import ChatRequest, ModelServer

pytestmark = pytest.mark.anyio

NAMES = [f"{first}{last}" for first in ("An", "Bel", "Cor", "Dor", "El") for last in ("a", "o", "in", "ette", "us")]
"""Of 25 people, one a document."""


def _documents() -> list[Document]:
    return [
        Document(
            f"d{number}",
            f"{name} keeps bees in the valley and {'refuses to speak' if number in (3, 17) else 'sings'} on Sundays.",
            (Subject("0", name, (Fact("NAME", name, 5, 1), Fact("OCCUPATION", "Beekeeper", 5, 1))),),
        )
        for number, name in enumerate(NAMES)
    ]


def _released() -> dict[str, Release]:
    return {
        one.id: Release(one.id, f"({one.id}) {one.text.replace(NAMES[int(one.id[1:])], '[PERSON]')}", "t")
        for one in _documents()
    }


def _answer(request: ChatRequest) -> str:
    """Tell everybody's trade; nothing can be had where somebody refuses."""
    text = "\n".join(message.content for message in request.messages)
    if "matches" in str(request.schema):
        return json.dumps({"matches": [{"truth": "T1", "found": "F1"}]})
    if "refuses to speak" in text:
        return "I would rather not."
    fact = {"tag": "OCCUPATION", "quotes": ["keeps bees"], "value": "Beekeeper", "certainty": 5}
    person = {"called": "[PERSON]", "description": "keeps bees", "how_many": 1, "facts": [fact]}
    return json.dumps({"people": [person]})


async def _audit(
    folder: Path,
    server: ModelServer,
    sample: int,
    *,
    documents: list[Document] | None = None,
    releases: dict[str, Release] | None = None,
    attacker: str = "rules",
    max_calls: int | None = None,
    told: list[str] | None = None,
) -> Audit:
    options = AuditOptions(
        (attacker,), attack=AttackOptions(stages=1), confirm=Confirm(server.spec(), sample), original_control=True
    )
    chosen = {"t": _released() if releases is None else releases}
    async with ModelPool(ModelSettings(max_calls=max_calls), cache=ReplyCache()) as pool:
        heard = [] if told is None else told
        (one,) = await audit_corpus(
            _documents() if documents is None else documents, chosen, folder, pool, options=options, tell=heard.append
        )
        return one


def _row(audit: Audit) -> ConfirmedRow:
    assert audit.results.confirmed is not None
    return audit.results.confirmed


async def test_only_the_drawn_documents_are_read_and_the_figure_speaks_for_all(tmp_path: Path) -> None:
    told: list[str] = []
    with ModelServer(_answer) as server:
        audit = await _audit(tmp_path, server, 12, told=told)
        sent = [json.dumps(request.body) for request in server.requests]
    row = _row(audit)
    assert (row.documents, row.drawn, row.by, row.seed) == (25, 12, server.spec(), 0)
    assert sum(stratum.drawn for stratum in row.strata) == 12
    reading = {id for id, one in _released().items() if any(one.text in body for body in sent)}
    assert len(reading) <= 12
    least = 24 + 8  # reading and matching, and invented texts; answers that are none are asked again
    assert len(sent) <= least + 2 * len(row.failed) * 3
    assert row.cpr.denominator == 50
    assert row.ipr.denominator == 25
    assert audit.results.metrics["confirmed_cpr"].value == row.cpr.value
    assert audit.results.metrics["confirmed_ipr"].value == row.ipr.value
    assert (row.cpr.low or 0) <= (row.cpr.value or 0) <= 0.55
    assert row.width["cpr"] == pytest.approx((row.cpr.high or 0) - (row.cpr.low or 0))
    sentence, besides = told
    assert "reads 12 of 25 documents of 't', drawn with seed 0, at most 24 calls; expect intervals about" in sentence
    assert "points for CPR" in sentence
    assert "reads 8 short invented texts besides, at most 8 calls" in besides


async def test_a_drawn_document_that_the_model_failed_at_counts_as_leaked_and_stays_in_the_sample(
    tmp_path: Path,
) -> None:
    with ModelServer(_answer) as server:
        audit = await _audit(tmp_path, server, 25)
    row = _row(audit)
    assert {failure.id for failure in row.failed} == {"d3", "d17"}
    assert row.cpr.numerator == 23  # of 50: each name that was read and not found; nothing of those that failed
    assert row.drawn == 25


async def test_a_drawn_document_whose_people_could_not_be_matched_says_so(tmp_path: Path) -> None:
    def answer(request: ChatRequest) -> str:
        lost = "matches" in str(request.schema) and NAMES[5] in str(request.messages)
        return "I cannot tell." if lost else _answer(request)

    with ModelServer(answer) as server:
        row = _row(await _audit(tmp_path, server, 25))
    assert {failure.id: failure.stage for failure in row.failed} == {"d3": "attack", "d17": "attack", "d5": "match"}
    assert not any(failure.reason.startswith("match") for failure in row.failed)


async def test_documents_without_a_release_are_never_drawn_and_have_leaked(tmp_path: Path) -> None:
    releases = {id: one for id, one in _released().items() if id not in ("d0", "d1", "d2", "d3", "d17")}
    with ModelServer(_answer) as server:
        row = _row(await _audit(tmp_path, server, 60, releases=releases))
    assert row.documents == 20
    assert (row.cpr.numerator, row.cpr.denominator) == (20, 50)


async def test_the_same_call_draws_and_asks_nothing_anew(tmp_path: Path) -> None:
    documents = [one for one in _documents() if "refuses" not in one.text]
    with ModelServer(_answer) as server:
        first = _row(await _audit(tmp_path, server, 10, documents=documents))
        asked = len(server.requests)
        again = _row(await _audit(tmp_path, server, 10, documents=documents[::-1]))
        reading = [one for one in server.requests[asked:] if "matches" not in json.dumps(one.body)]
    assert again.cpr == first.cpr
    assert not reading  # findings come from the journal


async def test_what_a_weak_model_made_of_all_documents_can_be_what_is_set_right(tmp_path: Path) -> None:
    with ModelServer(_answer) as server:
        audit = await _audit(tmp_path, server, 12, attacker=server.spec("weak"))
    assert "strong_cpr" not in audit.results.metrics
    assert _row(audit).predicted_by == server.spec("weak")
    assert audit.results.metrics["confirmed_cpr"].value is not None


async def test_a_used_up_budget_leaves_what_was_not_read_as_leaked_and_says_so(tmp_path: Path) -> None:
    with ModelServer(_answer) as server:
        audit = await _audit(tmp_path, server, 12, max_calls=3)
    assert "used up" in audit.results.coverage.out_of_budget
    assert len(_row(audit).failed) >= 9
    assert (_row(audit).cpr.value or 0) < 0.5


@pytest.mark.parametrize("by", ["rules", "rules+rules:general", "author:http://127.0.0.1:1/v1#m"])
async def test_embedded_readers_and_author_attacks_cannot_confirm(tmp_path: Path, by: str) -> None:
    async with ModelPool() as pool:
        with pytest.raises(ConfigError, match="cannot confirm"):
            await audit_corpus(_documents(), {}, tmp_path, pool, options=AuditOptions(confirm=Confirm(by)))


async def test_what_only_the_embedded_reader_labelled_and_what_is_about_authors_is_refused(tmp_path: Path) -> None:
    bare = [Document(one.id, one.text) for one in _documents()]
    author = [Document("a", "I keep bees.", (Subject("author", "", (Fact("age", "41", 5, 1),)),))]
    options = AuditOptions(confirm=Confirm("http://127.0.0.1:1/v1#m"))
    async with ModelPool() as pool:
        with pytest.raises(ConfigError, match="without annotations"):
            await audit_corpus(bare, {}, tmp_path, pool, options=options)
        with pytest.raises(ConfigError, match="authors alone"):
            await audit_corpus(author, {}, tmp_path, pool, options=options)
