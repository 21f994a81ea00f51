"""``gyges benchmark`` as a user types it."""

import json
from importlib import resources
from pathlib import Path

import pytest
from typer.testing import CliRunner

from gyges.cli._app import app
from gyges.errors import ConfigError, DatasetUnavailableError, InputError
from gyges.testing import ChatRequest, ModelServer
from runs.benchmark import link_world, world

runner = CliRunner()


@pytest.fixture
def plan(tmp_path: Path) -> Path:
    choice = world.dataset(tmp_path)
    path = tmp_path / "plan.yaml"
    path.write_text(
        f"name: own-plan\ndatasets: [{{name: own, path: {choice.path}}}]\n"
        "methods: [none, annotated, mask, remove-all]\n"
    )
    return path


def _invoke(*arguments: str) -> str:
    done = runner.invoke(app, ["benchmark", *arguments])
    assert done.exit_code == 0, done.output
    return done.stdout


def test_a_benchmark_writes_its_files_and_prints_its_table(tmp_path: Path, plan: Path) -> None:
    out = tmp_path / "run"
    said = _invoke(str(plan), "--out", str(out))
    assert {path.name for path in out.iterdir()} >= {
        *("plan.json", "benchmark.json", "table.md", "table.csv", "report.html", "audits", "anonymize")
    }
    assert "own, read by rules" in said
    assert "remove-all" in said
    assert json.loads((out / "plan.json").read_text())["plan"]["name"] == "own-plan"


def test_the_cost_comes_first_and_a_dry_run_does_nothing(tmp_path: Path, plan: Path) -> None:
    out = tmp_path / "run"
    said = _invoke(str(plan), "--out", str(out), "--dry-run")
    assert "Nothing was sent" in said
    assert "no model is asked" in said
    assert not out.exists()


def test_a_benchmark_that_is_not_here_is_never_fetched_unasked(tmp_path: Path) -> None:
    plan = tmp_path / "plan.yaml"
    plan.write_text("name: own-plan\ndatasets: [{name: reddit-synthetic}]\nmethods: [none]\n")
    done = runner.invoke(app, ["benchmark", str(plan), "--out", str(tmp_path / "run")])
    assert isinstance(done.exception, DatasetUnavailableError)
    assert "run: gyges datasets get reddit-synthetic" in str(done.exception)


def test_a_model_of_the_command_line_fills_what_the_plan_leaves_open(tmp_path: Path) -> None:
    choice = world.dataset(tmp_path)
    plan = tmp_path / "plan.yaml"
    plan.write_text(f"name: p\ndatasets: [{{name: own, path: {choice.path}}}]\nmethods: [deid-gpt]\nstages: 1\n")
    with ModelServer(world.answer) as server:
        flags = ["--model", server.spec(), "--attacker", server.spec(), "--attacker", "rules"]
        done = runner.invoke(app, ["benchmark", str(plan), "--out", str(tmp_path / "run"), *flags, "--json", "-"])
    assert done.exit_code == 1  # one of four documents has no release: too little to speak for the method
    (line,) = [line for line in done.stderr.splitlines() if "only 3 of 4 documents" in line]
    assert "(and 1 more of 2 cells)" in line
    result = json.loads(done.stdout)
    assert [cell["attacker"] for cell in result["cells"]] == [server.spec(), "rules"]
    assert result["cells"][0]["results"]["coverage"]["attacked"] == 3


def test_the_plans_that_ship_are_listed() -> None:
    said = _invoke("--list")
    assert all(name in said for name in ("demo", "spia-table4", "staab", "xin", "loiseau"))
    assert "demo" in json.loads(_invoke("--list", "--json", "-"))


@pytest.mark.parametrize(
    ("arguments", "error", "said"),
    [
        ([], ConfigError, "no plan was named"),
        (["dmeo"], InputError, "did you mean demo"),
        (["loisau"], InputError, "did you mean loiseau"),
        (["qqqq"], InputError, "one of demo, loiseau, spia-table11,"),
        (["staab"], ConfigError, "name one with --model"),
    ],
)
def test_what_is_wrong_is_said_in_one_sentence(arguments: list[str], error: type[Exception], said: str) -> None:
    done = runner.invoke(app, ["benchmark", *arguments])
    assert isinstance(done.exception, error)
    assert said in str(done.exception)


