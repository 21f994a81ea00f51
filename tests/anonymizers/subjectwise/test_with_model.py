"""``subjectwise`` with a model: it writes the text anew, and what cannot be used is refused with its reason."""

import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from anonymizers.adversarial_world import FENCED, texts_in
from gyges.anonymizers._plainly import release_of
from gyges.anonymizers._registry import open_anonymizer
from gyges.anonymizers._tools import Purpose, Tools
from gyges.anonymizers.subjectwise._last_reading import invents
from gyges.errors import GygesError, RewriteFailedError
from gyges.models import ModelPool, ReplyCache
from gyges.records import Document, JsonValue, Release, apply_edits, edits_from_json
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
        return await release_of(open_anonymizer("subjectwise", tools, options), Document("d", text))


def said(text: str) -> str:
    return json.dumps({"explanation": "Names and jobs go.", "text": text})


def writer(*texts: str, read: Callable[[str], str] = str) -> Answer:
    """Answer questions for rewrites in their order, then with the text as it is; the last reading with `read`."""
    remaining = list(texts)

    def answer(request: ChatRequest) -> str:
        text = texts_in(request)[0]
        if "last reader" in request.messages[0].content:
            return said(read(text))
        return remaining.pop(0) if remaining else said(text)

    return answer


def is_rewrite(request: Any) -> bool:
    return "careful editor" in request["messages"][0]["content"]


GOOD = said(
    "B. is a worker and lives in a town. Most mornings B. walks along the quay, and on Sundays they sing in the choir."
)
LEFT = said(
    "B. is a worker and lives in Cork. Most mornings B. walks along the quay, and on Sundays they sing in the choir."
)


async def test_a_rewrite_is_released_with_edits_that_lead_to_it_and_their_reasons() -> None:
    with ModelServer(writer(GOOD)) as server:
        release = await released(server)
    edits = edits_from_json(release.trace["edits"])
    assert release.text == json.loads(GOOD)["text"]
    assert apply_edits(TEXT, edits) == release.text
    job = next(edit for edit in edits if "nurse" in TEXT[edit.start : edit.end])
    assert job.reason.startswith("reveals ")
    assert "Nora Feld" in job.reason
    assert release.trace["rewrites"] == 1


async def test_the_model_sees_the_original_every_clue_the_letters_and_the_purpose() -> None:
    text = f"{TEXT} The ward knows what a nurse from Cork can do."
    with ModelServer(writer(GOOD)) as server:
        await released(server, purpose=Purpose(preserve="what people do on weekends"), text=text)
    question = str(server.requests[0].body["messages"][1]["content"])  # type: ignore[index,call-overload]
    assert text in question
    assert "given away by" in question
    assert "Nora Feld -> B." in question
    assert "what people do on weekends" in question


async def test_what_still_leaks_is_written_again_with_the_original_beside_it() -> None:
    with ModelServer(writer(LEFT, GOOD)) as server:
        release = await released(server)
    again = [request.body for request in server.requests if is_rewrite(request.body)][1]
    question = str(again["messages"][1]["content"])  # type: ignore[index,call-overload]
    assert "lives in Cork" in texts_of(question)[0]
    assert texts_of(question)[1] == TEXT
    assert "NAME" not in question.split("given away by")[0]
    assert "Cork" not in release.text


async def test_letters_are_told_in_every_round_and_what_two_rounds_could_not_close_is_given_up() -> None:
    changed = [LEFT, said(json.loads(LEFT)["text"].replace("Most mornings", "In the mornings")), LEFT]
    with ModelServer(writer(*changed)) as server:
        release = await released(server)
    asked = [str(request.body["messages"][1]["content"]) for request in server.requests if is_rewrite(request.body)]  # type: ignore[index,call-overload]
    assert len(asked) == 2
    assert all("Nora Feld -> B." in question for question in asked)
    assert release.trace["stopped"] == "what is left was told twice and could not be closed"


async def test_the_last_reader_sees_what_could_be_worked_out_and_from_which_words() -> None:
    with ModelServer(writer(GOOD)) as server:
        await released(server)
    question = str(server.requests[-1].body["messages"][1]["content"])  # type: ignore[index,call-overload]
    assert "OCCUPATION: " in question
    assert "given away by: nurse" in question


def attacked_by_model(request: ChatRequest) -> str:
    """Rewrite and attack: the place is sure while it stands, the sex a faint guess once the name is gone."""
    text = texts_in(request)[0]
    if "explanation" in str(request.schema):
        return rewrites(request)
    if "list the people" in request.messages[-1].content:
        called = "Nora Feld" if "Nora" in text else "B."
        return json.dumps({"people": [{"called": called, "description": "who sings", "how_many": 1}]})
    sings = {"tag": "SEX", "quotes": ["choir"], "value": "Female", "certainty": 4 if "Nora" in text else 2}
    place = {"tag": "LOCATION", "quotes": ["Cork"], "value": "Cork / Ireland", "certainty": 5}
    return json.dumps({"people": [{"id": 1, "facts": [sings, *([place] if "Cork" in text else [])]}]})


def rewrites(request: ChatRequest) -> str:
    return GOOD if "as it was rewritten so far" in request.messages[-1].content else LEFT


