"""Takes pictures of every page of the studio, on the bundled corpus, whose people are all invented.

python benchmarks/studio_pictures.py [FOLDER]    needs Playwright, Chromium; FOLDER: docs/guides/pictures
"""

import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterable
from pathlib import Path
from typing import Literal

from playwright.sync_api import Page, sync_playwright

from gyges.corpus import bundled_corpus, write_documents
from gyges.studio import open_project

FOLDER = Path(__file__).parent.parent / "docs" / "guides" / "pictures"
DOCUMENTS = 12
PAGES = {
    "documents": "documents",
    "people": "people/1",
    "mentions": "mentions/1",
    "agreement": "agreement",
    "adjudicate": "adjudicate/1/people",
    "releases": "releases",
    "review": "review/1",
    "read": "read",
    "rate": "rate",
    "ratings": "ratings",
    "runs": "runs",
    "files": "files",
}
SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
WINDOW = {"width": 1200, "height": 760}
ON_A_PHONE = ("people", "review")
PHONE = {"width": 360, "height": 740}


def gyges(*words: str) -> None:
    """Run the command line."""
    subprocess.run([sys.executable, "-m", "gyges", *words], check=True, capture_output=True)


def annotate(project: Path) -> None:
    """Let two people annotate: one as the corpus says, the other without the last fact of everybody."""
    opened = open_project(project)
    for number in range(1, 4):
        for kind in ("people", "mentions"):
            body = opened.sheets.get(kind, number, "imported").body
            if body is None:
                continue
            opened.sheets.save(kind, number, "ana", who="ana", seen=0, body=body, done=True)
            less = {name: rows[:-1] if kind == "mentions" else rows for name, rows in body.items()}
            if kind == "people":
                less = {"subjects": [{**one, "facts": one["facts"][:-1]} for one in body["subjects"]]}
            opened.sheets.save(kind, number, "ben", who="ben", seen=0, body=less, done=True)


def photograph(page: Page, address: str, folder: Path, suffix: str, names: Iterable[str] = PAGES) -> None:
    """Take pictures of pages."""
    for name in names:
        page.goto(f"{address}/#/{PAGES[name]}")
        page.wait_for_timeout(400)
        page.wait_for_load_state("networkidle")
        page.wait_for_timeout(400)
        page.screenshot(path=folder / f"studio_{name}{suffix}.png")


def main(folder: Path = FOLDER) -> None:
    """Make a project, start the studio on it, take the pictures."""
    chromium = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    with tempfile.TemporaryDirectory() as work:
        documents, masked, project = (Path(work) / name for name in ("letters.jsonl", "masked", "project"))
        write_documents(list(bundled_corpus())[:DOCUMENTS], documents)
        gyges("anonymize", str(documents), "--method", "mask", "--out", str(masked))
        gyges("audit", str(documents), str(masked), "--out", str(project / "audit"))
        given = ["--documents", str(documents), "--releases", str(masked), "--no-browser", "--as", "ana"]
        gyges("studio", str(project), *given, "--export", f"{work}/out")
        annotate(project)
        command = [sys.executable, "-m", "gyges", "studio", str(project), "--no-browser", "--as", "ana"]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as studio, sync_playwright() as playwright:
            try:
                link = next(found[0] for line in studio.stdout or () if (found := re.search(r"http\S+", line)))
                browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
                for scheme in SCHEMES:
                    page = browser.new_context(viewport=WINDOW, color_scheme=scheme).new_page()  # type: ignore[arg-type]
                    page.goto(link)
                    photograph(page, link.split("/open")[0], folder, "" if scheme == "light" else "_dark")
                page = browser.new_context(viewport=PHONE).new_page()  # type: ignore[arg-type]
                page.goto(link)
                photograph(page, link.split("/open")[0], folder, "_phone", ON_A_PHONE)
                browser.close()
            finally:
                studio.kill()


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:]))
