"""Pronouns, kin and roles: one pass over the text that says who is meant where. Cheap, and rather silent than wrong."""

import re
from bisect import bisect_right
from collections.abc import Sequence
from functools import cache

from gyges.reading._cues import Cues
from gyges.reading.family._find import Family
from gyges.reading.family._kin import children_counted, kin_phrase
from gyges.reading.lexicon._load import words
from gyges.reading.lexicon._people_words import kin_words
from gyges.reading.names._shapes import SAYING
from gyges.reading.page._forms import pattern
from gyges.reading.people._draft import Draft, PersonDraft
from gyges.reading.people._named import Spot
from gyges.reading.people._roles import DETERMINERS, Roles
from gyges.reading.people._voices import FIRST_PERSON, Voices, says_i
from gyges.reading.people.unnamed._find import Unnamed
from gyges.reading.people.unnamed._words import nouns

__all__ = ["follow"]

_PRONOUNS = {
    "he": "Male", "him": "Male", "his": "Male", "himself": "Male", "he's": "Male", "he'd": "Male", "he'll": "Male",
    "she": "Female", "her": "Female", "hers": "Female", "herself": "Female", "she's": "Female", "she'd": "Female",
    "she'll": "Female", "shes": "Female", "hes": "Male",
}  # fmt: skip
_YOU = frozenset({"you", "your", "you're", "you've", "yourself"})
_CLAUSES = words("coreference.clauses")
_MODALS = frozenset(
    {
        "can",
        "could",
        "may",
        "must",
        "should",
        "will",
        "would",
        "might",
        "say",
        "need",
        "do",
        "did",
        "please",
        "for",
        "to",
        ",",
    }
)
_OURS = words("first_person_plural")
_OBJECTS = frozenset({"us", "our", "ours"})  # say little about the one who speaks
_OPENS = pattern("coreference.opens")
_LABEL, _NEXT = 46, 3
_REACH = 900  # code points a pronoun looks back


@cache
def _told_by() -> frozenset[str]:
    """Return the words that mean somebody wherever they stand."""
    return frozenset({*_PRONOUNS, *FIRST_PERSON, *_OURS, *_YOU, *kin_words()})


def follow(draft: Draft, cues: Cues, spots: list[Spot], voices: Voices, *, unnamed: bool = False) -> list[Spot]:
    """Return where everybody is spoken of, in order, kin and roles added to the draft.

    Args:
        draft: The people so far.
        cues: What stands in the text.
        spots: Where people are named.
        voices: Who says "I".
        unnamed: Whether everybody told by a role is somebody, and not only the parties and those spoken of twice.
    """
    return _Pass(draft, cues, spots, voices, unnamed).run()


