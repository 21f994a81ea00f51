"""Everything out of a project and into another one."""

import csv
import io
import json
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from corpus.test_round_trips import documents, texts
from gyges.corpus import read_documents, read_releases
from gyges.errors import (
    BadRowError,
    EditConflictError,
    InputError,
    OutputExistsError,
    StudioError,
)
from gyges.records import Document, Release
from gyges.studio import Project, bring_folder, open_project, write_folder
from gyges.studio._files_in import take_in
from gyges.studio._files_out import project_files
from gyges.studio._kinds import KINDS
from gyges.studio._store._database import digest_of
from gyges.studio._store._sheets import Sheet
from studio.conftest import RunGyges, StartStudio
from studio.sheets import ANA, ANA_MARKS, BEN, PEOPLE_TEXT, save

AUTHORS = st.sampled_from(("ana", "Ana", "b/../en", "x" * 60, "日本", "agreed"))


def _contents(project: Project) -> dict[str, Any]:
    """Return what a project holds, by the names of texts."""
    ids = {row.number: row.id for row in project.texts.rows()}
    lines = {line.number: (line.name, line.id) for line in project.texts.release_lines()}
    sheets = {
        (kind.name, ids[sheet.item] if kind.about == "document" else lines[sheet.item], sheet.author): (
            sheet.body,
            sheet.done,
        )
        for kind in KINDS
        for sheet in project.sheets.of_kind(kind.name)
    }
    return {
        "documents": [document for _, document in project.texts.documents()],
        "releases": sorted((row.name, row.release.id, row.release.text) for row in project.texts.releases()),
        "sheets": sheets,
    }


@st.composite
def projects(
    draw: st.DrawFn,
) -> tuple[list[Document], list[tuple[str, Release]], list[tuple[str, int, str, Any, bool]]]:
    held = draw(st.lists(documents(), min_size=1, max_size=4, unique_by=lambda document: document.id))
    sets = draw(st.lists(AUTHORS, max_size=2, unique=True))
    releases = [(name, Release(document.id, draw(texts), "mask")) for name in sets for document in held]
    ratings = st.fixed_dictionaries({"readability": st.integers(1, 5), "natural": st.integers(0, 1)})
    rated = [
        ("rating", number, draw(AUTHORS), draw(ratings), False)
        for number in range(len(releases))
        if draw(st.booleans())
    ]
    return held, releases, rated


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(projects(), AUTHORS)
def test_whatever_a_project_holds_is_the_same_after_export_and_import(
    made: tuple[list[Document], list[tuple[str, Release]], list[tuple[str, int, str, Any, bool]]], author: str
) -> None:
    held, releases, rated = made
    with TemporaryDirectory() as folder:
        one = open_project(Path(folder) / "one")
        one.add_documents(held, "me")
        for name, release in releases:
            one.add_releases([release], name, "me")
        numbers = [line.number for line in one.texts.release_lines()]
        body = {"readability": None, "natural": None, "opened": False, "meaning": None, "usable": None}
        one.sheets.bring([Sheet(k, numbers[n], a, body=body | b, done=d) for k, n, a, b, d in rated], "me")
        one.sheets.bring([Sheet("people", 1, author, body={"subjects": [], "nobody": False}, done=False)], "me")
        write_folder(one, Path(folder) / "out", "me")
        two = open_project(Path(folder) / "two")
        bring_folder(two, Path(folder) / "out", "me")
        assert _contents(two) == _contents(one)
        bring_folder(two, Path(folder) / "out", "me")
        assert _contents(two) == _contents(one)


@pytest.fixture
def project(tmp_path: Path) -> Project:
    """A project with one annotated document and one release."""
    project = open_project(tmp_path / "project")
    project.add_documents([Document("a/1", PEOPLE_TEXT, meta={"from": "here"})], "me")
    project.add_releases([Release("a/1", "Somebody.", "mask", {"calls": 0})], "set/../1", "me")
    for author, people in (("ana", ANA), ("ben", BEN)):
        rows = [{"id": "a/1", "text": PEOPLE_TEXT, "subjects": people["subjects"]}]
        take_in(project, "".join(json.dumps(row) for row in rows), kind="annotations", name=author, who="me")
    return project


def test_names_of_files_are_safe_whatever_authors_and_sets_are_called(project: Project) -> None:
    project.sheets.bring(
        [Sheet("people", 1, name, body={"subjects": []}, done=True) for name in ("A", "a", "..")], "me"
    )
    names = [file.name for file in project_files(project)]
    assert len(set(names)) == len(names)
    assert {"releases-set_.._1.jsonl", "annotations-a.jsonl", "annotations-a-2.jsonl"} <= set(names)
    assert "annotations-unnamed.jsonl" in names
    assert all("/" not in name and not name.startswith(".") for name in names)


