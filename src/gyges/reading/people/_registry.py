"""Who is spoken of where so far: every kind of mention (name, pronoun, kin, role, voice) is noted here."""

import re
from bisect import bisect_right

from gyges.reading._cues import Cues
from gyges.reading.page._forms import pattern
from gyges.reading.people._draft import Draft, PersonDraft
from gyges.reading.people._named import Spot
from gyges.reading.people._voices import Voices

__all__ = ["Registry"]

_OPENS = pattern("coreference.opens")
_LABEL, _NEXT = 46, 3
_LATELY = 12  # people a pronoun may mean
_REACH = 900  # code points a pronoun looks back
_PASSING = frozenset({"voice", "you"})  # kinds of mentions that no pronoun takes up


class Registry:
    """The people of a text and where they are spoken of, up to the place the pass over it has reached."""

    def __init__(self, draft: Draft, cues: Cues, names: list[Spot], voices: Voices) -> None:
        self.draft = draft
        self.cues = cues
        self.text = cues.text
        self.tokens = cues.tokens
        self.voices = voices
        self.names = names
        self.spots: list[Spot] = []
        self.recent: list[Spot] = []  # the last mention of each person, oldest first
        self._labels = {turn.who_start for turn in cues.layout.turns}  # a label is nobody a pronoun means
        self._sentence_starts = [sentence.start for sentence in cues.sentences]
        self._paragraphs = [m.start() for m in re.finditer(r"\n\s*\n", cues.text)]
        self._name_starts = [spot.start for spot in names]

    def add(self, spot: Spot) -> None:
        """Note a mention and make its person the most recent one."""
        self.spots.append(spot)
        if spot.kind not in _PASSING and spot.start not in self._labels:
            self.recent = [old for old in self.recent[-_LATELY:] if old.person is not spot.person]
            self.recent.append(spot)
        spot.person.see(spot.start, spot.end)

    def forget(self, people: set[int]) -> None:
        """Take out people, by identity."""
        self.spots = [spot for spot in self.spots if id(spot.person) not in people]
        self.draft.people[:] = [person for person in self.draft.people if id(person) not in people]

    def name_at(self, position: int) -> Spot | None:
        """Return the name that starts at or holds a position."""
        index = bisect_right(self._name_starts, position) - 1
        spot = self.names[index] if index >= 0 else None
        return spot if spot is not None and position < spot.end else None

    def name_from(self, match: re.Match[str] | None) -> Spot | None:
        """Return the name that starts where the words between it and a phrase end."""
        spot = self.name_at(match.end()) if match is not None else None
        return spot if match is not None and spot is not None and spot.start == match.end() else None

    def name_ending(self, position: int) -> Spot | None:
        """Return the name that ends at a position."""
        return self.name_at(position - 1) if position else None

    def resolve(self, position: int, sex: str) -> PersonDraft | None:
        """Return whom a pronoun means: the nearest person it fits."""
        if self.recent and self.recent[-1].start == position:
            return self.recent[-1].person  # the "his" of "his wife" was met a moment ago
        voice = self.voices.at(position)
        best: tuple[float, PersonDraft] | None = None
        for spot in reversed(self.recent):
            distance = position - spot.start
            if distance > _REACH or spot.person is voice:
                continue
            known = spot.person.best("SEX")
            if known is not None and known.value != sex and known.certainty >= 4:
                continue
            fits = 0.0 if known is None else 1.5 if known.value == sex else -1.0
            score = -distance / 200 + fits + self._standing(spot, position)
            if best is None or score > best[0]:
                best = (score, spot.person)
        return best[1] if best else None

    def _standing(self, spot: Spot, position: int) -> float:
        """Subjects of sentences are taken up by pronouns more often than objects."""
        index = bisect_right(self._sentence_starts, spot.start) - 1
        starts = self._sentence_starts[index] if index >= 0 else 0
        near = spot.start - starts <= _LABEL
        subject = spot.start - starts <= 12 or (near and _OPENS.fullmatch(self.text, starts, spot.start))
        score = 0.8 if subject else 0.7 if spot.kind == "pronoun" else 0.0
        score += 0.8 if 0 < position - spot.end <= _NEXT and spot.kind == "name" else 0.0  # "... Ana Ruiz. She ..."
        score += 0.8 if spot.person is self.draft.main else 0.0
        score += min(len(spot.person.mentions), 5) * 0.1
        score -= 0.7 if spot.kind == "kin" and not spot.person.names else 0.0
        last_break = bisect_right(self._paragraphs, position) - 1
        return score - (1.0 if last_break >= 0 and self._paragraphs[last_break] > spot.start else 0.0)
