import gc
import json
import random
import time
import weakref
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path

import anyio
import pytest
from anyio.lowlevel import checkpoint

from gyges.anonymizers import PartUnderWay
from gyges.anonymizers._parts import in_parts
from gyges.errors import (
    AnswerInvalidError,
    BadRowError,
    BudgetExhaustedError,
    ConfigError,
    DuplicateIdError,
    GygesError,
    InputError,
    OutputExistsError,
    RunError,
    UnknownNameError,
)
from gyges.records import Document, JsonValue
from gyges.runs import (
    DocumentFinished,
    Event,
    FailedUnit,
    Journal,
    Plan,
    RunInterrupted,
    RunStarted,
    RunStopped,
    RunSummary,
    Stage,
    StageCount,
    StillWorking,
    Task,
    Tick,
    UnitFinished,
    UnitOutcome,
    closing_sentence,
    run,
    run_plan,
)

Work = Callable[[Task], Awaitable[JsonValue]]


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


def documents(count: int) -> list[Document]:
    return [Document(f"d{number}", f"text {number}") for number in range(count)]


class Log:
    """Makes work that writes down for whom it was done."""

    def __init__(self) -> None:
        self.done: list[tuple[str, str]] = []

    def work(self, stage: str, *, fail: dict[str, Exception] | None = None) -> Work:
        async def work(task: Task) -> JsonValue:
            self.done.append((stage, task.document.id))
            if fail and task.document.id in fail:
                raise fail[task.document.id]
            return {"by": stage, "of": task.document.text, "from": dict(task.results)}

        return work

    def of(self, stage: str) -> list[str]:
        ids = [document for name, document in self.done if name == stage]
        self.done = [row for row in self.done if row[0] != stage]
        return ids


def three(log: Log, *, prompt: str = "p", fail: dict[str, Exception] | None = None) -> Plan:
    """Two stages in a row, and one on its own."""
    return Plan(
        (
            Stage("release", log.work("release", fail=fail), {"prompt": prompt}),
            Stage("spans", log.work("spans"), {"rules": 1}),
            Stage("attack", log.work("attack"), {"model": "rules"}, needs=("release",)),
        ),
        "audit",
    )


def ids(count: int) -> list[str]:
    return [document.id for document in documents(count)]


def test_every_document_goes_through_every_stage_and_sees_the_values_it_needs(tmp_path: Path) -> None:
    done = run(three(Log()), documents(3), tmp_path)
    assert done.summary == RunSummary(
        documents=3, total=3, finished=3, stages={name: StageCount(done=3) for name in ("release", "spans", "attack")}
    )
    assert [document for document, _ in done.results("attack")] == ids(3)
    _, outcome = next(done.results("attack"))
    assert outcome.value == {
        "by": "attack",
        "of": "text 0",
        "from": {"release": {"by": "release", "of": "text 0", "from": {}}},
    }


def test_a_second_run_reuses_everything(tmp_path: Path) -> None:
    log = Log()
    first = run(three(log), documents(5), tmp_path)
    log.done.clear()
    second = run(three(log), documents(5), tmp_path)
    assert log.done == []
    assert second.summary.stages["attack"] == StageCount(reused=5)
    for stage in first.plan.stage_names:
        assert list(second.results(stage)) == list(first.results(stage))


def test_a_changed_setting_runs_its_stage_and_those_that_need_it_again(tmp_path: Path) -> None:
    log = Log()
    run(three(log), documents(3), tmp_path)
    log.done.clear()
    again = run(three(log, prompt="better"), documents(3), tmp_path)
    assert sorted(log.of("release")) == sorted(log.of("attack")) == ids(3)
    assert log.of("spans") == []
    assert again.summary.stages["spans"] == StageCount(reused=3)
    run(three(log), documents(3), tmp_path)
    assert log.done == [], "the first results are still there"


def test_new_and_changed_documents_are_worked_on_and_the_rest_is_not(tmp_path: Path) -> None:
    log = Log()
    run(three(log), documents(3), tmp_path)
    log.done.clear()
    run(three(log), [Document("new", "new"), *documents(2), Document("d2", "changed")], tmp_path)
    assert log.of("release") == ["new", "d2"]


