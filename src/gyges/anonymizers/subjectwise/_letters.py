"""Letters for names, as in published decisions of courts: one for everybody, none that begins a name of the text."""

import re
from collections.abc import Iterable

from gyges.anonymizers.subjectwise.languages._table import writing_in
from gyges.reading.details import written_as

_ALPHABET = "BCDEFGHJKLMNOPQRSTUVWXYZ"  # "A" and "I" are words
_COUNTED = 3  # letters in a row that a reader can tell apart from more
_FEWEST = 6  # letters that must be left when the initials of a text are not used
_SINGLE = re.compile(r"(?<![\w.'’])[A-Z](?![\w'’])")  # "Patient B", "Block C"
_PARTS = re.compile(r"[\s@-]+")


class Letters:
    """Gives letters in order of appearance: none that begins a name of the text or stands in it already."""

    def __init__(self, text: str, names: Iterable[str]) -> None:
        taken = {part[0].upper() for name in (*names, *_SINGLE.findall(text)) for part in _PARTS.split(name) if part}
        iso = written_as(text)
        alphabet = writing_in(iso).letters if iso else _ALPHABET
        free = [letter for letter in alphabet if letter not in taken]
        self._free = free if len(free) >= _FEWEST else [*free, *(one for one in alphabet if one not in free)]
        self._given: dict[str, str] = {}

    def of(self, key: str) -> str:
        """Return the letter of somebody, the same whenever asked: "B.", "C.", then "BB.", "B4." and on."""
        if key not in self._given:
            times, place = divmod(len(self._given), len(self._free))
            letter = self._free[place]
            self._given[key] = f"{letter * (times + 1)}." if times < _COUNTED else f"{letter}{times + 1}."
        return self._given[key]