class _Pass:
    def __init__(self, draft: Draft, cues: Cues, spots: list[Spot], voices: Voices, unnamed: bool) -> None:
        self._draft = draft
        self._cues = cues
        self._voices = voices
        self._names = spots
        self._spots: list[Spot] = []
        self._recent: list[Spot] = []  # the last mention of each person, oldest first
        self._labels = {turn.who_start for turn in cues.layout.turns}  # a label is nobody a pronoun means
        self._sentence_starts = [sentence.start for sentence in cues.sentences]
        self._paragraphs = [m.start() for m in re.finditer(r"\n\s*\n", cues.text)]
        self.family = Family(draft, cues, voices, self, by_role=unnamed)
        self.roles = Roles(draft, cues, self)
        self.unnamed = Unnamed(draft, cues, self) if unnamed else None

    def run(self) -> list[Spot]:
        names = iter(self._names)
        name = next(names, None)
        kin, tokens = kin_words(), self._cues.tokens
        for index in self._telling():
            token = tokens[index]
            while name is not None and name.start < token.end:
                if name.person in self._draft.people:
                    self.add(name)
                name = next(names, None)
            low = token.lower.replace("’", "'") if "’" in token.lower else token.lower
            if low in _PRONOUNS:
                self._pronoun(index, low)
            elif (low in FIRST_PERSON and says_i(tokens, index)) or low in _OURS:
                self._first_person(token.start, token.end, low)
            elif low in _YOU and self._voices.addressee is not None:
                self._second_person(index, low)
            elif low in kin:
                if self.unnamed is not None and (children := children_counted(tokens, index)):
                    self.family.meet(children)
                    continue
                phrase = kin_phrase(tokens, index, unnamed=self.unnamed is not None)
                if phrase is not None and not self._inside_name(token.start):
                    self.family.meet(phrase)
                elif phrase is None and self.unnamed is not None:
                    self.unnamed.meet(index)
            elif self.unnamed is not None:
                self.unnamed.meet(index)
            elif index and tokens[index - 1].lower in DETERMINERS:
                self.roles.meet(index)
        if self.unnamed is not None:
            self._forget(self.unnamed.fleeting())
        return sorted(self._spots, key=lambda spot: (spot.start, spot.end))

    def _forget(self, people: set[int]) -> None:
        self._spots = [spot for spot in self._spots if id(spot.person) not in people]
        self._draft.people[:] = [person for person in self._draft.people if id(person) not in people]

    def _telling(self) -> list[int]:
        """Return the indices of the tokens that may mean somebody, and of the last one, which ends the walk."""
        tokens = self._cues.tokens
        places = self._cues.page.token_places
        words = _told_by()
        here = places.last.keys()
        curly = [word for word in here if "’" in word and word.replace("’", "'") in words]
        found = {*places.of(here & words), *places.of(curly)}
        if self.unnamed is not None:
            found |= {*places.of(here & nouns().keys()), *self.unnamed.heads()}
        else:
            found.update(index + 1 for index in places.of(here & DETERMINERS))
        found.discard(len(tokens))
        return sorted(found | {len(tokens) - 1}) if tokens else []

    def add(self, spot: Spot) -> Spot:
        """Note a mention and make its person the most recent one."""
        self._spots.append(spot)
        if spot.kind not in {"voice", "you"} and spot.start not in self._labels:
            self._recent = [old for old in self._recent[-12:] if old.person is not spot.person]
            self._recent.append(spot)
        spot.person.see(spot.start, spot.end)
        return spot

    def recent(self) -> Sequence[Spot]:
        """Return the last mention of everybody spoken of lately, oldest first."""
        return self._recent

    def name_at(self, position: int) -> Spot | None:
        """Return the name that starts at or holds a position."""
        index = bisect_right(self._name_starts(), position) - 1
        spot = self._names[index] if index >= 0 else None
        return spot if spot is not None and position < spot.end else None

    def name_ending(self, position: int) -> Spot | None:
        """Return the name that ends at a position."""
        return self.name_at(position - 1) if position else None

    def _name_starts(self) -> list[int]:
        if not hasattr(self, "_starts"):
            self._starts = [spot.start for spot in self._names]
        return self._starts

    def _inside_name(self, position: int) -> bool:
        return self.name_at(position) is not None

    def _first_person(self, start: int, end: int, low: str) -> None:
        person = self._voices.at(start)
        if person is not None and low not in _OBJECTS:
            self.add(Spot(start, end, person, "voice", low in {"my", "mine", "our"}))

    def _second_person(self, index: int, low: str) -> None:
        """Note that a letter speaks of the one it is addressed to, unless "you" only does something to its writer."""
        tokens = self._cues.tokens
        before = tokens[index - 1].lower if index else ""
        after = tokens[index + 1].lower if index + 1 < len(tokens) else ""
        if low == "you" and (
            before in _CLAUSES or after in _MODALS or after in SAYING - {"left", "works", "is", "was"}
        ):
            return
        person = self._voices.other(tokens[index].start)
        if person is not None and person in self._draft.people:
            self.add(Spot(tokens[index].start, tokens[index].end, person, "you", low == "your"))

    def _pronoun(self, index: int, low: str) -> None:
        token = self._cues.tokens[index]
        person = self.resolve(token.start, _PRONOUNS[low])
        if person is None:
            return
        self.add(Spot(token.start, token.end, person, "pronoun", low in {"his", "her"}))
        if not _sex(person)[1]:
            person.learn("SEX", _PRONOUNS[low], 4, token.start, token.end, "pronoun")

    def resolve(self, position: int, sex: str) -> PersonDraft | None:
        """Return whom a pronoun means: the nearest person it fits."""
        if self._recent and self._recent[-1].start == position:
            return self._recent[-1].person  # the "his" of "his wife" was met a moment ago
        voice = self._voices.at(position)
        best: tuple[float, PersonDraft] | None = None
        for spot in reversed(self._recent):
            distance = position - spot.start
            if distance > _REACH or spot.person is voice:
                continue
            known, sure = _sex(spot.person)
            if known is not None and known != sex and sure:
                continue
            fits = 1.5 if known == sex else -1.0 if known else 0.0
            score = -distance / 200 + fits + self._standing(spot, position)
            if best is None or score > best[0]:
                best = (score, spot.person)
        return best[1] if best else None

    def _standing(self, spot: Spot, position: int) -> float:
        """Subjects of sentences are taken up by pronouns more often than objects."""
        index = bisect_right(self._sentence_starts, spot.start) - 1
        starts = self._sentence_starts[index] if index >= 0 else 0
        score = 0.8 if spot.start - starts <= 12 else 0.0
        score = max(score, 0.7 if spot.kind == "pronoun" else 0.0)
        opens = _OPENS.fullmatch(self._cues.text, starts, spot.start) if spot.start - starts <= _LABEL else None
        score = max(score, 0.8 if opens else 0.0)
        score += 0.8 if 0 < position - spot.end <= _NEXT and spot.kind == "name" else 0.0  # "... Ana Ruiz. She ..."
        score += 0.8 if spot.person is self._draft.main else 0.0
        score += min(len(spot.person.mentions), 5) * 0.1
        score -= 0.7 if spot.kind == "kin" and not spot.person.names else 0.0
        last_break = bisect_right(self._paragraphs, position) - 1
        if last_break >= 0 and self._paragraphs[last_break] > spot.start:
            score -= 1.0
        return score


def _sex(person: PersonDraft) -> tuple[str | None, bool]:
    """Return what is known of somebody's sex, and whether it is more than a leaning of the first name."""
    best = max((fact for fact in person.facts if fact.tag == "SEX"), key=lambda fact: fact.certainty, default=None)
    return (best.value, best.certainty >= 4) if best else (None, False)
