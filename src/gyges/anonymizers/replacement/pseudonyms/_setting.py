"""Where a text is set: the country most of its places lie in, which what is invented for it fits."""

from collections import Counter

from gyges.reading import find_places
from gyges.reading.lookups import country

_WEIGHT_OF_PLACE, _WEIGHT_OF_PEOPLE = 2, 1  # a town says where a text is set, a nation where somebody comes from

_AT_HOME = 0.75  # share of the places from which on names of which nothing is known are those of a country


class Setting:
    """The countries of one text."""

    def __init__(self, text: str) -> None:
        counts: Counter[str] = Counter()
        names: set[str] = set()
        placed = False
        for place in find_places(text):
            land = country(place.country) if place.country else None
            if land is not None:
                names.add(place.text)
                placed = placed or place.kind != "demonym"
                counts[land.iso2] += _WEIGHT_OF_PEOPLE if place.kind == "demonym" else _WEIGHT_OF_PLACE
        first, most = counts.most_common(1)[0] if counts else ("", 0)
        self.home = first if most >= _AT_HOME * counts.total() and len(names) > 1 else ""
        self.mixed = placed and not self.home
