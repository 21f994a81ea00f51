"""Do readers, parsers, offsets, reports and settings keep to the errors that Gyges raises on purpose, whatever comes?

Run: python benchmarks/fuzz.py [--seconds N] [--target NAME] [--seed N]   (exit 1 with a finding)

Each target of fuzz_targets.py gets N seconds in a process of its own: guided by coverage where atheris is installed
(Linux), by hypothesis elsewhere. A finding is an error that is none of ours, an input that computes for 20 seconds, or
2 GB of memory. Its bytes are kept in .cache/fuzz, and `--replay FILE --target NAME` feeds them again.
Inputs that reached something new are kept there too: the next run goes on from them.
"""

import argparse
import re
import subprocess
import sys
import time
from dataclasses import dataclass
from importlib.util import find_spec
from inspect import unwrap
from pathlib import Path

KEPT = Path(__file__).parents[1] / ".cache" / "fuzz"
SECONDS, SLOWEST, MEGABYTES = 60, 20, 2048
LONGEST = 4096
"""Bytes of one input, or twice the longest seed; what long texts cost is pumped.py's question."""
SHORT = {"engine": 200}
"""Bytes of one input of targets that read every word in many ways."""
_RUNS = re.compile(r"^(?:Done|stat::number_of_executed_units:) (\d+)", re.MULTILINE)
_UNITS = re.compile(r"stat::number_of_executed_units:\s*(\d+)")
_COVERED = re.compile(r"cov: (\d+) ft: (\d+)")
_FILES = ("jsonl", "json", "csv", "text", "html", "eml", "docx", "pdf")
ROOMS = {
    **{name: ["gyges.corpus"] for name in _FILES},
    "answers": ["gyges.models", "gyges.attacks"],
    "offsets": ["gyges.records._edits", "gyges.corpus._schema"],
    "report": ["gyges.reports", "gyges.scoring._results"],
    "settings": ["gyges._yaml", "gyges.models._settings", "gyges.tuning._task", "gyges.runs.benchmark", "gyges.corpus"],
    "journal": ["gyges.runs._journal"],
    "engine": ["gyges.records._edits", "gyges.reading.page._tokens", "gyges.reading.finder._mentions"],
}
"""The targets of fuzz_targets.py, and whose coverage guides each: to follow all modules would take minutes to load."""


@dataclass(frozen=True)
class Fuzzed:
    """How one target did."""

    target: str
    inputs: int
    covered: int | None
    features: int | None
    seconds: float
    finding: str

    def __str__(self) -> str:
        reached = f", {self.covered:,} places reached in {self.features:,} ways"
        covered = reached if self.covered is not None else ""
        said = self.finding or "no finding"
        return f"{self.target:<9} {self.inputs:>9,} inputs in {self.seconds:.0f} s{covered}: {said}"


def guided() -> bool:
    """Tell whether inputs are guided by coverage."""
    return find_spec("atheris") is not None


def fuzz(target: str, seconds: int, seed: int = 1) -> Fuzzed:
    """Fuzz one target in a process of its own."""
    corpus = KEPT / target / "reached"
    corpus.mkdir(parents=True, exist_ok=True)
    started = time.monotonic()
    command = [sys.executable, __file__, "--target", target, "--inside", str(corpus), "--seconds", str(seconds)]
    done = subprocess.run(
        [*command, "--seed", str(seed)], capture_output=True, text=True, errors="replace", check=False
    )
    said = done.stdout + done.stderr
    runs = [int(found) for found in _UNITS.findall(said) or _RUNS.findall(said)]
    covered, features = max(((int(a), int(b)) for a, b in _COVERED.findall(said)), default=(None, None))
    finding = "" if done.returncode == 0 else _reason(said, done.returncode)
    return Fuzzed(target, max(runs, default=0), covered, features, time.monotonic() - started, finding)


