"""People without a name who are told by what they are: "the witness", "a passer-by", "our landlady", "two guards"."""

from bisect import bisect_right
from dataclasses import replace

from gyges.reading.lexicon._names import kin_words
from gyges.reading.page._forms import patterns
from gyges.reading.people._draft import PersonDraft
from gyges.reading.people._named import Spot
from gyges.reading.people._nouns import RolePhrase, learn_noun, noun_pairs, noun_words, nouns, role_head, role_phrase
from gyges.reading.people._roles import ROLE_NOUNS, Registry

_TO_NAME, _APPOSED, _ADDRESS, _NOBODY, _UNBORN = patterns("unnamed", "to_name apposed address nobody unborn")
_OPENING, _NAMED_NEXT = patterns("unnamed", "opening named_next")
_CROWD = 60  # people without a name after whom no new ones are taken in
_NEAR = 400  # code points back to the man whom "the man" means
_CHILDREN = frozenset({"son", "daughter", "child", "baby"})
_BESIDE = frozenset({"kin", "role", "name"})  # kinds of mentions that a phrase behind a comma explains


class Unnamed:
    """Meets the phrases of a text in order and says whom they mean."""

    def __init__(self, registry: Registry) -> None:
        self._registry = registry
        self._draft = registry.draft
        self._text = registry.text
        self._tokens = registry.tokens
        self._jobs = {cue.end: cue for cue in registry.cues.occupations}
        self._houses = {house.start for house in registry.cues.organisations}
        self._known = _KnownRoles(registry)
        self._found = 0
        self._brief: dict[int, tuple[PersonDraft, bool]] = {}

    def heads(self) -> set[int]:
        """Return the indices of the tokens that are nouns for people, or at which cues for occupations end."""
        starts = [token.start for token in self._tokens]
        ends = (bisect_right(starts, end - 1) - 1 for end in self._jobs)
        page = self._registry.cues.page
        return {*page.where_tokens(nouns().keys()), *(index for index in ends if index >= 0)}

    def meet(self, index: int) -> None:
        """Take in a token that may head a phrase for somebody."""
        tokens = self._tokens
        phrase = role_phrase(self._text, tokens, index, self._jobs, self._opens)
        if phrase is None or self._registry.name_at(tokens[index].start) is not None:
            return
        start, end = tokens[phrase.first].start, tokens[phrase.last].end
        if phrase.determiner == "'s":
            start = tokens[min(phrase.first + 1, phrase.last)].start
        beside = self._beside(phrase, start, end)
        if beside is not None:
            self._known.note(phrase, beside)
            people = [beside]
        elif self._says_what(phrase, start):
            return
        else:
            people = self._known.people(phrase, start) or self._new(phrase, start)
        for person in people:
            self._describe(person, phrase, start, end)
            self._registry.add(Spot(start, end, person, "role"))

    def fleeting(self) -> set[int]:
        """Return who was only touched upon, by identity: "a man", "two ladies", "a nurse", and never again."""
        gone = {key for key, (person, brief) in self._brief.items() if brief and len(person.mentions) == 1}
        return gone - {id(person.kin_of[1]) for person in self._draft.people if person.kin_of is not None}

    def _word(self, index: int) -> str:
        return self._tokens[index].lower if index < len(self._tokens) else ""

    def _opens(self, position: int) -> bool:
        return position == 0 or _OPENING.search(self._text, max(0, position - 24), position) is not None

    def _beside(self, phrase: RolePhrase, start: int, end: int) -> PersonDraft | None:
        """Return the person a phrase only explains: "Ana, the nurse", "our guide Pasang", "my aunt, a baker"."""
        text, registry = self._text, self._registry
        after = registry.name_from(_TO_NAME.match(text, end)) if phrase.count == 1 else None
        label = _NAMED_NEXT.match(text, end) if not phrase.determiner else None
        told = after or registry.name_from(label)  # "Driver brought in: Jacob Gxowa"
        head = _APPOSED.search(text, max(0, start - 4), start)
        if told is not None or head is None or phrase.count > 1:
            return told.person if told is not None else None
        named = registry.name_ending(head.start())
        spots = [named] if named is not None and named.end == head.start() else registry.recent[-1:]
        return spots[0].person if spots and spots[0].end == head.start() and spots[0].kind in _BESIDE else None

    def _says_what(self, phrase: RolePhrase, start: int) -> bool:
        """Tell whether a phrase says what somebody is, speaks of anybody, or belongs to an address."""
        tokens, text = self._tokens, self._text
        before = tokens[phrase.first - 1] if phrase.first else None
        low = before.lower.replace("’", "'") if before else ""
        if low in noun_words("predicates") or low.endswith("n't"):
            spot = next((s for s in reversed(self._registry.recent) if before and s.end == before.start - 1), None)
            if spot is not None and not phrase.indefinite:
                self._known.note(phrase, spot.person)
            return True
        end, line = tokens[phrase.last].end, text.rfind("\n", 0, start) + 1
        if (
            "only" in phrase.modifiers
            or _NOBODY.search(text, max(0, start - 12), end)
            or (phrase.determiner == "'s" and not self._owned(phrase))
            or end + 1 in self._houses  # "our customer Foo Tooling"
            or _UNBORN.match(text, end)  # "the baby is due"
            or (start - line < 30 and _ADDRESS.fullmatch(text, line, start))
        ):
            return True
        following, owned = self._word(phrase.last + 1), self._word(phrase.last + 2)
        if following == "'s":
            return owned not in kin_words() and not self._known.people(phrase, start)
        # "I am 38, a vet" says what somebody is, "we want a vet" speaks of anybody
        anybody = low == "," or low in noun_words("wants") or following in noun_words("modals")
        return phrase.indefinite and anybody

    def _owned(self, phrase: RolePhrase) -> bool:
        """Tell whether the possessive before a phrase belongs to somebody known: "Ana's nurse", "the boy's coach"."""
        at = self._tokens[phrase.first].start
        if self._registry.name_ending(at) is not None:
            return True
        owners = [spot.kind for spot in self._registry.recent if spot.end == at]
        if owners:
            return not {"kin", "role"}.isdisjoint(owners)
        before = {token.lower for token in self._tokens[max(0, phrase.first - 4) : phrase.first]}
        told = before & (noun_words("predicates") | {"he", "she", "it", "who"})
        return phrase.noun.kind in {"jobs", "ranks"} and not told

    def _new(self, phrase: RolePhrase, start: int) -> list[PersonDraft]:
        if phrase.noun.word == "person" and not phrase.key:
            return []
        vague = phrase.noun.kind == "people"
        if vague and not phrase.indefinite and phrase.count == 1:
            person = self._anaphor(phrase, start)
            if person is not None:
                return [person]
        if self._found + phrase.count > _CROWD or phrase.determiner == "this":
            return []
        self._found += phrase.count
        people = [self._draft.new_person() for _ in range(phrase.count)]
        vague = vague or (phrase.noun.word in noun_words("small") and phrase.count == 1)
        brief = vague or (phrase.indefinite and phrase.noun.word not in noun_words("seen"))
        for person in people:
            self._known.add(phrase, person)
            self._brief[id(person)] = (person, brief and not phrase.key)
        return people

    def _anaphor(self, phrase: RolePhrase, start: int) -> PersonDraft | None:
        """Return whom "the man" means: the man spoken of last, if that was not long ago."""
        person = self._registry.resolve(start, phrase.noun.sex) if phrase.noun.sex else None
        near = person is not None and any(start - _NEAR < mention.start < start for mention in person.mentions)
        return person if near else None

    def _describe(self, person: PersonDraft, phrase: RolePhrase, start: int, end: int) -> None:
        noun = phrase.noun
        if not self._known.is_new(person):
            if noun.word in ROLE_NOUNS and phrase.count == 1 and not phrase.key:
                person.play(noun.word, start, end)
            return
        other = "other " if phrase.other and "other" not in phrase.label else ""
        person.play(f"{other}{phrase.label}", start, end)
        if noun.kind != "people":  # "a tall man ... the conductor": the second says more
            person.roles.sort(key=lambda role: role_head(role) in noun_words("people"))
        sexes = [noun.sex, *(nouns()[word].sex for word in phrase.modifiers if word in nouns())]
        sexes += [sex for word, sex in noun_pairs("sexes").items() if word in phrase.modifiers]
        job = noun.kind == "others" and self._tokens[phrase.last].end in self._jobs
        told = replace(noun, sex=next(filter(None, sexes), ""), kind="jobs" if job else noun.kind)
        learn_noun(person, told, phrase.label, start, end)
        if noun.word in {"newborn", "baby", "infant"}:
            person.learn("AGE", "0", 4, start, end, "noun")


