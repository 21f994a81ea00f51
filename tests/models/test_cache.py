import os
import sqlite3
import stat
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gyges.errors import ConfigError
from gyges.models import Message, Reply, ReplyCache, Request


def test_a_reply_comes_back_as_it_went_in_even_in_another_process_later(tmp_path: Path) -> None:
    reply = Reply('{"a": "né 😀"}', "length", 12, 7)
    first = ReplyCache(tmp_path / "c.sqlite")
    first.put("key", "m", reply)
    first.close()
    assert ReplyCache(tmp_path / "c.sqlite").get("key") == reply


def test_forgotten_replies_are_gone() -> None:
    cache = ReplyCache()
    cache.put("a", "m", Reply("1"))
    cache.put("b", "m", Reply("2"))
    cache.forget(["a"])
    assert cache.get("a") is None
    assert cache.get("b") == Reply("2")


def test_the_summary_counts_by_model_and_clearing_empties(tmp_path: Path) -> None:
    cache = ReplyCache(tmp_path / "c.sqlite")
    for number in range(3):
        cache.put(str(number), "m" if number else "n", Reply("x"))
    assert cache.summary().by_model == {"m": 2, "n": 1}
    assert cache.clear() == 3
    assert cache.summary().replies == 0


def test_only_the_owner_can_read_the_file(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "c.sqlite"
    ReplyCache(path)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_a_file_that_is_no_cache_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "c.sqlite"
    path.write_text("this is not a database, it is a letter to grandma" * 100)
    with pytest.raises(ConfigError, match="is no cache, or damaged"):
        ReplyCache(path)


@pytest.mark.parametrize(
    "row",
    [
        "",
        "{",
        "[]",
        '{"finish": "stop"}',
        '{"text": 1}',
        '{"text": "a", "finish": "because"}',
        b"\xff\xfe",
        None,
        '{"text": "a", "output_tokens": "many"}',
    ],
)
def test_a_damaged_reply_is_dropped_and_asked_for_again(row: object, tmp_path: Path) -> None:
    path = tmp_path / "c.sqlite"
    cache = ReplyCache(path)
    cache.put("key", "m", Reply("ok"))
    with sqlite3.connect(path) as other:
        other.execute("UPDATE replies SET reply = ?", (row,))
    assert cache.get("key") is None
    assert cache.summary().replies == 0
    cache.put("key", "m", Reply("new"))
    assert cache.get("key") == Reply("new")


def test_a_damaged_file_is_said_in_our_words(tmp_path: Path) -> None:
    path = tmp_path / "c.sqlite"
    cache = ReplyCache(path)
    for number in range(200):
        cache.put(str(number), "m", Reply("x" * 1000))
    cache.close()
    content = bytearray(path.read_bytes())
    content[4096:] = b"\x5a" * (len(content) - 4096)
    path.write_bytes(content)
    with pytest.raises(ConfigError, match="is damaged; move it away") as caught:
        ReplyCache(path).get("7")
    assert "malformed" not in str(caught.value)


def test_a_locked_file_is_waited_for_with_a_word_and_a_limit(tmp_path: Path) -> None:
    path, said = tmp_path / "c.sqlite", list[str]()
    cache = ReplyCache(path, notify=said.append, longest_wait=0.2)
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")
    started = time.monotonic()
    for _ in range(5):  # five documents do not wait five times
        with pytest.raises(ConfigError, match=r"another process has kept the reply cache .* for 0.2 s; end it"):
            cache.put("key", "m", Reply("ok"))
    assert time.monotonic() - started < 5 * 0.2 + 2
    assert len(said) == 1
    assert "waiting up to 0.2 s" in said[0]
    other.execute("ROLLBACK")
    cache.put("key", "m", Reply("ok"))
    assert cache.get("key") == Reply("ok")


@pytest.mark.skipif(os.name != "posix", reason="rights are those of POSIX")
def test_a_cache_that_others_could_read_is_closed(tmp_path: Path) -> None:
    path = tmp_path / "home" / "c.sqlite"
    path.parent.mkdir()
    path.touch(mode=0o644)
    path.chmod(0o644)
    cache = ReplyCache(path)
    cache.put("key", "m", Reply("Ana is a nurse."))
    assert {file.name: file.stat().st_mode & 0o777 for file in path.parent.iterdir()} == dict.fromkeys(
        ("c.sqlite", "c.sqlite-wal", "c.sqlite-shm"), 0o600
    )
    cache.close()


def test_prompts_are_not_stored(tmp_path: Path) -> None:
    path = tmp_path / "c.sqlite"
    cache = ReplyCache(path)
    request = Request((Message("user", "Secret of Ana"),))
    cache.put(request.digest("http://x", "m"), "m", Reply("ok"))
    cache.close()
    rows = sqlite3.connect(path).execute("SELECT * FROM replies").fetchall()
    assert "Ana" not in repr(rows)


requests = st.builds(
    Request,
    messages=st.lists(st.builds(Message, st.sampled_from(["system", "user", "assistant"]), st.text()), max_size=3).map(
        tuple
    ),
    schema=st.none() | st.just({"type": "object"}),
    temperature=st.sampled_from([0.0, 0.1, 1.0]),
    max_tokens=st.integers(1, 5),
    sample=st.integers(0, 3),
)


@given(requests, requests, st.sampled_from(["a", "b"]), st.sampled_from(["a", "b"]))
def test_two_requests_share_a_key_only_if_all_that_decides_is_equal(
    one: Request, two: Request, endpoint: str, model: str
) -> None:
    same = one == two and (endpoint, model) == ("a", "a")
    assert (one.digest("a", "a") == two.digest(endpoint, model)) is same


def test_replies_go_with_the_last_run_that_used_them_and_others_stay(tmp_path: Path) -> None:
    cache = ReplyCache(tmp_path / "c.sqlite")
    cache.put("nobody's", "m", Reply("0"))
    for run, keys in (("first", "ab"), ("second", "bc")):
        cache.works_for(run)
        for key in keys:
            if cache.get(key) is None:
                cache.put(key, "m", Reply(key))
    assert cache.drop_runs(["first"]) == 1
    assert [cache.get(key) is not None for key in ("a", "b", "c", "nobody's")] == [False, True, True, True]
    assert cache.drop_runs(["first", "never"]) == 0
    assert cache.drop_runs(["second"]) == 3  # it looked at the last one above
    assert cache.summary().replies == 0


def test_a_run_that_is_killed_before_its_reply_is_kept_is_known_as_its_user(tmp_path: Path) -> None:
    cache = ReplyCache(tmp_path / "c.sqlite")
    cache.works_for("run")
    statements: list[str] = []
    cache._db.set_trace_callback(statements.append)
    cache.put("a", "m", Reply("1"))
    assert ["uses" in statements[0], "replies" in statements[1]] == [True, True]


def test_a_file_of_an_earlier_version_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "c.sqlite"
    with sqlite3.connect(path) as old:
        old.execute("CREATE TABLE replies (key TEXT PRIMARY KEY, model TEXT, reply TEXT)")
        row = '{"text": "old", "finish": "stop", "input_tokens": 0, "output_tokens": 0}'
        old.execute("INSERT INTO replies VALUES ('a', 'm', ?)", (row,))
    old.close()
    cache = ReplyCache(path)
    cache.works_for("run")
    assert cache.get("a") == Reply("old")
    assert cache.drop_runs(["run"]) == 1


@pytest.mark.parametrize("drop", [ReplyCache.clear, lambda cache: cache.drop_runs(["r"])], ids=["clear", "drop_runs"])
def test_what_is_dropped_is_not_left_in_the_log_and_who_reads_meanwhile_is_told_of(
    tmp_path: Path, drop: Callable[[ReplyCache], int]
) -> None:
    path = tmp_path / "c.sqlite"
    cache = ReplyCache(path, longest_wait=0.2)
    cache.works_for("r")
    cache.put("a", "m", Reply("Anna Kowalska"))
    reader = sqlite3.connect(path, isolation_level=None)
    reader.execute("BEGIN")
    reader.execute("SELECT * FROM replies").fetchall()
    with pytest.raises(ConfigError, match=r"c\.sqlite-wal still holds them.*; end that process, and run the same"):
        drop(cache)
    reader.close()
    drop(cache)  # the same again
    assert not any(b"Kowalska" in one.read_bytes() for one in tmp_path.iterdir())


def test_the_order_of_schema_keys_does_not_matter() -> None:
    one = Request((), schema={"a": 1, "b": 2})
    two = Request((), schema={"b": 2, "a": 1})
    assert one.digest("e", "m") == two.digest("e", "m")


def test_the_border_between_messages_matters() -> None:
    one = Request((Message("user", "ab"), Message("user", "c")))
    two = Request((Message("user", "a"), Message("user", "bc")))
    assert one.digest("e", "m") != two.digest("e", "m")
