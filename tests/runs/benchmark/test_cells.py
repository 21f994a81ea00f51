"""Crossing methods, models and seeds."""

from dataclasses import dataclass, replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gyges.attacks import AttackOptions
from gyges.errors import ConfigError
from gyges.models import ModelPool, ReplyCache
from gyges.runs.benchmark import BenchmarkPlan, DatasetChoice, MethodChoice, load_plan, shipped_plans
from gyges.runs.benchmark._cells import cells_of, slug_of, usable_cells

ONE, TWO = "http://127.0.0.1:1/v1#one", "http://127.0.0.1:1/v1#two"
pytestmark = pytest.mark.anyio


def _plan(*methods: MethodChoice, **more: object) -> BenchmarkPlan:
    return BenchmarkPlan("p", datasets=(DatasetChoice("a"), DatasetChoice("b")), methods=methods, **more)  # type: ignore[arg-type]


def test_models_are_crossed_with_the_methods_that_need_one() -> None:
    cells, _ = cells_of(_plan(MethodChoice("mask"), MethodChoice("deid-gpt"), models=(ONE, TWO)))
    assert [(cell.dataset, cell.label, cell.model) for cell in cells[:3]] == [
        ("a", "mask", None),
        ("a", "deid-gpt · one", ONE),
        ("a", "deid-gpt · two", TWO),
    ]
    assert len(cells) == 6


def test_a_method_that_names_its_own_model_gets_no_other() -> None:
    cells, _ = cells_of(_plan(MethodChoice("deid-gpt", models=(TWO,)), models=(ONE,)))
    assert {cell.model for cell in cells} == {TWO}


def test_a_method_may_be_for_some_data_sets_only() -> None:
    cells, _ = cells_of(_plan(MethodChoice("none"), MethodChoice("mask", datasets=("b",))))
    assert [(cell.dataset, cell.label) for cell in cells] == [("a", "none"), ("b", "none"), ("b", "mask")]


def test_seeds_go_to_methods_that_have_one_and_the_others_are_run_once_and_said() -> None:
    cells, left_out = cells_of(_plan(MethodChoice("mask"), MethodChoice("dp-prompt"), models=(ONE,), seeds=(1, 2)))
    assert [cell.label for cell in cells[:3]] == ["mask", "dp-prompt · one · seed 1", "dp-prompt · one · seed 2"]
    assert cells[2].options == {"sample": 2}
    assert [one.what for one in left_out] == ["other seeds of mask"]


def test_two_methods_of_one_name_are_refused() -> None:
    with pytest.raises(ConfigError, match="give each a 'label'"):
        cells_of(_plan(MethodChoice("mask"), MethodChoice("mask")))


def test_two_models_of_one_name_are_told_apart_by_their_address() -> None:
    other = "http://127.0.0.1:2/v1#one"
    cells, _ = cells_of(_plan(MethodChoice("deid-gpt"), models=(ONE, other)))
    assert len({cell.label for cell in cells}) == 2


async def test_an_optional_method_that_cannot_be_used_is_left_out_with_its_reason() -> None:
    cells, _ = cells_of(_plan(MethodChoice("none"), MethodChoice("annotated", options={"x": 1}, optional=True)))
    async with ModelPool(cache=ReplyCache()) as pool:
        usable, left_out = usable_cells(cells, pool, AttackOptions())
    assert {cell.label for cell in usable} == {"none"}
    assert "has no option 'x'" in left_out[0].reason


@pytest.mark.parametrize("name", [name for name in shipped_plans() if load_plan(name).datasets])
async def test_every_method_of_a_plan_that_ships_takes_the_options_it_is_given(name: str) -> None:
    cells, _ = cells_of(load_plan(name).with_flags(models=[ONE]))
    needed = [replace(cell, choice=replace(cell.choice, optional=False)) for cell in cells if not cell.choice.optional]
    async with ModelPool(cache=ReplyCache()) as pool:
        usable, left_out = usable_cells(needed, pool, AttackOptions())
    assert len(usable) == len(needed)
    assert left_out == ()


@given(st.lists(st.text(min_size=1, max_size=8), min_size=1, max_size=6, unique=True))
def test_every_cell_of_a_data_set_has_a_folder_of_its_own(labels: list[str]) -> None:
    plan = BenchmarkPlan(
        "p", datasets=(DatasetChoice("a"),), methods=tuple(MethodChoice("none", label=label) for label in labels)
    )
    cells, _ = cells_of(plan)
    slugs = [cell.slug for cell in cells]
    assert len(set(slugs)) == len(slugs)
    assert all(slug == slug_of(slug) and Path(slug).name == slug for slug in slugs)


@dataclass(frozen=True)
class _Point:
    name: str
    maker: object

    def load(self) -> object:
        return self.maker


def test_a_plug_in_with_a_seed_is_run_with_every_seed(monkeypatch: pytest.MonkeyPatch) -> None:
    def make(seed: int = 0) -> None: ...

    points = [_Point("own-method", make)]
    monkeypatch.setattr("gyges.runs.benchmark._cells.entry_points", lambda group: points)
    cells, left_out = cells_of(_plan(MethodChoice("own-method"), seeds=(3, 4)))
    assert [cell.seed for cell in cells] == [3, 4, 3, 4]
    assert left_out == ()
