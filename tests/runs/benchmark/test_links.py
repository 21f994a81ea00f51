"""Linkage in a benchmark, from one end to the other, without a model and against a real local server."""

import json
from pathlib import Path

import pytest

from gyges.errors import ConfigError, InputError
from gyges.models import ModelPool, ReplyCache
from gyges.reports.benchmark import BenchmarkFile, benchmark_html, benchmark_markdown, links_csv
from gyges.runs.benchmark import (
    BenchmarkOutcome,
    BenchmarkPlan,
    LinkBlock,
    LinkPlan,
    LinkSetting,
    SyntheticChoice,
    benchmark_folder,
    load_plan,
    prepare_benchmark,
    run_benchmark,
    run_links,
)
from gyges.testing import ChatRequest, ModelServer
from runs.benchmark import link_world as world

pytestmark = pytest.mark.anyio


async def _run(plan: BenchmarkPlan, folder: Path) -> BenchmarkOutcome:
    async with ModelPool(cache=ReplyCache()) as pool:
        prepared = prepare_benchmark(plan, pool)
        with benchmark_folder(folder, prepared):
            cells = await run_benchmark(prepared, folder, pool)
            linked = await run_links(prepared, folder, pool)
        return BenchmarkOutcome(prepared, cells, pool.ledger.total, pool.ledger.total, linked)


def _file(outcome: BenchmarkOutcome) -> BenchmarkFile:
    return BenchmarkFile.model_validate(json.loads(json.dumps(outcome.to_json())))


def test_blocks_are_crossed_and_their_attacks_counted_once() -> None:
    block = LinkBlock(("bm25", "bm25-vote"), ("random", "last"), (1, 2), (1, 2, 3))
    assert len(list(block.settings())) == 2 * 2 * (3 + 1)  # the last claims are the same whatever the seed
    plan = LinkPlan((LinkBlock(seeds=(1, 2)), block, LinkBlock(known=(1, 3), seeds=(1,))))
    assert plan.settings[0] == LinkSetting("bm25", "random", 3, 1)
    assert len(plan.settings) == 2 + 16  # three random ones with seeds 1 and 2; the last block adds nothing


def test_the_shipped_plan_has_the_settings_of_the_paper() -> None:
    plan = load_plan("xin").linkage
    assert plan is not None
    settings = plan.settings
    assert {s.draw for s in settings if (s.linker, s.known) == ("bm25", 3)} == {"first", "random", "last"}
    assert sorted(s.known for s in settings if s.draw == "last") == [1, 2, 3, 4, 5]
    assert {s.linker for s in settings} == {"bm25", "bm25-claims", "dense", "dense-claims"}
    assert {s.seed for s in settings if s.reworded} == {1, 2, 3}
    rows = [row for row in load_plan("xin").methods if row.method == "adversarial"]
    assert {row.datasets: row.options["target"] for row in rows} == {
        ("medqa",): "the patient",
        ("wildchat",): "the user of the chatbot",
    }


@pytest.mark.parametrize(
    ("keys", "words"),
    [
        ("{attacks: [{linkers: [bm52]}]}", "names the linker 'bm52'"),
        ("{attacks: [{known: [6]}]}", "has 6 claims known"),
        ("{tasks: {other: chat}}", "is for 'other', no data set of it"),
        ("{clams: rules}", "did you mean claims"),
    ],
)
def test_a_slip_of_the_pen_in_linkage_is_named(tmp_path: Path, keys: str, words: str) -> None:
    path = tmp_path / "plan.yaml"
    path.write_text(f"name: p\ndatasets: [bundled]\nmethods: [none]\nlinkage: {keys}\n")
    with pytest.raises(ConfigError, match=words):
        load_plan(path)


async def test_without_a_model_every_release_is_attacked_in_every_setting(tmp_path: Path) -> None:
    linkers = ("bm25-vote", "bm25-claims", "dense")
    blocks = (LinkBlock(known=(1,), seeds=(1, 2)), LinkBlock(linkers, known=(1,), seeds=(1,)))
    how = LinkPlan((*blocks, LinkBlock(draws=("last",), known=(1, 2))))
    outcome = await _run(world.plan(tmp_path, "none", "mask", "remove-all", linkage=how), tmp_path / "run")
    assert outcome.cells == []  # nobody attacks people: the plan is about linkage alone
    linked = outcome.linked
    assert [one.cell.label for one in linked.cells] == ["none"] * 6 + ["mask"] * 6
    none = linked.cells[0].results
    assert none.linkage.correct is not None
    assert none.linkage.correct.value == 1
    assert none.semantic.distance.value == 0
    assert not none.utility  # nobody is there to answer
    (removed,) = linked.left_out
    assert "remove-all" in removed.what  # what is not there is not private: it has no row
    assert any("--embedder" in one.reason for one in outcome.prepared.left_out)


