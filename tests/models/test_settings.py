from pathlib import Path

import pytest

from gyges.errors import ConfigError
from gyges.models import ModelSettings, Price, load_settings


def test_without_a_file_the_defaults_hold(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert load_settings() == ModelSettings()


def test_a_file_sets_hosts_limits_prices_and_roles(tmp_path: Path) -> None:
    path = tmp_path / "gyges.yaml"
    path.write_text(
        "allow_hosts: [api.openai.com]\nconcurrency: 4\nmax_usd: 2.5\n"
        "prices: {my-model: {input: 1, output: 2}}\nattacker: openai/gpt-4.1\n"
    )
    settings = load_settings(path)
    assert settings.allow_hosts == ("api.openai.com",)
    assert (settings.concurrency, settings.max_usd) == (4, 2.5)
    assert settings.prices == {"my-model": Price(1.0, 2.0)}
    assert settings.roles == {"attacker": "openai/gpt-4.1"}


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("max_usdd: 3", "max_usdd"),
        ("concurrency: 0", "concurrency"),
        ("{", "not YAML"),
        ("- a", "the file"),
        ("api_key: sk-1", "api_key"),
    ],
)
def test_a_wrong_file_is_an_error_that_names_the_place(tmp_path: Path, text: str, problem: str) -> None:
    path = tmp_path / "gyges.yaml"
    path.write_text(text)
    with pytest.raises(ConfigError, match=problem):
        load_settings(path)


def test_a_named_file_must_be_there(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="no settings file"):
        load_settings(tmp_path / "x.yaml")