def test_a_failed_unit_is_reported_with_those_that_need_it_and_tried_again_next_time(tmp_path: Path) -> None:
    log = Log()
    broken = AnswerInvalidError("the answer is no JSON", "try another model")
    first = run(three(log, fail={"d1": broken}), documents(3), tmp_path)
    reason = "GY306 the answer is no JSON; try another model"
    assert first.summary.failed == (
        FailedUnit("d1", "release", reason),
        FailedUnit("d1", "attack", f"release failed: {reason}"),
    )
    assert (first.summary.finished, first.summary.failed_documents, first.summary.unscored) == (2, 1, ())
    assert first.summary.stages["attack"] == StageCount(done=2, failed=1)
    outcomes = dict(first.results("attack"))
    assert (outcomes["d1"].done, outcomes["d1"].code, dict(first.results("release"))["d1"].code) == (
        False,
        "UPSTREAM",
        "GY306",
    )
    log.done.clear()
    second = run(three(log), documents(3), tmp_path)
    assert sorted(log.done) == [("attack", "d1"), ("release", "d1")]
    assert (second.summary.finished, second.summary.failed) == (3, ())


def test_the_first_cause_is_named_and_not_the_chain_to_it(tmp_path: Path) -> None:
    log = Log()
    plan = Plan(
        (
            Stage("a", log.work("a", fail={"d0": KeyError("x")})),
            Stage("b", log.work("b"), needs=("a",)),
            Stage("c", log.work("c"), needs=("b",)),
        ),
        "audit",
    )
    failed = run(plan, documents(1), tmp_path).summary.failed
    assert [unit.reason for unit in failed] == ["KeyError: 'x'", "a failed: KeyError: 'x'", "a failed: KeyError: 'x'"]


async def not_json(task: Task) -> JsonValue:
    return {"a": {1, 2}}  # type: ignore[dict-item]


async def not_a_number(task: Task) -> JsonValue:
    return float("nan")


async def in_a_group(task: Task) -> JsonValue:
    async with anyio.create_task_group() as group:
        group.start_soon(not_a_task_of_ours)
    return None


async def not_a_task_of_ours() -> None:
    raise AnswerInvalidError("no", "yes")


@pytest.mark.parametrize(
    ("work", "reason"),
    [
        (not_json, "TypeError: a set is no JSON value"),
        (not_a_number, "ValueError: Out of range float"),
        (in_a_group, "GY306 no; yes"),
    ],
)
def test_whatever_work_does_wrong_fails_its_unit_only(tmp_path: Path, work: Work, reason: str) -> None:
    log = Log()
    done = run(Plan((Stage("bad", work), Stage("good", log.work("good"))), "audit"), documents(2), tmp_path)
    assert [unit.reason.startswith(reason) for unit in done.summary.failed] == [True, True]
    assert sorted(log.of("good")) == ids(2)


def test_results_come_in_the_order_of_the_documents_whatever_ends_first(tmp_path: Path) -> None:
    chance = random.Random(7)
    order: list[str] = []

    async def work(task: Task) -> JsonValue:
        await anyio.sleep(chance.random() / 50)
        order.append(task.document.id)
        return None

    done = run(Plan((Stage("a", work),), "audit"), documents(20), tmp_path)
    assert order != ids(20)
    assert [document for document, _ in done.results("a")] == ids(20)


def test_a_stage_that_changes_what_it_was_given_does_not_change_what_others_get(tmp_path: Path) -> None:
    async def first(task: Task) -> JsonValue:
        return {"people": [1]}

    async def vandal(task: Task) -> JsonValue:
        value = task.results["first"]
        assert isinstance(value, dict)
        value["people"].append(2)
        assert isinstance(task.document.meta, dict)
        task.document.meta["x"] = 1
        return value

    async def last(task: Task) -> JsonValue:
        return task.results["first"]

    plan = Plan(
        (Stage("first", first), Stage("vandal", vandal, needs=("first",)), Stage("last", last, needs=("first",))),
        "audit",
    )
    done = run(plan, documents(1), tmp_path)
    assert dict(done.results("last"))["d0"].value == {"people": [1]}
    assert run(plan, documents(1), tmp_path).summary.stages["last"] == StageCount(reused=1)