async def test_right_guesses_on_faint_hints_are_shown_to_later_rewrites_and_the_last_reader_and_counted() -> None:
    with ModelServer(lambda request: said(texts_in(request)[0]) if _reads(request) else attacked_by_model(request)) as (
        server
    ):
        release = await released(server, attacker=None)
    asked = [str(request.body["messages"][1]["content"]) for request in server.requests]  # type: ignore[index,call-overload]
    first, second = (question for question in asked if "First the people." in question)
    assert "also guessed this" not in first
    assert "SEX: Female - given away by: choir" in second.split("also guessed this")[1]
    assert "SEX: Female - given away by: choir" in asked[-1].split("still guessed from")[1]
    trace: Mapping[str, Any] = release.trace
    assert [row.get("faint", 0) for row in trace["rounds"]] == [0, 1, 1]
    assert [person["after"] for person in trace["people"]] == [1.0]


def _reads(request: ChatRequest) -> bool:
    return "last reader" in request.messages[0].content


def texts_of(question: str) -> list[str]:
    return [found.group(2) for found in FENCED.finditer(question)]


async def test_names_that_the_model_leaves_go_all_the_same() -> None:
    kept = said(
        "Nora Feld is a worker and lives in a town. Most mornings she walks, and on Sundays she sings in a choir."
    )
    with ModelServer(writer(kept)) as server:
        release = await released(server)
    assert "Nora" not in release.text
    assert "is a worker and lives in a town" in release.text
    assert [row["words"] for row in release.trace["floor"]] == ["Nora Feld"]  # type: ignore[union-attr, index, call-overload]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("B. is a worker and lives in Dublin. Most mornings B. walks, and on Sundays B. sings.", "does not say"),
        ("B. is a worker of 44 and lives in a town. Most mornings B. walks, and on Sundays B. sings.", "does not say"),
        ("I cannot help with that.", "refusal"),
        ("B. is a worker.", "hardly anything of the original"),
    ],
)
async def test_a_rewrite_that_cannot_be_used_is_no_release(text: str, reason: str) -> None:
    with ModelServer(writer(*[said(text)] * 3)) as server, pytest.raises(RewriteFailedError, match=reason):
        await released(server)
    with ModelServer(writer(said(text), GOOD)) as server:  # the model is told what is wrong
        release = await released(server)
    assert release.text == json.loads(GOOD)["text"]


@pytest.mark.parametrize(
    "answers", [["I'm sorry, but I can't help."] * 3, ["{}"] * 3, ['{"explanation": "x", "te'] * 3]
)
async def test_a_model_that_writes_nothing_gives_no_release(answers: Sequence[str]) -> None:
    with ModelServer(writer(*answers)) as server, pytest.raises(RewriteFailedError):
        await released(server)


async def test_what_was_reached_before_the_model_failed_is_released_and_the_trace_says_so() -> None:
    with ModelServer(writer(LEFT, *["no"] * 3)) as server:
        release = await released(server)
    assert str(release.trace["stopped"]).startswith("the model gave no further rewrite that can be used (")
    assert "is a worker" in release.text


async def test_a_model_whose_text_protects_nobody_better_gives_no_release() -> None:
    same = said(TEXT.replace("Most mornings", "In the mornings"))
    with ModelServer(writer(*[same] * 4)) as server, pytest.raises(RewriteFailedError, match="protects anybody better"):
        await released(server)


async def test_the_lightest_level_asks_nobody() -> None:
    with ModelServer(writer()) as server:
        release = await released(server, {"level": "light"})
    assert not server.requests
    assert "Nora" not in release.text
    assert "nurse" in release.text


async def test_the_model_attacks_if_nobody_else_does() -> None:
    people = json.dumps({"people": [{"called": "Nora Feld", "description": "nurse", "how_many": 1}]})
    answers = iter([people, *["{}"] * 30])
    with ModelServer(lambda _: next(answers)) as server, pytest.raises(GygesError):
        await released(server, attacker=None)
    assert len(server.requests) > 1


async def test_calls_are_limited() -> None:
    with ModelServer(writer(LEFT)) as server:
        release = await released(server, {"calls": 2})
    assert len(server.requests) <= 5  # a question may take two corrective turns
    assert release.trace["stopped"] in {"the budget of calls is used up", "nothing is left to edit"}


async def test_a_text_without_leaks_is_not_asked_about() -> None:
    with ModelServer(writer()) as server:
        release = await released(server, text="The rain came early, and the harbour stayed empty all day.")
    assert not [request for request in server.requests if is_rewrite(request.body)]
    assert release.text == "The rain came early, and the harbour stayed empty all day."


@pytest.mark.parametrize("seed", range(6))
async def test_a_faulty_server_gives_a_changed_text_or_an_error(seed: int) -> None:
    faults = RandomFaults(0.5, (FaultKind.MALFORMED, FaultKind.TRUNCATED, FaultKind.SCHEMA_VIOLATION))
    with ModelServer(writer(*[GOOD] * 12), faults=faults, seed=seed) as server:
        try:
            release = await released(server)
        except GygesError:
            return
    assert "Nora" not in release.text
    assert release.text.strip()


async def test_the_last_reading_is_released_with_edits_that_lead_to_it() -> None:
    with ModelServer(writer(GOOD, read=lambda text: text.replace("Most mornings", "In the mornings"))) as server:
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
    with ModelServer(writer(GOOD, read=read)) as server:
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
        ("They left. Every morning they came back.", False),
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
            release = await release_of(method, Document("d", TEXT))
        except GygesError:
            return
    trace: Mapping[str, Any] = release.trace
    assert "Nora" not in release.text
    assert all(person["after"] >= person["before"] for person in trace["people"])
