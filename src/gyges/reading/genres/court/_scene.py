"""The scene of a decision: which court, which country, who is called by name, and how facts are told."""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, field

from gyges.reading._cues import Cues
from gyges.reading.genres.court._names import Call, called, find_person
from gyges.reading.genres.court._tables import capitals, hints, pattern
from gyges.reading.lexicon._countries import country
from gyges.reading.page._tokens import Sentence, Token
from gyges.reading.people._draft import Draft, PersonDraft
from gyges.reading.people._same_name import name_parts
from gyges.reading.places._find import Place

__all__ = ["Scene", "look_around", "say", "suggest"]

_GOVERNMENT = pattern("scene.government")
_AGAINST = re.compile(r"\bagainst (?:the )?([A-Z][\w’'-]+(?:,? (?:of |and )?(?:the )?[A-Z][\w’'-]+){0,8})")
_STRASBOURG = pattern("scene.strasbourg")
_CURRENCY = pattern("scene.currency")
_OLD_MONEY = {"TRL": "TR", "PLZ": "PL", "ROL": "RO", "DEM": "DE", "ATS": "AT", "FRF": "FR", "ITL": "IT"}


_BACK, _AHEAD = 800, 1200  # no sentence of a judgment needs more
_TOP = 400  # where a decision says its court and place


@dataclass
class Scene:
    """What the parts of the court reader share.

    Attributes:
        draft: The draft they add to.
        cues: The cues of its text.
        country: Name of the country the case comes from, None if it does not show.
        country_at: The words that show it.
        demonym: The adjective for its government, such as ``Turkish``.
        strasbourg: Whether the decision is one of the European Court of Human Rights.
        calls: Where people are called by name.
        parties: The individuals the case is about, in order.
        party: The noun for them, such as ``applicant``.
        sentences: Its sentences, none of them cut behind an honorific or an initial.
        body: Whether a party is a company, an association or the like.
    """

    draft: Draft
    cues: Cues
    country: str | None = None
    country_at: tuple[int, int] = (0, 0)
    demonym: str = ""
    strasbourg: bool = False
    calls: list[Call] = field(default_factory=list)
    parties: list[PersonDraft] = field(default_factory=list)
    party: str = ""
    body: bool = False
    sentences: list[Sentence] = field(default_factory=list)
    _at: dict[int, PersonDraft] = field(default_factory=dict)
    _by_word: dict[str, list[PersonDraft]] = field(default_factory=dict)
    _vocabulary: frozenset[str] = frozenset()
    _masked: dict[int, PersonDraft] = field(default_factory=dict)
    _sentence_starts: list[int] = field(default_factory=list)
    _place_starts: list[int] = field(default_factory=list)
    _token_starts: list[int] = field(default_factory=list)

    @property
    def text(self) -> str:
        """The text."""
        return self.draft.text

    def sentence(self, position: int) -> Sentence:
        """Return the sentence around a position, cut where it is endless."""
        number = bisect_right(self._sentence_starts, position) - 1
        if number < 0 or self.sentences[number].end < position:
            return Sentence(position, min(len(self.text), position + 400))
        start, end = self.sentences[number]
        return Sentence(max(start, position - _BACK), min(end, position + _AHEAD))

    def has(self, *words: str) -> bool:
        """Tell whether the text has one of these words as written, to spare a search."""
        return not self._vocabulary.isdisjoint(words)

    def holds(self, *parts: str) -> bool:
        """Tell whether the text has one of these strings anywhere, even inside words, to spare a search."""
        return any(part in self.text for part in parts)

    def home(self) -> tuple[str, int, tuple[int, int]] | None:
        """Return where those who come before this court work: its place where its head says one, else the country."""
        if not self.strasbourg:
            for place in self.places(0, _TOP):
                if place.country and place.country == self.country and place.kind in {"city", "region"}:
                    return " / ".join(place.levels), 3, (place.start, place.end)
        return self.seat(capital=False)

    def seat(self, capital: bool) -> tuple[str, int, tuple[int, int]] | None:
        """Return the country of the case as a place, or its capital, where governments and supreme courts sit."""
        if self.country is None:
            return None
        city = capitals().get(self.country) if capital else None
        return (f"{city} / {self.country}" if city else self.country), 3, self.country_at

    def token_at(self, position: int) -> int:
        """Return the index of the first token at or after a position."""
        return bisect_left(self._token_starts, position)

    def tokens(self, start: int, end: int) -> tuple[Token, ...]:
        """Return the tokens of a stretch."""
        return self.cues.tokens[self.token_at(start) : self.token_at(end)]

    def places(self, start: int, end: int) -> list[Place]:
        """Return the places that begin in a stretch."""
        return list(self.cues.places[bisect_left(self._place_starts, start) : bisect_left(self._place_starts, end)])

    def known(self, call: Call) -> PersonDraft | None:
        """Return the person of a call if they were met before or are named; a masked stranger stays out."""
        return self.person(call) if call.name or call.start in self._masked else None

    def _one(self, found: PersonDraft | None, at: PersonDraft | None) -> PersonDraft | None:
        """Return the person found by name, or else whom the general reader saw here, merging half a name."""
        found, at = (person if person in self.draft.people else None for person in (found, at))
        if found is None or at is None or found is at:
            return found or at
        if all(len(name.rstrip(".")) == 1 for name in at.names):
            return self.draft.merge(found, at)
        return found

    def _find(self, name: str, sex: str) -> PersonDraft | None:
        words = [word for word in name_parts(name) if len(word) > 1] or list(name_parts(name))
        near = dict.fromkeys(person for word in words for person in self._by_word.get(word, ()))
        alive = set(map(id, self.draft.people))
        return find_person([person for person in near if id(person) in alive], name, sex)

    def person(self, call: Call) -> PersonDraft:
        """Return the person of a call, a new one if nobody fits."""
        found = self._find(call.name, call.sex) if call.name else self._masked.get(call.start)
        person = self._one(found, self._at.get(call.name_start)) or self.draft.new_person()
        self._masked[call.start] = person
        for word in name_parts(call.name) if call.name else ():
            if person not in self._by_word.setdefault(word, []):
                self._by_word[word].append(person)
        if call.name:
            person.call(call.name, call.name_start, call.end)
            say(person, "NAME", person.name or call.name, 5, (call.name_start, call.end), "court-name")
        person.see(call.start, call.end)
        if call.sex:
            say(person, "SEX", call.sex, 5, (call.start, call.name_start), "court-honorific")
        return person


