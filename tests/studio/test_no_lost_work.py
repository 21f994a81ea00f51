"""Nothing that was answered is lost: kills in a storm of saves, two at one sheet, a server away, a full disk."""

import os
import shutil
import signal
import sqlite3
import subprocess
import sys
import threading
import time
import urllib.parse
from collections import defaultdict
from pathlib import Path
from typing import Any

import httpx
import pytest
from playwright.sync_api import Dialog, expect

from gyges.errors import StoreUnavailableError
from gyges.records import Document
from gyges.studio import PROJECT_FILE, open_project
from studio.conftest import OpenPage, RunGyges, RunningStudio, StartStudio
from studio.sheets import PEOPLE_TEXT, person

DOCUMENTS = [{"id": f"letter-{number}", "text": PEOPLE_TEXT} for number in range(4)]


def _body(words: str) -> dict[str, Any]:
    return {"subjects": [person("1", words)]}


def _save_until_it_is_gone(
    studio: RunningStudio, name: str, answered: dict[tuple[str, int], list[tuple[int, str]]]
) -> None:
    client, seen = studio.client(name), defaultdict[int, int](int)
    for number in range(100_000):
        item, words = 1 + number % len(DOCUMENTS), f"{name} writes {number}"
        sent = {"seen": seen[item], "body": _body(words), "done": False}
        try:
            answer = client.put(f"/api/sheets/people/{item}", json=sent)
        except httpx.TransportError:
            return
        assert answer.status_code == 200, answer.text
        seen[item] = answer.json()["version"]
        answered[name, item].append((seen[item], words))


@pytest.mark.slow
def test_whatever_was_answered_survives_a_kill_in_a_storm_of_saves(start_studio: StartStudio) -> None:
    studio = start_studio(DOCUMENTS)
    answered: dict[tuple[str, int], list[tuple[int, str]]] = defaultdict(list)
    people = [
        threading.Thread(target=_save_until_it_is_gone, args=(studio, f"annotator {number}", answered))
        for number in range(6)
    ]
    for one in people:
        one.start()
    time.sleep(4)
    os.kill(studio.process.pid, signal.SIGKILL)
    for one in people:
        one.join(timeout=60)
    project = open_project(studio.folder)
    assert sum(map(len, answered.values())) > 50
    for (name, item), saves in answered.items():
        assert [version for version, _ in saves] == list(range(1, len(saves) + 1))
        kept = project.sheets.get("people", item, name)
        rows = [row for row in project.trail.rows("people", item) if row.author == name]
        assert [row.version for row in rows] == list(range(1, kept.version + 1)), "no hole, none twice"
        assert kept.version - len(saves) in (0, 1), "at most the save that was at work was not answered"
        if kept.version == len(saves):
            assert kept.body["subjects"][0]["description"] == saves[-1][1]
    assert project.database.connection.execute("pragma integrity_check").fetchone()[0] == "ok"


ODD_IDS = [
    "../../etc/passwd",
    "..\\..\\x",
    "C:\\nul",
    "<script>document.title='taken'</script>",
    "<img src=x onerror=\"document.title='taken'\">",
    "\u202eright to left\u202c",
    "zero\u200bwidth\ufeff",
    "nul\0inside",
    "\0",
    "line\nbreak\r\t",
    "'; drop table documents; --",
    "%2e%2e%2f#/people/1?x=1",
    "x" * 2_000,  # the longest that is read
    "🙂" * 1000,
]


@pytest.mark.slow
def test_ids_of_strangers_are_shown_as_text_and_run_nothing(start_studio: StartStudio, open_page: OpenPage) -> None:
    page = open_page(start_studio([{"id": id, "text": f"{id[:50]} <b>bold</b>"} for id in ODD_IDS]))
    expect(page.locator(".row")).to_have_count(len(ODD_IDS))
    for number in range(1, len(ODD_IDS) + 1):
        page.goto(page.url.split("#")[0] + f"#/people/{number}")
        expect(page.get_by_role("status").first).to_be_visible()
        assert page.locator("b, img, main script").count() == 0
    assert page.title() == "Gyges Studio"
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0


@pytest.mark.slow
def test_two_windows_on_one_sheet_are_told_and_each_can_be_kept(start_studio: StartStudio, open_page: OpenPage) -> None:
    studio = start_studio(DOCUMENTS)
    first, second = open_page(studio), open_page(studio)
    for page in (first, second):
        page.goto(f"{studio.address}/#/people/1")
        page.get_by_role("button", name="Add a person").click()
    expect(first.locator(".state")).to_have_text("Saved")
    expect(second.locator(".state")).to_have_text("Saved elsewhere meanwhile")
    second.get_by_role("button", name="Save mine over theirs").click()
    expect(second.locator(".state")).to_have_text("Saved")
    first.get_by_role("button", name="Add a person").click()
    expect(first.locator(".state")).to_have_text("Saved elsewhere meanwhile")
    first.get_by_role("button", name="Drop mine, take theirs").click()
    expect(first.locator(".state")).to_have_text("Saved")
    expect(first.locator(".person")).to_have_count(1)
    first.get_by_role("button", name="Undo").click()
    expect(first.locator(".person")).to_have_count(2)
    expect(first.locator(".state")).to_have_text("Saved")
    rows = [row.version for row in open_project(studio.folder).trail.rows("people", 1)]
    assert rows == list(range(1, len(rows) + 1))


