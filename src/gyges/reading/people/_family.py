"""Kin and acquaintances as people: one draft for each, counted groups taken apart, names found beside them."""

from collections.abc import Iterator

from gyges.reading.lexicon._load import words
from gyges.reading.lexicon._names import kin_words
from gyges.reading.page._forms import patterns
from gyges.reading.people._draft import PersonDraft
from gyges.reading.people._kin import KinPhrase
from gyges.reading.people._named import Spot
from gyges.reading.people._nouns import noun_words
from gyges.reading.people._roles import Registry

_ORDER_WORDS = ("first", "second", "third", "fourth", "fifth", "sixth")
_TO_NAME, _AFTER_TIME, _BEFORE_KIN, _ALONE = patterns("family", "to_name after_time before_kin alone")
_CLOSE = 80  # code points back to the one whose "two children" are spoken of
_BESIDE = 3  # code points between a group and the word that says more about it
_TOLD = 4  # certainty of a sex that is more than a leaning of the first name
_WORKS = {
    "landlord": "OCCUPATION", "landlady": "OCCUPATION", "babysitter": "OCCUPATION", "nanny": "OCCUPATION",
    "tutor": "OCCUPATION", "coach": "OCCUPATION", "supervisor": "POSITION", "manager": "POSITION",
}  # fmt: skip
_CHILDREN = frozenset({"son", "daughter", "child", "twin"})
_EXTREMES = frozenset({"eldest child", "youngest child"})
_FEW = 3  # named people beside whom "mum" may still be the mother of the one who writes
_OWN = words("own_kin")
_INVERSE = {
    ("child", "parent"), ("spouse", "spouse"), ("partner", "partner"), ("parent", "child"), ("sibling", "sibling"),
}  # fmt: skip


