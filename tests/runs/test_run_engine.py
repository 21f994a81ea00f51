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

from gyges.errors import (
    AnswerInvalidError,
    BadRowError,
    BudgetExhaustedError,
    DuplicateIdError,
    GygesError,
    InputError,
)
from gyges.records import Document, JsonValue, PartUnderWay, in_parts
from gyges.runs import (
    DocumentFinished,
    Event,
    FailedUnit,
    Journal,
    RunStarted,
    RunStopped,
    Stage,
    StillWorking,
    closing_sentence,
    run,
    run_stage,
)

Work = Callable[[Document], Awaitable[JsonValue]]


def documents(count: int) -> list[Document]:
    return [Document(f"d{number}", f"text {number}") for number in range(count)]


async def ok(document: Document) -> JsonValue:
    return None


class Log:
    """Makes work that writes down for whom it was done."""

    def __init__(self) -> None:
        self.done: list[str] = []

    def stage(self, *, prompt: str = "p", fail: dict[str, Exception] | None = None) -> Stage:
        async def work(document: Document) -> JsonValue:
            self.done.append(document.id)
            if fail and document.id in fail:
                raise fail[document.id]
            return {"of": document.text}

        return Stage("release", work, {"prompt": prompt})

    def of(self) -> list[str]:
        ids, self.done = sorted(self.done), []
        return ids


def ids(count: int) -> list[str]:
    return [document.id for document in documents(count)]


def test_a_second_run_reuses_everything(tmp_path: Path) -> None:
    log = Log()
    first = run(log.stage(), documents(5), tmp_path, kind="audit")
    log.done.clear()
    second = run(log.stage(), documents(5), tmp_path, kind="audit")
    assert log.done == []
    assert second.summary.reused == 5
    assert list(second.results()) == list(first.results())


def test_a_changed_setting_makes_all_anew_and_keeps_what_was_made(tmp_path: Path) -> None:
    log = Log()
    run(log.stage(), documents(3), tmp_path, kind="audit")
    log.done.clear()
    again = run(log.stage(prompt="better"), documents(3), tmp_path, kind="audit")
    assert (log.of(), again.summary.reused) == (ids(3), 0)
    run(log.stage(), documents(3), tmp_path, kind="audit")
    assert log.done == [], "the first results are still there"


def test_new_and_changed_documents_are_worked_on_and_the_rest_is_not(tmp_path: Path) -> None:
    log = Log()
    run(log.stage(), documents(3), tmp_path, kind="audit")
    log.done.clear()
    run(log.stage(), [Document("new", "new"), *documents(2), Document("d2", "changed")], tmp_path, kind="audit")
    assert log.of() == ["d2", "new"]


def test_a_failed_unit_is_reported_and_tried_again_next_time(tmp_path: Path) -> None:
    log = Log()
    broken = AnswerInvalidError("the answer is no JSON", "try another model")
    first = run(log.stage(fail={"d1": broken}), documents(3), tmp_path, kind="audit")
    reason = "GY306 the answer is no JSON; try another model"
    assert first.summary.failed == (FailedUnit("d1", "release", reason),)
    assert (first.summary.finished, first.summary.unscored) == (2, ())
    assert (dict(first.results())["d1"].done, dict(first.results())["d1"].code) == (False, "GY306")
    log.done.clear()
    second = run(log.stage(), documents(3), tmp_path, kind="audit")
    assert log.of() == ["d1"]
    assert (second.summary.finished, second.summary.failed) == (3, ())


async def not_json(document: Document) -> JsonValue:
    return {"a": {1, 2}}  # type: ignore[dict-item]


async def not_a_number(document: Document) -> JsonValue:
    return float("nan")


async def in_a_group(document: Document) -> JsonValue:
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
    done = run(Stage("bad", work), documents(2), tmp_path, kind="audit")
    assert [unit.reason.startswith(reason) for unit in done.summary.failed] == [True, True]


