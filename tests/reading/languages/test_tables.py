"""The folder of a language: what nobody reads does not load."""

import time

import pytest

from gyges.reading import read_text
from gyges.reading.languages import _language


def test_a_section_that_nobody_knows_does_not_load(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_language, "read_toml", lambda _: {"name": "German", "jbos": {}})
    with pytest.raises(ValueError, match="jbos"):
        _language.language_named.__wrapped__("German")


@pytest.mark.parametrize("name", ["German", "Spanish"])
def test_every_language_that_ships_loads(name: str) -> None:
    assert _language.language_named(name) is not None


@pytest.mark.parametrize(
    ("text", "job"),
    [
        ("[PERSON] wohnt in Bonn und arbeitet als Lehrerin an der Schule. Sie ist 43 Jahre alt.", "Teacher"),
        ("[REDACTED] wohnt in Bonn und arbeitet als Lehrerin an der Schule. Sie ist 43 Jahre alt.", "Teacher"),
        ("[PERSON] vive en Madrid y trabaja de maestra en un colegio. Tiene 43 años y es viuda.", "Teacher"),
    ],
)
def test_whoever_stands_behind_a_mask_is_read_like_anybody(text: str, job: str) -> None:
    (person,) = read_text(text).people
    told = {fact.tag: fact.value for fact in person.facts}
    assert (told["AGE"], told["OCCUPATION"]) == ("43", job)
    assert "LOCATION" in told


@pytest.mark.parametrize("unit", ["Ab-" * 200, "." * 10_000, "Ab " * 1_000, "A" * 20_000])
def test_no_run_of_signs_makes_a_language_run_away(unit: str) -> None:
    german = "Frau Weber wohnt in Köln und arbeitet dort als Lehrerin an einer Schule. "
    start = time.process_time()
    read_text(3 * german + unit)
    assert time.process_time() - start < 8
