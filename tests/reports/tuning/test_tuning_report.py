"""The report of a task: what it shows, and that nothing in it can run."""

import html
import re
from typing import Any

from gyges.reports.tuning import tuning_html


def _rate(value: float) -> dict[str, float]:
    return {"value": value, "low": value - 0.1, "high": value + 0.1, "numerator": value * 9, "denominator": 9}


def _test(privacy: float, utility: float) -> dict[str, object]:
    rates = {"privacy": _rate(privacy), "utility": _rate(utility), "worst": _rate(privacy / 2)}
    return {**rates, "documents": 9, "failed": 1}


def _candidate(number: int, parent: int | None, privacy: float, menu: str | None = None) -> dict[str, object]:
    return {
        "number": number,
        "parent": parent,
        "phase": "seed" if parent is None else "warm",
        "reason": f"reason {number}",
        "check": ["sentences were taken out: it holds a name"] if number == 2 else [],
        "calls": 20 * number + 10,
        "instruction": f"Do as <b>number {number}</b> says.",
        "estimate": {"privacy": privacy, "utility": 0.8, "worst": privacy},
        "scored_on": 9,
        "whole": True,
        "menu": menu,
    }


def _menu_entry(name: str, number: int, privacy: float) -> dict[str, object]:
    return {
        "name": name,
        "file": f"menu/{name}.md",
        "number": number,
        "instruction": f"Do as <b>number {number}</b> says.",
        "validation": {"privacy": privacy, "utility": 0.8, "worst": privacy},
        "test": _test(privacy, 0.8),
    }


def _file(**changes: Any) -> dict[str, Any]:
    rows: dict[str, Any] = {
        "version": 1,
        "gyges": "0",
        "task": {"name": "letters", "seed": 3, "paper": False},
        "goal": "0.5 x privacy + 0.5 x utility",
        "roles": {"anonymizer": "m", "proposer": "m", "attacker": "rules", "judge": None},
        "objective": {"name": "own", "privacy": "facts protected", "utility": "overlap (stand-in)"},
        "documents": {"train": 5, "validation": 9, "test": 12, "tested": 9, "notes": ["few documents"]},
        "budget": {"search and selection": {"used": 90, "cap": 100}, "test": {"used": 18, "cap": 20}},
        "calls_per_document": 1,
        "search": {"name": "two phases", "turned": 40, "ended": "the budget was used up"},
        "candidates": [_candidate(0, None, 0.2), _candidate(1, 0, 0.5), _candidate(2, 1, 0.9, "best")],
        "attempts": [
            {"parent": 0, "phase": "warm", "outcome": "it is candidate 0 again", "calls": 30},
            {"parent": 0, "phase": "warm", "outcome": "no better on the documents (privacy 0.1)", "calls": 35},
        ],
        "curve": [{"calls": 10, "best": 0.5, "phase": "seed"}, {"calls": 50, "best": 0.85, "phase": "warm"}],
        "menu": [_menu_entry("best", 2, 0.9)],
        "seed": _menu_entry("seed", 0, 0.2),
        "baselines": [
            {"name": "mask", "calls": 0, "left_out": "", "test": _test(0.7, 0.9)},
            {"name": "rupta", "calls": 4, "left_out": "the calls did not suffice", "test": None},
        ],
        "improvement": {"words": "The best instruction is better.", "difference": {"score": _rate(0.35)}},
    }
    return {**rows, **changes}


def test_the_page_shows_menu_front_curve_candidates_and_baselines() -> None:
    page = tuning_html(_file())
    assert page.count('class="scatter') == 2
    for words in ("The best instruction is better.", "rich feedback", "seed prompt", "learned: best", "reason 2"):
        assert words in page
    assert "the calls did not suffice" in page
    assert "Measured by a stand-in: overlap (stand-in)." in page
    assert "few documents" in page
    assert "9 of 12" in page


def test_figures_come_with_intervals_and_failures() -> None:
    page = tuning_html(_file())
    assert "90\u00a0% [80–100]" in page.replace("&gt;", ">")
    assert "Failed" in page


def test_instructions_are_shown_as_text_and_never_as_markup() -> None:
    page = tuning_html(_file())
    assert "<b>number" not in page
    assert "&lt;b&gt;number 2" in page
    assert "<script" not in page
    assert "script-src" not in page
    assert re.search(r"default-src 'none'; style-src 'sha256-", html.unescape(page))


def test_an_empty_menu_and_no_test_are_said() -> None:
    seed = {**_menu_entry("seed", 0, 0.2), "test": None}
    page = tuning_html(_file(menu=[], seed=seed, baselines=[], withdrawn=[_menu_entry("best", 2, 0.9)]))
    assert "There is no instruction to hand out." in page
    assert "Candidate 2 was taken back" in page


def test_the_menu_shows_the_strong_reader_beside_privacy_and_says_what_it_is() -> None:
    entry = _menu_entry("best", 1, 0.9)
    entry["test"] = {**_test(0.9, 0.8), "strong": _rate(0.4)}
    said = {"name": "spia", "privacy": "facts", "utility": "overlap", "strong": "Strong: estimated, as rules led."}
    page = tuning_html(_file(menu=[entry], objective=said))
    assert "40\u00a0% [30–50]" in page
    assert "Strong: estimated, as rules led." in page
