"""Build the table of English words that are written small: a capital that opens a sentence says nothing of them."""

from collections.abc import Iterable

from tools.tables import sources
from tools.tables.build_names import hand_words

_MOST_RANK = 60_000
_SHORTEST = 2


def vocabulary(names: Iterable[str], places: Iterable[str]) -> list[str]:
    """Return the words of the frequency list that are no names.

    Args:
        names: First names and surnames, folded; a name stays only if Brill's lexicon knows it in lower case.
        places: Names of places, folded; the same goes for them.
    """
    lexicon, ranks, hand = sources.lower_case_words(), sources.word_ranks(), hand_words()
    barred = {*names, *places}
    return sorted(
        word
        for word, rank in ranks.items()
        if rank < _MOST_RANK
        and len(word) >= _SHORTEST
        and word.isalpha()
        and word not in hand["name"]
        and (word in lexicon or word not in barred)
    )
