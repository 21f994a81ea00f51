"""Reading as an adversary: blind, recorded, matched by somebody else, and taken by an audit."""

import json
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx
import pytest

from gyges.attacks import read_recorded
from gyges.errors import InputError
from gyges.records import Document, Fact, Release, Subject
from gyges.studio import Project, open_project
from gyges.studio._kinds._people import PeopleBody, people_body
from gyges.studio._kinds._reading import (
    WhoBody,
    add_to_read,
    decision_on,
    pile_of,
    reading_digest,
    recorded_rows,
    to_read,
)
from studio.conftest import RunGyges, StartStudio

ANA = Subject("ana", "Ana Reis", (Fact("OCCUPATION", "Nurse", 5, 1, ("nurse",)), Fact("SEX", "Female", 5, 1, ("She",))))
DOCUMENTS: list[dict[str, Any]] = [
    {
        "id": f"secret-id-{number}",
        "text": f"Ana Reis is a nurse in ward {number}. She works nights.",
        "subjects": [
            {
                "id": "ana",
                "description": "Ana Reis",
                "facts": [
                    {"tag": "OCCUPATION", "value": "Nurse", "certainty": 5, "hardness": 1},
                    {"tag": "SEX", "value": "Female", "certainty": 5, "hardness": 1},
                ],
            }
        ],
    }
    for number in range(3)
]
RELEASES: list[dict[str, Any]] = [
    {"id": row["id"], "text": str(row["text"]).replace("Ana Reis", "[PERSON]"), "method": "secretmethod"}
    for row in DOCUMENTS
]
FOUND = people_body([Subject("1", "the nurse", (Fact("OCCUPATION", "Nurse", 5, evidence=("nurse",)),))])


@pytest.fixture
def project(tmp_path: Path) -> Project:
    made = open_project(tmp_path / "project")
    made.add_documents([Document(str(row["id"]), str(row["text"]), (ANA,)) for row in DOCUMENTS], "me")
    for name in ("one", "two"):
        texts = [Release(row["id"], f"{row['text']} {name}", "mask") for row in RELEASES]
        made.add_releases(texts, name, "me")
    return made


def read(project: Project, item: int, reader: str, body: PeopleBody = FOUND) -> None:
    seen = project.sheets.get("reading", item, reader).version
    dumped = body.model_dump(mode="json")
    project.sheets.save("reading", item, reader, who=reader, seen=seen, body=dumped, done=True)


def decide(project: Project, item: int, reader: str, matches: dict[str, int], who: str) -> None:
    digest = reading_digest(project.sheets.get("reading", item, reader))
    body = WhoBody.model_validate({"readings": [{"reader": reader, "seen": digest, "matches": matches}]})
    seen = project.sheets.get("who", item, who).version
    project.sheets.save("who", item, who, who=who, seen=seen, body=body.model_dump(mode="json"), done=True)


def test_readers_have_orders_of_their_own_and_meet_no_document_twice_before_all_were_met_once(project: Project) -> None:
    orders = {
        name: [to_read(project, name, text.key) for text in pile_of(project, name)]
        for name in ("ana", "bo", "cy", "di")
    }
    assert len({tuple(order) for order in orders.values()}) > 1
    assert orders["ana"] == [to_read(project, "ana", text.key) for text in pile_of(project, "ana")]
    for order in orders.values():
        assert sorted(order) == [1, 2, 3, 4, 5, 6]
        assert len({project.texts.release(number).document for number in order[:3]}) == 3


def test_a_failed_release_and_the_same_text_twice_are_not_read(project: Project) -> None:
    failed = Release("secret-id-0", "", "mask", {"failed": "no rewrite"})
    same = Release("secret-id-1", project.texts.release(2).release.text, "mask")
    project.add_releases([failed, same], "three", "me")
    assert len(pile_of(project, "ana")) == 6


