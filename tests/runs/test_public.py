"""What leaves the house: neutral ids, an order that tells nothing, and a map that stays."""

import json
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gyges.errors import RunError
from gyges.records import Release
from gyges.runs import IDS, PUBLIC_TEXTS, IdRule, PublicRow, original_ids, public_ids, public_rows, write_public

NAMES = [f"kowalska-{number:02d}.txt" for number in range(12)]
KEY = b"0123456789abcdef0123456789abcdef"


def _releases(names: list[str], *, failed: str = "") -> list[Release]:
    return [Release(name, f"Text of {name}", "mask", {"failed": "no"} if name == failed else {}) for name in names]


def _rows(folder: Path) -> list[PublicRow]:
    lines = (folder / PUBLIC_TEXTS).read_text(encoding="utf-8").split("\n")
    return [PublicRow(**json.loads(line)) for line in lines if line]


def test_texts_are_numbered_in_an_order_that_is_not_theirs(tmp_path: Path) -> None:
    write_public(_releases(NAMES), tmp_path)
    rows = _rows(tmp_path)
    assert [row.id for row in rows] == [f"d-{number:04d}" for number in range(1, 13)]
    texts = [row.text for row in rows]
    assert sorted(texts) == sorted(f"Text of {name}" for name in NAMES)
    assert texts != sorted(texts)  # by chance once in 479,001,600 runs


def test_every_folder_draws_anew_and_each_place_is_as_likely(tmp_path: Path) -> None:
    names = NAMES[:3]
    drawn = Counter(tuple(public_ids(tmp_path / str(number), names)) for number in range(300))
    assert len(drawn) == 6
    assert min(drawn.values()) > 15  # 50 are expected of each order; fewer than 16 of one once in millions of runs


def test_the_same_folder_gives_the_same_ids_also_when_a_text_succeeds_later(tmp_path: Path) -> None:
    write_public(_releases(NAMES, failed=NAMES[4]), tmp_path)
    first = {row.text: row.id for row in _rows(tmp_path)}
    assert len(first) == len(NAMES) - 1
    write_public(_releases(NAMES), tmp_path)
    second = {row.text: row.id for row in _rows(tmp_path)}
    assert second.items() >= first.items()
    assert len(set(second.values())) == len(NAMES)


def test_other_texts_in_the_same_folder_are_drawn_anew(tmp_path: Path) -> None:
    public_ids(tmp_path, NAMES)
    other = public_ids(tmp_path, [*NAMES, "new.txt"])
    assert sorted(other.values()) == [f"d-{number:04d}" for number in range(1, 14)]


def test_keyed_ids_are_the_same_everywhere_and_need_the_key(tmp_path: Path) -> None:
    one = public_ids(tmp_path / "one", NAMES, IdRule(key=KEY))
    two = public_ids(tmp_path / "two", list(reversed(NAMES)), IdRule(key=KEY))
    assert one == two
    assert list(one) == list(two)  # the order follows from the ids alone
    assert not set(one.values()) & set(public_ids(tmp_path / "three", NAMES, IdRule(key=KEY[::-1])).values())
    assert public_ids(tmp_path / "one", NAMES) != one  # without the key numbers are drawn


def test_kept_ids_are_still_shuffled(tmp_path: Path) -> None:
    kept = public_ids(tmp_path, NAMES, IdRule(keep=True))
    assert all(id_ == public for id_, public in kept.items())
    assert list(kept) != NAMES
    assert list(public_ids(tmp_path, NAMES, IdRule(keep=True))) == list(kept)
    assert all(public.startswith("d-") for public in public_ids(tmp_path, NAMES).values())


def test_nothing_but_id_and_text_is_public_and_failures_are_left_out(tmp_path: Path) -> None:
    secret = Release("kowalska", "A nurse.", "mask", {"edits": [{"original": "Kowalska"}]})
    write_public([secret, Release("berger", "", "mask", {"failed": "Berger would not go"})], tmp_path)
    (line,) = (tmp_path / PUBLIC_TEXTS).read_text().splitlines()
    assert json.loads(line).keys() == {"id", "text"}
    assert "owalska" not in line
    assert "Berger" not in line
    assert [path.name for path in (tmp_path / "public").iterdir()] == ["public.jsonl"]


@given(st.lists(st.text(min_size=1), unique=True, max_size=30))
def test_the_map_leads_back_whatever_ids_are_called(tmp_path_factory: pytest.TempPathFactory, names: list[str]) -> None:
    folder = tmp_path_factory.mktemp("ids")
    ids = public_ids(folder, names)
    assert original_ids(folder / PUBLIC_TEXTS) == {public: id_ for id_, public in ids.items()}
    assert public_ids(folder, names) == ids
    rows = public_rows(_releases(names), ids)
    assert [row.text for row in rows] == [f"Text of {id_}" for id_ in ids]


def test_only_a_file_in_public_is_led_back(tmp_path: Path) -> None:
    public_ids(tmp_path, NAMES)
    assert original_ids(tmp_path / "public.jsonl") == {}
    assert original_ids(tmp_path / "elsewhere/public/public.jsonl") == {}


@pytest.mark.parametrize("words", ["{", "[1]", '{"id": "a"}', '{"id": "a", "public": "x"}\n{"id": "b", "public": "x"}'])
def test_a_damaged_map_is_no_reason_to_draw_other_ids_silently(tmp_path: Path, words: str) -> None:
    (tmp_path / IDS).write_text(words)
    with pytest.raises(RunError, match="put it back as it was"):
        public_ids(tmp_path, ["a", "b"])
    assert (tmp_path / IDS).read_text() == words


def test_rules_are_told_apart_without_telling_the_key() -> None:
    marks = {IdRule().mark, IdRule(keep=True).mark, IdRule(key=KEY).mark, IdRule(key=KEY[::-1]).mark}
    assert len(marks) == 4
    assert not any(KEY.decode() in mark for mark in marks)
