"""Runs in a real browser: watched while they work, reports that reach nothing, two audits compared."""

import json
import re
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from playwright.sync_api import expect

from gyges.testing import ModelServer
from studio.conftest import OpenPage, StartStudio

pytestmark = pytest.mark.slow

TEXTS = [{"id": f"note-{number}", "text": f"Ana Reis, {number + 30}, is a nurse in Porto."} for number in range(6)]


def gyges(*arguments: str, cwd: Path, failed: bool) -> None:
    done = subprocess.run([sys.executable, "-m", "gyges", *arguments], cwd=cwd, capture_output=True, text=True)
    assert done.returncode == int(failed), done.stderr


def jsonl(path: Path, rows: list[dict[str, str]]) -> Path:
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return path


def test_a_run_is_watched_while_it_works(start_studio: StartStudio, open_page: OpenPage, tmp_path: Path) -> None:
    jsonl(tmp_path / "texts.jsonl", TEXTS)
    (tmp_path / "runs").mkdir()
    page = open_page(start_studio(TEXTS, None, "--runs", str(tmp_path / "runs")))
    page.get_by_role("link", name="Runs").click()
    expect(page.get_by_text("There are no run folders")).to_be_visible()
    with ModelServer(latency=0.8, slots=1) as server:
        command = [sys.executable, "-m", "gyges", "attack", "texts.jsonl", "--attacker", f"{server.url}#any"]
        at_work = subprocess.Popen(
            [*command, "--stages", "1", "--out", "runs/attack", "--json", "found.json"],
            cwd=tmp_path,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        run = page.get_by_role("region", name="runs/attack")
        expect(run.get_by_text("at work")).to_be_visible(timeout=30_000)
        expect(run.get_by_role("status")).to_contain_text(re.compile(r"[1-5] of 6 documents"), timeout=30_000)
        expect(run.get_by_text(re.compile(r"\d+ calls to models"))).to_be_visible()
        assert at_work.wait(timeout=60) == 0
    expect(run.get_by_text("done")).to_be_visible(timeout=30_000)
    expect(run.get_by_text("6 documents")).to_be_visible()
    expect(run.get_by_text(re.compile(r"\d+ calls to models"))).to_be_visible()


def test_reports_open_where_they_reach_nothing_and_audits_are_compared(
    start_studio: StartStudio, open_page: OpenPage, tmp_path: Path
) -> None:
    jsonl(tmp_path / "texts.jsonl", TEXTS)
    jsonl(tmp_path / "none.jsonl", [{"id": row["id"], "text": row["text"], "method": "none"} for row in TEXTS])
    gone = [{"id": row["id"], "text": "[PERSON] works somewhere.", "method": "gone"} for row in TEXTS[1:]]
    jsonl(tmp_path / "gone.jsonl", gone)
    for name in ("none", "gone"):
        gyges("audit", "texts.jsonl", f"{name}.jsonl", "--out", f"runs/{name}", cwd=tmp_path, failed=name == "gone")
    report = tmp_path / "runs" / "none" / "report.html"
    spy = "<script>document.title = 'script ran'; fetch('/api/project')</script>"
    report.write_text(report.read_text().replace("</body>", f"{spy}</body>"))
    (tmp_path / "runs" / "gone" / "passwd.html").symlink_to("/etc/passwd")

    studio = start_studio(TEXTS, None, "--runs", str(tmp_path / "runs"))
    page = open_page(studio)
    page.get_by_role("link", name="Runs").click()
    expect(page.get_by_role("region", name="runs/gone").get_by_text("1 failed")).to_be_visible()
    with page.expect_popup() as opened:
        page.get_by_role("region", name="runs/none").get_by_role("link", name="report.html").first.click()
    shown = opened.value
    expect(shown.get_by_role("heading").first).to_be_visible()
    assert shown.title() != "script ran"
    with closing(studio.client()) as client:
        headers = client.get("/api/runs/1/reports/0").headers
        assert headers["content-security-policy"].startswith("sandbox; default-src 'none'")
        runs = client.get("/api/runs").json()
        assert not [name for run in runs for name in run["reports"] if "passwd" in name]
        assert [client.get(path).status_code for path in ("/api/runs/99", "/api/runs/1/reports/99")] == [404, 404]

    page.get_by_label("First").select_option(label="runs/none")
    page.get_by_label("Second").select_option(label="runs/gone")
    page.get_by_role("button", name="Compare").click()
    expect(page.get_by_role("row", name=re.compile("Facts protected, second minus first"))).to_be_visible()
    expect(page.get_by_text("0 people protected less")).to_be_visible()
