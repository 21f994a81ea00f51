"""Law 1 with real parts: at thirty percent faults every document ends done or listed with its reason."""

from pathlib import Path

import pytest

from gyges.models import ModelPool, ModelSettings, ReplyCache
from gyges.models import _gate as gate_module
from gyges.records import Document, JsonValue
from gyges.runs import Stage, run_stage
from gyges.testing import ModelServer, RandomFaults
from models.questions import question

DOCUMENTS = 300


@pytest.mark.anyio
async def test_of_three_hundred_documents_none_vanishes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gate_module, "FIRST_DELAY", 0.01)
    monkeypatch.setattr(gate_module, "MAX_RETRIES", 2)  # few, so that some documents do fail
    settings = ModelSettings(timeout=0.5)
    documents = [Document(f"doc-{n}", f"Letter {n}") for n in range(DOCUMENTS)]
    with ModelServer(faults=RandomFaults(0.3), seed=11) as server:
        async with ModelPool(settings, cache=ReplyCache(), notify=lambda _: None) as pool:
            model = pool.model(server.spec())

            async def ask(document: Document) -> JsonValue:
                answer = await model.ask(question(document.text))
                return len(answer.people)

            run = await run_stage(Stage("ask", ask), documents, tmp_path / "run", concurrency=32, kind="ask")
            outcomes = dict(run.results())
    done = [id_ for id_, outcome in outcomes.items() if outcome.done]
    failed = {failure.id: failure.reason for failure in run.summary.failed}
    assert list(outcomes) == [document.id for document in documents]
    assert len(done) + len(failed) == DOCUMENTS
    assert not set(done) & set(failed)
    assert failed
    assert all(reason.strip() for reason in failed.values())
    assert run.summary.finished == len(done)
