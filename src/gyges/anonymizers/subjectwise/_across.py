"""One letter for one person in all windows of a long text, and none that begins a name of that person."""

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import islice
from typing import Protocol

from gyges.anonymizers.subjectwise._labels import is_part, name_tokens
from gyges.anonymizers.wording import endless_letters

__all__ = ["Across", "LetterGiver", "forms_of"]

_SINGLE = re.compile(r"(?<![\w.'’])[A-Z](?![\w'’])")  # "Patient B", "Block C"
_FEWEST = 6  # letters that must be left when those that stand in the text are not used
_NAMESAKES = 8  # people with one word of a name in common who are looked at, the last named first
_FORMS = 12  # forms of a name that are remembered


class LetterGiver(Protocol):
    """Says which letter stands for whom."""

    def of(self, key: str) -> str:
        """Return the letter of somebody or something, the same whenever asked."""
        ...


class Across:
    """Who was met in the windows so far, and the letters given.

    Args:
        text: The whole text.
        alphabet: The letters of its language.
    """

    def __init__(self, text: str, alphabet: str) -> None:
        standing = set(_SINGLE.findall(text))
        free = [letter for letter in alphabet if letter not in standing]
        self._letters = endless_letters("".join(free) if len(free) >= _FEWEST else alphabet)
        self._passed: list[str] = []  # letters that began the name of who was next
        self._given: dict[str, str] = {}
        self._names: dict[str, list[frozenset[str]]] = {}
        self._by_word: dict[str, dict[str, None]] = {}
        self._whole: dict[frozenset[str], str] = {}  # who has a name of several words, however many namesakes there are

    def window(self, forms: Mapping[str, Sequence[str]]) -> LetterGiver:
        """Return the letters of a window.

        Args:
            forms: What the people of the window are called there, by the key each has in it.
        """
        named = {key: list(dict.fromkeys(name_tokens(one) for one in words)) for key, words in forms.items()}
        met = {key: who for key, names in named.items() if (who := self._whole.get(_fullest(names))) is not None}
        found: dict[str, str] = {}
        for key, names in named.items():
            taken = {*found.values(), *met.values()}  # "Feld" is not Nora Feld where she stands beside
            found[key] = met.get(key) or self._known(names, taken) or f"person {len(self._names) + 1}"
            self._remember(found[key], names)
        return _WindowLetters(self, found)

    def letter(self, who: str) -> str:
        """Return the letter of somebody or something."""
        if who not in self._given:
            own = {token[0].upper() for name in self._names.get(who, ()) for token in name}
            self._given[who] = self._next(own)
        return self._given[who]

    def _next(self, own: set[str]) -> str:
        for place, letter in enumerate(self._passed):
            if letter[0] not in own:
                return self._passed.pop(place)
        for letter in self._letters:
            if letter[0] not in own or len(self._passed) >= len(own):
                return letter
            self._passed.append(letter)
        raise AssertionError  # pragma: no cover - there are letters without end

    def _known(self, names: Sequence[frozenset[str]], taken: Collection[str]) -> str | None:
        """Return who has such a name: of those it may be, one with the very name, else the one named last."""
        fullest = _fullest(names)
        likely = [
            who
            for word in sorted(fullest)
            for who in islice(reversed(self._by_word.get(word, {})), _NAMESAKES)
            if who not in taken and is_part(fullest, self._names[who])
        ]
        return next((who for who in likely if fullest in self._names[who]), next(iter(likely), None))

    def _remember(self, who: str, names: Iterable[frozenset[str]]) -> None:
        known = self._names.setdefault(who, [])
        for name in names:
            if name not in known and len(known) < _FORMS:
                known.append(name)
            if len(name) > 1:
                self._whole.setdefault(name, who)
            for word in name:
                people = self._by_word.setdefault(word, {})
                people.pop(who, None)
                people[who] = None  # the one named last is the last


def _fullest(names: Iterable[frozenset[str]]) -> frozenset[str]:
    return max(names, key=lambda name: (len(name), sorted(name)))


class _WindowLetters:
    """The letters of one window; what is no person has one key in all windows."""

    def __init__(self, across: Across, people: Mapping[str, str]) -> None:
        self._across, self._people = across, people

    def of(self, key: str) -> str:
        return self._across.letter(self._people.get(key, key))


def forms_of(named: Iterable[tuple[str, str]]) -> dict[str, list[str]]:
    """Return what people are called by their keys."""
    forms: dict[str, list[str]] = {}
    for key, words in named:
        forms.setdefault(key, []).append(words)
    return forms
