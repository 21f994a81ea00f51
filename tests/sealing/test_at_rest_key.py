import stat
from pathlib import Path

import anyio
import pytest

from gyges.errors import ConfigError, InputError, OutputExistsError
from gyges.runs import wait_for
from gyges.sealing import AtRestKey, at_rest, current_key, new_key_file


def test_a_key_from_a_file_and_the_same_from_the_environment_are_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    new_key_file(tmp_path / "k")
    monkeypatch.setenv("WORK_KEY", (tmp_path / "k").read_text())
    one, two = AtRestKey.named(str(tmp_path / "k")), AtRestKey.named("env:WORK_KEY")
    assert one.check == two.check
    assert one.derived("a") == two.derived("a") != one.derived("b")
    assert one.derived("a", b"1") != one.derived("a", b"2")


def test_a_new_key_is_for_its_owner_and_never_replaces_another(tmp_path: Path) -> None:
    new_key_file(tmp_path / "k")
    new_key_file(tmp_path / "l")
    assert stat.S_IMODE((tmp_path / "k").stat().st_mode) == 0o600
    assert (tmp_path / "k").read_text() != (tmp_path / "l").read_text()
    with pytest.raises(OutputExistsError, match="never replaced"):
        new_key_file(tmp_path / "k")


def test_a_key_that_is_missing_or_short_is_explained_without_showing_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "short").write_text("correct horse")
    monkeypatch.setenv("SHORT", "correct horse")
    for where in (str(tmp_path / "short"), "env:SHORT"):
        with pytest.raises(ConfigError, match="has 13 bytes, and 32 are needed") as told:
            AtRestKey.named(where)
        assert "horse" not in str(told.value)
    with pytest.raises(ConfigError, match="the environment has no NOWHERE"):
        AtRestKey.named("env:NOWHERE")
    with pytest.raises(InputError, match="cannot be read"):
        AtRestKey.named(str(tmp_path / "nowhere"))


def test_a_key_shows_nothing_of_itself() -> None:
    assert "secret" not in repr(AtRestKey(b"secret" * 8))


def test_the_key_in_force_reaches_loops_notebooks_and_what_they_start_and_ends_with_its_block() -> None:
    key = AtRestKey(b"k" * 32)

    async def look() -> AtRestKey | None:
        found: list[AtRestKey | None] = []

        async def inner() -> None:
            found.append(current_key())

        async with anyio.create_task_group() as group:
            group.start_soon(inner)
        return found[0]

    async def notebook() -> AtRestKey | None:
        return wait_for(look)  # a loop is running already, so this one gets a thread of its own

    with at_rest(key):
        assert anyio.run(look) is key
        assert anyio.run(notebook) is key
    assert current_key() is None


@pytest.mark.parametrize(("where", "told"), [("env:", "no variable is named"), ("", "no file is named")])
def test_a_key_that_is_named_nowhere_is_asked_for_in_a_whole_sentence(where: str, told: str) -> None:
    with pytest.raises(ConfigError, match=f"{told}.*; name it: --at-rest-key FILE"):
        AtRestKey.named(where)


def test_all_bytes_of_a_key_that_is_no_text_count(tmp_path: Path) -> None:
    raw = b"\n" + b"\xff" * 30 + b" "
    (tmp_path / "raw").write_bytes(raw)
    assert AtRestKey.named(str(tmp_path / "raw")).check == AtRestKey(raw).check


def test_a_key_that_finds_no_room_leaves_no_file(tmp_path: Path) -> None:
    resource = pytest.importorskip("resource")
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, before[1]))
    try:
        with pytest.raises(InputError, match="cannot be written"):
            new_key_file(tmp_path / "k")
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    assert not (tmp_path / "k").exists()
