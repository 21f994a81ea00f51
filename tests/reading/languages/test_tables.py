"""The folder of a language: what nobody reads does not load."""

import pytest

from gyges.reading.languages import _language


def test_a_section_that_nobody_knows_does_not_load(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_language, "read_toml", lambda _: {"name": "German", "jbos": {}})
    with pytest.raises(ValueError, match="jbos"):
        _language.language_named.__wrapped__("German")


@pytest.mark.parametrize("name", ["German", "Spanish"])
def test_every_language_that_ships_loads(name: str) -> None:
    assert _language.language_named(name) is not None
