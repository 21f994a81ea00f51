"""Relatives and people without their sex: who is who stays, also where two words would become one."""

import itertools
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from gyges.anonymizers.wording._people import Person, Text, find_people, is_child, kin_kinds
from gyges.anonymizers.wording._rewording import Rewording, cased
from gyges.anonymizers.wording._tables import table, words_in

__all__ = ["neutral_people"]

_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
_BROADER = ("relative", "relatives")
_MARRIED = frozenset(("first", "second", "third", "lawful", "legal", "wedded", "common-law"))
_GREETED = frozenset(["dear", "hi", "hello", "hey", "thanks", "bye", "goodbye", ",", "!", "“", '"', "‘"])
_OWNERS = frozenset(("my", "our", "your", "his", "her", "their", "the"))


def neutral_people(text: Text) -> Iterator[Rewording]:
    """Yield what stands for words for somebody that tell a sex."""
    people = list(find_people(text))
    paired: set[int] = set()
    for one, two in itertools.pairwise(people):
        pair = _pair(text, one, two)
        if pair is not None and one.at not in paired:
            paired |= {one.at, two.at}
            yield pair
    single = [person for person in people if person.at not in paired]
    told = _Told(text, single)
    alone = kin_kinds(text) == 1
    for person in single:
        swap = _swap(text, person, told)
        if swap is not None:
            yield swap if alone and _kind(person) != "tie" else replace(swap, rungs=swap.rungs[:1])


def _words_for(person: Person, *, married: bool = False) -> tuple[str, str]:
    row = table("kin")["classes"][person.group]
    if married:
        return "spouse", "spouses"
    return row["one"], row["many"]


def _kind(person: Person) -> str:
    return "tie" if table("kin")["classes"][person.group].get("tie") else "gender"


def _ladder(person: Person, new: str) -> tuple[str, ...]:
    """Return the rungs of a word: the neutral one, and for kin what says less."""
    if not person.kin:
        return (new,)
    *lead, _ = new.split(" ")
    keeps = [word for word in lead if word in {"other", "my", "My", "another"}]
    return tuple(dict.fromkeys((new, " ".join([*keeps, _BROADER[person.many]]))))


def _pair(text: Text, one: Person, two: Person) -> Rewording | None:
    """Return what stands for both: "mother and father", "two sons and a daughter", "a man and a woman"."""
    if one.group != two.group or one.sex == two.sex or two.at - one.at > 5:
        return None
    between = [text.low(at) for at in range(one.at + 1, two.at)]
    if not between or between[0] not in {"and", "&"} or one.first != one.at or two.first != two.at:
        return None
    lead, again = text.low(one.lead) if one.lead >= 0 else "", between[1:]
    many = _words_for(one)[1]
    start, end = text.words[one.at].start, text.words[two.at].end
    counts = _count(lead, many=one.many), _count(again[0] if again else "", many=two.many)
    if again and counts[0] and counts[1]:
        total = counts[0] + counts[1]
        if total >= len(_NUMBERS):
            return None
        start = text.words[one.lead].start
        return Rewording(start, end, (cased(f"{_NUMBERS[total]} {many}", text.raw(one.lead)),), _kind(one))
    if again and again[0] not in {lead, "his", "her", "their"}:
        if lead in _OWNERS and counts[1] and not one.many:
            return Rewording(start, end, (f"{_NUMBERS[counts[1] + 1]} {many}",), _kind(one))
        return None
    if lead in {"a", "an"}:
        start = text.words[one.lead].start
        return Rewording(start, end, (cased(f"two {many}", text.raw(one.lead)),), _kind(one))
    called = text.raw(two.at + 1) in {",", "!"} and text.opens(one.at)
    if (
        lead in _COUNTLESS
        or (called and not lead)
        or (not lead and one.kin and not one.many and not _is_predicate(text, one))
    ):
        return None
    return Rewording(start, end, _rungs(one, cased(many, text.raw(one.at))), _kind(one))


_COUNTLESS = frozenset((*_NUMBERS[1:], "this", "that", "both"))


def _rungs(person: Person, new: str) -> tuple[str, ...]:
    return (new, _BROADER[1]) if person.kin else (new,)


def _is_predicate(text: Text, person: Person) -> bool:
    return text.low(person.at - 1) in {"are", "were", "both", "as", "of", "with", "for", "between", "'re"}


def _count(lead: str, *, many: bool) -> int:
    if lead in {"a", "an"}:
        return 0 if many else 1
    return _NUMBERS.index(lead) if lead in _NUMBERS[1:] else 0


class _Told:
    """Which words of a text would become the same, though they mean two people."""

    def __init__(self, text: Text, people: Sequence[Person]) -> None:
        self._text = text
        self._first: dict[tuple[str, str], Person] = {}
        self._ranked: dict[tuple[str, str], set[str]] = {}
        self._plural = {_words_for(person)[0] for person in people if person.many}
        self._sexes: dict[tuple[int, str], set[str]] = {}
        for person in people:
            key = self._key(person)
            if not person.many:
                self._first.setdefault(key, person)
            ranks = " ".join(text.low(at) for at in range(person.first, person.at))
            self._ranked.setdefault(key, set()).add(f"{person.sex} {ranks}")
            self._sexes.setdefault((text.bounds[person.at][0], _words_for(person)[0]), set()).add(person.sex)
        groups = {person.group for person in people}
        self.married = {"partner", "friend"} <= groups

    def _key(self, person: Person) -> tuple[str, str]:
        named = self._text.low(person.at) in words_in("kin", "names") and person.kin
        lead = self._text.low(person.lead) if person.lead >= 0 else "my" if named else ""
        return _words_for(person)[0], lead

    def is_other(self, person: Person) -> bool:
        """Tell whether a word of the other sex, led alike, came first."""
        first = self._first.get(self._key(person))
        return first is not None and not person.many and first.sex != person.sex and self._owned(person)

    def differs(self, person: Person) -> bool:
        """Tell whether it would read like a word of another class: "my uncle" and "my niece"."""
        first = self._first.get(self._key(person))
        return first is not None and first.group != person.group and self._owned(person) and not self.married

    def is_ranked_once(self, person: Person) -> bool:
        """Tell whether no other rank is told of such a person: "the eldest" without "the youngest"."""
        return len(self._ranked[self._key(person)]) == 1

    def clashes(self, person: Person) -> bool:
        """Tell whether the sentence has both sexes of it in a way that no "other" tells apart."""
        word = _words_for(person)[0]
        here = self._sexes[self._text.bounds[person.at][0], word]
        return len(here) > 1 and (word in self._plural or not self._owned(person))

    def _owned(self, person: Person) -> bool:
        return self._key(person)[1] in _OWNERS


