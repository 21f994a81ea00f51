from pathlib import Path

import pytest

from gyges.errors import ConfigError
from gyges.models import ModelSettings, Price, load_settings, trust_settings


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


NAMING = [
    "allow_hosts: [evil.example]",
    "attacker: http://127.0.0.1:1/v1#m",
    "proxy: http://10.0.0.1:3128",
    "prices: {}",
]


@pytest.mark.parametrize("content", NAMING)
def test_a_found_file_names_hosts_and_models_only_once_it_was_confirmed(
    content: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    file = Path("gyges.yaml")
    file.write_text(content + "\n")
    with pytest.raises(ConfigError, match=r"run: gyges models trust gyges.yaml \(or name it with --config gyges.yaml"):
        load_settings()
    named = load_settings(file)  # naming it is consent
    assert trust_settings(file) == tmp_path / "gyges.yaml"
    assert load_settings() == named
    file.write_text(content + " # changed\n")
    with pytest.raises(ConfigError, match="not confirmed it as it is"):
        load_settings()


def test_a_copy_of_a_confirmed_file_in_another_folder_is_not_confirmed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "gyges.yaml").write_text(NAMING[0])
    trust_settings(tmp_path / "one" / "gyges.yaml")
    monkeypatch.chdir(tmp_path / "one")
    assert load_settings().allow_hosts == ("evil.example",)
    monkeypatch.chdir(tmp_path / "two")
    with pytest.raises(ConfigError, match="models trust"):
        load_settings()


def test_a_found_file_may_limit_what_is_done(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("gyges.yaml").write_text("timeout: 5\nmax_calls: 10\n")
    assert load_settings() == ModelSettings(timeout=5.0, max_calls=10)


def test_a_proxy_is_an_address_without_a_password(tmp_path: Path) -> None:
    path = tmp_path / "gyges.yaml"
    path.write_text("proxy: http://me:hunter2@10.0.0.1:3128\n")
    with pytest.raises(ConfigError, match="proxy") as caught:
        load_settings(path)
    assert "hunter2" not in str(caught.value)
