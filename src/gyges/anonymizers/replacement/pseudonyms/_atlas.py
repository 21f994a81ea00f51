"""Invented places: another country for a country, and cities of that country for its cities."""

import re

from gyges.anonymizers.replacement._secret import Secret
from gyges.anonymizers.replacement.broader import country_in_text
from gyges.anonymizers.replacement.pseudonyms._codes import same_shape
from gyges.anonymizers.replacement.pseudonyms._name_writing import in_case_of
from gyges.anonymizers.replacement.pseudonyms._pools import (
    cities_by_country,
    districts,
    names,
    regions_by_country,
    streets,
)
from gyges.anonymizers.replacement.pseudonyms._taken import Taken
from gyges.errors import RewriteFailedError
from gyges.reading import Place, find_places
from gyges.reading.lookups import Country, country, fold

__all__ = ["Atlas"]

_WORD = re.compile(r"[^\W\d_]{3,}")
_POOL_DRAWS = 60
_ENDS = ("Park", "Green", "Hill", "End", "Row", "Field")
_SMALL = frozenset(("the", "near", "and", "unit", "flat", "room", "ward", "floor", "block", "house", "apartment"))


class Atlas:
    """The places of one document. What lies in one country stays together, in another country."""

    def __init__(self, secret: Secret, taken: Taken) -> None:
        self._secret = secret
        self._taken = taken
        self._lands: dict[str, Country] = {}
        self._known: dict[str, str] = {}

    def other(self, words: str) -> str:
        """Return an invented place of the same kind."""
        key = fold(" ".join(words.split()))
        if key not in self._known:
            self._known[key] = self._composed(words) or self._anywhere(words, key)
        return in_case_of(words, self._known[key]) if words.isupper() else self._known[key]

    def people(self, words: str) -> str | None:
        """Return another nationality for a nationality, None if it is none."""
        land = country(words)
        if land is None:
            return None
        places = [at for at, name in enumerate(land.demonyms) if name.lower() == words.lower()]
        if not places:
            return None
        demonyms = self._land(land.iso2).demonyms
        return in_case_of(words, demonyms[min(places[0], len(demonyms) - 1)]) if demonyms else None

    def _composed(self, words: str) -> str:
        """Return words in which every place is another one; empty unless that accounts for all of them."""
        offset = 3  # of "in "
        parts: list[str] = []
        left: list[str] = []
        last = 0
        for place in sorted(find_places(f"in {words}"), key=lambda place: place.start):
            start, end = place.start - offset, place.end - offset
            if start < last or place.kind == "demonym":
                continue
            left.append(words[last:start])
            parts += [self._digits(words[last:start]), self._place(words[start:end], place)]
            last = end
        left.append(words[last:])
        unknown = [word for gap in left for word in _WORD.findall(gap) if fold(word) not in _SMALL]
        return "".join([*parts, self._digits(words[last:])]) if parts and not unknown else ""

    def _place(self, words: str, place: Place) -> str:
        land = country(place.country) if place.country else None
        if place.kind == "country" and land is not None:
            return country_in_text(self._land(land.iso2).name)
        if place.kind == "postcode":
            numbers = self._secret.numbers("postcode", fold(words))
            drawn = (same_shape(words, numbers) for _ in range(_POOL_DRAWS))
            return next((made for made in drawn if fold(made) != fold(words)), same_shape(words, numbers))
        if place.kind == "street":
            return self._street(words)
        if place.kind in {"district", "landmark"} or land is None:
            return self._drawn(words, districts(), "district")
        iso = self._land(land.iso2).iso2
        regions = regions_by_country()[iso]
        pool = regions if place.kind == "region" and regions else cities_by_country()[iso]
        return self._drawn(words, pool, place.kind, iso)

    def _anywhere(self, words: str, key: str) -> str:
        """Return a street for something with a number at its start or end, else a part of some town."""
        if re.match(r"\d", words) or re.search(r"\s\d+\w?$", words):
            return self._street(words)
        return self._drawn(key, districts(), "somewhere")

    def _street(self, words: str) -> str:
        number = re.search(r"\d+", words)
        street = self._drawn(words, streets(), "street")
        return f"{same_shape(number[0], self._secret.numbers('house', fold(words)))} {street}" if number else street

    def _drawn(self, words: str, pool: tuple[str, ...], *labels: str) -> str:
        """Return a name of a pool, or one made of a surname once the document has used up the pool."""

        def draw(attempt: str) -> str:
            if int(attempt) < _POOL_DRAWS:
                return self._secret.pick(pool, *labels, fold(words), attempt)
            stem = self._secret.pick(names("surnames"), *labels, fold(words), attempt)
            return f"{stem} {self._secret.pick(_ENDS, 'end', *labels, fold(words), attempt)}"

        made = self._taken.first_free(words, draw)
        if made is None:
            raise RewriteFailedError("no place is left that the document does not name already", "use another style")
        return made

    def _land(self, iso: str) -> Country:
        """Return the country that stands for a country."""
        if iso not in self._lands:
            others = [other for other in sorted(cities_by_country()) if other != iso]
            used = {land.iso2 for land in self._lands.values()}
            tries = (self._secret.pick(others, "country", iso, str(attempt)) for attempt in range(10 * len(others)))
            free = (other for other in tries if other not in used and self._is_free(other))
            land = country(next(free, ""))
            if land is None:
                raise RewriteFailedError("the document names too many countries to move them", "use another style")
            self._lands[iso] = land
        return self._lands[iso]

    def _is_free(self, iso: str) -> bool:
        land = country(iso)
        return land is not None and bool(land.demonyms) and all(map(self._taken.is_free, (land.name, *land.demonyms)))

    def _digits(self, words: str) -> str:
        return re.sub(r"\d+", lambda match: same_shape(match[0], self._secret.numbers("house", match[0])), words)
