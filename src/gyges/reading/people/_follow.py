"""One pass over the text that says who is meant where: names, pronouns, voices, kin and roles, each by its own words.

Cheap, and rather silent than wrong.
"""

from collections.abc import Callable
from functools import cache
from itertools import islice

from gyges.reading._cues import Cues
from gyges.reading.lexicon._load import words
from gyges.reading.lexicon._names import first_name, is_surname, kin_words
from gyges.reading.names._shapes import SAYING
from gyges.reading.people._draft import Draft, PersonDraft
from gyges.reading.people._family import Family
from gyges.reading.people._kin import children_counted, kin_phrase
from gyges.reading.people._named import Spot, moved
from gyges.reading.people._nouns import role_head
from gyges.reading.people._owners import Owners
from gyges.reading.people._roles import Registry, Roles
from gyges.reading.people._unnamed import Unnamed
from gyges.reading.people._voices import FIRST_PERSON, Voices, says_i

_SEXES = {word: sex for sex in ("Male", "Female") for word in words(f"coreference.{sex.lower()}")}
_OWNING = frozenset({"his", "her", "my", "mine", "our", "your"})
_OURS = words("first_person_plural")
_OBJECTS = frozenset({"us", "our", "ours"})  # say little about the one who speaks
_CLAUSES = words("coreference.clauses")
_ACTS = words("coreference.modals") | SAYING - {"left", "works", "is", "was"}  # what "you" does to the one who writes


def follow(draft: Draft, cues: Cues, spots: list[Spot], voices: Voices, *, unnamed: bool = False) -> list[Spot]:
    """Return where everybody is spoken of, in order, kin and roles added to the draft."""
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


_GROUPS = frozenset({"spouse", "partner", "child"})
_REACH = 320  # code points between the name and the tie
_SURE = 4
_FACE = frozenset({"SEX", "OCCUPATION"})
_OF_ANYBODY = frozenset({"name", "scene", "country of the place", "house", "household"})
"""Cues of facts that tell nothing of somebody alone."""
_BY_ROLE = frozenset({"role", "pronoun"})  # kinds of spots


def join_kin(draft: Draft, spots: list[Spot]) -> list[Spot]:
    """Join kin without a name with the one person near by who is called by a single name and tied to nobody.

    "His wife" and the "Lavenia" nobody explained may be one.
    """
    joined: dict[int, PersonDraft] = {}
    for kin in [person for person in draft.people if person.kin_of is not None and not person.names]:
        tie, sex = kin_words().get(kin.kin_of[0]) if kin.kin_of is not None else None, kin.knows("SEX")
        if tie is None or tie.group not in _GROUPS or kin.dead or sex is None:
            continue
        fitting = list(islice((one for one in draft.people if _may_be(draft, one, kin, tie.group, sex)), 2))
        if len(fitting) == 1 and any(abs(one.start - kin.first_seen) <= _REACH for one in fitting[0].mentions):
            joined[id(kin)] = draft.merge(fitting[0], kin)
    return moved(spots, joined)


def _may_be(draft: Draft, person: PersonDraft, kin: PersonDraft, group: str, sex: str) -> bool:
    owner, name = kin.kin_of[1] if kin.kin_of is not None else None, person.name or ""
    if person.kin_of is not None or person in (draft.author, draft.main, owner):
        return False
    if not name.isalpha() or not name[0].isupper():
        return False
    if (owner is draft.author or group == "child") and any(fact.cue == "title" for fact in person.facts):
        return False  # nobody calls their own husband "Mr Odhiambo", or a child
    told = next((fact.value for fact in person.facts if fact.tag == "SEX" and fact.certainty >= _SURE), None)
    return told == sex


def join_named(draft: Draft, spots: list[Spot]) -> list[Spot]:
    """Join people known by a role only with the one named person whose job or rank it is; return the mentions then."""
    jobs: dict[str, list[PersonDraft]] = {}
    for person in draft.people:
        told = [f.value for f in person.facts if f.tag in {"OCCUPATION", "POSITION"} and f.certainty >= 3]
        for head in {role_head(value) for value in told} if person.names else ():
            jobs.setdefault(head, []).append(person)
    joined: dict[int, PersonDraft] = {}
    for person in list(draft.people):
        if person.names or person.masked or person.kin_of is not None or len(person.roles) != 1:
            continue
        fitting = jobs.get(role_head(person.roles[0]), [])
        sexes = {one.knows("SEX") for one in (*fitting, person)} - {None}
        if len(fitting) == 1 and len(sexes) < 2 and not person.roles[0].startswith("other "):
            joined[id(person)] = draft.merge(fitting[0], person)
    return moved(spots, joined)


def forget_faceless(draft: Draft, owners: Owners) -> None:
    """Forget whom nothing is told of: a role without sex or job ("the applicants"), a word that is a name only once.

    Such words are as often an office, a turn of phrase or the name of a thing as a person.
    """
    owned = {id(person.kin_of[1]) for person in draft.people if person.kin_of is not None}
    otherwise = {id(spot.person) for spot in owners.spots if spot.kind not in _BY_ROLE}
    gone = {
        id(person)
        for person in draft.people
        if person.kin_of is None
        and person is not draft.author
        and id(person) not in owned
        and not person.special
        and (_is_a_word(person) if person.names else id(person) not in otherwise and not _has_face(person))
    }
    draft.people = [person for person in draft.people if id(person) not in gone]
    owners.spots = [spot for spot in owners.spots if id(spot.person) not in gone]


def _has_face(person: PersonDraft) -> bool:
    return any(fact.tag in _FACE for fact in person.facts)


def _is_a_word(person: PersonDraft) -> bool:
    """Return True for somebody called once, by words that are no known names, of whom nothing more is told."""
    name, *others = person.names
    if others or len(person.mentions) != 1 or person.masked or person.roles:
        return False
    first, *more = name.split()
    known = first_name(first) is not None or any("." in one or is_surname(one) for one in (first, *more))
    return not (more and known) and all(fact.cue in _OF_ANYBODY for fact in person.facts)
