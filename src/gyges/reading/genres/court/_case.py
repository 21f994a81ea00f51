"""A decision on the table: which country and court, who is called by name, who the parties are, how facts are told."""

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from gyges.reading._cues import Cues
from gyges.reading.genres.court._table import capitals, formula, tells
from gyges.reading.lexicon._names import country, title
from gyges.reading.people._draft import Draft, PersonDraft
from gyges.reading.people._owners import Owners
from gyges.reading.places._gazetteer import Place

Span = tuple[int, int]
Told = tuple[str, Span]
"""A value and the words that tell it."""

_BACK, _AHEAD = 800, 1200  # no sentence of a judgment needs more
_TOP = 400  # where a decision says its court and place
_HEADING_COUNTS = 4  # how often a place there counts
_TITLE = re.compile(r"\b([^\W\d_a-z][^\W\d_]*)\.? $")
_GAP = re.compile(r"\{(\w+)\}")


@dataclass(eq=False, slots=True)
class Call:
    """A place where somebody is called by name, or by what masking left of it."""

    start: int  # first code point, the honorifics included
    name: int  # first code point without them
    end: int  # one past the last code point
    person: PersonDraft  # who


@dataclass
class Case:
    """What the parts of the court reader share."""

    owners: Owners  # the people so far, and whose a cue is
    cues: Cues  # the cues of the text as it is written
    calls: list[Call]  # where people are called by name, in order
    known: dict[str, Told] = field(default_factory=dict)
    strasbourg: bool = False  # whether the decision is one of the European Court of Human Rights
    parties: list[PersonDraft] = field(default_factory=list)  # the individuals the case is about, in order
    party: str = ""  # the noun for them, such as ``applicant``
    company: bool = False  # whether a party is a company, an association or the like
    _places: list[int] = field(default_factory=list)

    @property
    def draft(self) -> Draft:
        """The people so far."""
        return self.owners.draft

    @property
    def text(self) -> str:
        """The text as it is written."""
        return self.cues.text

    @property
    def country(self) -> str:
        """The country the case comes from, empty if it does not show."""
        return self.known["country"][0] if "country" in self.known else ""

    def find(self, name: str, start: int = 0, end: int | None = None) -> Iterator[re.Match[str]]:
        """Yield where a formula stands."""
        return self.cues.page.each(formula(name), start, len(self.text) if end is None else end)

    def first(self, name: str, start: int = 0, end: int | None = None) -> re.Match[str] | None:
        """Return where a formula stands first."""
        return next(self.find(name, start, end), None)

    def sentence(self, position: int) -> Span:
        """Return the bounds of the sentence around a position, cut where it is endless."""
        start, end = self.owners.sentence(position)
        return max(start, position - _BACK), min(end, position + _AHEAD)

    def called(self, start: int, end: int) -> list[Call]:
        """Return who is called by name in a stretch of text."""
        first = bisect_left(self.calls, start, key=_start)
        last = bisect_left(self.calls, end, key=_start)
        return [call for call in self.calls[first:last] if call.end <= end]

    def places(self, start: int, end: int) -> list[Place]:
        """Return the places that begin in a stretch of text."""
        return list(self.cues.places[bisect_left(self._places, start) : bisect_left(self._places, end)])

    def merge(self, keep: PersonDraft, drop: PersonDraft) -> None:
        """Two people turned out to be one."""
        self.draft.merge(keep, drop)
        self.parties = list(dict.fromkeys(keep if one is drop else one for one in self.parties))
        spots = self.owners.spots
        self.owners.spots = [replace(spot, person=keep) if spot.person is drop else spot for spot in spots]
        for call in self.calls:
            call.person = keep if call.person is drop else call.person

    def tell(self, person: PersonDraft, part: str, span: Span, **said: Told | str | None) -> None:
        """Tell what follows from a part in the case."""
        for how, tag, line, sure, cue in tells(part):
            value, at = line, span
            gap = _GAP.search(line)
            if gap is not None:
                filled = said.get(gap.group(1)) or self.known.get(gap.group(1))
                if not filled:
                    continue
                words, at = (filled, span) if isinstance(filled, str) else filled
                value = line.replace(gap.group(), words)
            if at[0] >= at[1] or (how == "adds" and person.knows(tag) is not None):
                continue
            if how == "says":
                person.facts[:] = [fact for fact in person.facts if fact.tag != tag or fact.value == value]
            person.learn(tag, value, sure, *at, cue)


