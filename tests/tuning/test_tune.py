"""The whole of a task: budgets, resuming after a kill, failures, the menu, the files."""

import json
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import anyio
import pytest

from gyges.anonymizers import open_anonymizer
from gyges.errors import ConfigError, EndpointUnavailableError, MissingExtraError
from gyges.testing import ChatRequest
from gyges.tuning import (
    GepaSearch,
    Goal,
    Scores,
    Search,
    Tuned,
    prepare_tuning,
    tune,
    tuned_to_json,
    write_tuning,
)
from gyges.tuning._baselines import Exam
from gyges.tuning._tune import withdraw
from tuning.small_world import ROLES, World, WorldObjective, WorldPool, documents, world_task


def _tuned(
    folder: Path, world: World, search: Search | None = None, baselines: int | None = None, **changes: object
) -> Tuned:
    settings: dict[str, object] = {"budget": 160, "test_budget": 60, "finalists": 3, **changes}

    async def main() -> Tuned:
        async with WorldPool(world) as pool:
            objective = WorldObjective(pool.model(""))
            tuning = prepare_tuning(world_task(**settings), documents(30), pool, ROLES, objective)
            return await tune(tuning, folder, pool, search=search, baselines=baselines)

    return anyio.run(main)


@pytest.fixture(scope="module")
def done(tmp_path_factory: pytest.TempPathFactory) -> tuple[Tuned, World]:
    world = World(1)
    return _tuned(tmp_path_factory.mktemp("done"), world, budget=300), world


def test_every_budget_keeps_its_cap(done: tuple[Tuned, World]) -> None:
    made, world = done
    assert all(use.used <= use.cap for use in made.budgets.values())
    assert len(world.asked) <= sum(use.questions for use in made.budgets.values())


def test_the_test_documents_are_met_by_the_seed_and_the_menu_alone(done: tuple[Tuned, World]) -> None:
    made, _ = done
    assert set(made.tested) == {0, *(entry.candidate.number for entry in made.menu)}
    ids = {document.id for document in made.tuning.splits.test}
    for tested in made.tested.values():
        assert {outcome.document for outcome in tested.outcomes} <= ids
    lengths = {len(tested.outcomes) for tested in made.tested.values()}
    assert len(lengths) == 1


def test_files_are_written_and_can_be_used_as_methods(done: tuple[Tuned, World], tmp_path: Path) -> None:
    made: dict[str, Any] = tuned_to_json(done[0])
    write_tuning(tmp_path, made)
    assert json.loads((tmp_path / "tuning.json").read_text())["version"] == 1
    for entry in made["menu"]:
        assert (tmp_path / entry["file"]).read_text().strip() == entry["instruction"]
    log = (tmp_path / "log.md").read_text()
    assert log.count("## Candidate") == len(made["candidates"])
    assert all(one["reason"] in log for one in made["candidates"])
    rows = [json.loads(line) for line in (tmp_path / "candidates.jsonl").read_text().splitlines()]
    assert len(rows) == len(made["candidates"]) + len(made["attempts"])
    assert "95 % intervals" in (tmp_path / "menu.md").read_text()


def test_no_text_of_a_document_is_in_what_is_written(done: tuple[Tuned, World]) -> None:
    said = json.dumps(tuned_to_json(done[0]))
    for document in documents(30):
        assert all(mention.text not in said for mention in document.mentions or () if len(mention.text) > 5)


def test_the_measured_method_is_the_method_of_the_menu(done: tuple[Tuned, World], tmp_path: Path) -> None:
    made: dict[str, Any] = tuned_to_json(done[0])
    write_tuning(tmp_path, made)
    best = done[0].menu[0].candidate

    async def main() -> str:
        async with WorldPool(World(1)) as pool:
            from gyges.anonymizers import Tools

            anonymizer = open_anonymizer(f"prompt:{tmp_path / made['menu'][0]['file']}", Tools(pool, "world"))
            outcome = done[0].tested[best.number].outcomes[0]
            document = next(one for one in documents(30) if one.id == outcome.document)
            return (await anonymizer.anonymize(document)).text

    assert anyio.run(main) == done[0].tested[best.number].outcomes[0].text


def test_a_budget_below_the_seed_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="does not suffice for the seed"):
        _tuned(tmp_path, World(0), budget=5)


