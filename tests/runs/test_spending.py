"""What models cost for a run folder."""

import shutil
from contextlib import suppress
from pathlib import Path

import pytest

from gyges.errors import JournalDamagedError, RunError
from gyges.models import Ledger, Price, Reply
from gyges.runs import FolderClaim, claim_folder, paid_in
from small_disk import resize, small_disk_or_skip

PRICE = Price(1.0, 2.0)


def _pay(calls: int = 1, price: Price | None = PRICE) -> None:
    ledger = Ledger()
    for _ in range(calls):
        ledger.begin()
        ledger.settle(Reply("x", input_tokens=1_000_000, output_tokens=500_000), price)
    ledger.note_cached()


def test_the_sums_of_all_runs_in_a_folder_are_added(tmp_path: Path) -> None:
    for run in range(1, 4):
        with paid_in(tmp_path) as paid:
            _pay(2)
        assert (paid.calls, paid.input_tokens, paid.output_tokens, paid.usd) == (2 * run, run * 2e6, run * 1e6, 4 * run)
        assert paid.cached_calls == 1  # of this run


def test_what_was_paid_is_on_disk_at_once(tmp_path: Path) -> None:
    killed = tmp_path / "killed"
    killed.mkdir()
    with paid_in(tmp_path):
        for calls in range(1, 4):
            _pay()
            shutil.copy(tmp_path / "spending", killed / "spending")
            with paid_in(killed) as paid:
                assert paid.calls == calls


def test_a_run_inside_a_run_in_the_same_folder_is_not_counted_twice(tmp_path: Path) -> None:
    with paid_in(tmp_path) as outer:
        _pay()
        with paid_in(tmp_path) as inner, paid_in(tmp_path / "cell") as cell:
            (tmp_path / "cell").mkdir()
            _pay()
    assert (outer.calls, inner.calls, cell.calls) == (2, 2, 1)


def test_nothing_is_written_where_nothing_was_paid(tmp_path: Path) -> None:
    with paid_in(tmp_path):
        Ledger().note_cached()
    assert not list(tmp_path.iterdir())


def test_one_unknown_price_makes_the_sum_of_all_runs_unknown(tmp_path: Path) -> None:
    for price in (PRICE, None, PRICE):
        with paid_in(tmp_path) as paid:
            _pay(price=price)
    assert (paid.calls, paid.usd) == (3, None)


def test_a_call_that_the_disk_did_not_take_is_written_with_the_next_one(tmp_path: Path) -> None:
    with small_disk_or_skip(tmp_path / "disk", 16 * 1024) as disk:
        with paid_in(disk):
            _pay()
            (disk / "filling").write_bytes(bytes(1 << 13))
            _pay(100)
            resize(disk, 1 << 20)
        with paid_in(disk) as paid:
            assert paid.calls == 101
        with suppress(OSError):
            (disk / "filling").write_bytes(bytes(1 << 20))
        with pytest.raises(RunError, match="make room"), paid_in(disk):
            _pay(500)


def test_a_file_that_was_changed_is_not_added_up(tmp_path: Path) -> None:
    with paid_in(tmp_path):
        _pay(3)
    place = tmp_path / "spending"
    place.write_bytes(place.read_bytes().replace(b'"calls":2', b'"calls":0'))
    with pytest.raises(JournalDamagedError), paid_in(tmp_path):
        pass


def test_a_folder_that_another_run_takes_over_forgets_what_the_first_one_paid(tmp_path: Path) -> None:
    first, other = (FolderClaim.of("audit", [text], {}) for text in ("a", "b"))
    for claim, known in ((first, 0), (first, 1), (other, 0)):
        claim_folder(tmp_path, claim, force=True)
        with paid_in(tmp_path) as paid:
            assert paid.calls == known
            _pay()
