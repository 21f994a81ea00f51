"""Which thing of one list is which of another, by the strictest key on which they agree."""

import itertools
from collections import defaultdict
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from typing import Any

__all__ = ["Paired", "in_order", "pair"]


@dataclass(frozen=True, slots=True)
class Paired:
    """Two lists after the comparison.

    Attributes:
        both: What is in both, in the order of the new list.
        gone: What is only in the old one.
        come: What is only in the new one.
    """

    both: list[tuple[Any, Any]]
    gone: list[Any]
    come: list[Any]


def pair(old: Sequence[Any], new: Sequence[Any], keys: Sequence[Callable[[Any], Hashable]]) -> Paired:
    """Pair what agrees on the first key, then of the rest what agrees on the second, and so on.

    Args:
        old: One list.
        new: The other.
        keys: From strict to loose; things whose key is None are not paired by it.
    """
    partner: dict[int, int] = {}
    left = dict(enumerate(old))
    for key in keys:
        waiting: dict[Hashable, list[int]] = defaultdict(list)
        for at, thing in left.items():
            waiting[key(thing)].append(at)
        for at, thing in enumerate(new):
            wanted = key(thing)
            if at not in partner and wanted is not None and waiting.get(wanted):
                partner[at] = waiting[wanted].pop(0)
                del left[partner[at]]
    both = [(old[partner[at]], thing) for at, thing in enumerate(new) if at in partner]
    return Paired(both, [*left.values()], [thing for at, thing in enumerate(new) if at not in partner])


def in_order(both: Sequence[tuple[Any, Any]], old: Sequence[Any], new: Sequence[Any]) -> bool:
    """Tell whether what is in both lists stands in the same order in both."""
    before = {id(thing): at for at, thing in enumerate(old)}
    after = {id(thing): at for at, thing in enumerate(new)}
    places = sorted((after[id(now)], before[id(was)]) for was, now in both)
    return all(one[1] < two[1] for one, two in itertools.pairwise(places))
