"""A few quick attacks from outside; `python benchmarks/hostile.py` runs all of them."""

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from house.scripts import BENCHMARKS, script

hostile = script("hostile")
kinds = sys.modules["hostile_attacks.kinds"]
disguised = sys.modules["hostile_attacks.disguised"]
disguises = sys.modules["hostile_attacks.disguises"]

QUICK = ("compare-other-documents", "skip-bad-releases", "audit-mask", "way-byte-order-mark", "formula-ids-plain")
"""Attacks that are held, and honest use that passes."""


def test_every_point_has_attacks_and_honest_use_beside_them() -> None:
    attacks = [one for one in hostile.ATTACKS.values() if not one.honest]
    assert {one.point for one in attacks} >= {*range(1, 14)}
    judged = {1, 2, 3, 4, 5, 6, 9, 10, 11, 13}
    assert {one.point for one in hostile.ATTACKS.values() if one.honest} >= judged


def test_names_points_and_beginnings_choose_attacks() -> None:
    assert [one.name for one in hostile.chosen("audit-mask")] == ["audit-mask"]
    assert {one.point for one in hostile.chosen("13")} == {13}
    assert len(hostile.chosen("")) == len(hostile.ATTACKS)
    with pytest.raises(SystemExit, match="no attack is called nothing"):
        hostile.chosen("nothing")


def test_words_that_may_not_stand_can_be_read_in_the_texts_they_are_of() -> None:
    for kind, cases in kinds._CASES["identifiers"].items():
        assert len(cases) >= 6, kind
        for text, *words in cases:
            assert words
            assert all(kinds.stands(one, text) for one in words), text
    assert not kinds.stands("Wolsztyn", "The letter was signed by [PERSON] and sent on Friday.")


@pytest.mark.parametrize("name", list(disguises.DISGUISES))
def test_the_decoder_reads_every_disguise_and_sees_no_name_in_a_mask(name: str) -> None:
    facts = [{"tag": "NAME", "value": "Agnieszka Wolsztyn"}, {"tag": "NAME", "value": "Ferdinand Haverkamp"}]
    document = {"subjects": [{"facts": facts}]}
    hide = disguises.DISGUISES[name]
    text = "Ms Agnieszka Wolsztyn of Kirkegata saw Ferdinand Haverkamp.\nHe left."
    found = {"agnieszka", "wolsztyn", "ferdinand", "haverkamp"}
    assert disguised.readable_names(document, hide(text)) == found
    assert not disguised.readable_names(document, hide("Ms [PERSON] of [LOC] saw [PERSON].\nHe left."))


@pytest.mark.slow
def test_quick_attacks_are_held_and_honest_use_passes(tmp_path: Path) -> None:
    table = tmp_path / "table.json"
    command = [sys.executable, str(BENCHMARKS / "hostile.py"), "--only", ",".join(QUICK), "--json", str(table)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    rows = {row["name"]: row for row in json.loads(table.read_text(encoding="utf-8"))}
    assert done.returncode == 0, done.stdout
    assert set(QUICK) <= set(rows)
    assert not [row for row in rows.values() if row["held"] is False]


def _cannot_run(_: object) -> None:
    raise AssertionError("nothing was released")


@pytest.mark.parametrize(
    ("run", "status", "word"),
    [
        (lambda _: hostile.Seen(True, "exit 1"), 0, "held"),
        (lambda _: hostile.Seen(None, "2 of 6"), 0, "counted"),
        (lambda _: hostile.Seen(False, "exit 0"), 1, "BROKE"),
        (_cannot_run, 1, "could not be run"),
    ],
)
def test_what_breaks_or_cannot_be_run_is_exit_one(
    run: Callable[[object], object],
    status: int,
    word: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setitem(hostile.ATTACKS, "tried", hostile.Attack("tried", 99, "exit 1", run))
    assert hostile.main(["--only", "tried"]) == status
    assert word in capsys.readouterr().out