def say(person: PersonDraft, tag: str, value: str, certainty: int, span: tuple[int, int], cue: str) -> None:
    """State a fact that a formula of the genre gives; it takes the place of other values of the tag."""
    if value and span[0] < span[1]:
        person.facts[:] = [fact for fact in person.facts if fact.tag != tag or fact.value == value]
        person.learn(tag, value, certainty, span[0], span[1], cue)


def suggest(person: PersonDraft, tag: str, value: str, certainty: int, span: tuple[int, int], cue: str) -> None:
    """State a fact unless something is known already."""
    if value and span[0] < span[1] and person.knows(tag) is None:
        person.learn(tag, value, certainty, span[0], span[1], cue)


def look_around(draft: Draft, cues: Cues) -> Scene:
    """Find out where a decision plays."""
    text = draft.text
    scene = Scene(draft, cues)
    for person in draft.people:
        if person.names or person.masked:
            scene._at.update({mention.start: person for mention in person.mentions})
        for word in dict.fromkeys(word for name in person.names for word in name_parts(name)):
            scene._by_word.setdefault(word, []).append(person)
    scene._vocabulary = frozenset(token.text for token in cues.tokens)
    scene.calls = called(cues.page)
    scene.strasbourg = _STRASBOURG.search(text) is not None
    scene.sentences = _whole(text, cues.sentences)
    scene._sentence_starts = [sentence.start for sentence in scene.sentences]
    scene._place_starts = [place.start for place in cues.places]
    scene._token_starts = [token.start for token in cues.tokens]
    _by_government(scene) or _by_state(scene) or _by_money(scene) or _by_courts(scene) or _by_places(scene)
    return scene


_CUT = re.compile(r"(?:\b(?:Mrs?|Ms|Messrs|Dr|Prof|Mme|St|No|[^\W\d_a-z])\.)$")


def _whole(text: str, sentences: Sequence[Sentence]) -> list[Sentence]:
    """Return the sentences, joined where one was cut behind an honorific or an initial."""
    whole: list[Sentence] = []
    for sentence in sentences:
        if (
            whole
            and _CUT.search(text, max(whole[-1].start, whole[-1].end - 8), whole[-1].end)
            and "\n" not in text[whole[-1].end : sentence.start]
        ):
            whole[-1] = Sentence(whole[-1].start, sentence.end)
        else:
            whole.append(sentence)
    return whole


def _set(scene: Scene, name: str, start: int, end: int) -> bool:
    scene.country, scene.country_at = name, (start, end)
    return True


def _by_government(scene: Scene) -> bool:
    for match in _GOVERNMENT.finditer(scene.text):
        group = 1 if match.group(1) else 2
        words = match.group(group).removeprefix("The ").split()
        for first in range(len(words)):
            name = " ".join(words[first:])
            found = country(name)
            if found is not None and len(name) > 3:
                scene.demonym = name
                return _set(scene, found.name, match.start(), match.end())
    return False


def _by_state(scene: Scene) -> bool:
    for match in _AGAINST.finditer(scene.text):
        words = match.group(1).replace(",", "").split()
        for size in range(len(words), 0, -1):
            found = country(" ".join(words[:size])) or country(" ".join(words[len(words) - size :]))
            if found is not None:
                return _set(scene, found.name, match.start(1), match.end(1))
    return False


def _by_money(scene: Scene) -> bool:
    match = _CURRENCY.search(scene.text)
    if match is None:
        return False
    found = country(_OLD_MONEY.get(match.group(), match.group()[:2]))
    return found is not None and _set(scene, found.name, match.start(), match.end())


def _by_courts(scene: Scene) -> bool:
    for words, iso in hints():
        start = scene.text.find(words)
        found = country(iso)
        if start >= 0 and found is not None:
            return _set(scene, found.name, start, start + len(words))
    return False


def _by_places(scene: Scene) -> bool:
    votes: dict[str, int] = {}
    for place in scene.cues.places:
        if place.country:
            votes[place.country] = votes.get(place.country, 0) + place.certainty * (4 if place.start < _TOP else 1)
    if not votes:
        return False
    best = max(votes, key=lambda name: votes[name])
    first = next(place for place in scene.cues.places if place.country == best)
    return _set(scene, best, first.start, first.end)