def test_results_come_in_the_order_of_the_documents_whatever_ends_first(tmp_path: Path) -> None:
    chance = random.Random(7)
    order: list[str] = []

    async def work(document: Document) -> JsonValue:
        await anyio.sleep(chance.random() / 50)
        order.append(document.id)
        return None

    done = run(Stage("a", work), documents(20), tmp_path, kind="audit")
    assert order != ids(20)
    assert [document for document, _ in done.results()] == ids(20)


def test_work_that_changes_what_it_was_given_does_not_change_the_name_of_its_unit(tmp_path: Path) -> None:
    async def vandal(document: Document) -> JsonValue:
        assert isinstance(document.meta, dict)
        document.meta["x"] = 1
        return None

    run(Stage("a", vandal), documents(1), tmp_path, kind="audit")
    assert run(Stage("a", vandal), documents(1), tmp_path, kind="audit").summary.reused == 1


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

    async def work(document: Document) -> JsonValue:
        if document.meta["number"] == 500:
            await anyio.sleep(0.05)  # one slow document must not let the others pile up
        else:
            await checkpoint()
        return None

    gc.collect()
    done = run(Stage("a", work), stream(), tmp_path, concurrency=5, kind="audit")
    assert done.summary.finished == done.summary.total == 2000
    assert Alive.most <= 5 + 2  # the generator and the engine each hold on to one for a moment


def test_no_more_documents_are_worked_on_at_once_than_allowed(tmp_path: Path) -> None:
    now, most = 0, 0

    async def work(document: Document) -> JsonValue:
        nonlocal now, most
        now += 1
        most = max(most, now)
        await anyio.sleep(0.002)
        now -= 1
        return None

    run(Stage("a", work), documents(30), tmp_path, concurrency=3, kind="audit")
    assert most == 3


def spending(budget: int, *, grouped: bool = False) -> Work:
    left = budget

    async def pay() -> None:
        nonlocal left
        await checkpoint()
        if left <= 0:
            raise BudgetExhaustedError("the budget is used up", "raise --budget")
        left -= 1

    async def work(document: Document) -> JsonValue:
        if not grouped:
            await pay()
            return document.id
        async with anyio.create_task_group() as group:
            group.start_soon(pay)
        return document.id

    return work


@pytest.mark.parametrize("grouped", [False, True])
def test_a_used_up_budget_ends_the_run_and_a_new_one_goes_on(tmp_path: Path, grouped: bool) -> None:
    def stage(budget: int) -> Stage:
        return Stage("a", spending(budget, grouped=grouped))

    first = run(stage(7), iter(documents(20)), tmp_path, kind="audit", concurrency=3)
    assert first.summary.stopped == "budget"
    assert first.summary.failed == ()
    assert (first.summary.documents, first.summary.total, first.summary.finished) == (20, 20, 7)
    assert len(first.summary.unscored) == 13
    assert "Stopped, the budget is used up" in closing_sentence(first.summary)
    second = run(stage(13), iter(documents(20)), tmp_path, kind="audit", concurrency=3)
    assert (second.summary.stopped, second.summary.finished, second.summary.unscored) == (None, 20, ())
    assert second.summary.reused == 7


def test_what_the_journal_holds_still_counts_when_the_budget_is_used_up_early(tmp_path: Path) -> None:
    run(Stage("a", spending(9)), documents(10)[1:], tmp_path, kind="audit")
    again = run(Stage("a", spending(0)), documents(10), tmp_path, concurrency=1, kind="audit")
    assert (again.summary.stopped, again.summary.finished, again.summary.unscored) == ("budget", 9, ("d0",))
    assert [document for document, _ in again.results()] == ids(10)[1:]


