"""The reader says what it said when the record was written, and is as good as it was."""

import os
from pathlib import Path

import pytest

from golden.changes import Change, changes
from golden.command import shown_lines
from golden.figures import data_figures, fallen, figures_of, load_figures
from golden.look import Look, look_at, look_at_all
from golden.sources import PARTS, sample, sources
from golden.store import load

_SHOWN = 10
_JOBS = min(2, os.cpu_count() or 1)


@pytest.fixture(scope="module")
def some() -> list[Look]:
    return [look_at(part, document, score=part == "bundled") for part in PARTS for document in sample(part)]


@pytest.fixture(scope="module")
def everything() -> list[Look]:
    return look_at_all(PARTS, score=True, jobs=_JOBS)


def test_a_sample_is_read_as_it_was_recorded(some: list[Look]) -> None:
    assert len(some) > 200
    _check(some)


def test_no_figure_of_the_bundled_corpus_falls(some: list[Look]) -> None:
    low = fallen(load_figures(), figures_of(_recorded([look for look in some if look.part == "bundled"])))
    assert not low, _told(low, "python -m tests.golden figures --part bundled")


@pytest.mark.slow
def test_everything_is_read_as_it_was_recorded(everything: list[Look]) -> None:
    _check(everything)


@pytest.mark.slow
def test_no_figure_falls(everything: list[Look]) -> None:
    low = fallen(load_figures(), figures_of(_recorded(everything)))
    assert not low, _told(low, "python -m tests.golden figures")


@pytest.mark.slow
def test_no_figure_of_the_development_data_falls(development_data: Path) -> None:
    now = data_figures(development_data)
    assert {name for name in load_figures() if name.startswith("data_")} == set(now)
    low = fallen(load_figures(), now)
    assert not low, _told(low, "python -m tests.golden figures")


@pytest.mark.parametrize("part", PARTS)
def test_every_recorded_document_is_still_there(part: str) -> None:
    recorded = load(part)
    assert recorded
    assert recorded.keys() <= {document.id for document in sources(part)}


def _check(looks: list[Look]) -> None:
    """Compare with the record; a document that is not in it has nothing to be compared with until it is accepted."""
    found: dict[tuple[str, str], list[Change]] = {}
    for part in PARTS:
        recorded, texts = load(part), {document.id: document.text for document in sources(part)}
        for row in (look.row for look in looks if look.part == part and look.row["id"] in recorded):
            if told := changes(recorded[row["id"]], row, texts[row["id"]]):
                found[part, row["id"]] = told
    assert not found, _told(shown_lines(found), "python -m tests.golden diff")


def _recorded(looks: list[Look]) -> list[Look]:
    """Leave out documents that came after the record, so that figures are of the same texts."""
    known = {(part, id_) for part in PARTS for id_ in load(part)}
    return [look for look in looks if (look.part, look.row["id"]) in known]


def _told(lines: list[str], command: str) -> str:
    return "\n".join([f"{len(lines)} lines differ:", *lines[:_SHOWN], f"to see all: {command}"])
