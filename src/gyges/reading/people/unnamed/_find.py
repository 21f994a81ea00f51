"""People without a name who are told by what they are: "the witness", "a passer-by", "our landlady", "two guards"."""

from bisect import bisect_right

from gyges.reading._cues import Cues
from gyges.reading.family._find import Discourse
from gyges.reading.lexicon._people_words import kin_words
from gyges.reading.page._forms import patterns
from gyges.reading.people._draft import Draft, PersonDraft
from gyges.reading.people._named import Spot
from gyges.reading.people._roles import ROLE_NOUNS
from gyges.reading.people.unnamed._known import Known, role_head
from gyges.reading.people.unnamed._phrases import RolePhrase, role_phrase
from gyges.reading.people.unnamed._words import noun_words, nouns

__all__ = ["Unnamed"]

_TO_NAME, _APPOSED, _ADDRESS, _NOBODY, _UNBORN = patterns("unnamed", "to_name apposed address nobody unborn")
_OPENING, _NAMED_NEXT = patterns("unnamed", "opening named_next")
_CROWD = 60  # people without a name after whom no new ones are taken in
_NEAR = 400  # code points back to the man whom "the man" means
_SURE = 5


class Unnamed:
    """Meets the phrases of a text in order and says whom they mean."""

    def __init__(self, draft: Draft, cues: Cues, discourse: Discourse) -> None:
        self._draft = draft
        self._cues = cues
        self._discourse = discourse
        self._jobs = {cue.end: cue for cue in cues.occupations}
        self._starts = [token.start for token in cues.tokens]
        self._houses = {house.start for house in cues.organisations}
        self._known = Known(draft, cues, discourse)
        self._found = 0
        self._brief: dict[int, tuple[PersonDraft, bool]] = {}

    def heads(self) -> set[int]:
        """Return the indices of the tokens at which cues for occupations end."""
        found = (bisect_right(self._starts, end - 1) - 1 for end in self._jobs)
        return {index for index in found if index >= 0}

    def meet(self, index: int) -> None:
        """Take in a token that may head a phrase for somebody."""
        tokens = self._cues.tokens
        phrase = role_phrase(self._cues.text, tokens, index, self._jobs, self._opens)
        if phrase is None or self._discourse.name_at(tokens[index].start) is not None:
            return
        start, end = tokens[phrase.first].start, tokens[phrase.last].end
        if phrase.determiner == "'s":
            start = tokens[min(phrase.first + 1, phrase.last)].start
        beside = self._beside(phrase, start, end)
        if beside is not None:
            self._known.note(phrase, beside)
            self._describe(beside, phrase, start, end)
            self._discourse.add(Spot(start, end, beside, "role"))
            return
        if self._says_what(phrase, start):
            return
        people = self._known.people(phrase, start) or self._new(phrase, start, end)
        for person in people:
            self._describe(person, phrase, start, end)
            self._discourse.add(Spot(start, end, person, "role"))

    def fleeting(self) -> set[int]:
        """Return who was only touched upon, by identity: "a man", "two ladies", "a nurse", and never again."""
        gone = {key for key, (person, brief) in self._brief.items() if brief and len(person.mentions) == 1}
        return gone - {id(person.kin_of[1]) for person in self._draft.people if person.kin_of is not None}

    def _opens(self, position: int) -> bool:
        return position == 0 or _OPENING.search(self._cues.text, max(0, position - 24), position) is not None

    def _beside(self, phrase: RolePhrase, start: int, end: int) -> PersonDraft | None:
        """Return the person a phrase only explains: "Ana, the nurse", "our guide Pasang", "my aunt, a baker"."""
        text = self._cues.text
        gap = _TO_NAME.match(text, end)
        after = self._discourse.name_at(gap.end()) if gap else None
        if gap is not None and after is not None and after.start == gap.end() and phrase.count == 1:
            return after.person
        label = _NAMED_NEXT.match(text, end) if not phrase.determiner else None
        told = self._discourse.name_at(label.end()) if label else None
        if label is not None and told is not None and told.start == label.end():
            return told.person  # "Driver brought in: Jacob Gxowa"
        head = _APPOSED.search(text, max(0, start - 4), start)
        if head is None or phrase.count > 1:
            return None
        at = head.start()
        named = self._discourse.name_ending(at)
        if named is not None and named.end == at:
            return named.person
        last = self._discourse.recent()[-1:]
        return last[0].person if last and last[0].end == at and last[0].kind in {"kin", "role", "name"} else None

    def _says_what(self, phrase: RolePhrase, start: int) -> bool:
        """Tell whether a phrase says what somebody is, speaks of anybody, or belongs to an address."""
        tokens, text = self._cues.tokens, self._cues.text
        before = tokens[phrase.first - 1] if phrase.first else None
        low = before.lower.replace("’", "'") if before else ""
        if low in noun_words("predicates") or low.endswith("n't"):
            spot = next((s for s in reversed(self._discourse.recent()) if before and s.end == before.start - 1), None)
            if spot is not None and not phrase.indefinite:
                self._known.note(phrase, spot.person)
            return True
        if "only" in phrase.modifiers or _NOBODY.search(text, max(0, start - 12), tokens[phrase.last].end):
            return True
        if phrase.determiner == "'s" and not self._owned(phrase):
            return True
        if tokens[phrase.last].end + 1 in self._houses or _UNBORN.match(text, tokens[phrase.last].end):
            return True  # "our customer Foo Tooling", "the baby is due"
        line = text.rfind("\n", 0, start) + 1
        if start - line < 30 and _ADDRESS.fullmatch(text, line, start):
            return True
        following = tokens[phrase.last + 1].lower if phrase.last + 1 < len(tokens) else ""
        if following == "'s":
            owned = tokens[phrase.last + 2].lower if phrase.last + 2 < len(tokens) else ""
            return owned not in kin_words() and not self._known.people(phrase, start)
        if phrase.indefinite and low == ",":
            return True  # "I am 38, a vet": says what somebody is
        return phrase.indefinite and (low in noun_words("wants") or following in noun_words("modals"))

    def _owned(self, phrase: RolePhrase) -> bool:
        """Tell whether the possessive before a phrase belongs to somebody known: "Ana's nurse", "the boy's coach"."""
        at = self._cues.tokens[phrase.first].start
        if self._discourse.name_ending(at) is not None:
            return True
        if any(spot.end == at for spot in self._discourse.recent()):
            return any(spot.end == at and spot.kind in {"kin", "role"} for spot in self._discourse.recent())
        before = {token.lower for token in self._cues.tokens[max(0, phrase.first - 4) : phrase.first]}
        return phrase.noun.kind in {"jobs", "ranks"} and not before & (
            noun_words("predicates") | {"he", "she", "it", "who"}
        )

    def _new(self, phrase: RolePhrase, start: int, end: int) -> list[PersonDraft]:
        if phrase.noun.word == "person" and not phrase.key:
            return []
        if phrase.noun.kind == "people" and not phrase.indefinite and phrase.count == 1:
            person = self._anaphor(phrase, start)
            if person is not None:
                return [person]
        if self._found + phrase.count > _CROWD or phrase.determiner == "this":
            return []
        self._found += phrase.count
        people = [self._draft.new_person() for _ in range(phrase.count)]
        vague = phrase.noun.kind == "people" or (phrase.noun.word in noun_words("small") and phrase.count == 1)
        brief = vague or (phrase.indefinite and phrase.noun.word not in noun_words("seen"))
        for person in people:
            self._known.add(phrase, person)
            self._brief[id(person)] = (person, brief and not phrase.key)
        return people

    def _anaphor(self, phrase: RolePhrase, start: int) -> PersonDraft | None:
        """Return whom "the man" means: the man spoken of last, if that was not long ago."""
        if not phrase.noun.sex:
            return None
        person = self._discourse.resolve(start, phrase.noun.sex)
        near = person is not None and any(start - _NEAR < mention.start < start for mention in person.mentions)
        return person if near else None

    def _describe(self, person: PersonDraft, phrase: RolePhrase, start: int, end: int) -> None:
        if phrase.noun.word in ROLE_NOUNS and phrase.count == 1 and not phrase.key and not self._known.is_new(person):
            person.play(phrase.noun.word, start, end)
        if not self._known.is_new(person):
            return
        label = f"{'other ' if phrase.other else ''}{phrase.label}" if "other" not in phrase.label else phrase.label
        person.play(label, start, end)
        if phrase.noun.kind != "people":  # "a tall man ... the conductor": the second says more
            person.roles.sort(key=lambda role: role_head(role) in noun_words("people"))
        noun, told = phrase.noun, {nouns()[word].sex for word in phrase.modifiers if word in nouns()}
        sexes = [noun.sex, *told, *("Male" for w in phrase.modifiers if w == "male")]
        sexes += ["Female" for word in phrase.modifiers if word in {"female", "pregnant"}]
        sex = next((one for one in sexes if one), "")
        if sex and person.knows("SEX") is None:
            person.learn("SEX", sex, _SURE, start, end, "noun")
        covered = self._jobs.get(self._cues.tokens[phrase.last].end) is not None
        if noun.kind == "jobs" or (covered and noun.kind == "others"):
            person.learn("OCCUPATION", phrase.label.title(), _SURE, start, end, "role")
        if noun.rank:
            person.learn("POSITION", phrase.label.title(), _SURE - 1, start, end, "role")
        if noun.word in {"newborn", "baby", "infant"}:
            person.learn("AGE", "0", _SURE - 1, start, end, "noun")
