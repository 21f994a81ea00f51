"""Benchmarks from one end to the other, against a real local server."""

import json
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import pytest

from gyges.corpus import write_documents
from gyges.errors import BudgetExhaustedError
from gyges.models import ModelPool, ModelSettings, ReplyCache
from gyges.records import Document, Fact, JsonValue, Subject
from gyges.runs.benchmark import (
    AuditedCell,
    BenchmarkOutcome,
    BenchmarkPlan,
    DatasetChoice,
    MethodChoice,
    benchmark_folder,
    prepare_benchmark,
    run_benchmark,
)
from gyges.testing import ChatRequest, ModelServer
from runs.benchmark import world

pytestmark = pytest.mark.anyio


async def _run(
    plan: BenchmarkPlan, folder: Path, settings: ModelSettings | None = None, cache: ReplyCache | None = None
) -> BenchmarkOutcome:
    async with ModelPool(settings, cache=cache or ReplyCache()) as pool:
        prepared = prepare_benchmark(plan, pool)
        with benchmark_folder(folder, prepared):
            cells, total = await run_benchmark(prepared, folder, pool), pool.ledger.total
            return BenchmarkOutcome(prepared, cells, total, total)


def _by_label(outcome: BenchmarkOutcome, attacker: str | None = None) -> dict[str, AuditedCell]:
    return {one.cell.label: one for one in outcome.cells if attacker in (None, one.attacker)}


def _cpr(cell: AuditedCell) -> float:
    value = cell.results.metrics["cpr"].value
    assert value is not None
    return value


async def test_methods_without_a_model_are_compared(tmp_path: Path) -> None:
    outcome = await _run(world.plan(tmp_path, "none", "annotated", "mask", "remove-all"), tmp_path / "run")
    cells = _by_label(outcome)
    assert list(cells) == ["none", "annotated", "mask", "remove-all"]
    assert _cpr(cells["none"]) < _cpr(cells["annotated"]) <= _cpr(cells["remove-all"]) == 1
    assert (tmp_path / "run" / cells["mask"].results_file).is_file()
    assert (tmp_path / "run" / cells["mask"].releases_file).is_file()


async def test_every_two_methods_are_compared_over_documents_and_seeds(tmp_path: Path) -> None:
    with ModelServer(world.answer) as server:
        model = f"{server.url}#m"
        plan = world.plan(tmp_path, "none", "annotated", "dp-prompt", models=(model,), seeds=(1, 2))
        outcome = await _run(plan, tmp_path / "run")
    (row,) = json.loads(json.dumps(outcome.to_json()))["differences"]  # the ends of the scale are not compared
    assert (row["one"], row["two"]) == ("annotated", "dp-prompt · m")
    assert (row["cpr"]["documents"], row["cpr"]["pairs_of_seeds"]) == (4, 2)
    cells = _by_label(outcome)
    by_hand = [_cpr(cells["annotated"]) - _cpr(cells[f"dp-prompt · m · seed {seed}"]) for seed in (1, 2)]
    assert (row["cpr"]["least"], row["cpr"]["most"]) == pytest.approx((min(by_hand), max(by_hand)))


async def test_the_untouched_text_has_its_span_and_utility_figures_too(tmp_path: Path) -> None:
    cells = _by_label(await _run(world.plan(tmp_path, "none"), tmp_path / "run"))
    results = cells["none"].results
    assert results.spans is not None
    assert results.utility is not None
    assert (results.spans["recall"].value, results.utility["rouge_l"].value) == (0, 1)


async def test_a_second_run_does_nothing_again(tmp_path: Path) -> None:
    plan, folder = world.plan(tmp_path, "none", "mask"), tmp_path / "run"
    first = await _run(plan, folder)
    sizes = {path: path.stat().st_size for path in folder.rglob("journal")}
    again = await _run(plan, folder)
    assert again.to_json() == first.to_json()
    assert {path: path.stat().st_size for path in folder.rglob("journal")} == sizes


