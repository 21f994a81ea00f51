"""Where a text is set: the country most of its places lie in, which what is invented for it fits."""

from collections import Counter

from gyges.anonymizers.replacement.pseudonyms._cultures import culture_of, is_english
from gyges.anonymizers.replacement.pseudonyms._pools import cities_by_country
from gyges.reading import find_places
from gyges.reading.lookups import country, fold

__all__ = ["Setting"]

_WEIGHT_OF_PLACE, _WEIGHT_OF_PEOPLE = 2, 1  # a town says where a text is set, a nation where somebody comes from


class Setting:
    """The countries of one text.

    Attributes:
        home: The country most places of the text lie in, by two letters; empty if it names none.
    """

    def __init__(self, text: str) -> None:
        counts: Counter[str] = Counter()
        self._lands: dict[str, str] = {}
        for place in find_places(text):
            land = country(place.country) if place.country else None
            if land is not None:
                self._lands[fold(place.text)] = land.iso2
                counts[land.iso2] += _WEIGHT_OF_PEOPLE if place.kind == "demonym" else _WEIGHT_OF_PLACE
        self.home = counts.most_common(1)[0][0] if counts else ""

    @property
    def towns(self) -> tuple[str, ...]:
        """Towns of the home country; none where names of English places fit."""
        return () if not self.home or is_english(self.home) else cities_by_country().get(self.home, ())

    @property
    def surnames(self) -> tuple[str, ...]:
        """Family names that are usual in the home country."""
        return culture_of((), self.home).surnames

    def country_of(self, name: str) -> str:
        """Return the country a place of the text lies in, as the whole text tells it; empty if it does not."""
        return self._lands.get(fold(name), "")