def _reason(said: str, status: int) -> str:
    """Return in a line what was found, with the file that holds the bytes."""
    lines = [line.strip() for line in said.splitlines() if line.strip()]
    wrong = [
        line for line in lines if re.match(r"(?:[\w.]*(?:Error|Exception|Problem|Iteration)\b|=* ?Uncaught)", line)
    ]
    worse = [line for line in lines if "ERROR: libFuzzer" in line]
    file = next((line.rpartition(" ")[2] for line in lines if "Test unit written" in line or "kept in" in line), "")
    return f"{(wrong or worse or lines or ['nothing said'])[-1][:200]} (status {status}) {file}"


def inside(target: str, corpus: Path, seconds: int, seed: int) -> None:
    """Fuzz in this process; ends it."""
    if guided():
        _by_coverage(target, corpus, seconds, seed)
    else:
        by_hypothesis(target, seconds, seed)


def _by_coverage(target: str, corpus: Path, seconds: int, seed: int) -> None:
    import atheris

    if target in SHORT:
        from fuzz_targets import TARGETS

        from gyges.reading import find_spans, read_text
        from gyges.records import apply_edits

        for function in (apply_edits, find_spans, read_text):  # to follow the whole engine takes minutes to load
            atheris.instrument_func(unwrap(function))
    else:
        with atheris.instrument_imports(include=ROOMS[target]):
            from fuzz_targets import TARGETS
    chosen = TARGETS[target]
    for number, content in enumerate(chosen.seeds):
        (corpus / str(number)).write_bytes(content)
    longest = SHORT.get(target) or max(LONGEST, *(2 * len(content) for content in chosen.seeds))
    flags = [
        f"-max_total_time={seconds}",
        f"-timeout={SLOWEST}",
        f"-rss_limit_mb={MEGABYTES}",
        f"-max_len={longest}",
        f"-seed={seed}",
        f"-artifact_prefix={KEPT / target}/",
        "-print_final_stats=1",
    ]
    atheris.Setup([sys.argv[0], *flags, str(corpus)], chosen.run)
    atheris.Fuzz()


def by_hypothesis(target: str, seconds: float, seed: int) -> int:
    """Cut, double, swap and change seeds, and shrink what breaks something; return how many inputs there were."""
    from fuzz_targets import TARGETS
    from hypothesis import HealthCheck, given, settings
    from hypothesis import seed as seeded
    from hypothesis import strategies as st

    chosen, until, inputs = TARGETS[target], time.monotonic() + seconds, 0
    kept = KEPT / target / "last"
    kept.parent.mkdir(parents=True, exist_ok=True)
    cut = st.tuples(st.integers(0, 1 << 16), st.integers(0, 64), st.binary(max_size=16))
    mixed = st.tuples(st.sampled_from(chosen.seeds), st.lists(cut, max_size=6))

    def feed(given_: tuple[bytes, list[tuple[int, int, bytes]]]) -> None:
        nonlocal inputs
        content, changes = given_
        for place, gone, put in changes:
            place %= len(content) + 1
            content = content[:place] + put + content[place + gone :]
        if time.monotonic() > until:
            return
        inputs += 1
        kept.write_bytes(content)
        chosen.run(content)

    round_ = 0
    try:
        while time.monotonic() < until:
            round_ += 1
            quiet = settings(max_examples=200, deadline=None, database=None, suppress_health_check=list(HealthCheck))
            seeded(seed * 1000 + round_)(quiet(given(mixed)(feed)))()
    finally:
        print(f"Done {inputs} runs; the last input is kept in {kept}", flush=True)
    return inputs


def main() -> int:
    """Fuzz and report."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--seconds", type=int, default=SECONDS, help="for each target")
    options.add_argument("--target", choices=tuple(ROOMS))
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--replay", type=Path, help="feed the bytes of a finding again")
    options.add_argument("--inside", type=Path, help=argparse.SUPPRESS)
    given = options.parse_args()
    if given.replay is not None:
        from fuzz_targets import TARGETS

        TARGETS[given.target].run(given.replay.read_bytes())
        return 0
    if given.inside is not None:
        inside(given.target, given.inside, given.seconds, given.seed)
        return 0
    print(f"guided by {'coverage (atheris)' if guided() else 'hypothesis'}", flush=True)
    found = False
    for name in [given.target] if given.target else ROOMS:
        done = fuzz(name, given.seconds, given.seed)
        found = found or bool(done.finding)
        print(done, flush=True)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