async def test_a_model_that_refuses_leaves_a_failed_release_that_is_listed_and_counts_as_leaked(tmp_path: Path) -> None:
    with ModelServer(world.answer) as server:
        plan = world.plan(tmp_path, "none", "deid-gpt", models=(server.spec(),))
        outcome = await _run(plan, tmp_path / "run")
    cell = next(one for one in outcome.cells if one.cell.choice.method == "deid-gpt")
    coverage = cell.results.coverage
    assert (coverage.documents, coverage.attacked) == (4, 3)
    assert [(one.id, one.stage) for one in coverage.failed] == [("dan", "release")]
    cpr = cell.results.metrics["cpr"]
    assert (cpr.denominator, cpr.all_leaked, cpr.none_leaked) == (8, 0.375, 0.625)
    assert cell.results.spans is not None
    assert cell.results.spans["er_direct"].denominator == 3
    assert cell.cost.calls >= 3


async def test_every_attacker_reads_every_release_and_their_ranks_are_compared(tmp_path: Path) -> None:
    with ModelServer(world.answer) as server:
        plan = world.plan(
            tmp_path,
            *("none", "annotated", MethodChoice("mask", options={"only": "direct"}), "mask", "remove-all"),
            attackers=("rules", server.spec()),
            stages=1,
        )
        outcome = await _run(plan, tmp_path / "run")
        assert {one.attacker for one in outcome.cells} == {"rules", server.spec()}
        by_model = _by_label(outcome, server.spec())
    assert _cpr(by_model["none"]) == 0
    assert _cpr(by_model["annotated"]) == pytest.approx(0.5)  # the name is gone, the job is not
    ranks = outcome.to_json()["ranks"]
    assert isinstance(ranks, list)
    assert [row["methods"] for row in ranks if isinstance(row, dict)] == [3]  # without the two ends of the scale


async def test_originals_reach_the_attacker_and_the_truth_never_does(tmp_path: Path) -> None:
    with ModelServer(world.answer) as server:
        plan = world.plan(tmp_path, "annotated", attackers=(server.spec(),), stages=1)
        await _run(plan, tmp_path / "run")
        sent = [json.dumps(request.body) for request in server.requests]
    masked = [body for body in sent if "[PERSON]" in body and "matches" not in body]
    assert len(masked) == len(world.PEOPLE)
    assert not any(name in body for body in masked for name in world.PEOPLE)


async def test_a_rating_of_utility_is_asked_for_changed_texts_only(tmp_path: Path) -> None:
    with ModelServer(world.answer) as server:
        plan = world.plan(tmp_path, "none", "annotated", "remove-all", utility_judge=server.spec())
        cells = _by_label(await _run(plan, tmp_path / "run"))
        assert len(server.requests) == len(world.PEOPLE)
    rated, plain = cells["annotated"].results.utility, cells["none"].results.utility
    assert rated is not None
    assert plain is not None
    assert rated["readability"].value == pytest.approx(0.8)
    assert "mean" not in plain


async def test_nothing_is_paid_twice_when_the_budget_ends_a_run(tmp_path: Path) -> None:
    with ModelServer(world.answer) as server:
        plan = world.plan(
            tmp_path, "none", MethodChoice("paraphrase", models=(server.spec(),)), attackers=(server.spec(),), stages=1
        )
        runs, finished = 0, False
        while not finished and runs < 20:
            runs += 1
            cache = ReplyCache(tmp_path / "cache.sqlite")
            with suppress(BudgetExhaustedError):
                await _run(plan, tmp_path / "run", ModelSettings(max_calls=4), cache)
                finished = True
        bodies = [json.dumps(request.body, sort_keys=True) for request in server.requests]
    kept = [body for body in bodies if world.REFUSED not in body]  # a failed release is tried again in every run
    assert finished
    assert runs > 1
    assert len(kept) == len(set(kept))