def _swap(text: Text, person: Person, told: _Told) -> Rewording | None:
    token = text.words[person.at]
    between = [text.low(at) for at in range(person.first, person.at)]
    married = person.group == "partner" and (told.married or bool(set(between) & _MARRIED))
    new = _words_for(person, married=married)[person.many]
    if person.kin and person.lead < 0 and not person.many:
        return _unled(text, person, f"other {new}" if told.is_other(person) else new)
    if person.lead < 0 and (not person.kin or person.many):
        return None
    if told.differs(person):
        return None
    if told.clashes(person):
        return _another(text, person, new, between)
    ranks = [at for at in range(person.first, person.at) if text.low(at) in words_in("kin", "ranks")]
    start = token.start
    grown = any(re.match("1[3-9]-", word) for word in between)
    if person.group == "youngster" and (grown or not is_child(text, person)):
        new = "young people" if person.many else "young person"
    if ranks and person.group in {"child", "sibling", "grandchild"}:
        if not told.is_ranked_once(person) or person.many or told.is_other(person):
            return None
        start = text.words[ranks[0]].start
    if told.is_other(person):
        if told.clashes(person) or (person.group in {"child", "sibling"} and _is_open(text, person)):
            return None
        start = text.words[person.first].start
        new = f"other {text.text[start : token.start]}{new}"
    raw = token.raw if start == token.start else text.text[start : start + 1]
    if raw.istitle() and not text.opens(person.at):
        raw = raw.lower()  # "Ana's Papa"
    return Rewording(start, token.end, tuple(cased(rung, raw) for rung in _ladder(person, new)), _kind(person))


def _is_open(text: Text, person: Person) -> bool:
    """Tell whether there may be more than two of them."""
    many = table("kin")["classes"][person.group]
    plural = {many["many"], *many["hes"].split(), *many["shes"].split(), "kids"}
    return any(token.low in plural for token in text.words)


def _another(text: Text, person: Person, new: str, between: Sequence[str]) -> Rewording | None:
    """Return what stands for the second of "a man ... a woman" in one sentence; nothing certain stands for others."""
    if person.many or between or text.low(person.lead) not in {"a", "an"} or person.lead < 0:
        return None
    first, _ = text.bounds[person.at]
    earlier = [
        at for at in range(first, person.lead) if text.low(at) in {"man", "woman", "boy", "girl", "lady", "gentleman"}
    ]
    start = text.words[person.lead].start
    if not earlier:
        token = text.words[person.at]
        return Rewording(token.start, token.end, (cased(new, token.raw),), _kind(person))
    return Rewording(start, text.words[person.at].end, (cased(f"another {new}", text.raw(person.lead)),), _kind(person))


def _unled(text: Text, person: Person, new: str) -> Rewording | None:
    """Return what stands for a word for a relative that no article leads: "Mum said", "Uncle Joe", "father of two"."""
    token = text.words[person.at]
    after, before = text.raw(person.at + 1), text.low(person.at - 1)
    if token.low in words_in("kin", "before_names") and after[:1].isupper():
        return Rewording(token.start, token.end, ("",), "title")
    if after[:1].isupper() or (token.raw[:1].isupper() and not text.opens(person.at) and token.low not in _CALLED):
        return None
    if after == "of":
        return Rewording(token.start, token.end, _ladder(person, cased(new, token.raw)), _kind(person))
    if token.low not in words_in("kin", "names"):
        plain = token.raw.islower() and re.fullmatch(r"[a-z]*", before) is not None
        called = (
            before in _GREETED
            or before in {"me", "him", "her", "them", "us", "it"}
            or not plain
            or (after in {",", ".", "!", "?"} and before in {"", ","})
        )
        return None if called else Rewording(token.start, token.end, _ladder(person, new), _kind(person))
    called = before in _GREETED or after in {"!", ":"} or (after == "," and text.opens(person.at))
    mine = any(text.low(at) in {"my", "our"} and _is_such(text, at + 1, person) for at in range(len(text.words)))
    if called or not mine or before in {"'s", "as", "and", "or", "called", "named"} or after in {"and", "or", "'", "’"}:
        return None
    if not token.raw[:1].isupper() or token.low in {"mother", "father", "grandmother", "grandfather"}:
        return None  # whose is open
    opens = text.opens(person.at) and token.raw[:1].isupper()
    mine_now = f"{'My' if opens else 'my'} {new}"
    return Rewording(token.start, token.end, _ladder(person, mine_now), _kind(person))


def _is_such(text: Text, at: int, person: Person) -> bool:
    """Tell whether a word is one for such a relative, of either sex, so that "Mum" is the writer's."""
    row = table("kin")["classes"][person.group]
    return text.low(at) in {*row["he"].split(), *row["she"].split(), row["many"]}


_CALLED = words_in("kin", "names")