def test_finished_readings_become_a_recorded_attacker(project: Project, tmp_path: Path) -> None:
    read(project, 1, "ana")
    seen = project.sheets.get("reading", 2, "ana").version
    project.sheets.save("reading", 2, "ana", who="ana", seen=seen, body={"subjects": []}, done=False)
    rows = list(recorded_rows(project, "ana"))
    (tmp_path / "ana.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    attacker = read_recorded(tmp_path / "ana.jsonl")
    text = project.texts.release(1).release.text
    found = attacker.find(text, "x")
    assert found is not None
    assert [(one.description, one.facts[0].value) for one in found.subjects] == [("the nurse", "Nurse")]
    assert len(rows) == 1  # a reading that is not finished is none


def test_who_is_who_counts_from_somebody_else_and_for_the_reading_as_it_is(project: Project) -> None:
    read(project, 1, "ana")
    decide(project, 1, "ana", {"ana": 0}, "bo")
    decide(project, 1, "ana", {}, "ana")  # later, but the reader's own
    (row,) = recorded_rows(project, "ana")
    assert (row["who"], row["who_by"]) == ({"ana": 0}, "bo")
    read(project, 1, "ana", PeopleBody(nobody=True))
    assert decision_on(project, project.sheets.get("reading", 1, "ana")) is None
    (row,) = recorded_rows(project, "ana")
    assert "who" not in row


def test_a_drawn_sample_is_read_first_and_only_the_text_that_was_drawn(project: Project) -> None:
    text = project.texts.release(5).release.text
    assert add_to_read(project, [{"id": "secret-id-1", "text": text}, {"id": "secret-id-0", "text": "New."}], "me") == 2
    pile = pile_of(project, "ana")
    assert [one.drawn for one in pile] == [True, True, *[False] * 5]
    assert {project.texts.release(to_read(project, "ana", one.key)).release.text for one in pile[:2]} == {text, "New."}
    with pytest.raises(InputError):
        add_to_read(project, [{"id": "secret-id-1", "text": text, "digest": "0" * 64}], "me")
    with pytest.raises(InputError):
        add_to_read(project, [{"id": "unknown", "text": "A text."}], "me")


def put(client: httpx.Client, kind: str, item: int | str, body: Any) -> None:
    seen = client.get(f"/api/sheets/{kind}/{item}").json()["version"]
    answer = client.put(f"/api/sheets/{kind}/{item}", json={"seen": seen, "body": body, "done": True})
    assert answer.status_code == 200, answer.text


def test_a_reader_is_told_neither_document_nor_method(start_studio: StartStudio) -> None:
    with closing(start_studio(DOCUMENTS, {"secretset": RELEASES}).client()) as reader:
        pile = reader.get("/api/pile")
        number = pile.json()[0]["key"]
        said = pile.text + reader.get(f"/api/pile/{number}").text + reader.get(f"/api/sheets/reading/{number}").text
    assert not [words for words in ("secret", "Ana Reis") if words in said]


@pytest.mark.slow
def test_a_sample_that_was_drawn_is_read_matched_and_confirms_an_audit(
    start_studio: StartStudio, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, run_gyges: RunGyges
) -> None:
    studio = start_studio(DOCUMENTS, {"masked": RELEASES})
    monkeypatch.chdir(tmp_path)
    command = ["audit", "documents.jsonl", "masked.jsonl", "--confirm", "recorded:ana.jsonl", "--sample", "2"]
    command += ["--out", "run"]
    assert run_gyges(*command).status == 2
    drawn = Path("run/to_read.jsonl").read_text()

    with closing(studio.client("ana")) as ana, closing(studio.client("bo")) as bo:
        assert ana.post("/api/pile", json={"text": drawn}).json() == {"texts": 2}
        numbers = [text["key"] for text in ana.get("/api/pile").json() if text["drawn"]]
        assert len(numbers) == 2
        for key in numbers:
            put(ana, "reading", key, FOUND.model_dump(mode="json"))
        for number in (row["release"] for row in bo.get("/api/readings").json()):
            shown = bo.get(f"/api/readings/{number}").json()
            (reading,) = shown["readings"]
            matches = {shown["truth"][0]["id"]: 0}
            decided = {"reader": "ana", "seen": reading["digest"], "matches": matches}
            put(bo, "who", number, {"readings": [decided]})
        assert [row["decided_by"] for row in bo.get("/api/readings").json()] == ["bo", "bo"]
        Path("ana.jsonl").write_bytes(bo.get("/api/recorded", params={"reader": "ana"}).content)
        assert bo.get("/api/recorded", params={"reader": "nobody"}).status_code == 404

    assert run_gyges(*command).status == 0
    confirmed = json.loads(Path("run/results.json").read_text())["confirmed"]
    assert (confirmed["by"], confirmed["drawn"]) == ("recorded:ana.jsonl", 2)

    read_all = ["audit", "documents.jsonl", "masked.jsonl", "--attacker", "recorded:ana.jsonl", "--out", "read"]
    assert run_gyges(*read_all).status == 1  # one document was not read
    results = json.loads(Path("read/results.json").read_text())
    assert (results["coverage"]["attacked"], len(results["coverage"]["failed"])) == (2, 1)
    scores = {
        fact["tag"]: fact["score"]
        for person in results["subjects"]
        for fact in person["facts"]
        if fact["score"] is not None
    }
    assert scores == {"OCCUPATION": 1.0, "SEX": 0.0}  # the unread document is a failure, and protects nobody


def test_who_is_reading_gets_neither_numbers_nor_originals_before_the_end(start_studio: StartStudio) -> None:
    studio = start_studio(DOCUMENTS, {"secretset": RELEASES})
    with closing(studio.client("ana")) as ana, closing(studio.client("bo")) as bo:
        assert bo.get("/api/sheets/reading/1").status_code == 422
        key = ana.get("/api/pile").json()[0]["key"]
        assert bo.get(f"/api/pile/{key}").status_code == 404  # another reader has other keys
        put(ana, "reading", key, FOUND.model_dump(mode="json"))
        (number,) = (row["release"] for row in ana.get("/api/readings").json())
        path = f"/api/sheets/reading/{key}"
        body = {"seen": ana.get(path).json()["version"], "body": FOUND.model_dump(mode="json"), "done": False}
        assert ana.put(path, json=body).status_code == 200
        for asked in (f"/api/readings/{number}", f"/api/releases/{number}"):
            assert (ana.get(asked).status_code, bo.get(asked).status_code) == (400, 200)


def test_who_is_annotating_is_not_shown_what_others_wrote(start_studio: StartStudio) -> None:
    studio = start_studio([{"id": "a", "text": "Ana Reis is a nurse."}])
    with closing(studio.client("ana")) as ana, closing(studio.client("bo")) as bo:
        nobody = {"subjects": [], "nobody": True}
        put(ana, "people", 1, nobody)
        saved = bo.put("/api/sheets/people/1", json={"seen": 0, "body": nobody, "done": False})
        assert saved.status_code == 200
        for file in ("sheets.jsonl", "annotations-ana.jsonl"):
            assert (bo.post(f"/api/files/{file}").status_code, ana.post(f"/api/files/{file}").status_code) == (400, 200)
        assert bo.get("/api/side-by-side/1").status_code == 400
        put(bo, "people", 1, nobody)
        assert bo.get("/api/side-by-side/1").status_code == 200
