import pytest

from gyges.attacks.linkage import RANK_BORDERS, open_linker, tally_links
from gyges.errors import InputError

RECORDS = {"a": "A nurse in Lyon.", "b": "A baker in Kiel.", "c": "A baker in Kiel.", "d": ""}


def test_every_record_is_counted_once_whatever_happened_to_it() -> None:
    linker = open_linker("bm25")
    linker.index(RECORDS)
    truths = ["a", "c", "a", "gone", "d", "b"]
    ranked = linker.link([["nurse"], ["baker"], ["zzz"], ["nurse"], ["Lyon"], ["baker"]], truths=truths)
    tally = tally_links(ranked, truths, RECORDS)
    assert (tally.correct, tally.wrong, tally.unlinked, tally.absent) == (2, 2, 1, 1)
    assert tally.records == len(truths)
    assert tally.by_chance == pytest.approx(1 + 0.5 + 0.5)
    assert tally.tied == 2
    assert tally.ranks == {**dict.fromkeys((*RANK_BORDERS, 0), 0), 1: 2, 2: 1, 5: 1}


def test_rankings_without_their_truths_are_refused() -> None:
    with pytest.raises(InputError, match="0 rankings"):
        tally_links([], ["a"], RECORDS)