def test_a_long_stream_is_taken_as_slots_get_free_and_let_go_of(tmp_path: Path) -> None:
    class Alive:
        now = most = 0

    def stream() -> Iterator[Document]:
        for number in range(2000):
            # A mapping of its own that can be watched: frozen slotted records cannot.
            meta = Watched(number=number)
            Alive.now += 1
            Alive.most = max(Alive.most, Alive.now)
            weakref.finalize(meta, lambda: setattr(Alive, "now", Alive.now - 1))
            yield Document(f"d{number}", "text", meta=meta)
            del meta

    class Watched(dict[str, JsonValue]):
        pass

    async def work(task: Task) -> JsonValue:
        if task.document.meta["number"] == 500:
            await anyio.sleep(0.05)  # one slow document must not let the others pile up
        else:
            await checkpoint()
        return None

    gc.collect()
    done = run(Plan((Stage("a", work),), "audit"), stream(), tmp_path, concurrency=5)
    assert done.summary.finished == done.summary.total == 2000
    assert Alive.most <= 5 + 2  # the generator and the engine each hold on to one for a moment


def test_no_more_documents_are_worked_on_at_once_than_allowed(tmp_path: Path) -> None:
    now, most = 0, 0

    async def work(task: Task) -> JsonValue:
        nonlocal now, most
        now += 1
        most = max(most, now)
        await anyio.sleep(0.002)
        now -= 1
        return None

    run(Plan((Stage("a", work),), "audit"), documents(30), tmp_path, concurrency=3)
    assert most == 3


def spending(budget: int, *, grouped: bool = False) -> Work:
    left = budget

    async def pay() -> None:
        nonlocal left
        await checkpoint()
        if left <= 0:
            raise BudgetExhaustedError("the budget is used up", "raise --budget")
        left -= 1

    async def work(task: Task) -> JsonValue:
        if not grouped:
            await pay()
            return task.document.id
        async with anyio.create_task_group() as group:
            group.start_soon(pay)
        return task.document.id

    return work


@pytest.mark.parametrize("grouped", [False, True])
def test_a_used_up_budget_ends_the_run_and_a_new_one_goes_on(tmp_path: Path, grouped: bool) -> None:
    log = Log()

    def plan(budget: int) -> Plan:
        return Plan((Stage("a", spending(budget, grouped=grouped)), Stage("b", log.work("b"), needs=("a",))), "audit")

    first = run(plan(7), iter(documents(20)), tmp_path, concurrency=3)
    assert first.summary.stopped == "budget"
    assert first.summary.failed == ()
    assert (first.summary.documents, first.summary.total) == (20, 20)
    assert 5 <= first.summary.finished <= 7
    assert first.summary.finished + len(first.summary.unscored) == 20
    assert "Stopped, the budget is used up" in closing_sentence(first.summary)
    second = run(plan(13), iter(documents(20)), tmp_path, concurrency=3)
    assert (second.summary.stopped, second.summary.finished, second.summary.unscored) == (None, 20, ())
    assert second.summary.stages["a"] == StageCount(done=13, reused=7)


def test_what_the_journal_holds_still_counts_when_the_budget_is_used_up_early(tmp_path: Path) -> None:
    run(Plan((Stage("a", spending(9)),), "audit"), documents(10)[1:], tmp_path)
    again = run(Plan((Stage("a", spending(0)),), "audit"), documents(10), tmp_path, concurrency=1)
    assert (again.summary.stopped, again.summary.finished, again.summary.unscored) == ("budget", 9, ("d0",))
    assert [document for document, _ in again.results("a")] == ids(10)[1:]


def test_an_error_of_the_source_is_raised_after_the_documents_in_flight_have_ended(tmp_path: Path) -> None:
    log = Log()

    def source() -> Iterator[Document]:
        yield from documents(3)
        raise BadRowError("notes.csv:5 has no text", "add one")

    events: list[Event] = []
    with pytest.raises(BadRowError):
        run(Plan((Stage("a", log.work("a")),), "audit"), source(), tmp_path, listener=events.append)
    stopped = events[-1]
    assert isinstance(stopped, RunStopped)
    assert stopped.summary.stopped == "error"
    with Journal(tmp_path / "journal") as journal:
        assert len(journal) == stopped.summary.finished
    log.done.clear()
    done = run(Plan((Stage("a", log.work("a")),), "audit"), documents(3), tmp_path)
    assert done.summary.stages["a"].reused == stopped.summary.finished


