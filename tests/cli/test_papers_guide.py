"""The page of the papers is made of its data file, whose commands run with a scripted model on two documents."""

import importlib.util
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest
import yaml
from typer.testing import CliRunner

from gyges.cli._app import app
from gyges.models import shipped_prompts
from gyges.runs.benchmark import shipped_plans
from gyges.testing import ModelServer
from runs.benchmark import link_world, paper_world

ROOT = Path(__file__).parents[2]
DATA = yaml.safe_load((ROOT / "docs" / "papers.yaml").read_text(encoding="utf-8"))["papers"]
LONG = {"staab": "fifteen settings with a model", "xin": "thirty attacks by linkage on every release"}
NAMED = re.compile(r"\b(Table|Figure)s? (\d+[a-e]?(?:(?:, | to )\d+[a-e]?)*)")


class Row(NamedTuple):
    """A line of the page."""

    what: str
    command: str
    where: str
    status: str
    how: str


def rows(paper: dict[str, Any]) -> list[Row]:
    """Return the lines about a paper."""
    return [Row(*(part.strip() for part in line.split("|"))) for line in paper["items"].splitlines()]


def typed() -> Iterator[Any]:
    """Yield the commands that are run here."""
    for paper in DATA:
        for name, command in paper["commands"].items():
            marks = [pytest.mark.slow] if name in LONG else []
            if "tested" not in command:
                yield pytest.param(
                    command["type"], [row for row in rows(paper) if row.command == name], id=name, marks=marks
                )


def test_the_page_is_made_of_the_data_file() -> None:
    spec = importlib.util.spec_from_file_location("papers_guide", ROOT / "tools" / "papers_guide.py")
    assert spec is not None
    assert spec.loader is not None
    tool = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(tool)
    made = tool.page(yaml.safe_load(tool.SOURCE.read_text(encoding="utf-8")))
    assert tool.PAGE.read_text(encoding="utf-8") == made, "run python tools/papers_guide.py"


@pytest.mark.parametrize("paper", DATA, ids=lambda paper: paper["name"].split()[0])
def test_every_table_and_figure_has_its_line_and_every_line_leads_somewhere(paper: dict[str, Any]) -> None:
    found: dict[str, list[int]] = {"Table": [], "Figure": []}
    for row in rows(paper):
        for kind, numbers in NAMED.findall(row.what):
            for first, last in re.findall(r"(\d+)[a-e]?(?: to (\d+))?", numbers):
                found[kind] += range(int(first), int(last or first) + 1)
        place, _, words = row.where.partition(": ")
        assert place != "prompt" or words in shipped_prompts(), row
        assert row.status in ("exact", "differs", "cannot"), row
        assert row.command in ("", *paper["commands"]), row
        assert row.how or row.status != "cannot", row
        assert row.command or row.where or row.how, row
    assert {kind: sorted({*numbers}) for kind, numbers in found.items()} == {
        "Table": list(range(1, paper["tables"] + 1)),
        "Figure": list(range(1, paper["figures"] + 1)),
    }
    for command in paper["commands"].values():
        elsewhere = ROOT / command.get("tested", "tests/cli/test_papers_guide.py")
        verb, plan = command["type"].split()[1:3]
        assert (plan if verb == "benchmark" else verb) in elsewhere.read_text(encoding="utf-8") or elsewhere.samefile(
            __file__
        )


@pytest.mark.parametrize(("command", "lines"), list(typed()))
def test_a_command_runs_to_the_end_and_shows_what_the_page_says(
    command: str, lines: list[Row], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GYGES_HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)
    paper_world.fill(tmp_path / "home")
    judgments = (tmp_path / "home" / "data" / "spia-tab").glob("*.jsonl")
    content = next(judgments).read_bytes()
    for name in ("one.jsonl", "two.jsonl"):
        (tmp_path / name).write_bytes(content)
    about_linkage = " xin " in command
    if about_linkage:
        link_world.install(tmp_path / "home")
    with ModelServer(link_world.answer if about_linkage else paper_world.answer) as server:
        words = command.replace(" --embedder FOLDER", "").split()[1:]
        words = [server.spec() if word == "M" else word for word in words]
        who = [] if about_linkage else ["--matcher", "rules"]  # the scripted model knows nobody
        flags = ["--limit", "2", "--out", "run", *who] if words[0] == "benchmark" else []
        done = CliRunner().invoke(app, [*words, *flags])
    assert done.exit_code == 0, done.output
    for row in lines:
        file, _, said = row.where.partition(": ")
        if file:
            assert said in (tmp_path / "run" / file).read_text(encoding="utf-8"), row


def test_every_plan_that_ships_is_on_the_page() -> None:
    on_page = {word for paper in DATA for command in paper["commands"].values() for word in command["type"].split()}
    assert shipped_plans().keys() - on_page == {"demo"}
