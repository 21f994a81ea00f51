"""Who is spoken of where so far, and people known by what they are in the text: "the applicant", "the nurse"."""

import re
from bisect import bisect_right

from gyges.reading._cues import Cues
from gyges.reading.lexicon._load import words
from gyges.reading.page._forms import pattern, patterns
from gyges.reading.people._draft import Draft, PersonDraft
from gyges.reading.people._named import Spot
from gyges.reading.people._voices import Voices

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


ROLE_NOUNS = words("role_nouns")
_DETERMINERS = words("determiners")
_AGENT, _TITLE, _DEFINES = patterns("roles", "agent title defines")


class Roles:
    """The roles met so far, where only parties, and those spoken of twice, are somebody."""

    def __init__(self, registry: Registry) -> None:
        self._registry = registry
        self._draft = registry.draft
        self._occupations = {cue.start: cue for cue in registry.cues.occupations}
        self._pending: dict[str, list[tuple[int, int]]] = {}

    def heads(self) -> set[int]:
        """Return the indices of the tokens that follow an article or the like."""
        found = {index + 1 for index in self._registry.cues.page.where_tokens(_DETERMINERS)}
        return found - {len(self._registry.tokens)}

    def fleeting(self) -> set[int]:
        """Return who was only touched upon: nobody."""
        return set()

    def meet(self, index: int) -> None:
        """Take in a token that may head a role."""
        tokens, token = self._registry.tokens, self._registry.tokens[index]
        if index == 0 or not token.lower.isalpha() or tokens[index - 1].lower not in _DETERMINERS:
            return
        before = tokens[index - 1]
        if token.lower in ROLE_NOUNS:
            if index + 1 >= len(tokens) or tokens[index + 1].lower not in words("compound_nouns"):
                self._case_role(token.lower, before.start, token.end)
            return
        cue = self._occupations.get(token.start)
        if cue is not None and self._registry.name_at(cue.end + 1) is None:
            self._job(before.lower, cue.text.lower(), before.start, cue.end)

    def _case_role(self, role: str, start: int, end: int) -> None:
        text = self._registry.text
        person = self._draft.with_role(role)
        brackets = _DEFINES.search(text, max(0, start - 5), start)  # ``Mr Jan Novak ("the applicant")``
        defined = self._registry.name_ending(brackets.start()) if brackets else None
        if defined is not None and (person is None or person is defined.person):
            defined.person.play(role, start, end)
            return
        named = self._registry.name_from(_TITLE.match(text, end, end + 8))
        if named is not None and person is not None and person is not named.person:
            return
        person = named.person if named is not None else person
        if person is None and role in words("roles_of_main"):
            person = self._draft.main
        if person is None and role in words("roles_of_others"):
            return
        person = person or self._draft.new_person()
        person.play(role, start, end)
        self._registry.add(Spot(start, end, person, "role"))

    def _job(self, determiner: str, role: str, start: int, end: int) -> None:
        known = self._draft.with_role(role)
        if known is not None and known in self._draft.people:
            self._registry.add(Spot(start, end, known, "role"))
            return
        seen = self._pending.setdefault(role, [])
        seen.append((start, end))
        if _AGENT.search(role.split(" of ")[0]) and (determiner in {"my", "our"} or len(seen) >= 2):
            person = self._draft.new_person()
            for first, last in seen:
                person.play(role, first, last)
                self._registry.add(Spot(first, last, person, "role"))