class _KnownRoles:
    """Whom a role may mean who is known already: by name, by a form, by a turn, by an earlier mention."""

    def __init__(self, registry: Registry) -> None:
        self._registry = registry
        self._draft = registry.draft
        self._by_head: dict[str, list[PersonDraft]] = {}
        self._by_key: dict[str, PersonDraft] = {}
        self._new: set[int] = set()

    def is_new(self, person: PersonDraft) -> bool:
        """Tell whether somebody is known by roles only."""
        return id(person) in self._new

    def add(self, phrase: RolePhrase, person: PersonDraft) -> None:
        """Note somebody new."""
        self._new.add(id(person))
        self.note(phrase, person)
        if phrase.labels and phrase.noun.word in noun_words("main") and self._draft.main is None:
            self._draft.main = person

    def note(self, phrase: RolePhrase, person: PersonDraft) -> None:
        """Note that somebody plays a role."""
        people = self._by_head.setdefault(role_head(phrase.noun.word), [])
        if person not in people:
            people.append(person)
        if phrase.key:
            self._by_key[f"{phrase.noun.word} {phrase.key}"] = person

    def people(self, phrase: RolePhrase, start: int) -> list[PersonDraft]:
        """Return whom a phrase means of those who are known; nobody if it means somebody new."""
        if phrase.key:
            keyed = self._by_key.get(f"{phrase.noun.word} {phrase.key}")
            return [keyed] if keyed is not None else []
        head = role_head(phrase.noun.word)
        known = [person for person in self._by_head.get(head, []) if person in self._draft.people]
        if phrase.count > 1:
            return known if len(known) == phrase.count else []
        if phrase.other:
            return known[1:2]
        if known or phrase.indefinite:
            return known[:1]
        person = self._otherwise(phrase, head, start)
        if person is None or person not in self._draft.people:
            return []
        self.note(phrase, person)
        return [person]

    def _otherwise(self, phrase: RolePhrase, head: str, start: int) -> PersonDraft | None:
        """Return whom a phrase means by a role, by the topic, or as the only child."""
        word, people = phrase.noun.word, self._draft.people
        person = next((one for one in people if any(role_head(role) == head for role in one.roles)), None)
        if person is None and word in noun_words("main") and not phrase.labels:
            person = self._draft.main or self._most_spoken_of(start)
            if person is not None and noun_words("main") & {role_head(role) for role in person.roles}:
                person = None  # "the patient" is not the employee the text is about
        if person is None and word in noun_words("small"):
            children = [one for one in people if one.kin_of and one.kin_of[0] in _CHILDREN]
            person = children[0] if len(children) == 1 else None
        return person

    def _most_spoken_of(self, start: int) -> PersonDraft | None:
        """Return the named person an affair is about: the one named most often so far, but the one who writes."""
        named = [one for one in self._draft.people if (one.names or one.masked) and one.kin_of is None]
        before = [one for one in named if one.first_seen < start and one is not self._draft.author]
        return max(before, key=lambda one: len(one.mentions), default=None)
