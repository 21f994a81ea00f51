"""Letters for names, as in published decisions of courts: one for everybody, none that begins a name of the text."""

from collections.abc import Iterable, Iterator
from itertools import count

__all__ = ["ALPHABET", "Letters", "endless_letters"]

ALPHABET = "BCDEFGHJKLMNOPQRSTUVWXYZ"  # "A" and "I" are words
_COUNTED = 3  # letters in a row that a reader can tell apart from more
_FEWEST = 6  # letters that must be left when the initials of a text are not used


class Letters:
    """Gives letters in order of appearance.

    Args:
        names: The names of the text; letters that begin one of their words are not given.
        alphabet: The letters there are; those that are no words of the language.

    Example:
        >>> letters = Letters(["Bela Costa"])
        >>> letters.of("one"), letters.of("two"), letters.of("one")
        ('D.', 'E.', 'D.')
    """

    def __init__(self, names: Iterable[str], alphabet: str = ALPHABET) -> None:
        taken = {word[0].upper() for name in names for word in name.replace("-", " ").replace("@", "").split() if word}
        free = [letter for letter in alphabet if letter not in taken]
        self._free = free if len(free) >= _FEWEST else [*free, *(one for one in alphabet if one not in free)]
        self._given: dict[str, str] = {}

    def of(self, key: str) -> str:
        """Return the letter of somebody or something, the same whenever asked."""
        if key not in self._given:
            times, place = divmod(len(self._given), len(self._free))
            self._given[key] = _repeated(self._free[place], times)
        return self._given[key]


def endless_letters(alphabet: str = ALPHABET) -> Iterator[str]:
    """Yield letters for any number of people: "B." to "Z.", "BB." and on, "B4." where nobody could count them.

    Example:
        >>> letters = endless_letters("BC")
        >>> [next(letters) for _ in range(8)]
        ['B.', 'C.', 'BB.', 'CC.', 'BBB.', 'CCC.', 'B4.', 'C4.']
    """
    return (_repeated(letter, times) for times in count() for letter in alphabet)


def _repeated(letter: str, times: int) -> str:
    return f"{letter * (times + 1)}." if times < _COUNTED else f"{letter}{times + 1}."