def test_a_release_file_is_one_that_the_corpus_reads(project: Project, tmp_path: Path) -> None:
    files = {path.name: path for path in write_folder(project, tmp_path / "out", "me")}
    assert list(read_releases(files["releases-set_.._1.jsonl"])) == [Release("a/1", "Somebody.", "mask", {"calls": 0})]
    with pytest.raises(OutputExistsError):
        write_folder(project, tmp_path / "out", "me")
    assert write_folder(project, tmp_path / "out", "me", force=True)


def test_the_trail_has_the_digest_of_what_was_taken_out_and_brought_in(project: Project, tmp_path: Path) -> None:
    files = {path.name: path for path in write_folder(project, tmp_path / "out", "cai")}
    rows = [row for row in project.trail.rows() if row.what == "exported"]
    assert {row.kind for row in rows} == set(files)
    for row in rows:
        assert (row.who, row.digest) == ("cai", digest_of(files[row.kind].read_text(encoding="utf-8")))
    sheets = [json.loads(line) for line in files["sheets.jsonl"].read_text().splitlines()]
    trail = [json.loads(line) for line in files["trail.jsonl"].read_text().splitlines()]
    assert {row["digest"] for row in sheets} <= {row["digest"] for row in trail}
    assert {row["id"] for row in trail if row["item"] is not None} == {"a/1"}


def test_what_is_there_is_never_written_over(project: Project) -> None:
    (file,) = (one for one in project_files(project) if one.name == "sheets.jsonl")
    text = "".join(file.lines())
    assert take_in(project, text, kind="sheets", name="", who="me").new == 0
    changed = text.replace("Nurse", "Doctor")
    before = _contents(project)
    with pytest.raises(EditConflictError, match="says something else"):
        take_in(project, changed, kind="sheets", name="", who="me")
    assert _contents(project) == before


def test_a_file_with_something_new_and_something_else_leaves_nothing_behind(project: Project) -> None:
    before = _contents(project)
    rows = [{"id": "new", "text": "New."}, {"id": "a/1", "text": PEOPLE_TEXT, "subjects": []}]
    with pytest.raises(EditConflictError):
        take_in(project, "".join(json.dumps(row) + "\n" for row in rows), kind="annotations", name="ana", who="me")
    assert _contents(project) == before


@pytest.mark.parametrize(
    ("kind", "rows", "error", "words"),
    [
        ("sheets", [{"kind": "people"}], BadRowError, "line 1: id"),
        ("sheets", [{"kind": "shoe", "id": "a/1", "author": "x", "done": True, "body": {}}], BadRowError, "shoe"),
        ("sheets", [{"kind": "people", "id": "a/1", "author": "", "done": True, "body": {}}], BadRowError, "of ''"),
        ("sheets", [{"kind": "people", "id": "b", "author": "x", "done": True, "body": {}}], InputError, "not here"),
        ("sheets", [{"kind": "people", "id": "a/1", "author": "x", "done": True, "body": {"y": 1}}], BadRowError, "y"),
        ("ratings", [{"id": "a/1", "set": "none", "rater": "x", "done": True}], InputError, "not here"),
        ("ratings", [{"id": "a/1", "set": "set/../1", "rater": "x", "done": True, "meaning": 9}], BadRowError, "mean"),
        ("releases", [{"id": "b", "text": "x"}], InputError, "no document 'b'"),
        ("annotations", [{"text": "x"}], InputError, "nobody is named"),
        ("sheets", [{"kind": "people", "id": "a\ud800"}], BadRowError, "half a character"),
        ("releases", [{"id": "a/1", "text": "x", "set": "\0"}], InputError, "name that can be read"),
        ("shoes", [{}], InputError, "cannot be taken in"),
        ("documents", [], InputError, "holds nothing"),
    ],
)
def test_a_file_that_does_not_fit_is_refused_whole(
    project: Project, kind: str, rows: list[dict[str, Any]], error: type[Exception], words: str
) -> None:
    before = _contents(project)
    text = "".join(json.dumps(row) + "\n" for row in rows)
    with pytest.raises(error, match=words):
        take_in(project, text, kind=kind, name="set" if kind == "releases" else "", who="me")
    assert _contents(project) == before


def test_ratings_go_out_as_a_table_and_come_back(project: Project) -> None:
    row = {"id": "a/1", "set": "set/../1", "rater": "rita", "readability": 4, "natural": 1, "meaning": 3, "usable": 0}
    text = json.dumps({**row, "done": True})
    assert take_in(project, text, kind="ratings", name="", who="me").new == 1
    files = {file.name: "".join(file.lines()) for file in project_files(project)}
    told = json.loads(files["ratings.jsonl"])
    assert {key: told[key] for key in row} == row
    (table,) = csv.DictReader(io.StringIO(files["ratings.csv"]))
    assert (table["rater"], table["meaning"], table["method"]) == ("rita", "3", "mask")
    assert take_in(project, files["ratings.jsonl"], kind="ratings", name="", who="me").new == 0