async def test_with_a_model_every_figure_of_the_paper_is_there(tmp_path: Path) -> None:
    tasks = tmp_path / "tasks.txt"
    tasks.write_text("ill\nother\n")
    blocks = (LinkBlock(known=(1,), seeds=(1,)), LinkBlock(reworded=(True,), known=(1,), seeds=(1,)))
    synthetic = (SyntheticChoice("cases", str(world.synthetic(tmp_path))),)
    how = LinkPlan(blocks, claims="judge", samples=1, tasks={"cases": str(tasks)}, synthetic=synthetic)
    with ModelServer(world.answer) as server:
        plan = world.plan(tmp_path, "none", "deid-gpt", linkage=how, judge=server.spec(), models=(server.spec(),))
        outcome = await _run(plan, tmp_path / "run")
    assert outcome.linked.left_out == ()
    by_label = {(one.cell.label, one.setting.reworded): one.results for one in outcome.linked.cells}
    none = by_label["none", False]
    assert none.semantic.distance.value == 0
    assert none.utility["answers_released"].value == 1  # the toe is there
    assert none.utility["labels"].value is None  # as many of both: there is no scale
    changed = next(results for (label, _), results in by_label.items() if label.startswith("deid-gpt"))
    assert changed.semantic.distance.value == 1  # the judge knows claims by their very words only
    made = by_label["data synthesis", False]
    assert made.linkage.correct is None
    assert made.utility["answers_released"].value == 1  # each question is answered from the record written for it
    page = _file(outcome)
    said = benchmark_markdown(page)
    for title in ("Privacy and utility", "What other measures say", "as written and reworded", "by semantic distance"):
        assert title in said
    assert "*Azure AI PII tool*" in said  # published rows stand beside, set apart
    assert said.count("Published (Xin et al., Table 1)") == 1
    drawn = benchmark_html(page)
    assert 'class="histogram"' in drawn
    for private in ("Porto", "sailing"):
        assert private not in drawn
        assert private not in said
    assert len(links_csv(page).splitlines()) == 1 + len(outcome.linked.cells)


async def test_a_setting_that_fails_takes_no_other_with_it(tmp_path: Path) -> None:
    def answer(request: ChatRequest) -> str:
        rewords = any("say each claim in other words" in message.content for message in request.messages)
        return "nothing of use" if rewords else world.answer(request)

    blocks = (LinkBlock(known=(1,), seeds=(1,), reworded=(True, False)),)
    with ModelServer(answer) as server:
        how = LinkPlan(blocks, claims="judge", samples=1)
        outcome = await _run(world.plan(tmp_path, "none", linkage=how, judge=server.spec()), tmp_path / "run")
    (cell,) = outcome.linked.cells
    assert not cell.setting.reworded
    assert cell.results.utility  # the first that came to an end looks at the release as a whole
    (lost,) = outcome.linked.failed
    assert lost.what == "linkage of none on cases: bm25, random 1, seed 1, reworded"
    assert lost.what in benchmark_markdown(_file(outcome))


async def test_a_synthetic_release_that_is_not_there_is_an_error_or_left_out(tmp_path: Path) -> None:
    for optional in (False, True):
        gone = (SyntheticChoice("cases", str(tmp_path / "gone"), optional=optional),)
        plan = world.plan(tmp_path, "none", linkage=LinkPlan((LinkBlock(known=(1,)),), synthetic=gone))
        async with ModelPool(cache=ReplyCache()) as pool:
            if not optional:
                with pytest.raises(InputError, match="gyges synthesize"):
                    prepare_benchmark(plan, pool)
            else:
                assert "gyges synthesize" in prepare_benchmark(plan, pool).left_out[-1].reason


async def test_people_are_attacked_too_where_an_attacker_is_named(tmp_path: Path) -> None:
    outcome = await _run(world.plan(tmp_path, "none", attackers=("rules",)), tmp_path / "run")
    assert [cell.attacker for cell in outcome.cells] == ["rules"]
    assert len(outcome.linked.cells) == 2
