"""Where a text plays: the country and town most of it points to, and the house it comes from."""

from collections import Counter
from functools import cache

from gyges.reading._cues import Cues
from gyges.reading.lexicon._load import is_common_word, read_rows
from gyges.reading.lexicon._names import countries, country
from gyges.reading.organisations._find import Organisation
from gyges.reading.page._forms import patterns
from gyges.reading.page._page import Page
from gyges.reading.page._phrases import PhraseIndex
from gyges.reading.page._spans import Spans
from gyges.reading.places._gazetteer import Place, PlaceKind

_HEAD = 300  # code points of a letterhead
_HEARSAY = 3  # votes a country told by demonyms alone must pass
_HEADING, _OPENING = 120, 60  # code points of a heading, and of the opening of a longer line
_FOOT = 120  # code points of a signature
_PART_OF, _HOUSE_PAPER, _PAPER, _ELSEWHERE, _ABOUT, _LETTERHEAD = patterns(
    "scene", "part_of house_paper paper elsewhere about letterhead"
)
_TELLING = 3  # certainty from which on a word of everyday life tells a place


@cache
def _country_names() -> frozenset[str]:
    return frozenset(country.name for country in countries())


def is_country(name: str) -> bool:
    """Tell whether a word is the name of a country by the convention of the taxonomy."""
    return name in _country_names()


class Surroundings:
    """Where a text plays."""

    def __init__(self, cues: Cues) -> None:
        self._votes: Counter[str] = Counter()
        self._firm: set[str] = set()  # countries told by more than a demonym, which may mean a language
        self._where: dict[str, tuple[int, int]] = {}
        towns: Counter[str] = Counter()
        by_name: dict[str, Place] = {}
        inside = Spans((org.start, org.end) for org in cues.organisations)
        for place in (*cues.places, *_hints(cues)):
            weight = self._weigh(place, cues.text) if not inside.meets(place.start, place.end) else 1
            if (
                place.kind in {"city", "district", "street", "landmark"}
                and len(place.levels) > 1
                and place.country
                and place.levels
            ):
                key = _town_level(place)
                towns[key] += weight
                known = by_name.get(key)
                if known is None or (known.kind != "city" and place.kind == "city"):
                    by_name[key] = place
        for code in cues.codes:
            if code.country:
                sure = code.value.startswith("+") or code.kind == "EMAIL_ADDRESS" or bool(code.label)
                self._vote(code.country, 4 if sure else 1, code.start, code.end)
                self._firm.add(code.country)
        best = self._votes.most_common(1)
        firm = bool(best) and (best[0][1] > _HEARSAY or best[0][0] in self._firm)
        self.country: str | None = best[0][0] if firm else None
        self.town: Place | None = next(
            (by_name[name] for name, _ in towns.most_common() if by_name[name].country == self.country), None
        )
        self.house: Organisation | None = _house(cues)

    def _weigh(self, place: Place, text: str) -> int:
        if place.country is None or (place.text.isupper() and is_common_word(place.text)):
            return 0  # "FOR SALE" is no town
        weight = 2 if place.kind == "demonym" else 6 if _in_head_or_foot(place, text) else 3
        weight = weight if place.certainty >= 3 else 1
        if weight > 1 and _ELSEWHERE.search(text, max(0, place.start - 40), place.start):
            weight = 1  # where somebody is from, or gone to, is mostly not where the text plays
        self._vote(place.country, weight, place.start, place.end)
        if place.kind != "demonym":
            self._firm.add(place.country)
        return weight

    def _vote(self, country: str, weight: int, start: int, end: int) -> None:
        self._votes[country] += weight
        self._where.setdefault(country, (start, end))

    def where(self) -> tuple[int, int]:
        """Return the words that tell the town, or else the country."""
        if self.town is not None:
            return self.town.start, self.town.end
        return self._where.get(self.country or "", (0, 1))

    def where_country(self) -> tuple[int, int]:
        """Return the words that tell the country."""
        return self._where.get(self.country or "", (0, 1))

    def home(self) -> str | None:
        """Return the town with its country, or else the country."""
        return town_value(self.town) if self.town is not None else self.country


def _hints(cues: Cues) -> list[Place]:
    """Words of everyday life that tell a country or town where no place is named: a currency, an exam, a paper."""
    taken = Spans((place.start, place.end) for place in cues.places)
    return [
        hint
        for hint in find_hints(cues.page)
        if hint.certainty >= _TELLING
        and not taken.meets(hint.start, hint.end)
        and (not cues.countries or hint.country in cues.countries)
    ]


def _in_head_or_foot(place: Place, text: str) -> bool:
    """Tell whether a place stands in a letterhead or signature: in a short line that is neither prose nor a subject."""
    if place.start >= _HEAD and place.end <= len(text) - _FOOT:
        return False
    low = text.rfind("\n", 0, place.start) + 1
    high = text.find("\n", place.end)
    line = text[low : high if high >= 0 else len(text)]
    return not _ABOUT.match(line) and (
        len(line) <= _HEADING or place.start - low <= _OPENING or len(line) > len(text) // 2
    )


def _house(cues: Cues) -> Organisation | None:
    """Return the organisation of the letterhead: one on a line without a name, and rather a house than a part of it."""
    named = {cues.text.count("\n", 0, name.start) for name in cues.names if name.start < _HEAD}
    heads = [
        org
        for org in cues.organisations
        if org.start < _HEAD and cues.text.count("\n", 0, org.start) not in named and any(c.isupper() for c in org.text)
    ]
    whole = [org for org in heads if not _PART_OF.match(org.text)]
    if whole or heads:
        return (whole or heads)[0]
    paper = _HOUSE_PAPER.match(cues.text)
    is_named = paper is not None and any(name.start < paper.end("house") for name in cues.names)
    if paper is not None and not _PAPER.search(paper["house"].upper()) and (" & " in paper["house"] or not is_named):
        return Organisation(paper.start("house"), paper.end("house"), paper["house"], "company")
    shouted = _LETTERHEAD.match(cues.text)
    if shouted is None or _PAPER.search(shouted.group(1)) or any(n.start < shouted.end() for n in cues.names):
        return None
    return Organisation(shouted.start(1), shouted.end(1), shouted.group(1), "other")


def town_value(place: Place) -> str:
    """Return the town of a place, streets and houses left out."""
    levels = [level for level in dict.fromkeys(place.levels) if level]
    key = _town_level(place)
    return " / ".join(levels[levels.index(key) :])


def _town_level(place: Place) -> str:
    levels = [level for level in dict.fromkeys(place.levels) if level]
    if place.kind == "city" or len(levels) < 3:
        return levels[0]
    return levels[-2] if place.kind == "street" else levels[0]


@cache
def _hint_phrases() -> PhraseIndex[tuple[tuple[str, ...], int]]:
    return PhraseIndex({words: (tuple(levels.split(";")), int(sure)) for words, levels, sure in read_rows("hints.tsv")})


def find_hints(page: Page) -> list[Place]:
    """Return the words that hint at where their author lives, in their order, without overlap.

    They are no mentions of a place, so `find_places` leaves them out; kind and levels are those of the place meant.
    """
    text = page.text
    words, found = page.words, []
    for index, count, (levels, sure) in _hint_phrases().find(page):
        start, end = words[index][0], words[index + count - 1][1]
        kind: PlaceKind = "country" if len(levels) == 1 else "city"
        land = country(levels[-1])
        found.append(Place(start, end, text[start:end], kind, levels, land.name if land else None, sure))
    return found