@pytest.mark.parametrize(
    ("extra", "error"),
    [
        (Document("d1", "other text"), DuplicateIdError),
        (Document("x", "", meta={"a": {1}}), InputError),  # type: ignore[dict-item]
    ],
)
def test_a_document_without_a_name_of_its_own_or_beyond_json_is_refused(
    tmp_path: Path, extra: Document, error: type[GygesError]
) -> None:
    with pytest.raises(error):
        run(three(Log()), [*documents(3), extra], tmp_path)


def test_a_full_disk_ends_the_run_with_its_own_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(self: Journal, key: str, payload: JsonValue) -> None:
        raise RunError("the journal cannot be written", "make room")

    monkeypatch.setattr(Journal, "append", full)
    with pytest.raises(RunError, match="make room"):
        run(three(Log()), documents(3), tmp_path)


def test_no_documents_make_an_empty_run(tmp_path: Path) -> None:
    done = run(three(Log()), [], tmp_path)
    assert (done.summary.documents, done.summary.total, list(done.results("spans"))) == (0, 0, [])


def test_events_tell_the_whole_story(tmp_path: Path) -> None:
    events: list[Event] = []
    plan = Plan((Stage("a", Log().work("a")),), "audit")
    run(plan, iter(documents(1)), tmp_path, total=1, listener=events.append)
    run(plan, documents(1), tmp_path, listener=events.append)
    kinds = [type(event) for event in events]
    assert kinds == [RunStarted, UnitFinished, DocumentFinished, RunStopped] * 2
    assert events[0] == RunStarted(tmp_path, 1, step="a")
    assert events[4] == RunStarted(tmp_path, 1, known_units=1, step="a")
    first, second = events[1], events[5]
    assert isinstance(first, UnitFinished)
    assert isinstance(second, UnitFinished)
    assert (first.reused, second.reused) == (False, True)
    assert first.outcome == second.outcome
    assert events[6] == DocumentFinished("d0", failed=False, reused=True)


def test_a_unit_is_in_the_journal_before_anybody_hears_of_it(tmp_path: Path) -> None:
    seen: list[bool] = []

    def listen(event: Event) -> None:
        if isinstance(event, UnitFinished):
            seen.append(event.outcome.digest in (tmp_path / "journal").read_text())

    run(three(Log()), documents(3), tmp_path, listener=listen)
    assert seen == [True] * 9


def test_a_long_wait_is_filled_with_ticks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gyges.runs._engine._TICK_SECONDS", 0.01)
    events: list[Event] = []

    async def work(task: Task) -> JsonValue:
        await anyio.sleep(0.1)
        return None

    run(Plan((Stage("a", work),), "audit"), documents(1), tmp_path, listener=events.append)
    assert sum(isinstance(event, Tick) for event in events) >= 2


@pytest.mark.anyio
async def test_a_cancelled_run_closes_its_journal_and_goes_on_later(tmp_path: Path) -> None:
    async def work(task: Task) -> JsonValue:
        if task.document.id == "d3":
            scope.cancel()
            await anyio.sleep_forever()
        return None

    plan = Plan((Stage("a", work),), "audit")
    events: list[Event] = []
    with anyio.CancelScope() as scope:
        await run_plan(plan, documents(10), tmp_path, concurrency=1, listener=events.append)
    assert scope.cancelled_caught
    stopped = events[-1]
    assert isinstance(stopped, RunStopped)
    assert stopped.summary.stopped == "interrupted"
    assert (stopped.summary.finished, stopped.summary.unscored) == (3, tuple(ids(10)[3:]))
    assert closing_sentence(stopped.summary) == "Stopped: 3 of 10 documents done. Run the same command again to go on."
    assert json.loads((tmp_path / "summary.json").read_text())["stopped"] == "interrupted"
    again = await run_plan(Plan((Stage("a", Log().work("a")),), "audit"), documents(10), tmp_path)
    assert again.summary.stages["a"] == StageCount(done=7, reused=3)