@pytest.mark.slow
def test_nobody_leaves_a_conflict_by_a_link_without_being_asked(start_studio: StartStudio, open_page: OpenPage) -> None:
    studio = start_studio(DOCUMENTS)
    page = open_page(studio)
    page.goto(f"{studio.address}/#/people/1")
    add = page.get_by_role("button", name="Add a person")
    expect(add).to_be_visible()
    studio.client().put("/api/sheets/people/1", json={"seen": 0, "body": _body("elsewhere")})
    add.click()
    expect(page.locator(".state")).to_have_text("Saved elsewhere meanwhile")
    asked: list[str] = []

    def stay(dialog: Dialog) -> None:
        asked.append(dialog.message)
        dialog.dismiss()

    page.once("dialog", stay)
    with page.expect_event("dialog"):
        page.get_by_role("link", name="Documents").click()
    expect(page.locator(".person")).to_have_count(1)
    assert asked == ["What you wrote here is not saved. Leave this page and lose it?"]
    assert page.url.endswith("#/people/1")
    page.once("dialog", lambda dialog: dialog.accept())
    page.get_by_role("link", name="Documents").click()
    expect(page.get_by_role("heading", name="Documents")).to_be_visible()


@pytest.mark.slow
def test_leaving_at_once_saves_without_a_question(start_studio: StartStudio, open_page: OpenPage) -> None:
    studio = start_studio(DOCUMENTS)
    page = open_page(studio)
    asked: list[str] = []

    def stay(dialog: Dialog) -> None:
        asked.append(dialog.message)
        dialog.dismiss()

    page.on("dialog", stay)
    page.goto(f"{studio.address}/#/people/1")
    page.get_by_role("button", name="Add a person").click()
    page.get_by_role("link", name="Documents").click()
    expect(page.get_by_role("heading", name="Documents")).to_be_visible()
    assert not asked
    assert open_project(studio.folder).sheets.get("people", 1, "ana").version == 1


@pytest.mark.slow
def test_a_name_taken_in_another_window_is_never_written_under_by_the_first(
    start_studio: StartStudio, open_page: OpenPage
) -> None:
    studio = start_studio(DOCUMENTS)
    first = open_page(studio, "xavier")
    first.goto(f"{studio.address}/#/people/1")
    add = first.get_by_role("button", name="Add a person")
    expect(add).to_be_visible()
    second = first.context.new_page()
    second.goto(studio.link_for("yvonne"))
    expect(second.locator(".me")).to_have_text("yvonne")
    add.click()
    expect(first.locator(".state")).to_have_text("Cannot be saved now")
    expect(first.get_by_role("alert").first).to_contain_text("opened as 'xavier'")
    expect(first.get_by_role("alert").first).to_contain_text("reload")
    expect(first.get_by_role("button", name="Save mine over theirs")).to_have_count(0)
    project = open_project(studio.folder)
    assert [project.sheets.get("people", 1, name).version for name in ("xavier", "yvonne")] == [0, 0]
    second.goto(studio.link_for("xavier"))
    expect(first.locator(".state")).to_have_text("Saved", timeout=20_000)
    assert [project.sheets.get("people", 1, name).version for name in ("xavier", "yvonne")] == [1, 0]


@pytest.mark.slow
def test_a_sheet_that_cannot_be_loaded_says_why_and_can_be_tried_again(
    start_studio: StartStudio, open_page: OpenPage
) -> None:
    studio = start_studio(DOCUMENTS)
    page = open_page(studio)
    page.route("**/api/sheets/people/1", lambda route: route.abort())
    page.goto(f"{studio.address}/#/people/1")
    expect(page.get_by_role("alert")).to_contain_text("does not answer")
    page.unroute("**/api/sheets/people/1")
    page.get_by_role("button", name="Try again").click()
    expect(page.get_by_role("button", name="Add a person")).to_be_visible()


@pytest.mark.slow
def test_what_is_typed_while_the_studio_is_away_is_saved_when_it_is_back(
    start_studio: StartStudio, open_page: OpenPage
) -> None:
    studio = start_studio(DOCUMENTS)
    port = str(urllib.parse.urlsplit(studio.address).port)
    page = open_page(studio)
    page.goto(f"{studio.address}/#/people/1")
    expect(page.get_by_role("button", name="Add a person")).to_be_visible()
    studio.process.kill()
    studio.process.wait()
    page.get_by_role("button", name="Add a person").click()
    expect(page.locator(".state")).to_have_text("Cannot be saved now")
    expect(page.get_by_role("alert").first).to_contain_text("does not answer")
    start_studio((), None, "--port", port)
    expect(page.locator(".state")).to_have_text("Saved", timeout=20_000)
    assert open_project(studio.folder).sheets.get("people", 1, "ana").version == 1


