"""Who stands behind placeholders: one draft person for each, told apart by number, title, tie, turn and paragraph."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from gyges.reading._cues import Cues
from gyges.reading.facts._work import told_by_title
from gyges.reading.masks._find import Mask, shown
from gyges.reading.masks._sights import Sight, sights
from gyges.reading.page._layout import Turn
from gyges.reading.page._tokens import FILLER, HIDDEN
from gyges.reading.people._draft import Draft, PersonDraft, learn
from gyges.reading.people._named import Spot

_KEPT = 300  # people seen last who are kept in their order, so that time does not grow with the square of a list
_RECENT = 40  # people looked back at


@dataclass(eq=False, slots=True)
class _Who:
    person: PersonDraft
    sex: str = ""
    titles: set[str] = field(default_factory=set)
    keys: set[str] = field(default_factory=set)
    seen: int = 0
    sentence: int = -1
    paragraph: int = -1
    speaks: bool = False


def masked_people(draft: Draft, cues: Cues, masks: Sequence[Mask]) -> list[Spot]:
    """Add a person for everybody whose name was taken out, and return where they are spoken of."""
    crowd = _Masked(draft, cues.layout.turns)
    return [crowd.place(sight) for sight in sights(cues, masks)]


class _Masked:
    """The people behind placeholders so far."""

    def __init__(self, draft: Draft, turns: Sequence[Turn]) -> None:
        self._draft = draft
        self._all: list[_Who] = []  # the one seen last comes last
        self._by_key: dict[str, _Who] = {}
        self._turns = {turn.who_start: turn for turn in turns}
        self._order = {turn.who_start: number for number, turn in enumerate(turns)}
        self._speakers: list[_Who] = []
        self._last_turn = -2
        self._turn_ends = 0
        self._voice: _Who | None = None
        self._new = False  # whether the last one was

    def place(self, sight: Sight) -> Spot:
        turn = self._turns.get(sight.mask.start)
        who = self._speaker(turn, sight) if turn is not None else self._find(sight)
        self._new = who is None
        if who is None:
            who = _Who(self._draft.new_person())
        self._meet(who, sight)
        if turn is not None:
            self._voice, self._turn_ends = who, turn.end
            if len(self._turns) == 1 and not turn.who_start:  # a post with its author's handle before it
                who.person.play("author", sight.mask.start, sight.mask.end)
        return Spot(sight.mask.start, sight.mask.end, who.person, "name")

    def _meet(self, who: _Who, sight: Sight) -> None:
        self._all = [*(one for one in self._all[-_KEPT:] if one is not who), who]
        who.sex = who.sex or sight.sex
        who.seen += 1
        who.sentence, who.paragraph = sight.sentence, sight.paragraph
        if sight.key and sight.key != "self":
            who.keys.add(sight.key)
            self._by_key.setdefault(sight.key, who)
        who.person.masked = True
        who.person.see(sight.mask.start, sight.mask.end)
        if sight.told is not None and who.person.knows("SEX") is None:
            who.person.learn("SEX", sight.sex, 3, *sight.told, "pronoun ahead")
        if sight.mask.part:
            who.person.play(sight.mask.part, sight.mask.start, sight.mask.end)
        for title, start, end in sight.titles:
            who.titles.add(title.word)
            learn(told_by_title(who.person, title, start, end))
            if title.sex:
                who.person.learn("SEX", title.sex, 5, start, end, "title")

    def _speaker(self, turn: Turn, sight: Sight) -> _Who | None:
        """Return who has the turn: the one with this label; among bare labels, two take turns."""
        label = turn.who.strip("@ ").casefold()
        bare = not sight.mask.key and not label.strip(FILLER + HIDDEN.casefold())
        if not bare:
            key = sight.mask.key or f"turn {label}"
            who = self._by_key.get(key)
            if who is None:
                who = self._by_key[key] = _Who(self._draft.new_person(), speaks=True)
            return who
        number = self._order[turn.who_start]
        follows = number == self._last_turn + 1
        self._last_turn = number
        if not self._speakers or (follows and len(self._speakers) == 1):
            self._speakers.append(_Who(self._draft.new_person(), speaks=True))
            return self._speakers[-1]
        if follows:
            self._speakers = [self._speakers[1], self._speakers[0]]
        return self._speakers[-1]

    def _find(self, sight: Sight) -> _Who | None:
        if sight.mask.key:
            return self._by_key.get(sight.mask.key)
        if sight.key == "self":
            return self._here(sight)
        if sight.key:
            return self._by_role(sight)
        fitting = [who for who in self._all[-_RECENT:] if self._fits(who, sight)]
        if sight.titles:
            return self._by_title(sight, fitting)
        if sight.fresh or (sight.joined and self._new):
            return None
        near = [who for who in fitting if who.paragraph == sight.paragraph]
        pool = near if near or not sight.opens else fitting
        return max(pool, key=lambda who: (who.sex == sight.sex and bool(sight.sex), who.seen), default=None)

    def _here(self, sight: Sight) -> _Who | None:
        return self._voice if sight.mask.start < self._turn_ends else None

    def _by_role(self, sight: Sight) -> _Who | None:
        """Return whoever has the same part; who signs is who sent, and the next sender was the reader before."""
        if sight.key == "sender" and "sender" in self._by_key:
            sender, reader = self._by_key.pop("sender"), self._by_key.pop("reader", None)
            self._by_key["reader"] = sender
            self._by_key.pop("signed", None)
            return reader
        if sight.key == "signed":
            return self._by_key.get("sender") or self._by_key.get("signed")
        return self._by_key.get(sight.key)

    def _by_title(self, sight: Sight, fitting: list[_Who]) -> _Who | None:
        words = {title.word for title, _, _ in sight.titles}
        same = [who for who in fitting if who.titles & words]
        if same:
            return same[-1]
        untitled = [who for who in fitting if not who.titles and who.sex == sight.sex and sight.sex]
        return untitled[-1] if untitled and not sight.fresh else None

    def _fits(self, who: _Who, sight: Sight) -> bool:
        """Tell whether somebody seen before may be meant: another sentence, no other sex, not the one who speaks."""
        if who.person not in self._draft.people or (who.sex and sight.sex and who.sex != sight.sex):
            return False
        if who.sentence == sight.sentence and (sight.joined or who is self._all[-1]):
            return False
        return not (who is self._voice and sight.mask.start < self._turn_ends)


def show_people(draft: Draft) -> None:
    """Leave out of names, roles and values what placeholders hide."""
    for person in draft.people:
        person.names = list(dict.fromkeys(name for name in map(shown, person.names) if name))
        person.roles = list(dict.fromkeys(role for role in map(shown, person.roles) if role))
        facts = [replace(fact, value=shown(fact.value)) for fact in person.facts]
        person.facts = [fact for fact in facts if fact.value]