def test_the_command_line_writes_all_files_and_takes_them_in(
    project: Project, tmp_path: Path, run_gyges: RunGyges
) -> None:
    out, other = tmp_path / "out", tmp_path / "other"
    wrote = run_gyges("studio", project.folder, "--export", out)
    assert wrote.status == 0, wrote.err
    assert "sheets.jsonl" in wrote.out + wrote.err
    assert run_gyges("studio", project.folder, "--export", out).status == 2
    assert run_gyges("studio", other, "--import", out, "--export", tmp_path / "second").status == 0
    assert _contents(open_project(other)) == _contents(project)
    assert run_gyges("studio", other, "--import", tmp_path / "nowhere", "--export", out).status == 2


def test_files_are_listed_made_and_taken_in_by_the_running_studio(start_studio: StartStudio) -> None:
    studio = start_studio([{"id": "a", "text": PEOPLE_TEXT}])
    ana = studio.client("ana")
    save(ana, "people", 1, ANA)
    save(ana, "mentions", 1, ANA_MARKS)
    names = {one["name"]: one for one in ana.get("/api/files").json()}
    assert names["annotations-ana.jsonl"]["kind"] == "annotations"
    made = ana.post("/api/files/spia-people-ana.jsonl")
    assert made.headers["content-disposition"] == 'attachment; filename="spia-people-ana.jsonl"'
    (document,) = read_documents([json.loads(made.text)])
    assert [person.description for person in document.subjects or ()] == ["Ana Reis", "Tom Okafor, her partner"]
    for name in ("nothing.jsonl", "..%2fstudio.db", "studio.db", "%00"):
        assert ana.post(f"/api/files/{name}").status_code in (404, 422)
    assert ana.get("/api/files/documents.jsonl").status_code == 405
    given = {"kind": "annotations", "name": "imported twice", "text": made.text}
    assert ana.post("/api/files", json=given).json() == {"rows": 1, "new": 1}
    assert ana.post("/api/files", json={**given, "text": "{"}).status_code == 400
    assert ana.post("/api/files", json={**given, "kind": "x"}).status_code == 422


def _people_row(author: str, body: dict[str, Any], kind: str = "people") -> str:
    return json.dumps({"kind": kind, "id": "a/1", "author": author, "done": True, "body": body})


def test_where_people_sign_in_nobody_brings_the_sheets_of_others(project: Project) -> None:
    before = _contents(project)
    rating = {"id": "a/1", "set": "set/../1", "rater": "ana", "readability": 4, "natural": 1, "meaning": 3, "usable": 0}
    annotated = json.dumps({"id": "a/1", "text": PEOPLE_TEXT, "subjects": ANA["subjects"]})
    forged = [
        ("sheets", "", _people_row("cy", ANA)),
        ("sheets", "", _people_row("imported", ANA)),
        ("ratings", "", json.dumps({**rating, "done": True})),
        ("annotations", "cy", annotated),
        ("documents", "", annotated),
    ]
    for kind, name, text in forged:
        with pytest.raises(InputError):
            take_in(project, text, kind=kind, name=name, who="bo", own=True)
    assert _contents(project) == before
    assert take_in(project, _people_row("bo", ANA), kind="sheets", name="", who="bo", own=True).new == 1


def test_where_people_sign_in_a_file_does_not_finish_what_a_page_would_not(project: Project) -> None:
    before = _contents(project)
    unfounded = {"subjects": [{"id": "0", "facts": [{"tag": "AGE", "value": "34", "certainty": 5, "hardness": 1}]}]}
    for row in (_people_row("bo", unfounded), _people_row("", {"people": []}, "people-agreed")):
        with pytest.raises(StudioError, match="mended"):
            take_in(project, row, kind="sheets", name="", who="bo", own=True)
    assert _contents(project) == before


def test_no_cell_of_the_table_of_ratings_is_a_formula(project: Project) -> None:
    row = {"id": "a/1", "set": "set/../1", "readability": 4, "natural": 1, "meaning": 3, "usable": 0, "done": True}
    raters = ("=1+1", "+ana", "-ana", "@ana", "ana")
    text = "".join(json.dumps({**row, "rater": rater}) + "\n" for rater in raters)
    take_in(project, text, kind="ratings", name="", who="me")
    (table,) = ("".join(file.lines()) for file in project_files(project) if file.name == "ratings.csv")
    found = [cells["rater"] for cells in csv.DictReader(io.StringIO(table))]
    assert sorted(found) == sorted(["'=1+1", "'+ana", "'-ana", "'@ana", "ana"])
