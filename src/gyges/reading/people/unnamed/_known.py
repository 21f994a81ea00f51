"""Whom a role may mean who is known already: by name, by a form, by a turn, by an earlier mention."""

from gyges.reading._cues import Cues
from gyges.reading.family._find import Discourse
from gyges.reading.names._find import NameSpan
from gyges.reading.page._forms import patterns
from gyges.reading.people._draft import Draft, PersonDraft
from gyges.reading.people._roles import named_beside_jobs
from gyges.reading.people.unnamed._phrases import RolePhrase
from gyges.reading.people.unnamed._words import noun_words, nouns

__all__ = ["Known", "join_named", "role_head"]

_SAME = {
    "neighbor": "neighbour", "coworker": "colleague", "co-worker": "colleague", "physician": "doctor", "gp": "doctor",
    "physio": "physiotherapist", "advisor": "adviser", "passerby": "passer-by", "roomie": "roommate",
    "headteacher": "headmaster", "landlady": "landlord", "carer": "caregiver", "policewoman": "policeman",
}  # fmt: skip
_CHILDREN = frozenset({"son", "daughter", "child", "baby"})
_NOUN_BEFORE, _NOUNS_AFTER = patterns("known", "noun_before nouns_after")


def role_head(label: str) -> str:
    """Return the noun of a role or a job, as one word for all its synonyms.

    Example:
        >>> role_head("supervisor of the author"), role_head("Family physician")
        ('supervisor', 'doctor')
    """
    word = label.lower().split(" of ")[0].split(",")[0].split(" (")[0].rsplit(" ", 1)[-1]
    return _SAME.get(word, word)


class Known:
    """The people a role may mean."""

    def __init__(self, draft: Draft, cues: Cues, discourse: Discourse) -> None:
        self._draft = draft
        self._cues = cues
        self._discourse = discourse
        self._by_head: dict[str, list[PersonDraft]] = {}
        self._by_key: dict[str, PersonDraft] = {}
        self._new: set[int] = set()
        self._named = self._beside_names()

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
        here = set(map(id, self._draft.people))
        head = role_head(phrase.noun.word)
        known = [person for person in self._by_head.get(head, []) if id(person) in here]
        if phrase.count > 1:
            return known if len(known) == phrase.count else []
        if phrase.other:
            return known[1:2]
        if known:
            return known[:1]
        if phrase.indefinite:
            return []
        person = self._by_role(head) or self._named.get(head)
        if person is None and phrase.noun.word in noun_words("main") and not phrase.labels:
            person = self._draft.main or self._most_spoken_of(start)
            if person is not None and noun_words("main") & {role_head(role) for role in person.roles}:
                person = None  # "the patient" is not the employee the text is about
        if person is None and phrase.noun.word in noun_words("small"):
            person = self._small()
        if person is None or id(person) not in here:
            return []
        self.note(phrase, person)
        return [person]

    def _by_role(self, head: str) -> PersonDraft | None:
        return next((one for one in self._draft.people if any(role_head(role) == head for role in one.roles)), None)

    def _most_spoken_of(self, start: int) -> PersonDraft | None:
        """Return the named person an affair is about: the one named most often so far, but the one who writes."""
        named = [
            one
            for one in self._draft.people
            if (one.names or one.masked) and one is not self._draft.author and one.kin_of is None
        ]
        before = [one for one in named if one.first_seen < start]
        return max(before, key=lambda one: len(one.mentions), default=None)

    def _small(self) -> PersonDraft | None:
        """Return the only son or daughter known."""
        children = [one for one in self._draft.people if one.kin_of and one.kin_of[0] in _CHILDREN]
        return children[0] if len(children) == 1 else None

    def _beside_names(self) -> dict[str, PersonDraft]:
        """Return who is named beside a job, after a label or with a title, by the noun."""
        found: dict[str, PersonDraft] = {}
        text, name_at = self._cues.text, self._discourse.name_at
        for field in self._cues.layout.fields:
            spot = name_at(field.value_start)
            if spot is not None:
                found.setdefault(role_head(field.label), spot.person)
        for cue, person in named_beside_jobs(self._cues, self._discourse):
            found.setdefault(role_head(cue.text), person)
            found.setdefault(role_head(cue.occupation), person)
        for name in self._cues.names:
            spot = name_at(name.start)
            if spot is not None:
                for head in _told_beside(text, name):
                    found.setdefault(head, spot.person)
        return found


def _told_beside(text: str, name: NameSpan) -> list[str]:
    """Return the nouns that stand beside a name: in its titles, before it, and behind a comma or in brackets."""
    heads = [role_head(title.occupation) for title in name.titles if title.occupation]
    heads += [title.word for title in name.titles if title.occupation]
    before = _NOUN_BEFORE.search(text, max(0, name.start - 36), name.start)
    after = _NOUNS_AFTER.match(text, name.end)
    near = [before.group(1)] if before else []
    near += after.group(1).split() if after else []
    heads += [role_head(noun.word) for word in near if (noun := nouns().get(word.lower())) and not noun.plural]
    return heads


def join_named(draft: Draft) -> dict[int, PersonDraft]:
    """Join people known by a role only with the one named person whose job or rank it is.

    Returns:
        Who was joined with whom, by the identity of the one who is gone.
    """
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
        if len(fitting) == 1 and not person.roles[0].startswith("other ") and _one_sex(fitting[0], person):
            joined[id(person)] = draft.merge(fitting[0], person)
    return joined


def _one_sex(one: PersonDraft, two: PersonDraft) -> bool:
    first, second = one.knows("SEX"), two.knows("SEX")
    return first is None or second is None or first == second
