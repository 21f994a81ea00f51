"""Phone numbers, mail addresses and identity numbers: whose they are by name, label, line, block or form."""

import re
from collections.abc import Iterator, Sequence

from gyges.reading.lexicon._fold import fold
from gyges.reading.page._forms import pattern
from gyges.reading.people._draft import PersonDraft, Told
from gyges.reading.people._owners import Owners

_BETWEEN = re.compile(r"[\s\-_.]+")
_SHORT = 2  # letters of a word that says nothing by itself
_BEGINNING = 3  # letters that words are looked up by
_ENOUGH = 3  # letters of a name in an address


class NamesInAddresses:
    """The names of people by the beginnings of their words, so that an address is not compared with everybody."""

    def __init__(self, people: Sequence[PersonDraft]) -> None:
        self._people = people
        self._names: list[tuple[int, list[str]]] = []  # the place of a person, and the words of one of their names
        self._by_word: dict[str, list[int]] = {}
        self._beginning: dict[str, list[str]] = {}
        for place, person in enumerate(people):
            for name in person.names:
                words = [fold(word) for word in _BETWEEN.split(name) if len(word) > _SHORT]
                for word in dict.fromkeys(filter(None, words)):
                    known = self._by_word.setdefault(word, [])
                    if not known:
                        self._beginning.setdefault(word[:_BEGINNING], []).append(word)
                    known.append(len(self._names))
                self._names.append((place, words))

    def whose(self, address: str) -> PersonDraft | None:
        """Return the one of whose name most letters stand before the "@"; of two, who is named first."""
        local = fold(address.split("@")[0].replace(".", " ").replace("_", " ").replace("-", " "))
        squeezed = local.replace(" ", "")
        told = {name for word in self._inside(squeezed) for name in self._by_word[word]}
        scores = ((sum(len(one) for one in words if one in squeezed), -place) for place, words in map(self._name, told))
        score, place = max(scores, default=(0, 0))
        return self._people[-place] if score >= _ENOUGH else None

    def _name(self, number: int) -> tuple[int, list[str]]:
        return self._names[number]

    def _inside(self, squeezed: str) -> Iterator[str]:
        """Yield the words of names that stand in an address."""
        for start in range(len(squeezed)):
            for size in range(1, _BEGINNING + 1):
                for word in self._beginning.get(squeezed[start : start + size], ()):
                    if squeezed.startswith(word, start):
                        yield word


_YOURS = pattern("code_facts.yours")
_CONTACTS = frozenset({"EMAIL_ADDRESS", "PHONE_NUMBER"})


def read_codes(owners: Owners) -> Iterator[Told]:
    """Give every code to its owner."""
    people, codes = owners.draft.people, owners.cues.codes
    named = NamesInAddresses(people if any(code.kind == "EMAIL_ADDRESS" for code in codes) else ())
    for code in codes:
        if code.kind == "OTHER":
            continue
        start, end = code.start, code.end
        person = (
            (named.whose(code.value) if code.kind == "EMAIL_ADDRESS" else None)
            or (owners.voices.other(start) if _YOURS.search(code.label) else None)
            or owners.of(start, end)
            or owners.headed(start)
            or owners.voices.at(start)
            or (people[0] if len(people) == 1 else None)
        )
        yield Told(person, code.kind, code.value, 5, start, end, "code")
        if code.kind not in _CONTACTS:
            certainty = 4 if code.kind == "PASSPORT_NUMBER" else 3
            yield Told(person, "NATIONALITY", code.country, certainty, start, end, "number")