def _mounted(folder: Path) -> bool:
    """Mount a file system of 2 MB; whether that was possible."""
    folder.mkdir()
    mount = shutil.which("mount")
    if mount is None:
        return False
    command = [mount, "-t", "tmpfs", "-o", "size=2m", "tmpfs", str(folder)]
    return subprocess.run(command, capture_output=True, check=False).returncode == 0


def test_a_full_disk_is_told_and_what_was_saved_stays(tmp_path: Path, start_studio: StartStudio) -> None:
    small = tmp_path / "small"
    if not _mounted(small):
        pytest.skip("no file system can be mounted here")
    try:
        project = open_project(small / "project")
        project.add_documents([Document("one", PEOPLE_TEXT)], "me")
        kept = project.sheets.save("people", 1, "ana", who="ana", seen=0, body=_body("kept"), done=False)
        (small / "filling").write_bytes(b"x" * 2**20)
        with pytest.raises(StoreUnavailableError, match="full"):  # noqa: PT012 - some save in the middle
            for number in range(100):
                body = _body(f"{number}" * 50_000)
                kept = project.sheets.save("people", 1, "ana", who="ana", seen=kept.version, body=body, done=False)
        (small / "filling").unlink()
        again = project.sheets.get("people", 1, "ana")
        assert (again.version, again.body) == (kept.version, kept.body)
        rows = [row.version for row in project.trail.rows("people", 1)]
        assert rows == list(range(1, kept.version + 1))
        assert (
            project.sheets.save(
                "people", 1, "ana", who="ana", seen=kept.version, body=_body("after"), done=False
            ).version
            == kept.version + 1
        )
        project.database.connection.close()
    finally:
        subprocess.run(["umount", str(small)], capture_output=True, check=False)  # noqa: S607


@pytest.mark.parametrize("what", ["no database", "another database", "newer", "a file", "empty"])
def test_a_project_that_is_none_is_one_clear_line(tmp_path: Path, what: str) -> None:
    project = tmp_path / "project"
    if what == "a file":
        project.write_text("x")
    else:
        project.mkdir()
        file = project / PROJECT_FILE
        if what == "no database":
            file.write_bytes(b"this is no database, whatever its name is" * 100)
        elif what == "another database":
            with sqlite3.connect(file) as other:
                other.execute("create table x (y)")
            other.close()
        elif what == "newer":
            opened = open_project(project)
            opened.database.connection.execute("pragma user_version = 99")
            opened.database.connection.close()
        else:
            file.touch()
    before = sorted(project.rglob("*"))
    command = [sys.executable, "-m", "gyges", "studio", str(project), "--no-browser", "--export", str(tmp_path / "out")]
    made = subprocess.run(command, capture_output=True, text=True, timeout=100, check=False)
    if what == "empty":  # what a kill left while the project was made
        assert made.returncode == 0, made.stderr
        return
    assert made.returncode == 2
    assert len(made.stderr.splitlines()) == 1, made.stderr
    assert made.stderr.startswith("gyges: GY101")
    assert sorted(project.rglob("*")) == before, "nothing was left there"


def test_ctrl_c_ends_with_one_line_and_a_taken_port_is_another(start_studio: StartStudio, run_gyges: RunGyges) -> None:
    studio = start_studio(DOCUMENTS)
    port = str(urllib.parse.urlsplit(studio.address).port)
    taken = run_gyges("studio", studio.folder, "--no-browser", "--port", port)
    assert taken.status == 2
    assert len(taken.err.splitlines()) == 1
    assert "--port" in taken.err
    studio.client().get("/api/project")
    studio.process.send_signal(signal.SIGINT)
    said = studio.process.communicate(timeout=20)[0]
    assert studio.process.returncode == 0
    assert said.splitlines()[-1] == "Stopped; everything is saved."
    assert urllib.parse.parse_qs(urllib.parse.urlsplit(studio.link).query)["token"][0] not in said


def test_the_browser_is_given_a_file_of_ours_and_not_the_token_as_an_argument(tmp_path: Path) -> None:
    script = tmp_path / "browser"
    script.write_text(f'#!/bin/sh\necho "$@" > {tmp_path}/given.part; mv {tmp_path}/given.part {tmp_path}/given\n')
    script.chmod(0o700)
    command = [sys.executable, "-m", "gyges", "studio", str(tmp_path / "project"), "--browser"]
    surroundings = {**os.environ, "BROWSER": f"{script} %s"}
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=surroundings) as process:
        try:
            assert process.stdout is not None
            link = process.stdout.readline().split()[-1]
            given = tmp_path / "given"
            for _ in range(300):
                if given.exists():
                    break
                time.sleep(0.1)
            address = urllib.parse.urlsplit(given.read_text().strip())
            assert "token" not in address.path
            assert address.scheme == "file"
            page = Path(urllib.parse.unquote(address.path))
            assert link.replace("&", "&amp;") in page.read_text()
            assert page.stat().st_mode & 0o077 == 0
        finally:
            process.kill()