async def test_documents_labelled_for_their_author_are_read_by_the_author_attack(tmp_path: Path) -> None:
    author = Subject("author", "the author", (Fact("INCOME", "low"), Fact("AGE", "34")))
    documents = [Document(str(n), f"I am 34 and poor, note {n}.", (author,)) for n in range(3)]
    write_documents(documents, tmp_path / "authors.jsonl")
    plan = BenchmarkPlan(
        "a", datasets=(DatasetChoice("own", str(tmp_path / "authors.jsonl")),), methods=(MethodChoice("none"),)
    )
    outcome = await _run(plan, tmp_path / "run")
    assert [one.attacker for one in outcome.cells] == ["author:rules"]
    assert outcome.cells[0].results.metrics["cpr"].denominator == 6


async def test_the_file_for_machines_says_nothing_about_anybody(tmp_path: Path) -> None:
    with ModelServer(world.answer) as server:
        plan = world.plan(tmp_path, "none", "mask", "deid-gpt", models=(server.spec(),))
        words = json.dumps((await _run(plan, tmp_path / "run")).to_json())
    assert not [word for person, job in world.PEOPLE.items() for word in (person, job, "harbour") if word in words]
    assert "GY" in words  # the code of the failure is there


async def test_the_truth_of_unlabelled_documents_is_the_same_for_all_attackers(tmp_path: Path) -> None:
    bare = [replace(world.document(person), subjects=None) for person in world.PEOPLE]
    write_documents(bare, tmp_path / "bare.jsonl")
    with ModelServer(world.answer) as server:
        plan = BenchmarkPlan(
            "bare",
            datasets=(DatasetChoice("own", str(tmp_path / "bare.jsonl")),),
            methods=(MethodChoice("none"),),
            attackers=("rules", server.spec()),
            stages=1,
        )
        outcome = await _run(plan, tmp_path / "run")
    facts = {one.results.coverage.facts for one in outcome.cells}
    assert len(facts) == 1
    assert {one.results.truth for one in outcome.cells} == {"self-labelled"}


async def test_questions_are_answered_from_the_releases_and_what_is_not_answered_counts_nowhere(tmp_path: Path) -> None:
    asked: dict[str, JsonValue] = {"question": "What does this person do?", "options": {"A": "sails", "B": "nurses"}}
    right = {"ana": "B", "ben": "A", "cora": "A", "dan": "B"}
    rows = [
        replace(world.document(name), meta={**asked, "answer": right[name.split()[0].lower()]}) for name in world.PEOPLE
    ]
    write_documents(rows, tmp_path / "asked.jsonl")

    def answer(request: ChatRequest) -> str:
        if "'option'" not in str(request.schema):
            return world.answer(request)
        words = "\n".join(message.content for message in request.messages)
        if "Dan Moss" in words:
            return "I would rather not."
        return json.dumps({"reason": "it says so", "option": 2 if "nurse in" in words else 1})

    with ModelServer(answer) as server:
        choice = DatasetChoice("own", str(tmp_path / "asked.jsonl"))
        methods = (MethodChoice("none"), MethodChoice("remove-all"))
        outcome = await _run(
            BenchmarkPlan("test", datasets=(choice,), methods=methods, answerer=server.spec()), tmp_path / "run"
        )
    found = {label: (one.results.utility or {})["task_accuracy"] for label, one in _by_label(outcome).items()}
    # From the originals three of three answers are right; from nothing the model says A, and two of four are.
    assert {label: (one.numerator, one.denominator) for label, one in found.items()} == {
        "none": (3, 3),
        "remove-all": (2, 4),
    }


async def test_an_answerer_without_questions_is_said_and_not_asked(tmp_path: Path) -> None:
    with ModelServer(world.answer) as server:
        outcome = await _run(world.plan(tmp_path, "none", answerer=server.spec()), tmp_path / "run")
        assert not server.requests
    assert [one.what for one in outcome.prepared.left_out] == ["task accuracy on own"]


async def test_how_good_an_attacker_is_stands_at_the_untouched_texts_only(tmp_path: Path) -> None:
    cells = _by_label(await _run(world.plan(tmp_path, "none", "annotated"), tmp_path / "run"))
    quality = cells["none"].validation
    assert quality is not None
    assert quality.subject_match.denominator == 4
    assert quality.fact_accuracy_all.value == pytest.approx(1 - _cpr(cells["none"]))
    assert cells["annotated"].validation is None
