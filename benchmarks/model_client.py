"""1,000 calls at 100 ms and 32 slots: how close to the ideal time does a run come, journal and cache included?

Run: python benchmarks/model_client.py [CALLS]   (exit 1 when it takes more than 1.15 times the ideal)
"""

import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

import anyio
from pydantic import BaseModel

from gyges.models import DocumentText, ModelPool, ModelSettings, Prompt, ReplyCache
from gyges.records import Document, JsonValue
from gyges.runs import Stage, run_stage

CALLS, LATENCY, SLOTS, ALLOWED = 1000, 0.1, 32, 1.15


class Reading(BaseModel):
    """An answer of ordinary size."""

    people: list[str]
    place: str


@dataclass(frozen=True)
class Read(Prompt[Reading], template="question.jinja"):
    """A question of ordinary size."""

    text: DocumentText


async def measure(url: str, folder: Path, calls: int) -> float:
    """Return the seconds that a run over all documents takes, with the defaults of a run."""
    documents = [Document(str(n), f"Person {n} lives at number {n}. " * 20) for n in range(calls)]
    async with ModelPool(ModelSettings(concurrency=SLOTS), cache=ReplyCache(folder / "cache.sqlite")) as pool:
        model = pool.model(f"{url}#scripted")

        async def ask(document: Document) -> JsonValue:
            return (await model.ask(Read(DocumentText(document.text)))).place

        started = time.perf_counter()
        await run_stage(Stage("read", ask), documents, folder / "run", kind="benchmark")
        seconds = time.perf_counter() - started
        assert pool.ledger.total.calls == calls, pool.ledger.total
    return seconds


def main(calls: int) -> int:
    """Run the server in its own process, measure, report."""
    ideal = calls * LATENCY / SLOTS
    command = [sys.executable, "-m", "gyges.testing", "--latency", str(LATENCY), "--slots", str(SLOTS)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server, TemporaryDirectory() as folder:
        assert server.stdout is not None
        url = server.stdout.readline().split()[-1]
        times = [anyio.run(measure, url, Path(folder) / str(n), calls) for n in range(3)]
        server.terminate()
    best = min(times)
    print(f"{calls} calls, {LATENCY * 1000:.0f} ms, {SLOTS} slots: ideal {ideal:.3f} s")
    print("runs: " + ", ".join(f"{seconds:.3f} s" for seconds in times))
    print(f"best: {best / ideal:.3f} x ideal (at most {ALLOWED})")
    return 0 if best / ideal <= ALLOWED else 1


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else CALLS))
