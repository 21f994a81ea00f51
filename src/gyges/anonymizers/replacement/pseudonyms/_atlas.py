"""Invented places: another country for a country, cities of that country for its cities, the same kind for the rest."""

import re
from collections.abc import Iterator
from functools import cache

from gyges.anonymizers.replacement._kept_words import kept_words
from gyges.anonymizers.replacement._secret import Secret
from gyges.anonymizers.replacement._word_kinds import is_word
from gyges.anonymizers.replacement.broader import country_in_text
from gyges.anonymizers.replacement.pseudonyms._codes import same_shape
from gyges.anonymizers.replacement.pseudonyms._cultures import any_culture, lands_like
from gyges.anonymizers.replacement.pseudonyms._name_writing import in_case_of
from gyges.anonymizers.replacement.pseudonyms._pools import cities_by_country, districts, regions_by_country, streets
from gyges.anonymizers.replacement.pseudonyms._proper import with_runs
from gyges.anonymizers.replacement.pseudonyms._taken import Taken
from gyges.errors import RewriteFailedError
from gyges.reading import Place, find_places
from gyges.reading.lookups import Country, country, fold, months

__all__ = ["Atlas"]

_WORD = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")
_POOL_DRAWS, _NEAR_DRAWS = 60, 40
_SHORTEST_POSTCODE = 5
_POSTCODE = re.compile(r"\d{4}")
_ENDS = ("Park", "Green", "Hill", "End", "Row", "Field")
_NO_PEOPLE = frozenset(("english", "roman"))  # a language of the text, a law
_OF_THE_LAND = 2  # of the words for people those of the country itself stand first
_WORDS_OF_LAND = 2  # longer names of countries stand badly inside other names
_LEVELS = 3  # of a city whose region is known: city, region, country
_OFFSET = 3  # of "in ", before which a place is looked for


