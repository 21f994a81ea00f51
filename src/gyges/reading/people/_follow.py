"""One pass over the text that says who is meant where: names, pronouns, voices, kin and roles, each by its own words.

Cheap, and rather silent than wrong.
"""

from collections.abc import Callable
from functools import cache

from gyges.reading._cues import Cues
from gyges.reading.family._find import Family
from gyges.reading.family._kin import children_counted, kin_phrase
from gyges.reading.lexicon._load import words
from gyges.reading.lexicon._people_words import kin_words
from gyges.reading.names._shapes import SAYING
from gyges.reading.people._draft import Draft, PersonDraft
from gyges.reading.people._named import Spot
from gyges.reading.people._registry import Registry
from gyges.reading.people._roles import Roles
from gyges.reading.people._unnamed import Unnamed
from gyges.reading.people._voices import FIRST_PERSON, Voices, says_i

__all__ = ["follow"]

_SEXES = {word: sex for sex in ("Male", "Female") for word in words(f"coreference.{sex.lower()}")}
_OWNING = frozenset({"his", "her", "my", "mine", "our", "your"})
_OURS = words("first_person_plural")
_OBJECTS = frozenset({"us", "our", "ours"})  # say little about the one who speaks
_CLAUSES = words("coreference.clauses")
_ACTS = words("coreference.modals") | SAYING - {"left", "works", "is", "was"}  # what "you" does to the one who writes


def follow(draft: Draft, cues: Cues, spots: list[Spot], voices: Voices, *, unnamed: bool = False) -> list[Spot]:
    """Return where everybody is spoken of, in order, kin and roles added to the draft.

    Args:
        draft: The people so far.
        cues: What stands in the text.
        spots: Where people are named.
        voices: Who says "I".
        unnamed: Whether everybody told by a role is somebody, and not only the parties and those spoken of twice.
    """
    registry = Registry(draft, cues, spots, voices)
    _Pass(registry, unnamed).run()
    return sorted(registry.spots, key=lambda spot: (spot.start, spot.end))


class _Pass:
    def __init__(self, registry: Registry, unnamed: bool) -> None:
        self._registry = registry
        self._unnamed = unnamed
        self._family = Family(registry, by_role=unnamed)
        self._roles = Unnamed(registry) if unnamed else Roles(registry)

    def run(self) -> None:
        """Meet the words that may mean somebody, and the names before each."""
        registry, tokens = self._registry, self._registry.tokens
        places = registry.cues.page.token_places
        kinds = _kinds()
        curly = [word for word in places.last if "’" in word and word.replace("’", "'") in kinds]
        heads = {*places.of({*curly, *(places.last.keys() & kinds.keys())}), *self._roles.heads()}
        names = iter(registry.names)
        name = next(names, None)
        for index in sorted(heads | {len(tokens) - 1}) if tokens else ():  # the last token ends the walk
            token = tokens[index]
            while name is not None and name.start < token.end:
                if name.person in registry.draft.people:
                    registry.add(name)
                name = next(names, None)
            low = token.lower.replace("’", "'")
            meet = kinds.get(low)
            if meet is not None:
                meet(self, index, low)
            else:
                self._roles.meet(index)
        registry.forget(self._roles.fleeting())

    def _add(self, index: int, low: str, person: PersonDraft | None, kind: str) -> None:
        token = self._registry.tokens[index]
        if person is not None:
            self._registry.add(Spot(token.start, token.end, person, kind, low in _OWNING))

    def _pronoun(self, index: int, low: str) -> None:
        token = self._registry.tokens[index]
        person = self._registry.resolve(token.start, _SEXES[low])
        self._add(index, low, person, "pronoun")
        sex = person.best("SEX") if person is not None else None
        if person is not None and (sex is None or sex.certainty < 4):
            person.learn("SEX", _SEXES[low], 4, token.start, token.end, "pronoun")

    def _first_person(self, index: int, low: str) -> None:
        speaks = low not in _OBJECTS and (low in _OURS or says_i(self._registry.tokens, index))
        if speaks:
            self._add(index, low, self._registry.voices.at(self._registry.tokens[index].start), "voice")

    def _second_person(self, index: int, low: str) -> None:
        """Note that a letter speaks of the one it is addressed to, unless "you" only does something to its writer."""
        tokens, voices = self._registry.tokens, self._registry.voices
        before = tokens[index - 1].lower if index else ""
        after = tokens[index + 1].lower if index + 1 < len(tokens) else ""
        if voices.addressee is None or (low == "you" and (before in _CLAUSES or after in _ACTS)):
            return
        person = voices.other(tokens[index].start)
        self._add(index, low, person if person in self._registry.draft.people else None, "you")

    def _kin(self, index: int, low: str) -> None:
        tokens = self._registry.tokens
        phrase = children_counted(tokens, index) if self._unnamed else None
        if phrase is not None:
            self._family.meet(phrase)
            return
        phrase = kin_phrase(tokens, index, unnamed=self._unnamed)
        if phrase is None and self._unnamed:
            self._roles.meet(index)
        elif phrase is not None and self._registry.name_at(tokens[index].start) is None:
            self._family.meet(phrase)


@cache
def _kinds() -> dict[str, Callable[[_Pass, int, str], None]]:
    """Return how words that may mean somebody are met."""
    return {
        **dict.fromkeys(kin_words(), _Pass._kin),
        **dict.fromkeys(words("coreference.you"), _Pass._second_person),
        **dict.fromkeys(FIRST_PERSON | _OURS, _Pass._first_person),
        **dict.fromkeys(_SEXES, _Pass._pronoun),
    }
