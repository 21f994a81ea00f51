"""Asks a studio on this machine as 50 people at once who read and save, and tells how long answers took.

python benchmarks/studio_load.py [SECONDS [PEOPLE]]    20 seconds and 50 people unless told
"""

import random
import re
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from pathlib import Path

import httpx

from gyges.corpus import bundled_corpus, write_documents

THINKS = 0.8
"""Seconds a person takes between two things, at the mean."""
SAVES = 0.3
"""Share of what people do that is a save."""
OWN = {"x-gyges-studio": "1"}


def main(seconds: int = 20, people: int = 50) -> None:
    """Start a studio, ask it, print the figures."""
    with tempfile.TemporaryDirectory() as folder:
        documents = Path(folder) / "documents.jsonl"
        write_documents(bundled_corpus(), documents)
        command = [sys.executable, "-m", "gyges", "studio", f"{folder}/project", "--documents", str(documents)]
        with subprocess.Popen([*command, "--no-browser"], stdout=subprocess.PIPE, text=True) as studio:
            try:
                link = next(found[0] for line in studio.stdout or () if (found := re.search(r"http\S+", line)))
                told, statuses = storm(link, seconds, people)
            finally:
                studio.kill()
    times = sorted(took for kind in told.values() for took in kind)
    print(f"{people} people, {seconds} s, {len(times):,} answers, {len(times) / seconds:.0f} a second")
    for kind, took in {**told, "all": times}.items():
        ordered = sorted(took)
        figures = statistics.median(ordered), ordered[int(0.95 * (len(ordered) - 1))], ordered[-1]
        middle, high, most = (f"{1000 * value:.0f} ms" for value in figures)
        print(f"{kind:>9}: median {middle}, 95th percentile {high}, most {most}")
    errors = sum(count for status, count in statuses.items() if status != 200)
    print(f"errors: {errors} of {sum(statuses.values()):,}")
    sys.exit(1 if errors else 0)


def storm(link: str, seconds: float, people: int) -> tuple[dict[str, list[float]], Counter[int]]:
    """Let people work; return how long answers took by kind, and how often each status came."""
    told: dict[str, list[float]] = {"list": [], "document": [], "save": []}
    statuses: Counter[int] = Counter()
    until = time.monotonic() + seconds
    workers = [threading.Thread(target=work, args=(link, number, until, told, statuses)) for number in range(people)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    return told, statuses


def work(link: str, number: int, until: float, told: dict[str, list[float]], statuses: Counter[int]) -> None:
    """Be one person: look at the list, open documents, write on sheets of one's own."""
    draw = random.Random(number)
    with httpx.Client(base_url=link.split("/open")[0], headers=OWN, timeout=60) as client:
        client.get(link.rsplit("=", 1)[0] + f"=annotator {number}")
        total = client.get("/api/project").json()["documents"]
        seen: dict[int, int] = {}
        while time.monotonic() < until:
            time.sleep(draw.expovariate(1 / THINKS))
            item, chance = draw.randint(1, total), draw.random()
            began = time.perf_counter()
            if chance < SAVES:
                body = {"subjects": [{"id": "1", "description": f"somebody {began}"}]}
                answer = client.put(f"/api/sheets/people/{item}", json={"seen": seen.get(item, 0), "body": body})
                seen[item] = seen.get(item, 0) + 1
                kind = "save"
            elif chance < (1 + SAVES) / 2:
                answer, kind = client.get("/api/documents?limit=100"), "list"
            else:
                answer, kind = client.get(f"/api/documents/{item}"), "document"
            told[kind].append(time.perf_counter() - began)
            statuses[answer.status_code] += 1


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
