"""All words of a text that tell a sex or a tie, with what may stand there instead."""

from gyges.anonymizers.wording._bonds import bonds
from gyges.anonymizers.wording._kin import neutral_people
from gyges.anonymizers.wording._people import Text, is_sexed
from gyges.anonymizers.wording._pronouns import neutral_pronouns
from gyges.anonymizers.wording._rewording import Rewording, without_overlap
from gyges.anonymizers.wording._sexed import neutral_titles, neutral_words
from gyges.anonymizers.wording._tables import words_in
from gyges.reading.ladders import ladder

__all__ = ["Rewording", "neutral_kin", "neutral_sex", "stays", "tells_tie"]


def neutral_sex(text: str) -> tuple[Rewording, ...]:
    """Return the words of an English text that tell a sex, in order: pronouns with their verbs, titles, people, kin.

    Example:
        >>> [swap.rungs[0] for swap in neutral_sex("Mrs Roe told her sister that she was late.")]
        ['', 'their', 'sibling', 'they', 'were']
    """
    apart = Text.of(text)
    swaps = (*neutral_pronouns(text).swaps, *neutral_titles(apart), *neutral_words(apart), *neutral_people(apart))
    return without_overlap(swaps)


def neutral_kin(text: str) -> tuple[Rewording, ...]:
    """Return the words of an English text that tell a tie without a sex, in order.

    Example:
        >>> [swap.rungs for swap in neutral_kin("She is married and works. My kids are here.")]
        [('',), ('kids', 'relatives')]
    """
    return without_overlap(tuple(bonds(Text.of(text))))


def stays(words: str) -> bool:
    """Tell whether a word of a tie has none that is broader and reads well: it stays, whoever points at it.

    Example:
        >>> stays("Married"), stays("wife")
        (True, False)
    """
    return words.lower() in words_in("bonds", "stay")


def tells_tie(word: str) -> bool:
    """Tell whether a word in lower case is one for a relative, a sex or a marriage.

    Example:
        >>> tells_tie("mum"), tells_tie("wedding"), tells_tie("kids"), tells_tie("bus")
        (True, True, True, False)
    """
    return is_sexed(word) or stays(word) or word in ladder("family")
