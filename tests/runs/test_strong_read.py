"""What a strong reader left where somebody recorded its readings: failures have leaked, and who is who is believed only
for people it was recorded for."""

import json
from pathlib import Path

import pytest

import gyges
from gyges.attacks import AttackOptions, read_recorded
from gyges.errors import InputError
from gyges.models import ModelPool, ReplyCache
from gyges.records import Document, Fact, Release, Subject
from gyges.runs import AuditOptions, Confirm, audit_corpus
from gyges.runs._audit import audit_releases
from gyges.runs._audited import AuditedRelease, AuditRun
from gyges.runs._figures import StrongRead, strong_read
from gyges.testing import ChatRequest, ModelServer

pytestmark = pytest.mark.anyio

NAMES = ("Ana Reis", "Bela Novak", "Tom Berger", "Maria Kowalska")


def _documents(*, annotated: bool = True) -> list[Document]:
    return [
        Document(f"d{number}", f"{name} keeps bees in the valley.", (_true(name),) if annotated else None)
        for number, name in enumerate(NAMES)
    ]


def _true(name: str) -> Subject:
    return Subject("true", name, (Fact("NAME", name), Fact("OCCUPATION", "Beekeeper")))


def _releases() -> dict[str, Release]:
    return {
        f"d{number}": Release(f"d{number}", f"({number}) [PERSON] keeps bees.", "t") for number in range(len(NAMES))
    }


def _readings(path: Path, *, who: str | None = "true", texts: int = len(NAMES)) -> Path:
    """Two people in every release, of whom the second keeps the bees."""
    fact = {"tag": "OCCUPATION", "value": "Beekeeper", "quotes": ["keeps bees"]}
    people = [{"called": "bees", "description": "a swarm", "facts": []}, {"called": "[PERSON]", "facts": [fact]}]
    rows = [
        {"text": one.text, "people": people, **({"who": {who: 1}} if who else {})}
        for one in list(_releases().values())[:texts]
    ]
    path.write_text("".join(f"{json.dumps(row)}\n" for row in rows), encoding="utf-8")
    return path


async def _audited(folder: Path, releases: dict[str, Release]) -> AuditedRelease:
    async with ModelPool(cache=ReplyCache()) as pool:
        (one,) = await audit_releases(_documents(), {"t": releases}, AuditRun(AuditOptions(), folder, pool))
    return one


def _read(audited: AuditedRelease, path: Path) -> StrongRead:
    told = strong_read(audited, AuditOptions(), read_recorded(path))
    assert told is not None
    return told


async def test_documents_without_a_release_have_leaked_for_a_reader_who_never_saw_them(tmp_path: Path) -> None:
    readings = _readings(tmp_path / "r.jsonl")
    whole = _read(await _audited(tmp_path / "whole", _releases()), readings)
    assert (whole.cpr.numerator, whole.cpr.denominator, whole.failed) == (4, 8, 0)
    broken = {**_releases(), "d1": Release("d1", "", "t", {"failed": "declined"})}
    del broken["d2"]
    lost = _read(await _audited(tmp_path / "lost", broken), readings)
    assert (lost.cpr.numerator, lost.cpr.denominator) == (2, 8)
    assert (lost.documents, lost.of, lost.failed) == (2, 4, 2)


async def test_a_document_that_was_released_and_not_read_is_left_out(tmp_path: Path) -> None:
    some = _read(await _audited(tmp_path / "run", _releases()), _readings(tmp_path / "r.jsonl", texts=3))
    assert (some.cpr.denominator, some.documents, some.failed) == (6, 3, 0)


async def test_a_text_that_only_the_embedded_reader_could_not_read_is_read_all_the_same(tmp_path: Path) -> None:
    polish = "Pani [PERSON] mieszka w Krakowie i ma pszczoły, a jej mąż pracuje jako kierowca."
    releases = {**_releases(), "d0": Release("d0", polish, "t")}
    path = _readings(tmp_path / "r.jsonl")
    with path.open("a", encoding="utf-8") as stream:
        stream.write(json.dumps({"text": polish, "people": [], "who": {}}) + "\n")
    told = _read(await _audited(tmp_path / "run", releases), path)
    assert (told.documents, told.failed, told.cpr.denominator) == (4, 0, 8)


async def _confirmed(
    folder: Path, readings: Path, documents: list[Document], releases: dict[str, Release], labeller: str | None = None
) -> tuple[dict[str, object], str]:
    confirm = Confirm(f"recorded:{readings}", 4)
    options = AuditOptions(confirm=confirm, labeller=labeller, attack=AttackOptions(stages=1))
    async with ModelPool(cache=ReplyCache()) as pool:
        (one,) = await audit_corpus(documents, {"t": releases}, folder, pool, options=options)
    assert one.results.confirmed is not None
    return one.results.confirmed.model_dump(), str(one.results.judge["matcher"])


async def test_a_confirmation_names_who_matched_and_every_document_without_a_release(tmp_path: Path) -> None:
    releases = {**_releases(), "d1": Release("d1", "", "t", {"failed": "declined"})}
    del releases["d2"]
    readings = _readings(tmp_path / "r.jsonl")
    row, embedded = await _confirmed(tmp_path / "run", readings, _documents(), releases)
    assert row["matcher"] == "recorded"
    assert embedded == "rules"  # who read all documents
    lost = row["lost"]
    assert isinstance(lost, list)
    assert {(one["id"], one["stage"]) for one in lost} == {("d1", "release"), ("d2", "release")}
    nobody, _ = await _confirmed(tmp_path / "again", _readings(tmp_path / "n.jsonl", who=None), _documents(), releases)
    assert nobody["matcher"] == "rules"


async def test_who_is_who_is_not_taken_over_for_people_whom_a_labeller_found(tmp_path: Path) -> None:
    def label(request: ChatRequest) -> str:
        fact = {"tag": "OCCUPATION", "quotes": ["keeps bees"], "value": "Beekeeper", "certainty": 5}
        called = next(name for name in NAMES if name in str(request.messages))
        return json.dumps({"people": [{"called": called, "description": "keeps bees", "how_many": 1, "facts": [fact]}]})

    readings = _readings(tmp_path / "r.jsonl")  # of other annotations: nobody labelled has the id "true"
    bare = _documents(annotated=False)
    with ModelServer(label) as server:
        row, _ = await _confirmed(tmp_path / "run", readings, bare, _releases(), server.spec())
    assert row["matcher"] == "rules"
    assert (row["drawn"], row["failed"]) == (4, [])


async def test_findings_made_elsewhere_count_together_with_those_of_another_attacker(tmp_path: Path) -> None:
    readings = _readings(tmp_path / "r.jsonl", who=None)
    options = AuditOptions(("rules", f"recorded:{readings}"))
    async with ModelPool(cache=ReplyCache()) as pool:
        (one,) = await audit_corpus(_documents(), {"t": _releases()}, tmp_path / "run", pool, options=options)
    assert str(one.results.attacker["name"]).startswith("rules+recorded:r.jsonl@")
    jobs = [fact for person in one.results.subjects for fact in person.facts if fact.tag == "OCCUPATION"]
    assert [fact.guess for fact in jobs] == ["Beekeeper"] * len(NAMES)


def test_a_reading_that_names_nobody_of_the_truth_is_refused_in_a_sentence(tmp_path: Path) -> None:
    readings = _readings(tmp_path / "r.jsonl", who="somebody else")
    with pytest.raises(InputError, match="names people who are not annotated there"):
        gyges.audit(_documents(), _releases().values(), attacker=f"recorded:{readings}")
