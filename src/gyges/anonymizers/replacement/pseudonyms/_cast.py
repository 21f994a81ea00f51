"""The invented people of one document: one name for each person through all mentions."""

from collections.abc import Iterator, Sequence

from gyges.anonymizers.replacement._secret import Secret
from gyges.anonymizers.replacement.pseudonyms._bearer import Bearer, Called
from gyges.anonymizers.replacement.pseudonyms._cultures import any_culture
from gyges.anonymizers.replacement.pseudonyms._name_writing import InventedName
from gyges.anonymizers.replacement.pseudonyms._taken import Taken
from gyges.errors import RewriteFailedError
from gyges.reading.lookups import fold

__all__ = ["Cast"]

_ATTEMPTS = 400
_OWN_CULTURE = 80  # draws from names like the real one; after that from all
_ALIKE = 3  # letters in common of a name and a short form of it
_LONGER_LETTERS = 100  # draws after which people known by letters get longer ones


class Cast:
    """Invents names and keeps them apart.

    A first name is drawn by the key and the person's first and last name, a last name by the last name alone, so they
    are the same in every document, unless the document itself says the invented words or somebody else in it got them.
    """

    def __init__(self, secret: Secret, taken: Taken, home: str = "") -> None:
        self._home = home
        self._secret = secret
        self._taken = taken
        self._forms: dict[str, str] = {}
        self._families: dict[str, str] = {}
        self._givens: dict[str, str] = {}
        self._people: dict[str, tuple[Bearer, InventedName]] = {}

    def add(self, entity: str, calls: Sequence[Called]) -> InventedName:
        """Invent a name for a person who is called by these names in the document."""
        bearer = Bearer(calls, self._home)
        for attempt in range(_ATTEMPTS):
            name = self._draw(bearer, str(attempt), 1 + (attempt >= _LONGER_LETTERS))
            forms = {fold(name.write(call)): fold(call.name) for call in calls}
            if self._fits(name) and self._are_free(forms):
                self._forms |= forms
                self._people[entity] = (bearer, name)
                if len(bearer.given) > 1:
                    self._givens.setdefault(bearer.given, name.given)
                if len(bearer.family) > 1:
                    self._families.setdefault(bearer.family, name.family)
                    for real, part in zip(bearer.family.split("-"), name.family.split("-"), strict=False):
                        self._families.setdefault(real, part)
                self._families |= {word: name.middle[word] for word, first in bearer.others.items() if not first}
                for word in (name.given, name.family, *name.middle.values()):
                    self._taken.use(word)
                return name
        raise RewriteFailedError("no name is left that the document does not say already", "use another style")

    def of_words(self, words: Sequence[str]) -> InventedName | None:
        """Return the invented name of the one person whose names are among some folded words; None if not one."""
        found = [name for bearer, name in self._people.values() if bearer.is_named_by(words)]
        return found[0] if len(found) == 1 else None

    def of(self, entity: str) -> InventedName | None:
        """Return the invented name of a person."""
        found = self._people.get(entity)
        return found[1] if found else None

    def called(self, words: str) -> str:
        """Return what was written for a name as a whole, folded; empty if nobody is called so."""
        return next((new for new, old in self._forms.items() if old == words), "")

    def alike(self, word: str) -> InventedName | None:
        """Return the invented name of the one person whose name a folded word is like: "tseree", "Tserendulam"."""
        size = _ALIKE
        found = [
            name
            for bearer, name in self._people.values()
            if (len(word) >= size and any(real[:size] == word[:size] for real in (bearer.given, bearer.family)))
            or (len(word) == size - 1 and bearer.given.startswith(word))
            or any(len(real) > size and real in word for real in (bearer.family, *bearer.others))
        ]
        return found[0] if len(found) == 1 else None

    def of_word(self, word: str) -> str:
        """Return the invented word for a word of somebody's name, empty if it is nobody's."""
        key = fold(word)
        for bearer, name in self._people.values():
            known = {bearer.given: name.given, bearer.family: name.family, **name.middle}
            if len(key) > 1 and key in known:
                return known[key]
        return ""

    def words(self) -> Iterator[tuple[str, str]]:
        """Yield the folded words of the names of the people, each with the invented one."""
        for bearer, name in self._people.values():
            known = {bearer.given: name.given, bearer.family: name.family, **name.middle}
            yield from ((real, new) for real, new in known.items() if len(real) > _ALIKE)

    def initials(self) -> Iterator[tuple[str, str]]:
        """Yield the first letters of the people's first and last names, each with the invented ones."""
        both = [(one, name) for one, name in self._people.values() if one.given and one.family]
        yield from (
            (f"{one.given[0]}{one.family[0]}".upper(), f"{name.given[0]}{name.family[0]}") for one, name in both
        )

    def families(self) -> Iterator[tuple[str, str]]:
        """Yield the folded last names of the people, each with the invented one."""
        yield from ((bearer.family, name.family) for bearer, name in self._people.values() if len(bearer.family) > 1)

    def stranger(self, words: str) -> InventedName:
        """Return an invented name for an account that belongs to nobody in the text."""
        return self._draw(Bearer([Called(words, "")], self._home), "0", 1)

    def _draw(self, bearer: Bearer, attempt: str, letters: int) -> InventedName:
        pick, who = self._secret.pick, bearer.key
        names = (bearer.culture if int(attempt) < _OWN_CULTURE else any_culture()).names
        given = self._givens.get(bearer.given) or pick(names(bearer.pool), "given", who, attempt)

        def shared(word: str) -> str:  # relatives keep a last name in common, or a part of a double one
            if "-" in word and word not in self._families:
                return "-".join(shared(part) for part in word.split("-"))
            return self._families.get(word) or pick(names("surnames"), "family", word, attempt)

        family = shared(bearer.family) if len(bearer.family) > 1 else pick(names("surnames"), "family", who, attempt)
        middle = {
            word: pick(names(bearer.pool), "middle", who, word, attempt) if first else shared(word)
            for word, first in bearer.others.items()
        }
        digits = self._secret.number("digits", who, attempt)
        return InventedName(given, family, middle, bearer, digits, letters)

    def _are_free(self, forms: dict[str, str]) -> bool:
        """Tell whether nobody else is called so, unless the real people are called alike too."""
        return not forms.keys() & set(forms.values()) and all(
            self._forms.get(new, old) == old for new, old in forms.items()
        )

    def _fits(self, name: InventedName) -> bool:
        words = [fold(word) for word in (name.given, name.family, *name.middle.values())]
        parts = [part for word in words for part in word.split("-")]
        if len(set(parts)) != len(parts) or any(word in self._taken.words for word in parts):
            return False
        own = {name.bearer.family, *name.bearer.family.split("-")}
        others = [known for real, known in self._families.items() if real not in own]
        given = [known for real, known in self._givens.items() if real != name.bearer.given]
        return not {name.family, *self._new_parts(name)} & set(others) and name.given not in given

    def _new_parts(self, name: InventedName) -> list[str]:
        return [part for part in name.family.split("-") if part not in self._families.values()]