@pytest.mark.anyio
async def test_the_plain_function_works_inside_an_event_loop_as_in_a_notebook(tmp_path: Path) -> None:
    assert run(three(Log()), documents(2), tmp_path).summary.finished == 2


def test_a_keyboard_interrupt_in_work_hands_back_the_run(tmp_path: Path) -> None:
    async def work(task: Task) -> JsonValue:
        if task.document.id == "d2":
            raise KeyboardInterrupt
        return None

    with pytest.raises(RunInterrupted) as stop:
        run(Plan((Stage("a", work),), "audit"), documents(5), tmp_path, concurrency=1)
    assert stop.value.run.summary.stopped == "interrupted"
    assert stop.value.run.summary.finished == 2
    assert stop.value.run.summary.unscored == ("d2", "d3", "d4")


def test_plan_json_says_what_was_run_and_when(tmp_path: Path) -> None:
    run(three(Log()), documents(1), tmp_path)
    first = json.loads((tmp_path / "plan.json").read_text())
    assert first["stages"][2] == {"name": "attack", "needs": ["release"], "settings": {"model": "rules"}}
    assert {"version", "name", "settings", "stages", "created", "gyges"} == first.keys()
    run(three(Log(), prompt="new"), documents(1), tmp_path)
    second = json.loads((tmp_path / "plan.json").read_text())
    assert second["stages"][0]["settings"] == {"prompt": "new"}
    assert second["created"] == first["created"]


def test_a_folder_of_another_kind_of_run_is_left_alone_unless_forced(tmp_path: Path) -> None:
    run(three(Log()), documents(1), tmp_path)
    other = Plan((Stage("a", Log().work("a")),), "link")
    with pytest.raises(OutputExistsError, match="holds a run of 'audit', not of 'link'"):
        run(other, documents(1), tmp_path)
    assert run(other, documents(1), tmp_path, force=True).summary.finished == 1
    assert run(three(Log()), documents(1), tmp_path, force=True).summary.stages["attack"] == StageCount(reused=1)


def test_a_folder_that_holds_somebody_elses_journal_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "journal").write_text("Dear diary\n")
    with pytest.raises(OutputExistsError, match="holds journal, not written by such a run"):
        run(three(Log()), documents(1), tmp_path)
    assert (tmp_path / "journal").read_text() == "Dear diary\n"


@pytest.mark.parametrize("content", ["{", "[]"])
def test_a_broken_plan_file_is_explained(tmp_path: Path, content: str) -> None:
    (tmp_path / "plan.json").write_text(content)
    with pytest.raises(RunError, match="plan"):
        run(three(Log()), documents(1), tmp_path)


def test_a_file_in_place_of_the_folder_is_explained(tmp_path: Path) -> None:
    (tmp_path / "run").write_text("")
    with pytest.raises(RunError, match="cannot be made"):
        run(three(Log()), documents(1), tmp_path / "run")


def test_a_record_of_another_kind_is_explained(tmp_path: Path) -> None:
    with pytest.raises(RunError, match="another kind"):
        UnitOutcome.from_payload("d", ["x"])


def test_no_concurrency_and_no_such_stage_are_refused(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="use 1 or more"):
        run(three(Log()), documents(1), tmp_path, concurrency=0)
    with pytest.raises(UnknownNameError, match="use one of release, spans, attack"):
        run(three(Log()), documents(1), tmp_path).results("judge")


def test_a_document_that_computes_for_long_is_told_of_while_it_computes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("gyges.runs.workers._watch.STILL_SECONDS", 0.3)
    events: list[Event] = []

    async def compute(task: Task) -> JsonValue:
        until = time.thread_time() + 20
        with in_parts(2) as begin:
            while time.thread_time() < until and (told := sum(isinstance(event, StillWorking) for event in events)) < 2:
                begin(told + 1)
        return sum(isinstance(event, StillWorking) for event in events)

    run(Plan((Stage("a", compute),), "audit"), documents(1), tmp_path, listener=events.append)
    told = [event for event in events if isinstance(event, StillWorking)]
    finished = next(event for event in events if isinstance(event, UnitFinished))
    assert finished.outcome.value == len(told) >= 2
    assert told[0].seconds < told[-1].seconds < told[0].limit
    assert [event.part for event in told[:2]] == [PartUnderWay(1, 2), PartUnderWay(2, 2)]
