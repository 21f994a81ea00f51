"""Invented places: other towns of the same country, so that money and customs still fit; countries stay."""

import re
from collections.abc import Iterator
from functools import cache

from gyges.anonymizers.replacement._kept_words import kept_words
from gyges.anonymizers.replacement._secret import Secret
from gyges.anonymizers.replacement._word_kinds import is_word
from gyges.anonymizers.replacement.pseudonyms._codes import same_shape
from gyges.anonymizers.replacement.pseudonyms._cultures import any_culture
from gyges.anonymizers.replacement.pseudonyms._name_writing import in_case_of
from gyges.anonymizers.replacement.pseudonyms._pools import cities_by_country, districts, regions_by_country, streets
from gyges.anonymizers.replacement.pseudonyms._proper import with_runs
from gyges.anonymizers.replacement.pseudonyms._setting import Setting
from gyges.anonymizers.replacement.pseudonyms._taken import Taken
from gyges.errors import RewriteFailedError
from gyges.reading import Place, find_places
from gyges.reading.lookups import country, fold, months

__all__ = ["Atlas"]

_WORD = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")
_POOL_DRAWS = 60
_SHORTEST_POSTCODE = 5
_STREET_FIRST = re.compile(
    r"(?:rue|avenue|boulevard|place|chemin|quai|via|viale|piazza|corso|calle|avenida|plaza|carrer|rua|praça|travessa|jalan|"
    r"jl|lorong|ulica|ul|ulitsa|triq|rruga|strada)\.?\s(?:(?:de|del|della|di|da|do|dos|des|du|la|le|il)\s)*",
    re.IGNORECASE,
)
_STREET_LAST = re.compile(
    r"(?:-|\s)?(?:straße|strasse|str\.|gasse|weg|platz|allee|straat|laan|plein|markt|gracht|gatan|gata|vägen|vej|gade|vei|veien|"
    r"utca|út|tér|katu|tie|ulice|třída|caddesi|sokak|mahallesi)$",
    re.IGNORECASE,
)
_POSTCODE = re.compile(r"\d{4}")
_ENDS = ("Park", "Green", "Hill", "End", "Row", "Field")
_LEVELS = 3  # of a city whose region is known: city, region, country
_OFFSET = 3  # of "in ", before which a place is looked for


class Atlas:
    """The places of one document. Countries and nations stay; what lies in a country becomes another place of it.

    Args:
        secret: What the places are drawn from.
        taken: The words of the document.
        setting: Where the text is set.
    """

    def __init__(self, secret: Secret, taken: Taken, setting: Setting) -> None:
        self._secret = secret
        self._taken = taken
        self._setting = setting
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

    def named(self, words: str) -> str:
        """Return another name for one that is no known place."""
        return self._drawn(words, self._setting.towns or districts(), "somewhere")

    def names(self) -> Iterator[tuple[str, str]]:
        """Yield the places of one word that were replaced, folded, each with the other one."""
        yield from ((real, new) for real, new in self._known.items() if new and " " not in real and not is_word(real))

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
        land = country(self._setting.country_of(words) or place.country or "")
        if place.kind in {"demonym", "country"}:
            return words
        if place.kind == "postcode" and sum(sign.isalnum() for sign in words) < _SHORTEST_POSTCODE:
            return words
        if place.kind == "postcode":
            numbers = self._secret.numbers("postcode", fold(words))
            drawn = (same_shape(words, numbers) for _ in range(_POOL_DRAWS))
            return next((made for made in drawn if fold(made) != fold(words)), same_shape(words, numbers))
        if place.kind == "street":
            return self._street(words)
        if place.kind in {"district", "landmark"} or land is None or land.iso2 not in cities_by_country():
            return self._landmark(words, cities_by_country().get(land.iso2, ()) if land is not None else ())
        iso = land.iso2
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

    def _landmark(self, words: str, towns: tuple[str, ...]) -> str:
        """Return another landmark: its article and the words that say what it is stay; towns of its country fit."""
        if all(is_word(word.lower()) for word in _WORD.findall(words)):
            return words  # "Mound village" may say what it is
        article = re.match(r"(?:the\s)?", words, re.IGNORECASE)
        head = article[0] if article else ""

        def other(name: str) -> str:
            return self._drawn(name, towns, "landmark") if towns else self.named(name)

        made = with_runs(words[len(head) :], other)
        if fold(made) != fold(words[len(head) :]):
            return head + made
        last = words[len(head) :].split(" ")
        return head + other(words) + (f" {last[-1]}" if len(last) > 1 else "")

    def _street(self, words: str) -> str:
        number = re.search(r"\d+", words)
        if number is None and all(is_word(word.lower()) for word in _WORD.findall(words)):
            return words  # "Silk Road"; there is a "Station Road" in every town
        street = self._other_street(re.sub(r"\d+\W*", "", words).strip())
        if number is None:
            return street
        house = same_shape(number[0], self._secret.numbers("house", fold(words)))
        return f"{house} {street}" if number.start() == 0 else f"{street} {house}"

    def _other_street(self, name: str) -> str:
        """Return another street; in other tongues its word for a street stays: "Rue de Lyon", "Mulderstraat"."""
        if not self._setting.towns:
            return self._drawn(name, streets(), "street")
        if lead := _STREET_FIRST.match(name):
            return lead[0] + self._drawn(name, self._setting.towns, "street")
        if name.rpartition(" ")[2].lower().rstrip(".") in kept_words("streets"):  # "Karve Road"
            return f"{self._drawn(name, self._setting.surnames, 'street')} {name.rpartition(' ')[2]}"
        tail = _STREET_LAST.search(name)
        stem = self._drawn(name, self._setting.surnames, "street")
        return stem + (tail[0] if tail else "")

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
