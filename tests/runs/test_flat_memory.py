"""Memory does not grow with documents: what is bounded is made small here, so that few documents are many."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from gyges.corpus import write_documents, write_releases
from gyges.factory import make_documents
from gyges.records import Release

RUN = Path(__file__).with_name("memory_run.py")
FEW, MANY = 200, 1200
MOST_MORE = 25.0  # megabytes that a thousand documents more may take, in each of which something stands; 20 measured

pytestmark = pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="Linux says how much was held")


def peak(*command: str) -> float:
    done = subprocess.run(
        [sys.executable, RUN, *command, "-q", "--jobs", "1"],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    )
    return float(done.stderr.split("peak")[-1])


@pytest.mark.slow
@pytest.mark.parametrize("verb", ["anonymize", "audit"])
def test_a_thousand_documents_more_take_a_few_megabytes_more(verb: str, tmp_path: Path) -> None:
    held = []
    for count in (FEW, MANY):
        originals, released = tmp_path / f"{count}.jsonl", tmp_path / f"{count}-released.jsonl"
        write_documents(make_documents(count, seed=3, genres=["comment"]), originals)
        out = str(tmp_path / f"out-{count}")
        if verb == "anonymize":
            held.append(peak("anonymize", str(originals), "--method", "mask", "--out", out))
            continue
        documents = make_documents(count, seed=3, genres=["comment"])
        write_releases((Release(one.id, one.text[len(one.text) // 3 :], "cut") for one in documents), released)
        held.append(peak("audit", str(originals), str(released), "--out", out))
    assert held[1] - held[0] < MOST_MORE, held
