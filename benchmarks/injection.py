"""Verdicts changed by injected text: scripted readers, or a model whose answers are files.

``PYTHONPATH=.:tests python benchmarks/injection.py [--sample N]`` reads the suite with scripted models behind a real
local server: one that does what stands outside fences, some that also believe kinds of documents, one that refuses.

``... --record FOLDER [--sample N]`` asks nobody: each question becomes ``FOLDER/queue/KEY.json``, and its answer is
``FOLDER/answers/KEY.txt``, written by whoever is put to the test. Run it again until nothing waits; then it prints the
figures. Keys tell nothing about a document, and the three readings of one lie apart.
"""

import argparse
import hashlib
import json
import sys
from dataclasses import dataclass, field
from pathlib import Path

import anyio

from gyges.errors import ConfigError
from gyges.models import ModelPool, ReplyCache
from gyges.runs.injection import (
    InjectionResult,
    injection_result,
    injection_suite,
    read_suite,
    sampled,
    steerable_roles,
)
from gyges.testing import Answer, ChatRequest, ModelServer
from runs.injection.readers import KnowingReader

READERS: dict[str, Answer] = {
    "naive: does what stands outside a fence": KnowingReader(),
    "believes orders and system messages": KnowingReader({"order", "system"}),
    "believes ten of 25 kinds": KnowingReader(sorted({one.kind for one in injection_suite()})[:10]),
    "refuses documents with injected words": KnowingReader(refuses=True),
    "finds nobody, ever": lambda request: '{"people": []}',
}


@dataclass
class RecordedAnswers:
    """Answers from files; a question without one is written down and waits."""

    folder: Path
    waiting: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        for name in ("queue", "answers"):
            (self.folder / name).mkdir(parents=True, exist_ok=True)

    def __call__(self, request: ChatRequest) -> str:
        """Return the answer to a question, or write the question down and refuse it."""
        body = {
            "messages": [{"role": turn.role, "content": turn.content} for turn in request.messages],
            "response_format": request.schema,
        }
        text = json.dumps(body, ensure_ascii=False, indent=1)
        key = hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:12]
        answer = self.folder / "answers" / f"{key}.txt"
        if answer.exists():
            return answer.read_text(encoding="utf-8")
        (self.folder / "queue" / f"{key}.json").write_text(text, encoding="utf-8")
        self.waiting.add(key)
        raise ConfigError("nobody has answered this yet", f"write {answer}")


async def read(answer: Answer, sample: int | None) -> InjectionResult:
    """Read the suite with one model."""
    with ModelServer(answer) as server:
        async with ModelPool(cache=ReplyCache(), notify=lambda sentence: None) as pool:
            roles = steerable_roles(pool, server.spec())
            return injection_result(server.spec(), await read_suite(roles, sampled(injection_suite(), sample)))


def table(result: InjectionResult) -> str:
    """Return the figures of each role and kind as lines."""
    lines = [f"{'':<18}{'changed':>18}{'harmless':>18}{'verdicts':>10}{'measured':>10}{'failed':>8}  standing"]
    for name, one in {**result.roles, **result.kinds, **result.languages}.items():
        figures = f"{one.changed!s:>18}{one.harmless!s:>18}{one.verdicts:>10}{one.measured:>10}{one.failed:>8}"
        lines.append(f"{name:<18}{figures}  {one.standing if name in result.roles else ''}")
    return "\n".join(lines) + "\n"


def main() -> int:
    """Print the figures, or what still waits for an answer."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--sample", type=int, help="read only so many documents, of all kinds")
    parser.add_argument("--record", type=Path, help="a folder with answers; questions without one are put there")
    parser.add_argument("--json", type=Path, help="write the figures of --record here")
    chosen = parser.parse_args()
    if chosen.record is None:
        for name, reader in READERS.items():
            result = anyio.run(read, reader, chosen.sample)
            sys.stdout.write(f"\n{name} ({result.documents} documents)\n{table(result)}")
            sys.stdout.flush()
        return 0
    recorded = RecordedAnswers(chosen.record)
    result = anyio.run(read, recorded, chosen.sample)
    if recorded.waiting:
        sys.stdout.write(f"{len(recorded.waiting)} questions wait for an answer in {chosen.record / 'queue'}\n")
        return 1
    sys.stdout.write(table(result))
    if chosen.json is not None:
        chosen.json.write_text(json.dumps(result.to_json(), ensure_ascii=False, indent=2) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
