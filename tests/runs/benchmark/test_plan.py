"""Plan files: what they may say, and what is said about a wrong one."""

from pathlib import Path

import pytest

from gyges.anonymizers import METHODS
from gyges.errors import ConfigError, InputError
from gyges.runs.benchmark import DatasetChoice, load_plan, shipped_plans

SMALL = "name: small\ndatasets: [bundled]\nmethods: [none, mask]\n"


def _load(tmp_path: Path, text: str) -> object:
    path = tmp_path / "plan.yaml"
    path.write_text(text, encoding="utf-8")
    return load_plan(path)


def test_a_plain_name_stands_for_a_data_set_or_a_method(tmp_path: Path) -> None:
    (tmp_path / "plan.yaml").write_text(SMALL)
    plan = load_plan(tmp_path / "plan.yaml")
    assert plan.datasets == (DatasetChoice("bundled"),)
    assert [one.method for one in plan.methods] == ["none", "mask"]


def test_options_stand_in_the_name_of_a_method_unless_it_has_a_label(tmp_path: Path) -> None:
    text = (
        "name: a\ndatasets: [bundled]\nmethods:\n- {method: mask, options: {style: stars}}\n- {method: mask, label: m}"
    )
    (tmp_path / "plan.yaml").write_text(text)
    assert [one.title for one in load_plan(tmp_path / "plan.yaml").methods] == ["mask (style=stars)", "m"]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (SMALL + "atackers: [rules]\n", "did you mean attackers?"),
        ("name: a\ndatasets: [{name: bundled, spilt: dev}]\nmethods: [none]", "did you mean split?"),
        ("name: a\ndatasets: [bundled]\nmethods: [{method: mask, modell: x}]", "did you mean model?"),
        ("name: a\ndatasets: [bundled]\nmethods: [{method: mask, shoes: 3}]", "use method, label"),
        ("name: a\nmethods: [none]\n", "lacks 'datasets'"),
        ("name: a\ndatasets: []\nmethods: [none]\n", "datasets"),
        ("name: a\ndatasets: [bundled]\nmethods: [none]\nstages: 4\n", "stages"),
        ("name: a\ndatasets: [bundled]\nmethods: [none]\nprofile: kind\n", "profile"),
        ("name: a\ndatasets: [bundled, bundled]\nmethods: [none]\n", "data sets twice"),
        ("name: a\ndatasets: [bundled]\nmethods: [{method: none, datasets: [tab]}]\n", "is for 'tab'"),
        ("", "is empty"),
        ("- a\n- b\n", "is no plan"),
        ("name: [\n", "is not YAML"),
    ],
)
def test_a_wrong_plan_is_refused_with_what_is_wrong(tmp_path: Path, text: str, said: str) -> None:
    with pytest.raises(ConfigError, match="GY201") as caught:
        _load(tmp_path, text)
    assert said in str(caught.value)


def test_an_option_of_a_method_can_be_said_on_the_command_line() -> None:
    plan = load_plan("staab").with_flags(options=[("azure.endpoint", "http://127.0.0.1:9")])
    (azure,) = (row for row in plan.methods if row.method == "azure")
    assert azure.options == {"mode": "entities", "threshold": 0.4, "endpoint": "http://127.0.0.1:9"}
    with pytest.raises(ConfigError, match="has no method 'rupta'"):
        plan.with_flags(options=[("rupta.rounds", "1")])


def test_a_plan_that_is_not_there_names_those_that_ship() -> None:
    with pytest.raises(InputError) as caught:
        load_plan("nothing-of-the-kind.yaml")
    assert all(name in str(caught.value) for name in shipped_plans())


@pytest.mark.parametrize("name", list(shipped_plans()))
def test_every_plan_that_ships_names_methods_that_ship_and_describes_itself(name: str) -> None:
    plan = load_plan(name)
    assert plan.name == name
    assert plan.description
    assert {one.method.partition(":")[0] for one in plan.methods if one.method} <= set(METHODS)


def test_the_command_line_wins_over_the_file(tmp_path: Path) -> None:
    (tmp_path / "plan.yaml").write_text(SMALL + "models: [openai/a]\nattackers: [rules]\n")
    plan = load_plan(tmp_path / "plan.yaml").with_flags(models=["openai/b"], limit=3, profile="paper")
    assert (plan.models, plan.attackers, plan.profile) == (("openai/b",), ("rules",), "paper")
    assert plan.datasets[0].limit == 3


def test_a_limit_on_the_command_line_never_raises_that_of_the_file(tmp_path: Path) -> None:
    (tmp_path / "plan.yaml").write_text("name: a\ndatasets: [{name: bundled, limit: 2}]\nmethods: [none]\n")
    assert load_plan(tmp_path / "plan.yaml").with_flags(limit=9).datasets[0].limit == 2


def test_a_level_is_an_option_of_its_method_and_given_once(tmp_path: Path) -> None:
    rows = "name: p\ndatasets: [bundled]\nmethods:\n  - {method: subjectwise, level: strong"
    (tmp_path / "plan.yaml").write_text(rows + "}\n", encoding="utf-8")
    assert load_plan(tmp_path / "plan.yaml").methods[0].options == {"level": "strong"}
    (tmp_path / "plan.yaml").write_text(rows + ", options: {level: light}}\n", encoding="utf-8")
    with pytest.raises(ConfigError, match="two levels"):
        load_plan(tmp_path / "plan.yaml")


@pytest.mark.parametrize("plan", ["spia-table4", "spia-table11"])
def test_adversarial_anonymization_hides_tabs_eight_kinds_on_both_data_sets_of_spia(plan: str) -> None:
    rows = {one.datasets: one.options for one in load_plan(plan).methods if one.method == "adversarial"}
    shared = {"attributes": "tab-8", "level": 3, "rounds": 3, "stop": "never"}
    assert rows == {
        ("spia-tab",): {"target": "applicant", **shared},
        ("spia-panorama-test",): {"target": "author", **shared},
    }
