"""What the studio asked of models about the texts of a run goes when that run is purged."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from gyges.cli._app import app
from gyges.cli.studio import add_texts
from gyges.models import Reply, ReplyCache, default_cache_path
from gyges.records import Document, Release
from gyges.runs import mark_above, purge_run
from gyges.studio import Project, StudioOptions, join_run, open_project
from gyges.studio._look import attack_release
from gyges.studio._made import askers, make_releases
from gyges.studio._routes._documents import propose_people
from gyges.testing import ModelServer

TEXTS = {"a": "Ana Reis, 41, is a nurse in Porto.", "b": "Rui Costa drives a bus in Braga."}


@pytest.fixture
def project(tmp_path: Path) -> Project:
    made = open_project(tmp_path / "project")
    made.add_documents([Document(id_, text) for id_, text in TEXTS.items()], "me")
    return made


def kept() -> int:
    cache = ReplyCache(default_cache_path())
    try:
        return cache.summary().replies
    finally:
        cache.close()


def make(project: Project, method: str) -> Path:
    make_releases(project, method, method, StudioOptions(), "ana", lambda done, total: None)
    return project.folder / "runs" / f"anonymize-{method}"


def test_what_was_asked_about_a_release_goes_with_the_run_that_made_it(project: Project) -> None:
    run = make(project, "mask")
    other = make(project, "subjectwise")
    with ModelServer() as server:
        spec = f"{server.url}#any"
        for number in (1, 3):  # the first of both sets
            attack_release(project, number, spec, StudioOptions((spec,)), "ana", lambda done, total: None)
    asked = kept()
    gone = purge_run(run).replies
    assert 0 < gone < asked
    assert kept() == asked - gone
    purge_run(other)
    assert kept() == 0


def test_what_was_asked_about_a_document_before_it_was_released_goes_with_its_run(project: Project) -> None:
    with ModelServer() as server:
        spec = f"{server.url}#any"
        propose_people(TEXTS["a"], "a", spec, StudioOptions().models, askers(project, 1))
    before = kept()
    assert before > 0
    assert purge_run(make(project, "mask")).replies == before
    assert kept() == 0


def test_only_documents_of_a_set_are_passed_on_to_its_run(project: Project) -> None:
    cache = ReplyCache(default_cache_path())
    for document in (1, 2):
        cache.works_for(*askers(project, document))
        cache.put(f"about {document}", "m", Reply("x"))
    project.add_releases([Release("b", "Somebody drives a bus.", "mask")], "few", "me")
    join_run(project, "few", "mark")
    assert cache.drop_runs(["mark"]) == 1
    assert cache.get("about 1") == Reply("x")
    cache.close()


def test_releases_that_are_taken_from_a_run_folder_belong_to_its_run(project: Project, tmp_path: Path) -> None:
    originals = tmp_path / "originals.jsonl"
    originals.write_text(json.dumps({"id": "a", "text": TEXTS["a"]}) + "\n")
    run = tmp_path / "run"
    assert CliRunner().invoke(app, ["anonymize", str(originals), "--out", str(run)]).exit_code == 0
    folder = open_project(tmp_path / "second")
    add_texts(folder, [str(originals)], [run], "me")
    (name,) = folder.texts.release_sets()
    assert askers(folder, 1, name) == (mark_above(run),)
    assert mark_above(run / "public" / "any.jsonl") == mark_above(run)
    assert mark_above(tmp_path) is None
