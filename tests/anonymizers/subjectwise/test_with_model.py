"""``subjectwise`` with a model: it proposes edits, and what cannot be used is refused with its reason."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from gyges.anonymizers._edits import apply_edits, edits_from_json
from gyges.anonymizers._registry import open_anonymizer
from gyges.anonymizers._tools import Purpose, Tools
from gyges.anonymizers.subjectwise._invented import invents
from gyges.errors import GygesError, RewriteFailedError
from gyges.models import ModelPool, ReplyCache
from gyges.records import Document, JsonValue, Release
from gyges.testing import FaultKind, ModelServer, RandomFaults, scripted

pytestmark = pytest.mark.anyio

TEXT = (
    "Nora Feld is a nurse and lives in Cork. Most mornings Nora Feld walks along the quay, and on Sundays she sings in "
    "the choir."
)


async def released(
    server: ModelServer,
    options: Mapping[str, JsonValue] | None = None,
    purpose: Purpose | None = None,
    attacker: str | None = "rules",
    text: str = TEXT,
) -> Release:
    async with ModelPool(cache=ReplyCache(), notify=lambda _: None) as pool:
        tools = Tools(pool, model=server.spec(), attacker=attacker, purpose=purpose or Purpose())
        return await open_anonymizer("subjectwise", tools, options).anonymize(Document("d", text))


def row(quote: str, replacement: str, number: int = 1) -> dict[str, object]:
    return {"number": number, "quote": quote, "replacement": replacement, "person": "Nora Feld", "kind": "generalise"}


def said(*rows: dict[str, object]) -> str:
    return json.dumps({"edits": rows})


async def test_proposed_edits_are_made_and_carry_their_reason() -> None:
    with ModelServer(scripted([said(row("nurse", "worker"), row("Cork", "a town"))] * 4)) as server:
        release = await released(server)
    edits = edits_from_json(release.trace["edits"])
    assert "is a worker and lives in a town." in release.text
    assert apply_edits(TEXT, edits) == release.text
    assert "Nora" not in release.text  # direct identifiers go by rules, whatever the model says
    job = next(edit for edit in edits if TEXT[edit.start : edit.end] == "nurse")
    assert job.reason.startswith("reveals ")
    assert "Nora Feld" in job.reason


async def test_the_model_sees_the_leaks_and_the_purpose() -> None:
    with ModelServer(scripted([said(row("nurse", "worker"), row("Cork", "a town"))] * 4)) as server:
        await released(server, purpose=Purpose(preserve="what people do on weekends"))
    question = json.dumps(server.requests[0].body)
    assert "given away by" in question
    assert "nurse" in question
    assert "what people do on weekends" in question


@pytest.mark.parametrize(
    ("edit", "reason"),
    [
        (row("pilot", "worker"), "does not stand in its passage"),
        (row("nurse", "nurse in Dublin"), "still holds the words"),
        (row("Cork", "Dublin"), "names something that the text does not say"),
        (row("nurse", "worker of 44"), "names something that the text does not say"),
        (row("nurse", "I cannot help with that."), "is a remark"),
        (row("nurse", "a person who works with patients in some kind of house every day"), "far longer"),
        (row("nurse", "worker", number=99), "there"),
    ],
)
async def test_an_edit_that_cannot_be_used_is_refused(edit: dict[str, object], reason: str) -> None:
    good = row("nurse", "worker") if edit["quote"] != "nurse" else row("Cork", "a town")
    with ModelServer(scripted([said(edit, good)] * 6)) as server:
        release = await released(server)
    trace: Mapping[str, Any] = release.trace
    assert any(reason in problem for problem in trace["refused_edits"])
    assert "Dublin" not in release.text
    assert "44" not in release.text
    with ModelServer(scripted([said(edit)] * 3)) as server, pytest.raises(RewriteFailedError, match=reason):
        await released(server)


@pytest.mark.parametrize("answers", [["I'm sorry, but I can't help."] * 3, [said()] * 3, ['{"edits": [{"num'] * 3])
async def test_a_model_that_proposes_nothing_gives_no_release(answers: Sequence[str]) -> None:
    with ModelServer(scripted(answers)) as server, pytest.raises(RewriteFailedError):
        await released(server)


async def test_what_was_reached_before_the_model_failed_is_released() -> None:
    answers = [said(row("nurse", "worker")), *["no"] * 3]
    with ModelServer(scripted(answers)) as server:
        release = await released(server)
    assert release.trace["stopped"] == "nothing is left to edit"
    assert "worker" in release.text


async def test_the_model_attacks_if_nobody_else_does() -> None:
    people = json.dumps({"people": [{"called": "Nora Feld", "description": "nurse", "how_many": 1}]})
    with ModelServer(scripted([people, *["{}"] * 30])) as server, pytest.raises(GygesError):
        await released(server, attacker=None)
    assert len(server.requests) > 1


async def test_calls_are_limited() -> None:
    with ModelServer(scripted([said(row("walks", "goes"))] * 30)) as server:
        release = await released(server, {"calls": 2})
    assert len(server.requests) <= 5  # a question may take two corrective turns
    assert release.trace["stopped"] in {"the budget of calls is used up", "nothing is left to edit"}


@pytest.mark.parametrize("seed", range(6))
async def test_a_faulty_server_gives_a_changed_text_or_an_error(seed: int) -> None:
    answers = [said(row("nurse", "worker"), row("Cork", "a town"))] * 12
    faults = RandomFaults(0.5, (FaultKind.MALFORMED, FaultKind.TRUNCATED, FaultKind.SCHEMA_VIOLATION))
    with ModelServer(scripted(answers), faults=faults, seed=seed) as server:
        try:
            release = await released(server)
        except GygesError:
            return
    assert "Nora" not in release.text
    assert release.text.strip()


@pytest.mark.parametrize(
    ("new", "invented"),
    [
        ("a town", False),
        ("Cork", False),
        ("a town near Galway", True),
        ("in 1984", True),
        ("Mr Smith", True),
        ("", False),
    ],
)
def test_new_names_numbers_and_places_are_inventions(new: str, invented: bool) -> None:
    assert invents(new, TEXT) is invented


@pytest.mark.slow
async def test_a_small_model_gives_a_better_text_or_an_error(small_model: Path) -> None:
    async with ModelPool(cache=ReplyCache(), notify=lambda _: None) as pool:
        tools = Tools(pool, model=f"gguf:{small_model}", attacker="rules")
        method = open_anonymizer("subjectwise", tools, {"rounds": 1, "calls": 3})
        try:
            release = await method.anonymize(Document("d", TEXT))
        except GygesError:
            return
    trace: Mapping[str, Any] = release.trace
    assert "Nora" not in release.text
    assert all(person["after"] >= person["before"] for person in trace["people"])
