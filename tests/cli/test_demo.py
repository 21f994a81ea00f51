import json
import re
from pathlib import Path

import pytest
from typer.testing import CliRunner

from gyges.attacks import text_digest
from gyges.cli._app import app
from gyges.corpus import read_releases
from gyges.runs.benchmark._run import shipped_readings

runner = CliRunner()
_ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a demo that has been run."""
    out = tmp_path_factory.mktemp("demo") / "run"
    done = runner.invoke(app, ["demo", "--out", str(out)])
    assert done.exit_code == 0, done.output
    return out


def test_the_demo_shows_that_names_are_gone_and_people_are_not(folder: Path) -> None:
    cells = {cell["label"]: cell for cell in json.loads((folder / "benchmark.json").read_text())["cells"]}
    cpr = {label: cell["results"]["metrics"]["cpr"]["value"] for label, cell in cells.items()}
    assert cpr["none"] < cpr["mask names"] < cpr["mask"] <= cpr["remove-all"] == 1
    names = cells["mask names"]["results"]
    assert names["spans"]["er_direct"]["value"] > 0.9
    assert cpr["mask names"] < names["metrics"]["prior_cpr"]["low"]
    coverage = cells["subjectwise"]["results"]["coverage"]
    assert coverage["documents"] == coverage["attacked"] == 15


def test_the_demo_shows_people_with_their_texts(folder: Path) -> None:
    page = (folder / "people.html").read_text()
    assert "Contains personal data" in page
    assert "subjectwise" in page


def test_no_recorded_reading_is_of_a_release_that_the_demo_no_longer_makes(folder: Path) -> None:
    shipped = shipped_readings()
    if shipped is None:
        pytest.skip("no readings ship: the demo shows the estimate alone")
    made = {text_digest(release.text) for file in folder.rglob("releases.jsonl") for release in read_releases(file)}
    stale = [reading.id for digest, reading in shipped.readings.items() if digest not in made]
    assert not stale, (
        f"{len(stale)} of {len(shipped.readings)} readings are of texts the demo makes otherwise now ({stale}). They "
        "are not used, so the demo shows less than it could. Have the new texts read: gyges demo --out DEMO, then the "
        "three steps in training/demo_readings.py; or delete these lines"
    )


def test_the_demo_says_what_a_strong_reader_leaves_and_how_that_is_known(folder: Path) -> None:
    cells = {cell["label"]: cell["results"] for cell in json.loads((folder / "benchmark.json").read_text())["cells"]}
    mask = cells["mask"]
    least = mask["metrics"].get("read_cpr") or mask["metrics"]["strong_cpr"]
    assert mask["spans"]["recall"]["value"] - least["value"] > 0.3  # spans gone, people not
    assert mask["metrics"]["cpr"]["value"] - least["value"] > 0.3  # and rules do not see it
    page = (folder / "report.html").read_text()
    assert "from a strong reader" in page


def test_readme_and_guide_quote_what_the_demo_prints_of_masking(folder: Path) -> None:
    out = runner.invoke(app, ["demo", "--out", str(folder)]).stdout
    said = re.search(r"^ +mask +(\d+%) +(\d+%) \[[^]]*\] +(\d+%) \[[^]]*\](?: read (\d+/\d+))? ", out, re.M)
    assert said, out
    spans, rules, strong = (f"{figure[:-1]} %" for figure in said.groups()[:3])
    read = str(said[4]).replace("/", " of ") + " documents" if said[4] else ""
    guide = " ".join((_ROOT / "docs/guides/reading_a_report.md").read_text(encoding="utf-8").split())
    assert f"R {spans}: " in guide
    assert f"CPR {rules}: " in guide
    assert f"**strong {strong}**" in guide
    how = f"read by a strong reader in {read}" if read else "estimated for a strong reader"
    assert f'"{strong}, {how}"' in guide
    readme = (_ROOT / "README.md").read_text(encoding="utf-8")
    assert f"masked: it leaves {rules} protected" in readme
    assert f"masked releases: {strong})" in readme


def test_the_second_demo_reuses_the_first_and_writes_the_same_report(folder: Path) -> None:
    before = (folder / "report.html").read_bytes()
    done = runner.invoke(app, ["demo", "--out", str(folder)])
    assert done.exit_code == 0
    assert "0 texts to anonymize and attack" in done.stderr
    assert (folder / "report.html").read_bytes() == before
    for journal in folder.rglob("journal"):
        keys = [line.split()[1] for line in journal.read_bytes().splitlines()]
        assert len(keys) == len(set(keys))


def test_the_demo_shows_a_text_three_people_a_table_and_what_to_do_next_in_twenty_lines(folder: Path) -> None:
    lines = runner.invoke(app, ["demo", "--out", str(folder)]).stdout.splitlines()
    assert len(lines) <= 20, "\n".join(lines)
    assert max(len(line) for line in lines if str(folder) not in line) <= 120
    assert sum(line.startswith("  ") and ": " in line for line in lines) >= 3
    assert "gyges anonymize letters/" in lines[-1]
    assert "gyges audit letters/ runs/anonymize" in lines[-1]
