"""Measures pages of the studio in Chromium: a list of 5,000 documents, and a document of 200 KB with 2,000 mentions.

python benchmarks/studio_pages.py    needs Playwright and Chromium
"""

import json
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, sync_playwright

DOCUMENTS = 5_000
MENTIONS = 2_000
SENTENCE = (
    "On that day Ana Reis went to Lisbon with her son and two neighbours, came back late, and wrote it all down.\n"
)
TASKS = "new PerformanceObserver((list) => window.tasks.push(...list.getEntries().map((task) => task.duration)))"
PAINTED = "performance.getEntriesByName('first-contentful-paint')[0]?.startTime"


def rows() -> list[dict[str, Any]]:
    """Return the long document and many short ones."""
    text = SENTENCE * (MENTIONS // 2)
    text += "And so on, without anybody. " * ((200_000 - len(text)) // 28 + 1)
    mentions = []
    for number in range(MENTIONS // 2):
        for words, kind in (("Ana Reis", "PERSON"), ("Lisbon", "LOC")):
            start = number * len(SENTENCE) + SENTENCE.index(words)
            place = {"start": start, "end": start + len(words), "text": words}
            mentions.append({**place, "type": kind, "identifier": "QUASI", "entity_id": words})
    long: dict[str, Any] = {"id": "long", "text": text, "mentions": mentions}
    return [
        long,
        *({"id": f"letter-{number}", "text": f"Letter {number}. {SENTENCE}"} for number in range(1, DOCUMENTS)),
    ]


def measure(page: Page, link: str) -> dict[str, float]:
    """Open both pages, select words, and return milliseconds."""
    address = link.split("/open")[0]
    page.add_init_script(f"window.tasks = []; {TASKS}.observe({{type: 'longtask', buffered: true}})")
    page.goto(link)
    page.wait_for_selector(".row")
    took = {"first paint of the list": page.evaluate(PAINTED), "rows of the list": page.evaluate("performance.now()")}
    page.goto(f"{address}/#/mentions/1")
    page.wait_for_selector(".text")
    page.get_by_role("button", name="Get proposals").first.wait_for()
    page.reload()
    page.wait_for_selector(".text mark, .text span", timeout=60_000)
    took["a long document is there"] = page.evaluate("performance.now()")
    page.wait_for_timeout(3_000)
    page.evaluate("window.tasks.length = 0")
    box = page.locator(".text").first.bounding_box()
    assert box is not None
    for number in range(20):
        page.mouse.move(box["x"] + 20, box["y"] + 30 + 12 * number)
        page.mouse.down()
        page.mouse.move(box["x"] + 200, box["y"] + 30 + 12 * number, steps=10)
        page.mouse.up()
    page.wait_for_timeout(500)
    took["longest task while selecting"] = page.evaluate("Math.max(0, ...window.tasks)")
    return took


def main() -> None:
    """Start a studio and print what was measured."""
    chromium = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    with tempfile.TemporaryDirectory() as folder:
        documents = Path(folder) / "documents.jsonl"
        documents.write_text("".join(json.dumps(row) + "\n" for row in rows()), encoding="utf-8")
        command = [sys.executable, "-m", "gyges", "studio", f"{folder}/project", "--documents", str(documents)]
        given = [*command, "--no-browser", "--as", "imported"]
        with subprocess.Popen(given, stdout=subprocess.PIPE, text=True) as studio, sync_playwright() as playwright:
            try:
                link = next(found[0] for line in studio.stdout or () if (found := re.search(r"http\S+", line)))
                browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
                for name, value in measure(browser.new_page(), link).items():
                    print(f"{name}: {value:.0f} ms")
                browser.close()
            finally:
                studio.kill()


if __name__ == "__main__":
    main()
