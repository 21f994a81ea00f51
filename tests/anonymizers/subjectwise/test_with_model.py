"""``subjectwise`` with a model: it proposes edits, and what cannot be used is refused with its reason."""

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from anonymizers.adversarial_world import texts_in
from gyges.anonymizers._edits import apply_edits, edits_from_json
from gyges.anonymizers._registry import open_anonymizer
from gyges.anonymizers._tools import Purpose, Tools
from gyges.anonymizers.subjectwise._invented import invents
from gyges.errors import GygesError, RewriteFailedError
from gyges.models import ModelPool, ReplyCache
from gyges.records import Document, JsonValue, Release
from gyges.testing import Answer, ChatRequest, FaultKind, ModelServer, RandomFaults

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
    return {"number": number, "quote": quote, "replacement": replacement, "kind": "generalise"}


def said(*rows: dict[str, object]) -> str:
    return json.dumps({"edits": rows})


def editor(edits: Iterable[str], read: Callable[[str], str] = str) -> Answer:
    """Answer questions for edits in their order, and the last reading with what `read` makes of the text."""
    remaining = iter(tuple(edits))

    def answer(request: ChatRequest) -> str:
        properties: Any = (request.schema or {})["properties"]
        if "edits" in properties:
            return next(remaining)
        return json.dumps({"explanation": "I repair the language.", "text": read(texts_in(request)[0])})

    return answer


def is_edit(request: Any) -> bool:
    return "edits" in request["response_format"]["json_schema"]["schema"]["properties"]


GOOD = said(row("a nurse", "a worker"), row("in Cork", "in a town"))


async def test_proposed_edits_are_made_and_carry_their_reason() -> None:
    with ModelServer(editor([GOOD] * 4)) as server:
        release = await released(server)
    edits = edits_from_json(release.trace["edits"])
    assert "is a worker and lives in a town." in release.text
    assert apply_edits(TEXT, edits) == release.text
    assert "Nora" not in release.text  # direct identifiers go by rules, whatever the model says
    job = next(edit for edit in edits if "nurse" in TEXT[edit.start : edit.end])
    assert job.reason.startswith("reveals ")
    assert "Nora Feld" in job.reason


async def test_the_model_sees_the_whole_text_every_clue_and_the_purpose() -> None:
    text = f"{TEXT} The ward knows what a nurse from Cork can do."
    with ModelServer(editor([GOOD] * 4)) as server:
        await released(server, purpose=Purpose(preserve="what people do on weekends"), text=text)
    question = str(server.requests[0].body["messages"][1]["content"])  # type: ignore[index,call-overload]
    assert "sings in the choir" in question or "sing in the choir" in question
    assert "given away by" in question
    assert question.count("nurse") > 2  # in both sentences, and as a clue
    assert "what people do on weekends" in question


async def test_words_around_a_quote_stay_as_they_are() -> None:
    text = "Nora Feld is a nurse. She likes the old Cork ferry and the rain."
    with ModelServer(editor([said(row("Cork", "town"), row("a nurse", "here"))] * 4)) as server:
        release = await released(server, text=text)
    assert "like the old town ferry and the rain" in release.text


@pytest.mark.parametrize(
    ("edit", "reason"),
    [
        (row("pilot", "worker"), "does not stand in the text"),
        (row("nurse", "nurse in Dublin"), "still holds the words"),
        (row("Cork", "Dublin"), "names something that the text does not say"),
        (row("nurse", "worker of 44"), "names something that the text does not say"),
        (row("nurse", "I cannot help with that."), "is a remark"),
        (row("nurse", "a person who works with patients in some kind of house every day of the week"), "far longer"),
        (row("nurse", "worker", number=99), "there is no such number"),
    ],
)
async def test_an_edit_that_cannot_be_used_is_refused(edit: dict[str, object], reason: str) -> None:
    good = row("nurse", "worker") if edit["quote"] != "nurse" else row("Cork", "a town")
    with ModelServer(editor([said(edit, good)] * 6)) as server:
        release = await released(server)
    trace: Mapping[str, Any] = release.trace
    assert any(reason in problem for problem in trace["refused_edits"])
    assert "Dublin" not in release.text
    assert "44" not in release.text
    with ModelServer(editor([said(edit)] * 3)) as server, pytest.raises(RewriteFailedError, match=reason):
        await released(server)


@pytest.mark.parametrize("answers", [["I'm sorry, but I can't help."] * 3, [said()] * 3, ['{"edits": [{"num'] * 3])
async def test_a_model_that_proposes_nothing_gives_no_release(answers: Sequence[str]) -> None:
    with ModelServer(editor(answers)) as server, pytest.raises(RewriteFailedError):
        await released(server)


async def test_what_was_reached_before_the_model_failed_is_released() -> None:
    answers = [said(row("nurse", "worker")), *["no"] * 3]
    with ModelServer(editor(answers)) as server:
        release = await released(server)
    assert release.trace["stopped"] == "nothing is left to edit"
    assert "worker" in release.text


