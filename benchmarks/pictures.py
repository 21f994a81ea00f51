"""Draws the pictures of the docs: the terminal as an SVG that plays for twenty seconds, and pages of reports.

python benchmarks/pictures.py [FOLDER]    needs Chromium for the pages; FOLDER is docs/guides/pictures by default
"""

import html
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from gyges.corpus import bundled_corpus, write_documents

FOLDER = Path(__file__).parent.parent / "docs" / "guides" / "pictures"
SECONDS = 20.0
TYPING = 2.0
"""Seconds until the command stands there."""
WIDTHS = {"": 1280, "-phone": 390}
HEIGHT = 1500
REVIEWED = 2
"""How many documents the page of a review shows."""
COLUMNS, LINE, CHAR = 120, 19, 8.05

STYLE = """\
text { font: 13px ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; fill: #d7dce2; white-space: pre; }
.line { opacity: 0; animation: show .01s linear forwards; }
.prompt { fill: #74bba9; }
@keyframes show { to { opacity: 1; } }
@media (prefers-reduced-motion: reduce) { .line { opacity: 1; animation: none; } }
"""


def gyges(*words: str) -> str:
    """Run the command line and return what it said, progress first."""
    command = [sys.executable, "-c", "from gyges.cli import main; main()", *words]
    plain = os.environ | {"COLUMNS": str(COLUMNS), "NO_COLOR": "1"}
    done = subprocess.run(command, capture_output=True, text=True, check=True, env=plain)
    steps = [line for line in done.stderr.splitlines() if " of 6: " in line]
    return "\n".join([*steps, "", *done.stdout.splitlines()])


def terminal(command: str, output: str) -> str:
    """Return an SVG in which the lines of a command appear one after the other."""
    lines = output.splitlines()
    between = (SECONDS - TYPING) / max(len(lines), 1)
    width, height = round(COLUMNS * CHAR + 40), LINE * (len(lines) + 3)
    rows = [f'<text class="prompt" x="20" y="{LINE + 10}">$ {html.escape(command)}</text>']
    for number, line in enumerate(lines):
        place = LINE * (number + 2) + 10
        delay = f"animation-delay:{TYPING + number * between:.2f}s"
        rows.append(f'<text class="line" style="{delay}" x="20" y="{place}">{html.escape(line.rstrip())}</text>')
    box = f'<rect width="{width}" height="{height}" rx="8" fill="#1c2126"/>'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img" aria-label="{command}">'
    return "\n".join([head, f"<style>{STYLE}</style>", box, *rows, "</svg>", ""])


def photograph(page: Path, target: Path, width: int) -> None:
    """Have Chromium take a picture of the top of a page."""
    chromium = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if chromium is None:
        raise SystemExit("No Chromium on this machine: install one to photograph pages.")
    flags = ["--headless", "--no-sandbox", "--hide-scrollbars", f"--window-size={width},{HEIGHT}"]
    subprocess.run(
        [chromium, *flags, f"--screenshot={target}", page.resolve().as_uri()], check=True, capture_output=True
    )


def main() -> int:
    """Draw everything."""
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else FOLDER
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as scratch:
        demo = Path(scratch) / "demo"
        said = gyges("demo", "--out", str(demo)).replace(str(demo), "runs/demo")
        (folder / "terminal.svg").write_text(terminal("gyges demo", said), encoding="utf-8")
        few, masked, linked, reviewed = (Path(scratch) / name for name in ("few.jsonl", "masked", "linked", "reviewed"))
        write_documents(list(bundled_corpus())[:REVIEWED], few)
        gyges("anonymize", "bundled", "--method", "mask", "--out", str(masked))
        gyges("link", "bundled", str(masked), "--out", str(linked))
        gyges("anonymize", str(few), "--review", str(Path(scratch) / "review.yaml"), "--out", str(reviewed))
        pages = {
            "benchmark": demo / "report.html",
            "report": demo / "people.html",
            "link": linked / "report.html",
            "review": reviewed / "review.html",
        }
        for name, page in pages.items():
            for suffix, width in WIDTHS.items():
                photograph(page, folder / f"{name}{suffix}.png", width)
    return 0


if __name__ == "__main__":
    sys.exit(main())