class Family:
    """The kin found so far, by owner and tie."""

    def __init__(self, registry: Registry, *, by_role: bool = False) -> None:
        self._registry = registry
        self._draft = registry.draft
        self._voices = registry.voices
        self._text = registry.text
        self._tokens = registry.tokens
        self._by_role = by_role  # whether people without a name are told by their roles
        self._known: dict[tuple[PersonDraft | None, str], list[PersonDraft]] = {}  # by owner and tie
        self._order: dict[int, str] = {}
        for person in registry.draft.people:  # those a form names as kin
            if person.kin_of is not None:
                self._known.setdefault((person.kin_of[1], person.kin_of[0]), []).append(person)

    def meet(self, phrase: KinPhrase) -> None:
        """Take in a phrase for kin."""
        tokens = self._tokens
        start, end = tokens[phrase.first].start, tokens[phrase.last].end
        found, owner = self._owner(phrase)
        if not found or phrase.count == 0 or phrase.count > len(_ORDER_WORDS):
            return
        if phrase.count > 1:
            if phrase.kin.word != "parents" or not self._has_parent(owner, phrase):
                self._group(phrase, owner, start, end)
            return
        person = self._meant(phrase, owner, start, end)
        if person is not None:
            self._registry.add(Spot(start, end, person, "kin"))

    def _meant(self, phrase: KinPhrase, owner: PersonDraft | None, start: int, end: int) -> PersonDraft | None:
        """Return the one person a phrase means, with what it tells."""
        name = self._name_beside(phrase, owner, start, end)
        if name is None and owner is not None and self._is_topic_itself(phrase, owner):
            owner.play(phrase.kin.singular, start, end)
            return owner.learn("RELATIONSHIP", phrase.kin.ties, 4, start, end, "kin word")
        back = self._back(phrase, owner) if name is None else None
        if back is not None:
            return back
        person = self._one(phrase, owner, name)
        if person is None or person is owner:
            return None
        self._describe(person, phrase, owner, start, end)
        return person

    def _is_topic_itself(self, phrase: KinPhrase, owner: PersonDraft) -> bool:
        """Tell whether "the husband" is the man spoken of last, and not a husband of his."""
        if phrase.owner != "the" or phrase.kin.group != "spouse" or owner is self._draft.author:
            return False
        return phrase.kin.sex != "" and owner.knows("SEX") == phrase.kin.sex

    def _owner(self, phrase: KinPhrase) -> tuple[bool, PersonDraft | None]:
        """Return whether the phrase speaks of somebody, and whose kin it is if known."""
        tokens, word = self._tokens, phrase.owner
        position = tokens[phrase.first].start
        if word in {"my", "our"}:
            voice = self._voices.at(position)
            return voice is not None or word == "my", voice
        if word in {"his", "her"}:
            return True, self._registry.resolve(position, "Male" if word == "his" else "Female")
        if word in {"'s", "’"}:
            return self._possessor(phrase)
        if word == "your":
            return True, self._voices.other(position)
        if word in {"their", "its"}:
            return phrase.kin.group not in {"parent"}, self._topic(position)
        if word in {"the", "a", "an"} or (phrase.count == 1 and tokens[phrase.first].lower == "one"):
            return True, self._topic(position)
        if phrase.count > 1:
            last = self._registry.recent[-1] if self._registry.recent else None
            near = last is not None and "." not in self._text[last.end : position] and position - last.end < _CLOSE
            voice = self._voices.at(position)
            if last is not None and near and not (voice and self._text.startswith(" and I ", last.end)):
                return True, last.person
            return voice is not None or phrase.kin.group == "children", voice or self._topic(position)
        return self._bare(phrase, position)

    def _back(self, phrase: KinPhrase, owner: PersonDraft | None) -> PersonDraft | None:
        """Follow a tie back: the father of Ana's daughter is Ana's husband, or Ana is no Ana but a father."""
        if owner is None or owner.kin_of is None:
            return None
        role, other = owner.kin_of
        known = kin_words().get(role)
        inverse = known is not None and (known.group, phrase.kin.group) in _INVERSE
        sex = other.knows("SEX")
        if not inverse or (sex and phrase.kin.sex and sex != phrase.kin.sex):
            return None
        return other

    def _possessor(self, phrase: KinPhrase) -> tuple[bool, PersonDraft | None]:
        at = self._tokens[phrase.owner_index].start
        if self._by_role and self._tokens[phrase.owner_index - 1].lower in noun_words("anybody"):
            return False, None
        named = self._registry.name_ending(at)
        if named is not None:
            return True, named.person
        for spot in reversed(self._registry.recent):
            if spot.end in {at, at - 1}:
                return True, spot.person
        return True, self._topic(at)

    def _bare(self, phrase: KinPhrase, position: int) -> tuple[bool, PersonDraft | None]:
        """Read kin words without "my" or "the": in brackets, after a comma or label, or opening a note."""
        text = self._text
        named = text[position : position + 6] in {"Mother", "Father"} and self._voices.dialogue
        if phrase.kin.word in _OWN or named:
            if self._by_role and _ALONE.search(text, max(0, position - 10), position):
                return False, None  # "as a single mum": the one who is spoken of
            voice = self._voices.at(position)
            at_home = self._voices.dialogue or sum(1 for person in self._draft.people if person.names) <= _FEW
            return voice is not None and at_home, voice
        before = text[max(0, position - 3) : position]
        stripped = before.rstrip(" ")
        first_letter = text[position : position + 1]
        opening = not stripped or stripped[-1] in "\n.!?-–•*:>"
        opening = opening or (self._by_role and _AFTER_TIME.search(text, max(0, position - 16), position) is not None)
        beside = stripped.endswith(("(", ",")) and self._named_before(position) is not None
        if beside or (opening and (first_letter.isupper() or self._voices.dialogue or stripped.endswith(":"))):
            voice = self._voices.at(position)
            return True, voice if voice is not None and self._voices.dialogue and not beside else self._topic(position)
        return False, None

    def _topic(self, position: int) -> PersonDraft | None:
        """Return whom the text is about here: the person of the form, or the one spoken of last who is no kin."""
        main = self._draft.main
        if main is not None and main.first_seen < position:
            return main
        for spot in reversed(self._registry.recent):
            if spot.person.kin_of is None and position - spot.start < 600 and spot.end < position - 3:
                return spot.person
        return self._voices.at(position)

    def _name_beside(self, phrase: KinPhrase, owner: PersonDraft | None, start: int, end: int) -> PersonDraft | None:
        """Return who is named right before kin, or right after: "Maja Lindqvist (wife)", "my wife Maja"."""
        before = self._named_before(start) if phrase.owner != "your" else None  # "Dear Mrs Tamm, your daughter"
        after = self._registry.name_from(_TO_NAME.match(self._text, end, end + 48))
        beside = [spot.person for spot in (before, after) if spot is not None and spot.person is not owner]
        return next((person for person in beside if self._fits(person, phrase)), None)

    def _named_before(self, position: int) -> Spot | None:
        match = _BEFORE_KIN.search(self._text, max(0, position - 16), position)
        return self._registry.name_ending(match.start()) if match else None

    def _fits(self, person: PersonDraft, phrase: KinPhrase) -> bool:
        sure = [fact.value for fact in person.facts if fact.tag == "SEX" and fact.certainty >= _TOLD]
        if sure and phrase.kin.sex and phrase.kin.sex not in sure:
            return False
        return person.kin_of is None or person.kin_of[0] == phrase.kin.singular

    def _one(self, phrase: KinPhrase, owner: PersonDraft | None, name: PersonDraft | None) -> PersonDraft | None:
        key = (owner, phrase.kin.singular)
        known = [person for person in self._known.get(key, []) if person in self._draft.people]
        if name is not None:
            unnamed = next((p for p in known if not p.names and self._same_order(p, phrase.order)), None)
            person = self._draft.merge(name, unnamed) if unnamed is not None else name
            return self._note(key, person, phrase.order)
        if phrase.owner in {"the", "your", ""}:
            known = known or self._same_tie(phrase)
        if phrase.kin.singular in _EXTREMES and not known:
            known = self._of_children(owner, phrase.kin.singular)
        for person in known:
            if self._same_order(person, phrase.order):
                return person
        if phrase.owner == "your" and owner is None:
            return None
        return self._note(key, self._draft.new_person(), phrase.order)

    def _of_children(self, owner: PersonDraft | None, which: str) -> list[PersonDraft]:
        """Return the eldest or youngest of the children known: "two boys ... our eldest"."""
        children = [one for whose, tie, one in self._ties() if tie in _CHILDREN and owner in (None, whose)]
        return children[:1] if which.startswith("eldest") else children[-1:]

    def _ties(self) -> Iterator[tuple[PersonDraft | None, str, PersonDraft]]:
        """Yield owner, tie and person of everybody known who is still told apart."""
        for (whose, tie), people in self._known.items():
            yield from ((whose, tie, person) for person in people if person in self._draft.people)

    def _same_tie(self, phrase: KinPhrase) -> list[PersonDraft]:
        return [person for _, tie, person in self._ties() if tie == phrase.kin.singular]

    def _same_order(self, person: PersonDraft, order: str) -> bool:
        return not order or self._order.get(id(person), order) == order

    def _note(self, key: tuple[PersonDraft | None, str], person: PersonDraft, order: str) -> PersonDraft:
        people = self._known.setdefault(key, [])
        if person not in people:
            people.append(person)
        if order:
            self._order[id(person)] = order
        return person

    def _group(self, phrase: KinPhrase, owner: PersonDraft | None, start: int, end: int) -> None:
        key = (owner, phrase.kin.singular)
        known = [person for person in self._known.get(key, self._same_tie(phrase)) if person in self._draft.people]
        if phrase.kin.word == "twins" and not known:
            known = self._of_one_age(owner)
            last = self._registry.recent[-1:]
            if last and last[0].kind == "kin" and start - last[0].end <= _BESIDE:
                return  # "two daughters, twins"
        if len(known) >= phrase.count:
            for person in known:
                self._registry.add(Spot(start, end, person, "kin"))
            return
        if "both" in self._text[start:end].lower():
            return  # "both kids" speaks of two who were spoken of before
        for number in range(len(self._known.get(key, [])), phrase.count):
            person = self._draft.new_person()
            order = _ORDER_WORDS[number]
            self._note(key, person, "")
            self._describe(person, phrase, owner, start, end, order)
            self._registry.add(Spot(start, end, person, "kin"))

    def _has_parent(self, owner: PersonDraft | None, phrase: KinPhrase) -> bool:
        """Tell whether the parents of somebody are spoken of one by one, or nobody says whose they are."""
        if phrase.owner not in {"my", "his", "her"} or owner is None:
            return True
        return any((owner, word) in self._known for word in ("mother", "father"))

    def _of_one_age(self, owner: PersonDraft | None) -> list[PersonDraft]:
        """Return the two who are called twins: "twin boys ... the twins"."""
        twins = (person for whose, _, person in self._ties() if whose is owner)
        return [person for person in twins if any("twin" in role for role in person.roles)]

    def _describe(
        self, person: PersonDraft, phrase: KinPhrase, owner: PersonDraft | None, start: int, end: int, number: str = ""
    ) -> None:
        word = phrase.kin
        order = f"{number or phrase.order} " if number or phrase.order else ""
        twin = ", twin" if "twin " in self._text[start:end].lower() else ""
        former = "former " if phrase.former and word.group != "former" else ""
        role = f"{order}{former}{word.singular}"
        if self._by_role and owner is not None and owner.name is None and not person.names:
            role = f"{_called(owner).split(',')[0]}'s {role}"
        elif owner is not None:
            role += f" of {_called(owner)}"
        person.play(role + twin, start, end)
        if self._by_role and word.singular in _WORKS:
            person.learn(_WORKS[word.singular], word.singular.title(), _TOLD, start, end, "kin word")
        if owner is not None and person.kin_of is None:
            person.kin_of = (f"{former}{word.singular}", owner)
        if word.sex and person.knows("SEX") is None:
            person.learn("SEX", word.sex, 5, start, end, "kin word")
        person.dead = person.dead or phrase.dead


def _called(person: PersonDraft) -> str:
    """Return how the owner of kin is called: by name, by role, or as the one who writes."""
    unknown = "somebody" if person.masked else "the author"
    return person.name or ("the " + person.roles[0].removeprefix("the ") if person.roles else unknown)