def test_without_a_budget_for_the_test_nothing_is_claimed(tmp_path: Path) -> None:
    made = _tuned(tmp_path, World(1), budget=220, test_budget=0)
    row: dict[str, Any] = tuned_to_json(made)
    assert all(entry["test"] is None for entry in row["menu"])
    assert "better" not in row["improvement"]["words"] or "Nothing better" in row["improvement"]["words"]


class _Refusing(World):
    """A world whose anonymizer refuses every text."""

    def __call__(self, request: ChatRequest) -> str:
        answer = super().__call__(request)
        refusal = json.dumps({"explanation": "", "text": "I'm sorry, but I can't help with that."})
        return refusal if self.asked[-1] == "rewrite" else answer


def test_failed_rewrites_score_nothing_on_both_sides_and_are_counted(tmp_path: Path) -> None:
    made = _tuned(tmp_path, _Refusing(1))
    assert made.menu == []
    assert "every rewrite failed" in str(tuned_to_json(made)["improvement"])
    outcomes = [outcome for tested in made.tested.values() for outcome in tested.outcomes]
    failed = [outcome for outcome in outcomes if outcome.failed]
    assert failed
    for outcome in failed:
        assert (outcome.scores.privacy, outcome.scores.utility, outcome.scores.worst) == (0.0, 0.0, 0.0)
        assert outcome.text == ""
    assert made.tested[0].to_json()["failed"] == len(made.tested[0].outcomes)


class _Gone(World):
    """A world whose model is gone after some questions."""

    lives = 40

    def __call__(self, request: ChatRequest) -> str:
        if len(self.asked) >= self.lives:
            raise EndpointUnavailableError("the endpoint is gone", "start it")
        return super().__call__(request)


def test_an_endpoint_that_is_gone_stops_the_run_and_the_same_call_goes_on(tmp_path: Path) -> None:
    for lives in (15, 60):  # while the seed is scored, then 60 questions later in the search
        gone = _Gone(1)
        gone.lives = lives
        with pytest.raises(EndpointUnavailableError):
            _tuned(tmp_path / "a", gone)
    resumed, whole = _tuned(tmp_path / "a", World(1)), _tuned(tmp_path / "b", World(1))
    assert tuned_to_json(resumed) == tuned_to_json(whole)


def test_baselines_stand_beside_on_the_same_documents(tmp_path: Path) -> None:
    made = _tuned(tmp_path, World(1), baselines=1000, budget=100, task_instruction="general")
    rows = {one.name: one for one in made.baselines}
    assert list(rows) == [
        "mask",
        "subjectwise",
        "prompt:general",
        "adversarial",
        "rupta",
        "warm start only",
        "rich feedback only",
    ]
    ids = [outcome.document for outcome in made.tested[0].outcomes]
    for row in made.baselines:
        assert (row.tested is None) == bool(row.left_out)
        if row.tested is not None:
            assert [outcome.document for outcome in row.tested.outcomes] == ids
    assert rows["mask"].tested is not None
    assert rows["mask"].tested.mean.privacy > made.tested[0].mean.privacy
    assert rows["warm start only"].tested is not None
    assert rows["warm start only"].calls <= 100 + 2 * len(ids)
    use = made.budgets["baselines"]
    assert use.used <= use.cap == 1000


def test_without_the_extra_it_is_said_before_anything_is_asked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "gepa", None)
    world = World(1)
    with pytest.raises(MissingExtraError, match=r"gyges\[tune\]"):
        _tuned(tmp_path, world, GepaSearch())
    assert world.asked == []


def test_an_instruction_below_the_floor_on_test_documents_is_taken_back(done: tuple[Tuned, World]) -> None:
    made = done[0]
    number = made.menu[0].candidate.number
    bad = Exam(tuple(replace(one, scores=Scores(0.1, 1.0, 0.1)) for one in made.tested[number].outcomes))
    copy = replace(made, menu=list(made.menu), tested={**made.tested, number: bad})
    withdraw(copy, Goal("floor", floor=0.5))
    assert [entry.candidate.number for entry in copy.withdrawn] == [
        entry.candidate.number for entry in made.menu if copy.tested[entry.candidate.number].mean.privacy < 0.5
    ]
    assert number not in {entry.candidate.number for entry in copy.menu}
    assert not copy.menu or copy.menu[0].name == "best"
