"""A full disk under weights, confirmed settings and the reply cache: said in our words, and nothing half is left."""

import hashlib
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from gyges.errors import ConfigError, InputError
from gyges.models import WEIGHTS, Reply, ReplyCache, fetch_weights, trust_settings
from small_disk import resize, small_disk_or_skip

SIZE = 64 * 1024


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    with small_disk_or_skip(tmp_path / "disk", SIZE) as disk:
        monkeypatch.setenv("GYGES_HOME", str(disk))
        yield disk


def _fill(disk: Path) -> None:
    with (disk / "filling").open("wb", buffering=0) as stream:
        try:
            while stream.write(bytes(4096)):
                pass
        except OSError:
            return


def test_weights_without_room_are_not_called_unreadable(home: Path, tmp_path: Path) -> None:
    content = bytes(2 * SIZE)
    (tmp_path / "some.gguf").write_bytes(content)
    some = replace(WEIGHTS[0], sha256=hashlib.sha256(content).hexdigest())
    with pytest.raises(InputError, match=r"cannot be written \(No space left on device\); make room"):
        fetch_weights(some, str(tmp_path / "some.gguf"))
    assert not [path for path in home.rglob("*") if path.is_file()]
    resize(home, 4 * SIZE)
    assert fetch_weights(some, str(tmp_path / "some.gguf")).read_bytes() == content


def test_a_confirmation_names_the_file_that_has_no_room_and_keeps_the_older_ones(home: Path, tmp_path: Path) -> None:
    first, second = tmp_path / "a" / "gyges.yaml", tmp_path / "b" / "gyges.yaml"
    for path in (first, second):
        path.parent.mkdir()
        path.write_text("roles: {}\n", encoding="utf-8")
    trust_settings(first)
    before = (home / "config" / "trusted.json").read_bytes()
    _fill(home)
    with pytest.raises(ConfigError, match=r"trusted\.json cannot be used \(No space left on device\).* room"):
        trust_settings(second)
    assert [path.name for path in (home / "config").iterdir()] == ["trusted.json"]
    assert (home / "config" / "trusted.json").read_bytes() == before


def test_a_cache_that_cannot_grow_says_to_make_room_and_keeps_what_it_has(home: Path) -> None:
    resize(home, 8 * SIZE)
    cache = ReplyCache(home / "replies.sqlite")
    kept: list[str] = []
    with pytest.raises(ConfigError, match=r"cannot be written \(SQLITE_\w+: the disk may be full\); make room"):  # noqa: PT012
        for number in range(1000):
            cache.put(str(number), "m", Reply("words " * 1000))
            kept.append(str(number))
    assert kept
    resize(home, 64 * SIZE)
    cache.put("after", "m", Reply("more"))
    assert all(cache.get(key) is not None for key in (*kept, "after"))
    cache.close()
