"""A sealed run is watched without its key: it shows what it is, and claims nothing that the studio cannot read."""

from pathlib import Path

from gyges.corpus import atomic_file
from gyges.records import Document, JsonValue
from gyges.runs import Plan, Stage, Task, run
from gyges.sealing import AtRestKey, at_rest
from gyges.studio._watched_runs import WatchedRuns


async def _fail(task: Task) -> JsonValue:
    raise ValueError(f"no luck with {task.document.id}")


def test_a_sealed_run_is_listed_as_sealed_without_failures_and_reports_that_would_be_wrong(tmp_path: Path) -> None:
    with at_rest(AtRestKey(b"k" * 32)):
        run(Plan((Stage("fail", _fail),), "audit"), [Document("kowalska", "Anna")], tmp_path / "run")
        for name in ("report.html", "public/report.html", "results.json"):
            with atomic_file(tmp_path / "run" / name, private=True) as stream:
                stream.write(b"<p>")
    (watched,) = WatchedRuns((tmp_path,)).all()
    assert (watched.state, watched.documents, watched.failed) == ("sealed", None, None)
    assert (watched.reports, watched.audits, watched.failures) == (["public/report.html"], [], [])
    assert b"kowalska" not in b"".join(path.read_bytes() for path in tmp_path.rglob("*") if path.is_file())
