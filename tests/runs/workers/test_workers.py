import multiprocessing
import os
import signal
import subprocess
import sys
import textwrap
import threading
import time
from collections.abc import Mapping
from functools import partial
from itertools import repeat
from multiprocessing import forkserver
from pathlib import Path

import anyio
import pytest

import gyges
from gyges.anonymizers import Tools
from gyges.corpus import _kept, bundled_corpus
from gyges.errors import ConfigError, InputError, OutOfTimeError, WorkerDiedError
from gyges.models import ModelPool
from gyges.records import Document, Release
from gyges.runs import (
    AnonymizeOptions,
    Audit,
    AuditOptions,
    Event,
    Run,
    Stage,
    _scorer,
    anonymize_corpus,
    audit_corpus,
    run_stage,
)
from gyges.runs.workers import Workers, _watch, cores, jobs_for
from gyges.runs.workers._crew import PIECES
from gyges.runs.workers._pool import STARTING
from runs.workers import remote_works

DOCUMENTS = bundled_corpus()[:8]
posix = pytest.mark.skipif(sys.platform == "win32", reason="signals as POSIX has them")


async def never(document: Document) -> str:
    raise AssertionError(f"{document.id} was not sent to a worker")


def worked(texts: Mapping[str, str], folder: Path, *, heard: list[Event] | None = None) -> Run:
    """Send texts to two workers, and log what they do."""
    folder.mkdir(exist_ok=True)
    stage = Stage("work", never, remote=partial(remote_works.logged, folder))

    async def main() -> Run:
        async with Workers(2) as workers:
            documents = [Document(*row) for row in texts.items()]
            listener = None if heard is None else heard.append
            return await run_stage(stage, documents, folder / "run", workers=workers, listener=listener, kind="audit")

    return anyio.run(main)


def made_and_audited(folder: Path, jobs: int) -> tuple[dict[str, Release], Audit]:
    async def main() -> tuple[dict[str, Release], Audit]:
        async with ModelPool() as pool:
            options = AnonymizeOptions("mask", jobs=jobs)
            made = dict((await anonymize_corpus(DOCUMENTS, folder / "made", Tools(pool), options)).releases)
            (audit,) = await audit_corpus(
                DOCUMENTS, {"mask": made}, folder / "audit", pool, options=AuditOptions(), jobs=jobs
            )
            return made, audit

    return anyio.run(main)


def journal_records(folder: Path) -> list[str]:
    return sorted((folder / "journal").read_text(encoding="ascii").splitlines())


def log_of(folder: Path) -> list[tuple[str, int]]:
    rows = [line.split() for line in (folder / "log").read_text().splitlines()]
    return [(id_, int(process)) for id_, process in rows]


