"""Rankings counted: how many records were found again, and what stands behind the number."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from gyges.attacks.linkage._ranked import Ranked
from gyges.errors import InputError

__all__ = ["RANK_BORDERS", "LinkTally", "tally_links"]

RANK_BORDERS = (1, 2, 3, 5, 10, 20, 50, 100)
"""Upper ends of the bars of the rank histogram; one more bar holds the ranks beyond."""


@dataclass(frozen=True, slots=True)
class LinkTally:
    """What happened to all records that were looked for; every one is in exactly one of the first four counts.

    Attributes:
        correct: The best record was the true one; equal scores are ordered by id.
        wrong: The best record was another one.
        unlinked: No record had anything in common with what was known, so none was named.
        absent: The true record is not among the releases, so it cannot be found; whatever was named is wrong.
        by_chance: The expected number of correct ones when equal scores are ordered by chance.
        tied: Records with more than one best record.
        ranks: The histogram of true ranks by the upper end of each bar; 0 stands for ranks beyond the last.
    """

    correct: int
    wrong: int
    unlinked: int
    absent: int
    by_chance: float
    tied: int
    ranks: Mapping[int, int]

    @property
    def records(self) -> int:
        """All records that were looked for."""
        return self.correct + self.wrong + self.unlinked + self.absent


def tally_links(ranked: Sequence[Ranked], truths: Sequence[str], released: Mapping[str, str]) -> LinkTally:
    """Count rankings.

    Args:
        ranked: What a linker said, asked with the same truths.
        truths: The true id of each.
        released: The records that were indexed.

    Raises:
        InputError: There are not as many rankings as truths.
    """
    if len(ranked) != len(truths):
        raise InputError(f"{len(ranked)} rankings have {len(truths)} true ids", "give one for each")
    kinds: Counter[str] = Counter()
    ranks: Counter[int] = Counter(dict.fromkeys((*RANK_BORDERS, 0), 0))
    chance = 0.0
    for row, truth in zip(ranked, truths, strict=True):
        kind = "absent" if truth not in released else "unlinked" if row.linked is None else ""
        kinds[kind or ("correct" if row.linked == truth else "wrong")] += 1
        if row.true is not None:
            place = row.true.rank
            chance += row.true.chance_within(1)
            ranks[next((border for border in RANK_BORDERS if place <= border), 0)] += 1
    tied = sum(row.tied > 1 for row in ranked)
    return LinkTally(kinds["correct"], kinds["wrong"], kinds["unlinked"], kinds["absent"], chance, tied, dict(ranks))
