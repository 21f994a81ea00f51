"""What of an original the attacker knew: the sentences nearest to the claims it was given."""

from collections.abc import Sequence

from gyges.reading import split_sentences
from gyges.scoring._rouge import rouge_l

__all__ = ["known_sentences"]


def known_sentences(text: str, known: Sequence[str]) -> set[tuple[int, int]]:
    """Return for each claim the sentence that says most of it, as offsets; claims of one sentence share it.

    Example:
        >>> known_sentences("She is a nurse. She lives in Porto.", ["lives in Porto", "a home in Porto"])
        {(16, 35)}
    """
    sentences = [(start, end) for start, end in split_sentences(text)]
    if not sentences:
        return set()
    return {max(sentences, key=lambda place: rouge_l(claim, text[slice(*place)]).recall) for claim in known}