def test_an_error_of_the_source_is_raised_after_the_documents_in_flight_have_ended(tmp_path: Path) -> None:
    log = Log()

    def source() -> Iterator[Document]:
        yield from documents(3)
        raise BadRowError("notes.csv:5 has no text", "add one")

    events: list[Event] = []
    with pytest.raises(BadRowError):
        run(log.stage(), source(), tmp_path, listener=events.append, kind="audit")
    stopped = events[-1]
    assert isinstance(stopped, RunStopped)
    assert stopped.summary.stopped == "error"
    with Journal(tmp_path / "journal") as journal:
        assert len(journal) == stopped.summary.finished
    log.done.clear()
    done = run(log.stage(), documents(3), tmp_path, kind="audit")
    assert done.summary.reused == stopped.summary.finished


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
        run(Log().stage(), [*documents(3), extra], tmp_path, kind="audit")


def test_no_documents_make_an_empty_run(tmp_path: Path) -> None:
    done = run(Log().stage(), [], tmp_path, kind="audit")
    assert (done.summary.documents, done.summary.total, list(done.results())) == (0, 0, [])


def test_events_tell_the_whole_story(tmp_path: Path) -> None:
    events: list[Event] = []
    run(Stage("a", ok), iter(documents(1)), tmp_path, kind="audit", listener=events.append)
    run(Stage("a", ok), documents(1), tmp_path, kind="audit", listener=events.append)
    assert [type(event) for event in events] == [RunStarted, DocumentFinished, RunStopped] * 2
    assert (events[0], events[3]) == (RunStarted(tmp_path, None, step="a"), RunStarted(tmp_path, 1, step="a"))
    first, second = events[1], events[4]
    assert (first, second) == (
        DocumentFinished("d0", failed=False, reused=False),
        DocumentFinished("d0", failed=False, reused=True),
    )


def test_a_unit_is_in_the_journal_before_anybody_hears_of_it(tmp_path: Path) -> None:
    seen: list[bool] = []

    def listen(event: Event) -> None:
        if isinstance(event, DocumentFinished):
            seen.append(f'"{event.document_id}"' in (tmp_path / "journal").read_text())

    run(Log().stage(), documents(3), tmp_path, kind="audit", listener=listen)
    assert seen == [True] * 3


@pytest.mark.anyio
async def test_a_cancelled_run_closes_its_journal_and_goes_on_later(tmp_path: Path) -> None:
    async def work(document: Document) -> JsonValue:
        if document.id == "d3":
            scope.cancel()
            await anyio.sleep_forever()
        return None

    events: list[Event] = []
    with anyio.CancelScope() as scope:
        await run_stage(Stage("a", work), documents(10), tmp_path, kind="audit", concurrency=1, listener=events.append)
    assert scope.cancelled_caught
    stopped = events[-1]
    assert isinstance(stopped, RunStopped)
    assert stopped.summary.stopped == "interrupted"
    assert (stopped.summary.finished, stopped.summary.unscored) == (3, tuple(ids(10)[3:]))
    assert closing_sentence(stopped.summary) == "Stopped: 3 of 10 documents done. Run the same command again to go on."
    assert json.loads((tmp_path / "summary.json").read_text())["stopped"] == "interrupted"
    again = await run_stage(Stage("a", ok), documents(10), tmp_path, kind="audit")
    assert (again.summary.finished, again.summary.reused) == (10, 3)


def test_a_document_that_computes_for_long_is_told_of_while_it_computes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("gyges.runs.workers._watch.STILL_SECONDS", 0.3)
    events: list[Event] = []

    async def compute(document: Document) -> JsonValue:
        until = time.thread_time() + 20
        with in_parts(2) as begin:
            while time.thread_time() < until and (told := sum(isinstance(event, StillWorking) for event in events)) < 2:
                begin(told + 1)
        return sum(isinstance(event, StillWorking) for event in events)

    done = run(Stage("a", compute), documents(1), tmp_path, listener=events.append, kind="audit")
    told = [event for event in events if isinstance(event, StillWorking)]
    assert dict(done.results())["d0"].value == len(told) >= 2
    assert told[0].seconds < told[-1].seconds < told[0].limit
    assert [event.part for event in told[:2]] == [PartUnderWay(1, 2), PartUnderWay(2, 2)]
