"""People for whom a letter or a word in brackets stands: "Ms X", "Employee A", "Offender: P.", "[SUPERVISOR]"."""

import re
from dataclasses import replace

from gyges.reading._cues import Cues
from gyges.reading.lexicon._people_words import kin, title
from gyges.reading.page._forms import patterns
from gyges.reading.page._spans import Spans
from gyges.reading.people._draft import Draft, PersonDraft
from gyges.reading.people._named import Spot
from gyges.reading.people.unnamed._words import Noun, noun_words, nouns

__all__ = ["lettered_people"]

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
        self._text = cues.text
        self._spots = spots
        self._found: list[Spot] = []
        self._by_letter: dict[str, PersonDraft] = {}
        self._by_words: dict[str, PersonDraft] = {}
        self._taken = Spans([(spot.start, spot.end) for spot in spots])
        self._ends: set[int] = set()  # of the places found here

    def find(self) -> list[Spot]:
        for spot in list(self._spots):
            if spot.person in self._draft.people:
                self._take_in(spot)
        for match in _INTRODUCED.finditer(self._text):
            noun = nouns().get(match["role"].lower())
            if noun is not None and not noun.plural:
                self._introduce(match, noun)
        for match in _TITLED.finditer(self._text):
            self._introduce(match, None)
        for match in _OPENS.finditer(self._text):
            self._introduce(match, None)
        for letter, person in self._by_letter.items():
            for again in re.finditer(_AGAIN % letter, self._text):
                self._add(again.start(), again.start() + 1, person)
        for match in _BRACKETED.finditer(self._draft.text):
            self._bracketed(match)
        for match in _BLACKED.finditer(self._draft.text):
            self._blacked(match)
        return sorted([*self._spots, *self._found], key=lambda spot: spot.start)

    def _take_in(self, spot: Spot) -> None:
        person = spot.person
        if person.names and all(_ALONE.fullmatch(name) for name in person.names):
            letter = person.names[0][0]
            same = [
                one
                for one in self._draft.people
                if any(name.endswith((f" {letter}.", f" {letter}")) for name in one.names)
            ]
            if len(same) == 1:  # "Marisol T." and "Ms T."
                self._merge(same[0], person)
                return
            self._by_letter.setdefault(person.names[0][0], person)
            person.names.clear()
            person.masked = True
        if person.masked and not person.roles:
            before = _WORD_BEFORE.search(self._text, max(0, spot.start - 24), spot.start)
            noun = nouns().get(before.group(1).lower()) if before else None
            if before is not None and noun is not None and not noun.plural:
                _play(person, noun, before.start(1), before.end(1))

    def _introduce(self, match: re.Match[str], noun: Noun | None) -> None:
        start, end = match.span("letter")
        person = self._by_letter.get(match["letter"])
        if person is None:
            if self._taken.meets(start, end):
                return
            person = self._by_letter[match["letter"]] = self._draft.new_person()
            person.masked = True
        if noun is not None:
            _play(person, noun, *match.span("role"))
        called = match.groupdict().get("title")
        told = title(called) if called else None
        if told is not None and told.sex and person.knows("SEX") is None:
            person.learn("SEX", told.sex, _SURE, *match.span("title"), "title")
        self._add(match.start("title") if called else start, end, person)
        self._join(person, end)
        if self._draft.main is None and noun is not None and noun.word in noun_words("main"):
            self._draft.main = person

    def _join(self, person: PersonDraft, end: int) -> None:
        """Join with the placeholder in brackets after the letter: "Employee A (████)"."""
        mask = next((s for s in self._spots if s.start == end + 2 and s.person.masked), None)
        if mask is None or mask.person is person or self._text[end : end + 2] != " (":
            return
        self._merge(person, mask.person)

    def _merge(self, keep: PersonDraft, drop: PersonDraft) -> None:
        if drop is self._draft.author:
            return  # whose voice is known already
        self._draft.merge(keep, drop)
        self._spots = [replace(spot, person=keep) if spot.person is drop else spot for spot in self._spots]

    def _bracketed(self, match: re.Match[str]) -> None:
        said = match["words"].lower().strip()
        noun, tie = nouns().get(said.rsplit(" ", 1)[-1]), kin(said)
        if (noun is None or noun.plural) and (tie is None or tie.plural):
            return
        if self._taken.meets(*match.span()):
            return
        key = f"{said} {match['number'] or ''}"
        person = self._by_words.get(key)
        if person is None:
            person = self._by_words[key] = self._draft.new_person()
            person.masked = True
        if not person.roles or person.roles == [said]:
            person.play(said, *match.span())
            if noun is not None:
                _play(person, noun, *match.span())
            elif tie is not None and tie.sex:
                person.learn("SEX", tie.sex, _SURE, *match.span(), "kin word")
        self._add(*match.span(), person)

    def _blacked(self, match: re.Match[str]) -> None:
        noun = nouns().get(match["role"].lower())
        if noun is None or noun.plural or self._taken.meets(*match.span("mask")):
            return
        person = self._by_words.get(noun.word)
        if person is None:
            person = self._by_words[noun.word] = self._draft.new_person()
            person.masked = True
        _play(person, noun, *match.span("role"))
        self._add(*match.span("mask"), person)

    def _add(self, start: int, end: int, person: PersonDraft) -> None:
        if not self._taken.meets(start, end) and end not in self._ends:
            self._found.append(Spot(start, end, person, "name"))
            self._ends.add(end)
            person.see(start, end)


def _play(person: PersonDraft, noun: Noun, start: int, end: int) -> None:
    """Note what the word before a letter says about somebody."""
    if noun.word != "person":
        person.play(noun.word, start, end)
    if noun.sex and person.knows("SEX") is None:
        person.learn("SEX", noun.sex, _SURE, start, end, "noun")
    if noun.kind == "jobs":
        person.learn("OCCUPATION", noun.word.title(), _SURE, start, end, "role")
    if noun.rank:
        person.learn("POSITION", noun.word.title(), _SURE - 1, start, end, "role")
