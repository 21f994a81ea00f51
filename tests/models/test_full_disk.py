"""A full disk under weights, confirmed settings and the reply cache: said in our words, and nothing half is left."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from gyges.errors import ConfigError
from gyges.models import Reply, ReplyCache
from small_disk import resize, small_disk_or_skip

SIZE = 64 * 1024


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    with small_disk_or_skip(tmp_path / "disk", SIZE) as disk:
        monkeypatch.setenv("GYGES_HOME", str(disk))
        yield disk


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