def _start(call: Call) -> int:
    return call.start


def open_case(owners: Owners, cues: Cues) -> Case:
    """Find out where a decision plays and who is called by name in it."""
    calls = [
        Call(_with_titles(cues.text, spot.start), spot.start, spot.end, spot.person)
        for spot in owners.spots
        if spot.kind == "name"
    ]
    case = Case(owners, cues, calls, _places=[place.start for place in cues.places])
    case.strasbourg = case.first("country.strasbourg") is not None
    state = _by_formulas(case) or _by_words(case)
    if state is not None:
        case.known |= {"country": state, "home": state}
        seat = capitals().get(state[0])
        case.known["capital"] = (f"{seat} / {state[0]}", state[1]) if seat else state
    for place in case.places(0, _TOP) if not case.strasbourg else ():
        if place.country and place.country == case.country and place.kind in {"city", "region"}:
            case.known["home"] = (" / ".join(place.levels), (place.start, place.end))
            break
    heading = formula("country.heading").match(case.text)
    if heading is not None:
        case.known["heading"] = (heading.group(1).strip(), heading.span(1))
    return case


def _with_titles(text: str, start: int) -> int:
    while (before := _TITLE.search(text, max(0, start - 20), start)) and title(before.group(1)):
        start = before.start()
    return start


def _by_formulas(case: Case) -> Told | None:
    """Return the country whose government answers or against which the case was brought."""
    for name in ("country.government", "country.government_of", "country.against"):
        for match in case.find(name):
            words = match.group(1).replace(",", "").split()
            sizes = range(len(words), 0, -1)
            parts = [" ".join(words[at : at + size]) for size in sizes for at in range(len(words) - size + 1)]
            said = next((part for part in parts if len(part) > 3 and country(part)), None)
            if said is not None and (state := country(said)):
                if name == "country.government":
                    case.known["demonym"] = (said, match.span())
                return state.name, match.span()
    return None


def _by_words(case: Case) -> Told | None:
    """Return the country whose places the text names."""
    votes: Counter[str] = Counter()
    first: dict[str, Span] = {}
    for place in case.cues.places:
        if place.country:
            votes[place.country] += place.certainty * (_HEADING_COUNTS if place.start < _TOP else 1)
            first.setdefault(place.country, (place.start, place.end))
    best = votes.most_common(1)
    return (best[0][0], first[best[0][0]]) if best else None


def place_after(case: Case, position: int) -> Told | None:
    """Return the place that begins at a position as levels up to the country.

    A masked place gives the country of the case alone; None where no place begins.
    """
    if formula("place.masked").match(case.text, position):
        return case.known.get("country")
    match = formula("place.run").match(case.text, position)
    if match is None:
        return None
    words = formula("place.tail").sub("", match.group(1))
    levels = [*(level.strip() for level in words.split(",")), *([match.group(2)] if match.group(2) else [])]
    span = (match.start(1), match.end() if match.group(2) else match.start(1) + len(words))
    return levels_of(case, levels, span), span


def levels_of(case: Case, levels: list[str], span: Span) -> str:
    """Join the levels of a place, up to its country: its own, or that of the case."""
    state = country(levels[-1])
    if state is not None and case.country != state.name:
        return " / ".join(dict.fromkeys([*levels[:-1], state.name]))
    known = [place for place in case.places(*span) if place.kind != "demonym" and place.country]
    home = next((place for place in known if place.country == case.country), None)
    best = home or max(known, key=lambda place: place.certainty, default=None)
    if best is None or not (home or best.certainty >= 4 or not case.country):
        return " / ".join(dict.fromkeys([*levels, *([case.country] if case.country else [])]))
    above = [level for level in best.levels[1:-1] if level not in levels]
    return " / ".join(dict.fromkeys([*levels, *above, best.country or ""]))
