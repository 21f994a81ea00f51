"""The invented people of one document: one name for each person through all mentions."""

from collections.abc import Sequence

from gyges.anonymizers.replacement._secret import Secret
from gyges.anonymizers.replacement.pseudonyms._bearer import Bearer, Called
from gyges.anonymizers.replacement.pseudonyms._name_writing import InventedName
from gyges.anonymizers.replacement.pseudonyms._pools import names
from gyges.anonymizers.replacement.pseudonyms._taken import Taken
from gyges.errors import RewriteFailedError
from gyges.reading.lookups import fold

__all__ = ["Cast"]

_ATTEMPTS = 400
_LONGER_LETTERS = 100  # draws after which people known by letters get longer ones


class Cast:
    """Invents names and keeps them apart.

    A name is drawn by the key and the person's first and last name, so it is the same in every document, unless the
    document itself already says the invented words or somebody else in it got them.
    """

    def __init__(self, secret: Secret, taken: Taken) -> None:
        self._secret = secret
        self._taken = taken
        self._forms: set[str] = set()
        self._people: dict[str, tuple[Bearer, InventedName]] = {}

    def add(self, entity: str, calls: Sequence[Called]) -> InventedName:
        """Invent a name for a person who is called by these names in the document."""
        bearer = Bearer(calls)
        for attempt in range(_ATTEMPTS):
            name = self._draw(bearer, str(attempt), 1 + (attempt >= _LONGER_LETTERS))
            forms = {fold(name.write(call)) for call in calls}
            if self._fits(name) and not forms & self._forms and not forms & {fold(call.name) for call in calls}:
                self._forms |= forms
                self._people[entity] = (bearer, name)
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

    def stranger(self, words: str) -> InventedName:
        """Return an invented name for an account that belongs to nobody in the text."""
        return self._draw(Bearer([Called(words, "")]), "0", 1)

    def _draw(self, bearer: Bearer, attempt: str, letters: int) -> InventedName:
        pick, who = self._secret.pick, bearer.key
        given = pick(names(bearer.pool), "given", who, attempt)
        family = pick(names("surnames"), "family", who, attempt)
        middle = {
            word: pick(names(bearer.pool if given_like else "surnames"), "middle", who, word, attempt)
            for word, given_like in bearer.others.items()
        }
        digits = self._secret.number("digits", who, attempt)
        return InventedName(given, family, middle, bearer, digits, letters)

    def _fits(self, name: InventedName) -> bool:
        words = [fold(word) for word in (name.given, name.family, *name.middle.values())]
        return len(set(words)) == len(words) and not any(word in self._taken.words for word in words)
