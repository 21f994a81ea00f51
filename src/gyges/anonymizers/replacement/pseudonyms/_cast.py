"""The invented people of one document: one name for each person through all mentions."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from difflib import SequenceMatcher

from gyges._secret import Secret
from gyges.anonymizers.replacement._person_names import name_words
from gyges.anonymizers.replacement.pseudonyms._bearer import Bearer, Called
from gyges.anonymizers.replacement.pseudonyms._cultures import Culture, usual_culture
from gyges.anonymizers.replacement.pseudonyms._name_writing import InventedName
from gyges.anonymizers.replacement.pseudonyms._setting import Setting
from gyges.anonymizers.replacement.pseudonyms._taken import Taken
from gyges.reading.lookups import fold

_ATTEMPTS = 240
_LIKE = 0.8  # share of letters in common from which a name tells another
_FULL = 2  # words of a name from which it is a whole one
_ALIKE = 3  # letters in common of a name and a short form of it
_LONGER_LETTERS = 100  # draws after which people known by letters get longer ones


class InventedNames:
    """Invents names and keeps them apart.

    A first name is drawn by the key and the person's first and last name, a last name by the last name alone, so they
    are the same in every document, unless the document itself says the invented words or somebody else in it got them.
    """

    def __init__(self, secret: Secret, taken: Taken, setting: Setting) -> None:
        self._setting = setting
        self._secret, self._taken = secret, taken
        self._forms: dict[str, str] = {}
        self._families: dict[str, str] = {}
        self._givens: dict[str, str] = {}
        self._people: dict[str, tuple[Bearer, InventedName]] = {}
        self._used: dict[str, str] = {}
        self._cultures: dict[str, Culture] = {}

    def meet(self, people: Mapping[str, Sequence[Called]]) -> None:
        """Invent names for people by the names they are called; whose names nothing tells gets none.

        A relative of somebody with an invented name gets one that goes with it.
        """
        bearers = {
            entity: Bearer(calls, self._setting.home, mixed=self._setting.mixed) for entity, calls in people.items()
        }
        later = {entity: one for entity, one in bearers.items() if one.culture is None and _is_worded(one)}
        for entity, bearer in bearers.items():
            if entity not in later:
                self._add(entity, bearer, people[entity])
        for entity, bearer in later.items():
            bearer.culture = self._cultures.get(bearer.family)
            if bearer.culture is not None:
                self._add(entity, bearer, people[entity])

    def _add(self, entity: str, bearer: Bearer, calls: Sequence[Called]) -> None:
        if bearer.culture is not None and not bearer.culture.names(bearer.pool):
            return
        if not _is_one(self._draw(bearer, "0", 1), calls):
            return
        for attempt in range(_ATTEMPTS):
            name = self._draw(bearer, str(attempt), 1 + (attempt >= _LONGER_LETTERS))
            forms = {fold(name.write(call)): fold(call.name) for call in calls}
            if self._fits(name) and self._are_free(forms):
                self._forms |= forms
                self._people[entity] = (bearer, name)
                if len(bearer.given) > 1:
                    self._givens.setdefault(bearer.given, name.given)
                if len(bearer.family) > 1:
                    if bearer.culture is not None:
                        own = dict.fromkeys((bearer.family, *bearer.family.split("-")), bearer.culture)
                        self._cultures = {**own, **self._cultures}
                    self._families.setdefault(bearer.family, name.family)
                    ending = self._ending(bearer)
                    if ending and bearer.family.endswith(ending):
                        stem = bearer.family.removesuffix(ending)
                        self._families.setdefault(stem, name.family.removesuffix(ending))
                    for real, part in zip(bearer.family.split("-"), name.family.split("-"), strict=False):
                        self._families.setdefault(real, part)
                self._families |= {word: name.middle[word] for word, first in bearer.others.items() if not first}
                for real, word in _pairs(name):
                    self._taken.use(word)
                    self._used[fold(word)] = real
                return

    def of(self, entity: str) -> InventedName | None:
        """Return the invented name of a person."""
        found = self._people.get(entity)
        return found[1] if found else None

    def _draw(self, bearer: Bearer, attempt: str, letters: int) -> InventedName:
        pick, who = self._secret.pick, bearer.key
        names, ending = self._names(bearer), self._ending(bearer)
        given = self._givens.get(bearer.given) or pick(names(bearer.pool), "given", who, attempt)

        def shared(word: str) -> str:  # relatives keep a last name in common, or a part of a double one
            if "-" in word and word not in self._families:
                return "-".join(shared(part) for part in word.split("-"))
            stem = word.removesuffix(ending)
            made = self._families.get(stem) or pick(names("surnames"), "family", stem, attempt)
            return self._families.get(word) or made + (ending if stem != word else "")

        family = shared(bearer.family) if len(bearer.family) > 1 else pick(names("surnames"), "family", who, attempt)
        middle = {
            word: pick(names(bearer.pool), "middle", who, word, attempt) if first else shared(word)
            for word, first in bearer.others.items()
        }
        digits = self._secret.number("digits", who, attempt)
        return InventedName(given, family, middle, bearer, digits, letters)

    def _ending(self, bearer: Bearer) -> str:
        """Return what the last name of a woman ends in besides: "Ivanov", "Ivanova"; empty where it does not."""
        return next(iter(self._names(bearer)("feminine")), "") if bearer.pool == "women" else ""

    @staticmethod
    def _names(bearer: Bearer) -> Callable[[str], tuple[str, ...]]:
        """Return the pools of somebody's culture; the usual ones for letters."""
        culture = bearer.culture
        return (culture if culture and culture.names(bearer.pool) else usual_culture()).names

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
        if any(SequenceMatcher(None, real, fold(word)).ratio() > _LIKE for real, word in _pairs(name)):
            return False  # "Snezana" would tell "Snježana"
        return all(self._used.get(fold(word), real) == real for real, word in _pairs(name))


def _is_one(name: InventedName, calls: Sequence[Called]) -> bool:
    """Tell whether all ways somebody is called would be parts of one invented name: "Tan Wei Ling", "Wei Ling"."""
    own = {word for call in calls for word in _words_in(call.name)}
    made = [_words_in(name.write(call)) - own for call in calls]
    longest = max(made, key=len, default=set())
    return all(len(words) < _FULL or words <= longest for words in made)


def _words_in(words: str) -> set[str]:
    return {word.key for word in name_words(words) if word.kind == "name"}


def _is_worded(bearer: Bearer) -> bool:
    """Tell whether more than letters is known of somebody."""
    return len(bearer.given) > 1 or len(bearer.family) > 1


def _pairs(name: InventedName) -> Iterator[tuple[str, str]]:
    """Yield the words of a name, and the parts of double ones, each as real and as invented."""
    bearer = name.bearer
    for real, new in ((bearer.given, name.given), (bearer.family, name.family), *name.middle.items()):
        yield real, new
        if "-" in real and "-" in new:
            yield from zip(real.split("-"), new.split("-"), strict=False)
