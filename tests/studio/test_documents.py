"""The routes behind the pages of annotators, asked of a studio that runs."""

import threading
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from attacks.answers import fact, facts, people, person
from gyges.testing import ModelServer, scripted
from studio.conftest import StartStudio, studios

TEXT = "🙂 Ana Reis, born in 1980, lives in Porto. Ana writes."
ANNOTATED = {
    "id": "known",
    "text": "Ana lives here.",
    "subjects": [{"id": 4, "description": "Ana", "facts": [{"tag": "NAME", "value": "Ana"}]}],
    "mentions": [{"start": 0, "end": 3, "type": "PERSON", "entity_id": "a"}],
}
DOCUMENTS: list[dict[str, Any]] = [{"id": "letter", "text": TEXT}, ANNOTATED, {"id": "third", "text": "Nobody."}]


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    """Somebody who asks a studio that no test changes."""
    with studios(tmp_path_factory.mktemp("asked")) as start:
        yield start(DOCUMENTS).client()


def test_quotes_are_found_in_code_points_whatever_their_blanks(client: httpx.Client) -> None:
    answer = client.post("/api/documents/1/places", json={"quotes": ["Ana", "born  in 1980", "orto", "nothing"]})
    assert answer.json() == {
        "Ana": [[2, 5], [42, 45]],
        "born  in 1980": [[12, 24]],
        "orto": [[36, 40]],
        "nothing": [],
    }


def test_the_embedded_reader_proposes_people_and_mentions_that_are_not_saved(client: httpx.Client) -> None:
    proposed = client.post("/api/documents/1/people", json={"by": "rules"}).json()["subjects"]
    assert {one["by"] for one in proposed} == {"rules"}
    assert not any(one["accepted"] or fact["accepted"] for one in proposed for fact in one["facts"])
    mentions = client.post("/api/documents/1/mentions", json={"by": "rules"}).json()["mentions"]
    assert [TEXT[one["start"] : one["end"]] for one in mentions] == [one["text"] for one in mentions]
    anas = {one["entity_id"] for one in mentions if one["text"].startswith("Ana")}
    assert len(anas) == 1
    assert client.get("/api/sheets/people/1").json()["version"] == 0


def test_what_came_with_a_document_can_be_proposed(client: httpx.Client) -> None:
    assert client.get("/api/documents/1/sources").json() == {"people": ["rules"], "mentions": ["rules"]}
    assert client.get("/api/documents/2/sources").json()["people"] == ["rules", "imported"]
    proposed = client.post("/api/documents/2/people", json={"by": "imported"}).json()["subjects"]
    assert [(one["description"], one["by"], one["accepted"]) for one in proposed] == [("Ana", "imported", False)]
    mentions = client.post("/api/documents/2/mentions", json={"by": "imported"}).json()["mentions"]
    assert [(one["text"], one["accepted"]) for one in mentions] == [("Ana", False)]
    assert client.post("/api/documents/1/people", json={"by": "imported"}).status_code == 404


def test_only_attackers_named_at_the_start_are_let_loose(client: httpx.Client) -> None:
    for by in ("recorded:/etc/passwd", "gguf:/etc/passwd", "http://127.0.0.1:9/v1#x", "nobody", ""):
        for kind in ("people", "mentions"):
            answer = client.post(f"/api/documents/1/{kind}", json={"by": by})
            assert answer.status_code == 400, by
            assert answer.json()["remedy"]


def test_a_model_proposes_people_and_keeps_nobody_waiting(start_studio: StartStudio) -> None:
    said = [
        people(person("Ana Reis", "the writer")),
        facts({1: []}),
        facts({1: [fact("AGE", "45", 4, ["born in 1980"])]}),
    ]
    with ModelServer(scripted(said), latency=1.0) as server:
        spec = f"{server.url}#any"
        studio = start_studio(DOCUMENTS, None, "--attacker", spec)
        client, other = studio.client("ana"), studio.client("bea")
        assert client.get("/api/documents/1/sources").json()["people"] == ["rules", spec]
        found: list[Any] = []
        asking = threading.Thread(
            target=lambda: found.append(client.post("/api/documents/1/people", json={"by": spec}).json())
        )
        asking.start()
        assert other.get("/api/documents").status_code == 200
        assert asking.is_alive()
        asking.join()
    (one,) = found[0]["subjects"]
    assert (one["by"], one["accepted"]) == (spec, False)
    assert [(fact["tag"], fact["value"], fact["evidence"]) for fact in one["facts"]] == [
        ("AGE", "45", ["born in 1980"])
    ]


def test_a_reader_that_fails_is_a_failure_and_not_nobody(start_studio: StartStudio) -> None:
    with ModelServer(lambda request: "I would rather not.") as server:
        spec = f"{server.url}#any"
        client = start_studio(DOCUMENTS, None, "--attacker", spec).client()
        answer = client.post("/api/documents/1/people", json={"by": spec})
    assert answer.status_code == 400
    assert "subjects" not in answer.json()


def test_a_sheet_with_errors_is_saved_and_cannot_be_finished(start_studio: StartStudio) -> None:
    client = start_studio(DOCUMENTS).client()
    body = {"subjects": [{"id": "1", "description": "Ana", "facts": [{"tag": "AGE", "value": "30-50"}]}]}
    saved = client.put("/api/sheets/people/1", json={"seen": 0, "body": body, "done": False})
    assert saved.status_code == 200
    assert "age_range" in [remark["rule"] for remark in saved.json()["remarks"]]
    refused = client.put("/api/sheets/people/1", json={"seen": 1, "body": body, "done": True})
    assert (refused.status_code, "mended" in refused.json()["problem"]) == (400, True)
    assert client.get("/api/sheets/people/1").json()["version"] == 1


def test_the_next_unfinished_document_is_behind_this_one_or_else_from_the_beginning(start_studio: StartStudio) -> None:
    client = start_studio(DOCUMENTS).client()

    def around(number: int) -> tuple[int | None, int | None, int | None]:
        found = client.get(f"/api/documents/{number}/around", params={"kind": "people"}).json()
        return found["previous"], found["next"], found["unfinished"]

    assert [around(number) for number in (1, 2, 3)] == [(None, 2, 2), (1, 3, 3), (2, None, 1)]
    for number in (2, 3):
        client.put(
            f"/api/sheets/people/{number}", json={"seen": 0, "body": {"subjects": [], "nobody": True}, "done": True}
        )
    assert [around(number)[2] for number in (1, 2)] == [None, 1]
