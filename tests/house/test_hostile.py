"""A few quick attacks from outside; `python benchmarks/hostile.py` runs all of them."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from house.scripts import BENCHMARKS, script

hostile = script("hostile")
disguised = sys.modules["hostile_attacks.disguised"]
disguises = sys.modules["hostile_attacks.disguises"]

QUICK = ("compare-other-documents", "skip-bad-releases", "audit-mask", "way-byte-order-mark", "formula-ids-plain")
"""Attacks that are held, and honest use that passes."""


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