async def test_the_model_attacks_if_nobody_else_does() -> None:
    people = json.dumps({"people": [{"called": "Nora Feld", "description": "nurse", "how_many": 1}]})
    answers = iter([people, *["{}"] * 30])
    with ModelServer(lambda _: next(answers)) as server, pytest.raises(GygesError):
        await released(server, attacker=None)
    assert len(server.requests) > 1


async def test_calls_are_limited() -> None:
    with ModelServer(editor([said(row("walks", "goes"))] * 30)) as server:
        release = await released(server, {"calls": 2})
    assert len(server.requests) <= 5  # a question may take two corrective turns
    assert release.trace["stopped"] in {"the budget of calls is used up", "nothing is left to edit"}


async def test_edits_for_fewer_people_are_taken_from_the_same_answer() -> None:
    text = "Nora Feld is a nurse and lives in Cork. Tom Reed is a baker and lives in Leeds. The weather was fine."
    edits = said(
        row("a nurse", "a worker"),
        row("lives in Cork", "stays somewhere or other, as everybody does"),
        row("a baker", "another worker"),
        row("lives in Leeds", "stays somewhere or other, as everybody does"),
    )
    with ModelServer(editor([edits] * 4)) as server:
        release = await released(server, {"min_utility": 0.75, "rounds": 1}, text=text)
    assert len([request for request in server.requests if is_edit(request.body)]) == 1
    assert release.trace["stopped"]


async def test_a_text_without_leaks_is_not_asked_about() -> None:
    with ModelServer(editor([])) as server:
        release = await released(server, text="The rain came early, and the harbour stayed empty all day.")
    assert not [request for request in server.requests if is_edit(request.body)]
    assert release.text == "The rain came early, and the harbour stayed empty all day."


@pytest.mark.parametrize("seed", range(6))
async def test_a_faulty_server_gives_a_changed_text_or_an_error(seed: int) -> None:
    faults = RandomFaults(0.5, (FaultKind.MALFORMED, FaultKind.TRUNCATED, FaultKind.SCHEMA_VIOLATION))
    with ModelServer(editor([GOOD] * 12), faults=faults, seed=seed) as server:
        try:
            release = await released(server)
        except GygesError:
            return
    assert "Nora" not in release.text
    assert release.text.strip()


async def test_the_last_reading_is_released_with_edits_that_lead_to_it() -> None:
    with ModelServer(editor([GOOD] * 4, lambda text: text.replace("Most mornings", "In the mornings"))) as server:
        release = await released(server)
    assert "In the mornings" in release.text
    assert release.trace["last_reading"] == {"taken": True}
    edits = edits_from_json(release.trace["edits"])
    assert apply_edits(TEXT, edits) == release.text
    assert "reads better" in {edit.reason for edit in edits}


@pytest.mark.parametrize(
    ("read", "reason"),
    [
        (lambda text: text.replace("a worker", "a nurse"), "words that were taken out are back"),
        (lambda text: text.replace("they sing", "she sings"), "words that were taken out are back"),
        (lambda text: text.replace("the choir", "the choir of Galway"), "names something that neither text says"),
        (lambda text: text.replace("the choir", "the choir at 10"), "names something that neither text says"),
        (lambda text: text[:40], "of the words of the original"),
        (lambda text: "I'm sorry, but I can't help with that.", "refusal"),
    ],
)
async def test_a_last_reading_that_brings_something_back_or_in_is_refused(
    read: Callable[[str], str], reason: str
) -> None:
    with ModelServer(editor([GOOD] * 4, read)) as server:
        release = await released(server)
    trace: Mapping[str, Any] = release.trace
    assert reason in trace["last_reading"]["refused"]
    assert "is a worker and lives in a town." in release.text
    assert "they sing" in release.text


@pytest.mark.parametrize(
    ("new", "invented"),
    [
        ("a town", False),
        ("Cork", False),
        ("a town near Galway", True),
        ("in 1984", True),
        ("Mr Smith", True),
        ("", False),
        ("B.", False),
        ("Person 1", False),
        ("Witness A and their relative", False),
        ("[a place]", False),
        ("the Council", False),
        ("They left. Nobody knew why.", False),
        ("Ward 7", True),
        ("on Friday", True),
    ],
)
def test_new_names_numbers_and_places_are_inventions_but_labels_are_not(new: str, invented: bool) -> None:
    assert invents(new, TEXT) is invented


@pytest.mark.parametrize(("new", "invented"), [("in their 40s", False), ("the 1990s", False), ("in their 50s", True)])
def test_the_decade_of_a_known_age_or_year_is_no_invention(new: str, invented: bool) -> None:
    assert invents(new, "Nora, 44, came in 1998.") is invented


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