class Atlas:
    """The places of one document. What lies in one country stays together, in another one of its part of the world."""

    def __init__(self, secret: Secret, taken: Taken) -> None:
        self._secret = secret
        self._taken = taken
        self._lands: dict[str, Country] = {}
        self._known: dict[str, str] = {}
        self._regions: dict[str, str] = {}

    def other(self, words: str, *, exact: bool = False) -> str | None:
        """Return an invented place of the same kind; None for what is none, such as "block 9" or a language.

        Args:
            words: The words of the span.
            exact: Whether it names one house, whose number changes too.
        """
        key = fold(" ".join(words.split()))
        if key not in self._known:
            told = (word.lower().replace("’", "'") for word in _WORD.findall(words))
            none = not any(sign.isupper() for sign in words) or any(
                word in kept_words("no_places") or fold(word) in months() for word in told
            )
            self._known[key] = "" if none else self._composed(words, exact)
        made = self._known[key]
        return (in_case_of(words, made) if words.isupper() else made) or None

    def people(self, words: str) -> str | None:
        """Return another nationality for a nationality, None if it is none."""
        land = country(words)
        if land is None or not words[:1].isupper() or words.lower() in _NO_PEOPLE:
            return None
        own = words in land.demonyms[:_OF_THE_LAND]
        if not own and (words.lower() in kept_words("no_places") or words in land.languages):
            return None  # a people within a country, known by its language: "Māori", "Bengali"
        place = next((at for at, name in enumerate(land.demonyms) if name.lower() == words.lower()), None)
        if place is None:
            return None
        return in_case_of(words, _like(words, place, self._land(land.iso2).demonyms))

    def tongue(self, words: str) -> str | None:
        """Return the language of the other country for the language of a country, None if it is none."""
        land = country(words)
        if land is None or words == "English" or words not in land.languages or words not in land.demonyms:
            return None
        other = self._land(land.iso2)
        if words != land.demonyms[0] or words in other.languages:  # "Basque"
            return words
        return next((name for name in other.languages if self._taken.is_free(name)), words)

    def named(self, words: str) -> str:
        """Return another name for one that is no known place."""
        return self._drawn(words, districts(), "somewhere")

    def moved(self) -> Iterator[tuple[str, str]]:
        """Yield the names and the peoples of the countries that were moved, each with the other one."""
        for iso, new in self._lands.items():
            land = country(iso)
            if land is None:
                continue
            yield land.name, country_in_text(new.name)
            for place, name in enumerate(land.demonyms):
                if name.lower() not in _NO_PEOPLE:
                    yield name, _like(name, place, new.demonyms)

    def _composed(self, words: str, exact: bool) -> str:
        """Return words in which every place and every proper name is another one; empty if there is none."""
        found: list[Place] = []
        for place in sorted(find_places(f"in {words}"), key=lambda place: place.start):
            loud = words.isupper() and all(is_word(word) for word in _WORD.findall(place.text))  # "FOR SALE"
            if place.start >= (found[-1].end if found else _OFFSET) and not loud:
                found.append(place)
        numbered = exact or bool(_POSTCODE.search(words)) or any(place.kind == "street" for place in found)
        parts: list[str] = []
        last = 0
        for place in found:
            start, end = place.start - _OFFSET, place.end - _OFFSET
            parts += [self._gap(words[last:start], numbered), self._place(words[start:end], place)]
            last = end
        made = "".join([*parts, self._gap(words[last:], numbered)])
        if fold(made) == fold(words):
            return ""
        return made

    def _gap(self, words: str, numbered: bool) -> str:
        """Return what stands between known places: proper names become others, and so do numbers of an address."""
        return with_runs(self._digits(words) if numbered else words, self.named)

    def _place(self, words: str, place: Place) -> str:
        land = country(place.country) if place.country else None
        if place.kind == "demonym":
            return self.people(words) or words
        if place.kind == "country" and land is not None:
            return country_in_text(self._land(land.iso2).name)
        if place.kind == "postcode" and sum(sign.isalnum() for sign in words) < _SHORTEST_POSTCODE:
            return words
        if place.kind == "postcode":
            numbers = self._secret.numbers("postcode", fold(words))
            drawn = (same_shape(words, numbers) for _ in range(_POOL_DRAWS))
            return next((made for made in drawn if fold(made) != fold(words)), same_shape(words, numbers))
        if place.kind == "street":
            return self._street(words)
        if place.kind in {"district", "landmark"} or land is None:
            return self._landmark(words)
        iso = self._land(land.iso2).iso2
        if place.kind == "region":
            return self._region(words, iso)
        cities = cities_by_country()[iso]
        told = fold(place.levels[1]) if len(place.levels) >= _LEVELS else ""
        own = self._known_region(told) or told or iso
        within = tuple(
            city for city in cities if self._regions.get(own) == _region_of(city) and self._taken.is_free(city)
        )
        made = self._drawn(words, within or cities, place.kind, iso)
        if _region_of(made):
            self._regions.setdefault(own, _region_of(made))
            self._regions.setdefault(iso, _region_of(made))
        return made

    def _known_region(self, key: str) -> str:
        """Return a region met before of which a word is the same name or a short form: "qld", "queensland"."""
        return next((real for real in self._regions if key and (real == key or _is_short_for(key, real))), "")

    def _region(self, words: str, iso: str) -> str:
        """Return another region: that of the cities which stand for the cities of the real one."""
        key = self._known_region(fold(words)) or fold(words)
        fresh = key not in self._regions and len(self._regions) == 1
        found = self._regions.get(iso if fresh else key)
        if found is not None and fold(found) in map(fold, self._known.values()) and not fresh:
            return found  # "QLD" and "Queensland" are one
        if found is not None and self._taken.is_free(found):
            self._known.setdefault(fold(f"region {iso} {words}"), self._taken.use(found))
        pool = regions_by_country()[iso] or tuple(filter(None, map(_region_of, cities_by_country()[iso])))
        made = self._drawn(words, pool or cities_by_country()[iso], "region", iso)
        self._regions.setdefault(key, made)
        return made

    def _landmark(self, words: str) -> str:
        """Return another landmark: its article and the words that say what it is stay."""
        if all(is_word(word.lower()) for word in _WORD.findall(words)):
            return words  # "Mound village" may say what it is
        article = re.match(r"(?:the\s)?", words, re.IGNORECASE)
        head = article[0] if article else ""
        made = with_runs(words[len(head) :], self.named)
        if fold(made) != fold(words[len(head) :]):
            return head + made
        last = words[len(head) :].split(" ")
        return head + self.named(words) + (f" {last[-1]}" if len(last) > 1 else "")

    def _street(self, words: str) -> str:
        number = re.search(r"\d+", words)
        if number is None and all(is_word(word.lower()) for word in _WORD.findall(words)):
            return words  # "Silk Road"; there is a "Station Road" in every town
        street = self._drawn(re.sub(r"\d+\W*", "", words), streets(), "street")
        return f"{same_shape(number[0], self._secret.numbers('house', fold(words)))} {street}" if number else street

    def _drawn(self, words: str, pool: tuple[str, ...], *labels: str) -> str:
        """Return a name of a pool, or one made of a surname once the document has used up the pool."""
        key = fold(" ".join([*labels, *words.split()]))
        if key in self._known:
            return self._known[key]

        def draw(attempt: str) -> str:
            if int(attempt) < _POOL_DRAWS:
                return self._secret.pick(pool, *labels, fold(words), attempt)
            stem = self._secret.pick(any_culture().surnames, *labels, fold(words), attempt)
            return f"{stem} {self._secret.pick(_ENDS, 'end', *labels, fold(words), attempt)}"

        made = self._taken.first_free(words, draw)
        if made is None:
            raise RewriteFailedError("no place is left that the document does not name already", "use another style")
        self._known[key] = made
        return made

    def _land(self, iso: str) -> Country:
        """Return the country that stands for a country: one of its part of the world, or any if that is used up."""
        if iso not in self._lands:
            with_cities = cities_by_country()
            near = [other for other in lands_like(iso) if other in with_cities]
            every = [other for other in sorted(with_cities) if other != iso]
            used = {land.iso2 for land in self._lands.values()}
            tries = (
                self._secret.pick(near if near and attempt < _NEAR_DRAWS else every, "country", iso, str(attempt))
                for attempt in range(10 * len(every))
            )
            free = (other for other in tries if other not in used and self._is_free(other))
            land = country(next(free, ""))
            if land is None:
                raise RewriteFailedError("the document names too many countries to move them", "use another style")
            self._lands[iso] = land
        return self._lands[iso]

    def _is_free(self, iso: str) -> bool:
        land = country(iso)
        if land is None or len(land.name.split()) > _WORDS_OF_LAND or not land.demonyms:
            return False
        return all(map(self._taken.is_free, (land.name, *land.demonyms)))

    def _digits(self, words: str) -> str:
        return re.sub(
            r"[A-Z]{2,}\d{4,}|\d+", lambda match: same_shape(match[0], self._secret.numbers("house", match[0])), words
        )


def _is_short_for(one: str, other: str) -> bool:
    """Tell whether the shorter of two names is made of letters of the longer one in order."""
    short, long = sorted((one, other), key=len)
    letters = iter(long)
    return 1 < len(short) < _LEVELS + 1 and short[0] == long[0] and all(letter in letters for letter in short)


@cache
def _region_of(city: str) -> str:
    """Return the region a city lies in, empty if it is not known."""
    found = next(iter(find_places(f"in {city}")), None)
    return found.levels[1] if found is not None and len(found.levels) >= _LEVELS else ""


def _like(name: str, place: int, demonyms: tuple[str, ...]) -> str:
    """Return the word for other people that is used like a word for people: "Danes", "a Dane", "Danish"."""
    if place and name.endswith(("s", "men")):
        return next((one for one in demonyms[1:] if one.endswith("s")), demonyms[0])
    return demonyms[1] if place and len(demonyms) > 1 and not demonyms[1].endswith("s") else demonyms[0]
