"""Sharing out texts among people, some of them to several, so that their agreement can be told."""

import random
from collections.abc import Sequence

__all__ = ["share_out"]


def share_out(
    items: Sequence[int], people: Sequence[str], *, overlap: float, each: int = 2, seed: int = 0
) -> dict[str, list[int]]:
    """Give every text to one person, and a share of them to several.

    Everybody gets the same number, give or take one round; which texts and who with whom is drawn.

    Args:
        items: The numbers of the texts.
        people: Who gets them.
        overlap: The share of texts that `each` people get.
        each: How many people those are; never more than there are.
        seed: The same seed draws the same.

    Example:
        >>> {name: len(held) for name, held in share_out(range(10), ["ana", "ben"], overlap=0.2).items()}
        {'ana': 6, 'ben': 6}
    """
    chance = random.Random(seed)  # noqa: S311 (a draw that can be drawn again)
    drawn = chance.sample(list(items), len(items))
    several = round(overlap * len(drawn))
    held: dict[str, list[int]] = {name: [] for name in people}
    for place, item in enumerate(drawn):
        wanted = min(each if place < several else 1, len(people))
        # Who has least so far, in an order drawn anew each time: pairs of people mix.
        least = sorted(chance.sample(list(people), len(people)), key=lambda name: len(held[name]))
        for name in least[:wanted]:
            held[name].append(item)
    return {name: sorted(mine) for name, mine in held.items()}
