"""People for whom a letter or a word in brackets stands: "Ms X", "Employee A", "Offender: P.", "[SUPERVISOR]"."""

import re

from gyges.reading._cues import Cues
from gyges.reading.lexicon._names import kin, title
from gyges.reading.page._forms import patterns
from gyges.reading.page._spans import Spans
from gyges.reading.people._draft import Draft, PersonDraft
from gyges.reading.people._named import Spot, moved
from gyges.reading.people._nouns import Noun, learn_noun, noun_words, nouns

_INTRODUCED, _TITLED, _OPENS, _BRACKETED, _BLACKED = patterns("lettered", "introduced titled opens bracketed blacked")
_ALONE, _WORD_BEFORE = patterns("lettered", "alone word_before")
_AGAIN = r"\b%s\b\.?(?=['’]s\b|\s(?:is|was|has|had|[a-z]{2,}(?:s|ed))\b)"
_SURE = 5


def lettered_people(draft: Draft, cues: Cues, spots: list[Spot]) -> list[Spot]:
    """Add a person for everybody for whom a letter or a word in brackets stands, and return all places with theirs.

    A letter is no name: whoever was taken in under one is known by it only here.
    """
    return _Letters(draft, cues, spots).find()


class _Letters:
    def __init__(self, draft: Draft, cues: Cues, spots: list[Spot]) -> None:
        self._draft = draft
        self._page, self._text = cues.page, cues.text
        self._spots = spots
        self._found: list[Spot] = []
        self._people: dict[str, PersonDraft] = {}  # by the letter or the words that stand for them
        self._taken = Spans([(spot.start, spot.end) for spot in spots])
        self._ends: set[int] = set()  # of the places found here

    def find(self) -> list[Spot]:
        for spot in list(self._spots):
            if spot.person in self._draft.people:
                self._take_in(spot)
        for form in (_INTRODUCED, _TITLED, _OPENS):
            for match in self._page.each(form):
                self._introduce(match.groupdict(), match)
        for letter, person in self._people.items():
            for again in re.finditer(_AGAIN % letter, self._text):
                self._add(again.start(), again.start() + 1, person)
        for match in _BRACKETED.finditer(self._draft.text):
            self._bracketed(match)
        for match in _BLACKED.finditer(self._draft.text):
            noun = _noun(match["role"])
            if noun is not None and not self._taken.meets(*match.span("mask")):
                person = self._person(noun.word)
                _play(person, noun, *match.span("role"))
                self._add(*match.span("mask"), person)
        return sorted([*self._spots, *self._found], key=lambda spot: spot.start)

    def _person(self, key: str) -> PersonDraft:
        if key not in self._people:
            self._people[key] = self._draft.new_person()
            self._people[key].masked = True
        return self._people[key]

    def _take_in(self, spot: Spot) -> None:
        person = spot.person
        if person.names and all(_ALONE.fullmatch(name) for name in person.names):
            letter = person.names[0][0]
            ends = (f" {letter}.", f" {letter}")
            same = [one for one in self._draft.people if any(name.endswith(ends) for name in one.names)]
            if len(same) == 1:  # "Marisol T." and "Ms T."
                self._merge(same[0], person)
                return
            self._people.setdefault(letter, person)
            person.names.clear()
            person.masked = True
        before = _WORD_BEFORE.search(self._text, max(0, spot.start - 24), spot.start)
        noun = _noun(before[1]) if before else None
        if before is not None and noun is not None and person.masked and not person.roles:
            _play(person, noun, *before.span(1))

    def _introduce(self, said: dict[str, str | None], match: re.Match[str]) -> None:
        """Take in a letter with the word or the title before it: "Employee A", "Ms X", or neither."""
        noun = _noun(said.get("role") or "")
        start, end = match.span("letter")
        unknown = match["letter"] not in self._people and self._taken.meets(start, end)
        if unknown or (said.get("role") and noun is None):
            return
        person = self._person(match["letter"])
        if noun is not None:
            _play(person, noun, *match.span("role"))
        called = said.get("title")
        told = title(called) if called else None
        if told is not None and told.sex and person.knows("SEX") is None:
            person.learn("SEX", told.sex, _SURE, *match.span("title"), "title")
        self._add(match.start("title") if called else start, end, person)
        mask = next((s.person for s in self._spots if s.start == end + 2 and s.person.masked), None)
        if mask is not None and mask is not person and self._text[end : end + 2] == " (":
            self._merge(person, mask)  # "Employee A (████)"
        if self._draft.main is None and noun is not None and noun.word in noun_words("main"):
            self._draft.main = person

    def _merge(self, keep: PersonDraft, drop: PersonDraft) -> None:
        if drop is not self._draft.author:  # whose voice is known already
            self._draft.merge(keep, drop)
            self._spots = moved(self._spots, {id(drop): keep})

    def _bracketed(self, match: re.Match[str]) -> None:
        said, where = match["words"].lower().strip(), match.span()
        noun, tie = nouns().get(said.rsplit(" ", 1)[-1]), kin(said)
        one = (noun is not None and not noun.plural) or (tie is not None and not tie.plural)
        if not one or self._taken.meets(*where):
            return
        person = self._person(f"{said} {match['number'] or ''}")
        if not person.roles or person.roles == [said]:
            person.play(said, *where)
            if noun is not None:
                _play(person, noun, *where)
            elif tie is not None and tie.sex:
                person.learn("SEX", tie.sex, _SURE, *where, "kin word")
        self._add(*where, person)

    def _add(self, start: int, end: int, person: PersonDraft) -> None:
        if not self._taken.meets(start, end) and end not in self._ends:
            self._found.append(Spot(start, end, person, "name"))
            self._ends.add(end)
            person.see(start, end)


def _noun(word: str) -> Noun | None:
    """Return the noun for one person that a word is."""
    noun = nouns().get(word.lower())
    return noun if noun is not None and not noun.plural else None


def _play(person: PersonDraft, noun: Noun, start: int, end: int) -> None:
    """Note what the word before a letter says about somebody."""
    if noun.word != "person":
        person.play(noun.word, start, end)
    learn_noun(person, noun, noun.word, start, end)