def is_alive(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True


def test_two_processes_give_what_one_gives(tmp_path: Path) -> None:
    one, one_audit = made_and_audited(tmp_path / "one", 1)
    two, two_audit = made_and_audited(tmp_path / "two", 2)
    assert two == one
    assert list(two) == [document.id for document in DOCUMENTS]
    assert two_audit.results.model_dump_json() == one_audit.results.model_dump_json()
    assert two_audit.scored == one_audit.scored
    for place in ("made", "audit"):
        assert journal_records(tmp_path / "two" / place) == journal_records(tmp_path / "one" / place)


def test_an_audit_whose_documents_are_on_disk_and_one_that_is_gone_on_with_give_what_one_in_memory_gives(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    near, near_audit = made_and_audited(tmp_path / "near", 1)
    monkeypatch.setattr(_kept, "IN_MEMORY", 2)
    monkeypatch.setattr(_kept, "KEYS_IN_MEMORY", 2)
    far, far_audit = made_and_audited(tmp_path / "far", 2)
    for place in ("made", "audit"):
        journal = tmp_path / "far" / place / "journal"
        journal.write_bytes(b"".join(journal.read_bytes().splitlines(keepends=True)[::2]))
    again, again_audit = made_and_audited(tmp_path / "far", 2)
    assert near == far == again
    for audit in (far_audit, again_audit):
        assert audit.results.model_dump_json() == near_audit.results.model_dump_json()
        assert audit.scored == near_audit.scored
        assert dict(audit.texts) == dict(near_audit.texts)


@posix
def test_the_text_of_a_worker_that_was_killed_is_worked_on_again(tmp_path: Path) -> None:
    texts = {f"d{number}": "fine" for number in range(60)} | {"d5": "die once"}
    done = worked(texts, tmp_path)
    assert [(id_, outcome.value) for id_, outcome in done.results()] == [
        (id_, f"{text} by a worker") for id_, text in texts.items()
    ]
    begun = [id_ for id_, _ in log_of(tmp_path)]
    assert set(begun) == set(texts)
    assert begun.count("d5") == 2
    assert len(begun) - len(texts) <= PIECES, "only what was sent along with it is begun again"


@posix
def test_the_server_that_workers_are_forked_from_may_die_while_one_is_started() -> None:
    values: list[int] = []

    async def main() -> None:
        async with Workers(1) as workers:
            await workers.do(remote_works.doubled, 1, "doubling")  # the server runs
        server = forkserver._forkserver._forkserver_pid  # type: ignore[attr-defined]
        os.kill(server, signal.SIGSTOP)
        async with Workers(1) as workers, anyio.create_task_group() as group:

            async def one() -> None:
                values.append(await workers.do(remote_works.doubled, 2, "doubling"))

            group.start_soon(one)
            await anyio.sleep(1)  # it waits for the server
            os.kill(server, signal.SIGKILL)

    anyio.run(main)
    assert values == [4]


@posix
def test_a_text_that_kills_every_worker_fails_with_a_reason_and_the_others_are_done(tmp_path: Path) -> None:
    done = worked({"before": "fine", "deadly": "die", "after": "fine"}, tmp_path)
    outcomes = dict(done.results())
    assert [id_ for id_, outcome in outcomes.items() if outcome.done] == ["before", "after"]
    assert outcomes["deadly"].code == WorkerDiedError.code
    assert "ended without an answer" in outcomes["deadly"].reason
    assert len(done.summary.failed) == 1


@posix
def test_a_document_whose_scoring_kills_workers_is_never_counted_as_protected(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    deadly = DOCUMENTS[2].id

    monkeypatch.setattr(_scorer, "score_by_rules", partial(remote_works.mortal_scoring, deadly))
    _, audit = made_and_audited(tmp_path, 2)
    failed = {row.id: row for row in audit.results.coverage.failed}
    assert list(failed) == [deadly]
    assert failed[deadly].stage == "match"
    scores = {v.score for d in audit.scored if d.id == deadly for s in d.subjects for v in s.verdicts}
    assert scores == {None}
    assert {v.leaked for d in audit.scored if d.id == deadly for s in d.subjects for v in s.verdicts} == {1.0}


def test_a_text_that_computes_without_end_is_stopped_in_its_worker(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(_watch, "BASE_SECONDS", 1.0)
    done = worked({"before": "fine", "endless": "spin", "after": "fine"}, tmp_path)
    outcomes = dict(done.results())
    assert [id_ for id_, outcome in outcomes.items() if outcome.done] == ["before", "after"]
    assert outcomes["endless"].code == OutOfTimeError.code
    assert "'work' of 'endless' took longer than 1 s" in outcomes["endless"].reason


def test_errors_of_work_arrive_as_what_they_are_or_in_words(tmp_path: Path) -> None:
    outcomes = dict(worked({"ours": "bad", "theirs": "odd"}, tmp_path).results())
    assert (outcomes["ours"].code, outcomes["ours"].reason) == (InputError.code, "GY101 it is bad; make it good")
    assert "OddError: salt and pepper" in outcomes["theirs"].reason


def test_work_that_cannot_be_made_fails_each_time_with_its_reason() -> None:
    async def main() -> None:
        async with Workers(1) as workers:
            for _ in range(2):
                with pytest.raises(InputError, match="nothing to work with"):
                    await workers.do(remote_works.unmakeable, 1, "nothing")

    anyio.run(main)


def test_few_texts_are_worked_on_by_one_process_and_many_by_all_cores() -> None:
    assert jobs_for(None, [1000]) == 1
    assert jobs_for(None, repeat(1000)) == cores() >= 1  # counted no further than needed
    assert jobs_for(3, repeat(0)) == 3
    with pytest.raises(ConfigError, match="1 or more"):
        jobs_for(0, [10**9])


SPINNING = """
import sys
from functools import partial
from pathlib import Path
import anyio
from gyges.records import Document
from gyges.runs import Stage, run_stage
from gyges.runs.workers import Workers
from runs.workers import remote_works

folder = Path(sys.argv[1])

async def main():
    async with Workers(2) as workers:
        stage = Stage("work", None, remote=partial(remote_works.logged, folder))
        documents = [Document(f"d{number}", "spin") for number in range(9)]
        await run_stage(stage, documents, folder / "run", workers=workers, kind="audit")

try:
    anyio.run(main)
except KeyboardInterrupt:
    print("stopped")
"""


@posix
def test_ctrl_c_ends_all_processes_at_once_and_without_a_traceback(tmp_path: Path) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", SPINNING, tmp_path],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    ) as process:
        end = time.monotonic() + 120
        while not ((tmp_path / "log").exists() and len(log_of(tmp_path)) == 2) and time.monotonic() < end:
            time.sleep(0.05)
        os.killpg(process.pid, signal.SIGINT)  # as a terminal does: to workers and to their server too
        said, wrong = process.communicate(timeout=60)
    assert (said, wrong, process.returncode) == ("stopped\n", "", 0)
    workers = [number for _, number in log_of(tmp_path)]
    end = time.monotonic() + 10
    while any(map(is_alive, workers)) and time.monotonic() < end:
        time.sleep(0.05)
    assert not any(map(is_alive, workers))


@posix
def test_workers_end_when_the_run_is_killed(tmp_path: Path) -> None:
    script = SPINNING.replace('"spin"', '"busy"')
    with subprocess.Popen(
        [sys.executable, "-c", script, tmp_path], env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    ) as process:
        end = time.monotonic() + 120
        while not (tmp_path / "log").exists() and time.monotonic() < end:
            time.sleep(0.05)
        process.kill()
    end = time.monotonic() + 60
    while any(is_alive(number) for _, number in log_of(tmp_path)) and time.monotonic() < end:
        time.sleep(0.05)
    assert not any(is_alive(number) for _, number in log_of(tmp_path))


def test_a_script_that_does_not_guard_itself_is_not_run_again_by_its_workers(tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text(
        textwrap.dedent(
            """
            import gyges
            print("begin", flush=True)
            made = gyges.anonymize(["Call Tom Berger."] * 3, "mask", jobs=2)
            print(*made.texts.values(), sep="|")
            """
        )
    )
    done = subprocess.run(
        [sys.executable, script],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    )
    assert done.stdout.splitlines() == ["begin", "|".join(3 * [gyges.anonymize("Call Tom Berger.", "mask")])]


@posix
def test_workers_end_at_once_also_while_one_is_being_started() -> None:
    seconds = []

    async def main() -> None:
        async with Workers(1) as workers:
            await workers.do(remote_works.doubled, 1, "doubling")  # the server runs
        server = forkserver._forkserver._forkserver_pid  # type: ignore[attr-defined]
        os.kill(server, signal.SIGSTOP)
        thaw = threading.Timer(20, os.kill, (server, signal.SIGCONT))
        thaw.start()
        try:
            async with Workers(1) as workers:
                with anyio.move_on_after(0.5):
                    await workers.do(remote_works.doubled, 1, "doubling")
                begin = time.monotonic()
            seconds.append(time.monotonic() - begin)
        finally:
            thaw.cancel()
            os.kill(server, signal.SIGCONT)

    anyio.run(main)
    assert seconds[0] < 10
    end = time.monotonic() + 30
    while STARTING.locked() and time.monotonic() < end:
        time.sleep(0.05)
    while multiprocessing.active_children() and time.monotonic() < end:
        time.sleep(0.05)
    assert not multiprocessing.active_children(), "who starts a worker that nobody needs any more ends it"
