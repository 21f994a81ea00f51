"""Letters for what may identify somebody and is of no certain kind: they claim nothing, the same one everywhere."""

import re
from collections.abc import Iterable, Iterator

from gyges._secret import Secret
from gyges.anonymizers.replacement._person_names import name_words, sex_of_title
from gyges.anonymizers.replacement._word_kinds import is_word
from gyges.reading.lookups import fold

_SIGNS = "BCDGJKPQTVWYZ"  # all of them follow "a"
_STANDING = re.compile(r"(?<!\w)[A-Z](?!\w)")
_DRAWS = 90  # with so many letters of one size
_SHORTEST = 3  # letters of a name that tells by itself whose it is


class DocumentLetters:
    """The letters of one document; one that stands in its text, for a grade or somebody's name, is left alone."""

    def __init__(self, secret: Secret, text: str) -> None:
        self._secret = secret
        self._used = set(_STANDING.findall(text))
        self._made: dict[str, str] = {}
        self._begun: frozenset[str] = frozenset()
        self._whose: dict[str, set[str]] = {}

    def leave_alone(self, letters: Iterable[str]) -> None:
        """Draw none of the letters with which invented names begin, as long as there are others."""
        self._begun = frozenset(letters)

    def of(self, words: str) -> str:
        """Return the letter of a name, "K."; that of a family where the name is one's."""
        key = fold(" ".join(words.split()))
        if key not in self._made:
            owners = self._whose.get(key, set())
            self._made[key] = min(owners) if len(owners) == 1 else self._drawn(key)
        return self._made[key]

    def of_person(self, name: str, entity: str) -> str:
        """Return the letter of somebody, with the titles before the name; a last name alone is its first bearer's."""
        words = [word for word in name_words(name) if word.kind in {"name", "letter", "particle"}]
        titled = any(sex_of_title(word.key) for word in name_words(name) if word.kind == "title")
        alone = [word.key for word in words if word.kind == "name"] if len(words) == 1 and not titled else []
        last = [word.key for word in words if word.kind == "name"][-1:]
        family = [
            min(self._whose[key]) for key in last if titled and len(words) == 1 and len(self._whose.get(key, ())) == 1
        ]
        firm = [
            self._made[key]
            for key in last
            if key in self._made and key not in self._whose and (titled or len(words) > 1)
        ]
        known = [*family, *(self._made[key] for key in (f"person {entity}", *alone) if key in self._made), *firm]
        letter = known[0] if known else self.of(f"person {entity}")
        if not words:
            return letter
        for key in (f"person {entity}", *alone):  # "Ed", "Big Ed"
            self._made.setdefault(key, letter)
        for word in words:
            if word.kind == "name" and len(word.key) >= _SHORTEST:
                self._whose.setdefault(word.key, set()).add(letter)
        return name[: words[0].start] + letter + name[words[-1].end :].removeprefix(".")

    def words(self) -> Iterator[tuple[str, str]]:
        """Yield the folded names of one word that are one person's or place's alone, each with its letter."""
        known = {real: {new} for real, new in self._made.items() if " " not in real}
        for real, letters in {**known, **self._whose}.items():
            if len(letters) == 1 and not is_word(real):
                yield real, min(letters)

    def _drawn(self, key: str) -> str:
        attempt = 0
        while True:
            size = 1 + attempt // _DRAWS
            letters = "".join(self._secret.pick(_SIGNS, "letter", key, str(attempt), str(at)) for at in range(size))
            attempt += 1
            if letters not in self._used and (letters not in self._begun or attempt > _DRAWS):
                self._used.add(letters)
                return f"{letters}."