@pytest.fixture
def links(tmp_path: Path) -> Path:
    choice = link_world.dataset(tmp_path)
    path = tmp_path / "links.yaml"
    path.write_text(
        f"name: links\ndatasets: [{{name: cases, path: {choice.path}, reference: medqa}}]\nmethods: [none, mask]\n"
        "linkage: {attacks: [{known: [1, 2], draws: [random, last], seeds: [1]}]}\n"
    )
    return path


def test_a_plan_about_linkage_prints_its_tables_and_writes_every_attack(tmp_path: Path, links: Path) -> None:
    out = tmp_path / "run"
    said = _invoke(str(links), "--out", str(out))
    assert "cases: Privacy and utility" in said
    assert "cases: Found again, by which claims are known" in said
    assert "CPR" not in said
    assert len((out / "links.csv").read_text().splitlines()) == 1 + 2 * 4
    assert "Published (Xin et al., Table 4)" in (out / "report.html").read_text()


def test_releases_that_could_not_be_linked_end_in_exit_status_1(tmp_path: Path) -> None:
    choice = link_world.dataset(tmp_path)
    plan = tmp_path / "plan.yaml"
    plan.write_text(
        f"name: p\ndatasets: [{{name: cases, path: {choice.path}}}]\nmethods: [deid-gpt]\n"
        "linkage: {attacks: [{known: [1]}]}\n"
    )

    def one_refused(request: ChatRequest) -> str:
        return "I would rather not." if "Porto" in str(request.messages) else link_world.answer(request)

    with ModelServer(one_refused) as server:
        flags = ["--model", server.spec(), "--out", str(tmp_path / "run")]
        done = runner.invoke(app, ["benchmark", str(plan), *flags])
    assert done.exit_code == 1
    assert "only 5 of 6 originals could be looked for" in done.stderr


def test_an_embedder_is_for_plans_that_link(plan: Path) -> None:
    done = runner.invoke(app, ["benchmark", str(plan), "--embedder", "models/minilm"])
    assert isinstance(done.exception, ConfigError)
    assert "leave --embedder out" in str(done.exception)


def _xin(tmp_path: Path) -> Path:
    """Return the plan that ships, with documents of our own."""
    cases, chats = link_world.published(tmp_path)
    shipped = resources.files("gyges.runs.benchmark").joinpath("plans", "xin.yaml").read_text()
    plan = tmp_path / "xin.yaml"
    plan.write_text(
        shipped.replace("{name: medqa, split: test,", f"{{name: medqa, path: {cases},")
        .replace("{name: wildchat,", f"{{name: wildchat, path: {chats},")
        .replace("path: runs/synthesize/medqa,", f"path: {link_world.synthetic(tmp_path)},")
    )
    return plan


@pytest.mark.slow
def test_the_plan_xin_runs_to_the_end_with_every_method_and_every_table(tmp_path: Path) -> None:
    plan, out = _xin(tmp_path), tmp_path / "run"
    with ModelServer(link_world.answer) as server:
        flags = ["--model", server.spec(), "--judge", server.spec(), "--limit", "4"]
        done = runner.invoke(app, ["benchmark", str(plan), "--out", str(out), *flags])
    assert done.exit_code == 0, done.stderr
    made = json.loads((out / "benchmark.json").read_text())
    labels = {row["label"].split(" · ")[0] for row in made["links"]}
    assert labels == {"none", "sanitize-paraphrase", "span-abstract", "adversarial", "subjectwise", "data synthesis"}
    report = (out / "report.html").read_text()
    for table in (1, 2, 4, 6, 8, 9):
        assert f"Published (Xin et al., Table {table})" in report
    for title in ("by how many claims are known (last)", "What leaks, by kind", "How the distances are spread"):
        assert title in report
