"""The fast set, which `make check` runs, and what keeps it fast. Hooks of pytest; conftest.py hands them on.

Fast is what is neither `slow` (marked where it stands: a real model, many processes, a big file) nor `thorough` (listed
in thorough.txt with the seconds it took). Seconds are of computing, children included, so a busy machine moves nothing.

`pytest -m "not slow" --list-thorough` measures and writes the list anew.
"""

import os
from collections import defaultdict
from collections.abc import Generator, Mapping
from pathlib import Path

import pytest

LIST = Path(__file__).with_name("thorough.txt")

THOROUGH_FROM = 0.2
"""Seconds, over all parameters of a test, from which on it is listed."""

LONGEST = 6.0
"""Seconds one test of the fast set may take. Generous: the first test of a process loads the tables for all others."""

WHOLE = 150.0
"""Seconds the fast set may take in one process."""

_SPENT = pytest.StashKey[defaultdict[str, float]]()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--list-thorough", action="store_true", help=f"write {LIST.name} anew from what this run takes")


def pytest_configure(config: pytest.Config) -> None:
    config.stash[_SPENT] = defaultdict(float)


@pytest.hookimpl(tryfirst=True)  # before -m chooses
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    listed = listed_tests()
    for item in items:
        if function_of(item.nodeid) in listed and item.get_closest_marker("slow") is None:
            item.add_marker(pytest.mark.thorough)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None, object, object]:
    before = computed()
    result = yield
    took = computed() - before
    item.config.stash[_SPENT][function_of(item.nodeid)] += took
    if took > LONGEST and chooses_fast(item.config):
        pytest.fail(
            f"it took {took:.1f} s of computing, {LONGEST:.0f} s is the most in the fast set: make it quicker, mark it "
            f"slow, or add it to tests/{LIST.name}",
            pytrace=False,
        )
    return result


def pytest_sessionfinish(session: pytest.Session) -> None:
    spent = session.config.stash[_SPENT]
    if session.config.getoption("--list-thorough"):
        write_list(spent)
    elif chooses_fast(session.config) and sum(spent.values()) > WHOLE:
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    spent = config.stash[_SPENT]
    if not chooses_fast(config):
        return
    terminalreporter.write_line(
        f"The fast set took {sum(spent.values()):.0f} s of computing; {WHOLE:.0f} s is the most."
    )
    if sum(spent.values()) > WHOLE:
        for name, seconds in sorted(spent.items(), key=lambda row: -row[1])[:10]:
            terminalreporter.write_line(f"{seconds:6.2f} {name}")


def listed_tests() -> frozenset[str]:
    return frozenset(line.split(" ", 1)[1] for line in LIST.read_text(encoding="utf-8").splitlines())


def write_list(spent: Mapping[str, float]) -> None:
    rows = sorted((name, seconds) for name, seconds in spent.items() if seconds >= THOROUGH_FROM)
    LIST.write_text("".join(f"{seconds:.1f} {name}\n" for name, seconds in rows), encoding="utf-8")


def function_of(nodeid: str) -> str:
    """Return the name of a test without its parameters, which are many and change."""
    return nodeid.split("[", 1)[0]


def chooses_fast(config: pytest.Config) -> bool:
    """Whether this run is of the fast set: only there bounds hold, as elsewhere nobody waits for them."""
    return "not thorough" in str(config.getoption("markexpr"))


def computed() -> float:
    """Return the seconds this process and its finished children have computed."""
    times = os.times()
    return times.user + times.system + times.children_user + times.children_system
