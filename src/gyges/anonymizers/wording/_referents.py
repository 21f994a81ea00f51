"""Whom the pronouns of a text stand for, and how certain that is."""

from bisect import bisect_left, insort_right
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from operator import itemgetter

from gyges.anonymizers.wording._cast import Cast
from gyges.anonymizers.wording._mentions import CREATURE
from gyges.anonymizers.wording._people import Text
from gyges.anonymizers.wording._tables import words_in
from gyges.anonymizers.wording._verbs import QUOTES, is_finite, skip_adverbs

__all__ = ["HE", "Referents", "resolve"]

HE = frozenset(("he", "him", "his", "himself"))
"""The pronouns of a man."""

_OBJECTS = frozenset(("him", "her"))
_BEFORE = 2  # sentences that speak of somebody, before a pronoun's own, that are looked at
_FAR = 6  # sentences farther back than which nobody is near
_LEAD = 2  # tokens of a title before the name at the head of a sentence
_VERB = 6  # tokens behind a noun in which its verb is looked for
_PLACE = itemgetter(0)
_ROUNDS = 3  # of learning sexes from pronouns and looking again


@dataclass(frozen=True, slots=True)
class Referents:
    """Whom pronouns stand for.

    Attributes:
        people: Who, by the token of the pronoun; `CREATURE` for animals and ships.
        sure: The tokens of pronouns by which nobody else near can be meant.
        open: Who may be meant, where that is not told.
        doubted: Who else may be meant, where it is told and not certain.
    """

    people: Mapping[int, str]
    sure: frozenset[int]
    open: Mapping[int, frozenset[str]]
    doubted: Mapping[int, frozenset[str]]


@dataclass(slots=True)
class _Found:
    people: dict[int, str] = field(default_factory=dict)
    sure: set[int] = field(default_factory=set)
    open: dict[int, frozenset[str]] = field(default_factory=dict)
    doubted: dict[int, frozenset[str]] = field(default_factory=dict)


def resolve(text: Text, pronouns: Sequence[int], cast: Cast, whose: frozenset[int]) -> Referents:
    """Say whom pronouns of one person, given as tokens in order, stand for.

    Args:
        text: The text.
        pronouns: Their tokens.
        cast: Who is spoken of.
        whose: The pronouns that say whose something is.
    """
    sexes = {**cast.sexes, **{f"somebody {sex}": sex for sex in ("he", "she")}}
    found = _Found()
    for _ in range(_ROUNDS):
        found = _Resolver(text, pronouns, cast, sexes, whose).run()
        learned = {found.people[at]: _sex(text, at) for at in found.sure if found.people[at] not in sexes}
        learned.pop(CREATURE, None)
        if not learned:
            break
        sexes.update(learned)
    return Referents(found.people, frozenset(found.sure), found.open, found.doubted)


def _sex(text: Text, at: int) -> str:
    return "he" if text.low(at) in HE else "she"


class _Spots:
    """Who is spoken of where, by token, in order."""

    def __init__(self, spots: Iterable[tuple[int, str]]) -> None:
        self._spots = sorted(spots, key=_PLACE)
        self.known = {key for _, key in self._spots}

    def add(self, at: int, key: str) -> None:
        """Add somebody behind those who are spoken of at the same place."""
        insort_right(self._spots, (at, key), key=_PLACE)
        self.known.add(key)

    def within(self, low: int, high: int) -> list[tuple[int, str]]:
        """Return the places from one token on, before another one, with who is spoken of there."""
        first = bisect_left(self._spots, low, key=_PLACE)
        return self._spots[first : bisect_left(self._spots, high, lo=first, key=_PLACE)]


class _Resolver:
    """One walk over the pronouns, with the sexes known by then."""

    def __init__(
        self, text: Text, pronouns: Sequence[int], cast: Cast, sexes: Mapping[str, str], whose: frozenset[int]
    ) -> None:
        self._text, self._pronouns, self._sexes, self._whose = text, pronouns, sexes, whose
        self._spans = sorted(set(text.bounds))
        self._number = {first: number for number, (first, _) in enumerate(self._spans)}
        self._spots = _Spots((one.at, one.key) for one in cast.mentions)
        self._found = _Found()

    def run(self) -> _Found:
        """Resolve one pronoun after the other; who was meant is near those that follow."""
        for at in self._pronouns:
            key, sure, maybe = self._who(at)
            if key:
                self._found.people[at] = key
                self._spots.add(at, key)
                if sure:
                    self._found.sure.add(at)
                else:
                    self._found.doubted[at] = maybe | {key}
            else:
                self._found.open[at] = maybe
                for one in maybe:
                    self._spots.add(at, one)
        return self._found

    def _fits(self, key: str, sex: str) -> bool:
        return self._sexes.get(key, sex) == sex

    def _who(self, at: int) -> tuple[str, bool, frozenset[str]]:
        sex = _sex(self._text, at)
        owner = self._owner(at, sex)
        if owner:
            return owner, True, frozenset((owner,))
        layers = [(span, self._main(layer, span, sex)) for span, layer in self._layers(at, sex)]
        everybody = frozenset(key for _, layer in layers for key in layer)
        sexed = {key for key in everybody if self._sexes.get(key) == sex}
        for number, (span, layer) in enumerate(layers):
            if not layer:
                continue
            kept = self._went_on(at, span) if number else ""
            if kept in layer and not layer & sexed - {kept}:
                return kept, True, everybody
            known = layer & sexed
            if len(layer) > 1:
                return "", False, frozenset(layer)
            key = next(iter(layer))
            if not number and sexed - {key} and not (self._is_spoken_on(key, span) or self._leads(key, span)):
                return "", False, frozenset(layer | sexed)
            if self._is_elsewhere(at, span) and self._rivals(key, sex):
                return "", False, frozenset(layer)
            leads = number > 0 and self._leads(key, span)
            if not known and sexed and not leads and not (number and self._acts_in(key, span)):
                return "", False, frozenset(layer | sexed)
            return key, (bool(known) and not sexed - {key}) or leads, everybody
        return self._far(at, sex)

    def _is_spoken_on(self, key: str, span: tuple[int, int]) -> bool:
        """Tell whether a pronoun of the same sentence means somebody already."""
        return any(self._found.people.get(place) == key for place in range(*span))

    def _is_elsewhere(self, at: int, span: tuple[int, int]) -> bool:
        """Tell whether another line begins between a sentence and a pronoun, so that somebody else may be the topic."""
        return any(self._text.raw(place) == "\n" for place in range(span[1] - 1, at))

    def _rivals(self, key: str, sex: str) -> bool:
        """Tell whether the text speaks of others of that sex."""
        return any(one != key and self._sexes.get(one) == sex for one in self._spots.known)

    def _main(self, layer: set[str], span: tuple[int, int], sex: str) -> set[str]:
        """Return who of a sentence may well be meant: not nouns that do nothing there, beside somebody who is known."""
        main = {key for key in layer if self._sexes.get(key) == sex or not self._is_aside(key, span)}
        return main or layer

    def _leads(self, key: str, span: tuple[int, int]) -> bool:
        """Tell whether a sentence begins with somebody, by name, and says what they do."""
        first = min(place for place, _ in self._spots.within(*span))
        named = any(self._text.raw(place).istitle() for place in (first, first + 1))
        opens = first - span[0] <= _LEAD and (first, key) in self._spots.within(first, first + 1) and named
        return opens and any(self._does(place) for place, one in self._spots.within(first, span[1]) if one == key)

    def _acts_in(self, key: str, span: tuple[int, int]) -> bool:
        return any(one == key and self._acts(place) for place, one in self._spots.within(*span))

    def _is_aside(self, key: str, span: tuple[int, int]) -> bool:
        """Tell whether somebody without a name is only something's object in a stretch of the text."""
        places = [place for place, one in self._spots.within(*span) if one == key]
        return key != CREATURE and not any(
            self._text.raw(place)[:1].isupper() or self._acts(place) or self._has_verb(place) for place in places
        )

    def _has_verb(self, place: int) -> bool:
        """Tell whether a verb follows behind what belongs to a noun: "an ordinary seaman at 22 has to wait"."""
        for after in range(place + 1, min(len(self._text.words), place + _VERB + 1)):
            if self._text.low(after) in words_in("clear", "clauses"):
                return False
            if is_finite(self._text.words, after):
                return True
        return False

    def _acts(self, place: int) -> bool:
        """Tell whether somebody named or told by a noun at a place does something."""
        return self._does(place) or self._text.low(self._next(place)) in {"who", ",", "and", "'s"}

    def _does(self, place: int) -> bool:
        return is_finite(self._text.words, self._next(place))

    def _next(self, place: int) -> int:
        """Return the token behind the rest of a name."""
        place += 1
        while self._text.raw(place).istitle():
            place += 1
        return skip_adverbs(self._text.words, place)

    def _went_on(self, at: int, span: tuple[int, int]) -> str:
        """Return who is spoken of on and on: "She sees her mother. She rests"; empty if another one may be meant."""
        low, high = span
        opens = self._text.bounds[at][0] == at and self._text.low(at) in {"he", "she"}
        first = next((key for place, key in self._spots.within(low, low + 1) if place in self._found.people), "")
        if not opens or not first or self._text.low(low) != self._text.low(at):
            return ""
        others = {key for _, key in self._spots.within(low, high)} - {first}
        return first if all(self._is_aside(key, span) for key in others) else ""

    def _layers(self, at: int, sex: str) -> list[tuple[tuple[int, int], set[str]]]:
        """Return who may be meant, sentence by sentence: its own, and those before that speak of somebody."""
        number = self._number[self._text.bounds[at][0]]
        first = self._spans[number][0]
        barred = self._barred(at, first)
        here = {key for _, key in self._spots.within(first, at) if self._fits(key, sex)}
        layers = [((first, at), here - barred)]
        spoken = 0
        for low, high in reversed(self._spans[max(0, number - _FAR) : number]):
            here = {key for _, key in self._spots.within(low, high)}
            spoken += bool(here)
            layers.append(((low, high), {key for key in here if self._fits(key, sex)} - barred))
            if spoken == _BEFORE:
                break
        return layers

    def _barred(self, at: int, first: int) -> set[str]:
        """Return who cannot be meant: who does it to "her" is not her."""
        quote = self._quote(at, first)
        barred = {key for _, key in self._spots.within(first, quote)} | self._speakers(at)  # who says it
        if self._text.low(at) not in _OBJECTS or at in self._whose:
            return barred
        if self._text.low(at - 1) in words_in("pronouns", "prepositions"):
            return barred  # "took it with her"
        return barred | {key for _, key in self._spots.within(self._clause(at, first), at)}

    def _speakers(self, at: int) -> set[str]:
        """Return who stands before the colon of a pronoun's line: "DAMIR (091 555): He says ..." is not Damir."""
        line = at
        while line and self._text.raw(line - 1) != "\n":
            line -= 1
        colon = next((place for place in range(line, at) if self._text.raw(place) == ":"), line)
        return {key for _, key in self._spots.within(line, colon)}

    def _clause(self, at: int, first: int) -> int:
        while at > first and self._text.low(at - 1) not in words_in("clear", "clauses"):
            at -= 1
        return at

    def _quote(self, at: int, first: int) -> int:
        """Return where the quotation that a pronoun is in begins; the first token of its sentence if it is in none."""
        for place in range(at - 1, first - 1, -1):
            if self._text.raw(place) in QUOTES:
                marks = [one for one in range(first, at) if self._text.raw(one) == self._text.raw(place)]
                closed = self._text.raw(place) == QUOTES[self._text.raw(place)] and len(marks) % 2 == 0
                return first if closed else place
            if self._text.raw(place) in set(QUOTES.values()) - {"’"}:
                return first
        return first

    def _owner(self, at: int, sex: str) -> str:
        """Return who does something with what is theirs: "when the nurse came, Olena lost her temper"."""
        if at not in self._whose:
            return ""
        low = self._clause(at, self._text.bounds[at][0])
        here = {key for _, key in self._spots.within(low, at) if self._fits(key, sex)} - self._speakers(at)
        key = next(iter(here), "")
        return key if len(here) == 1 and self._sexes.get(key) == sex and self._acts_in(key, (low, at)) else ""

    def _far(self, at: int, sex: str) -> tuple[str, bool, frozenset[str]]:
        """Return the only one so far, who was meant last if nobody came since, or who follows in the sentence."""
        barred = self._barred(at, self._text.bounds[at][0])
        before = self._fitting((key for _, key in self._spots.within(0, at) if key not in barred), sex)
        if len(before) == 1:
            return next(iter(before)), False, before
        last = max((place for place in self._found.people if _sex(self._text, place) == sex), default=-1)
        since = self._fitting((key for _, key in self._spots.within(last + 1, at)), sex)
        if last >= 0 and not since and self._found.people[last] not in barred:
            return self._found.people[last], False, before
        if before:
            return "", False, before
        end = self._text.bounds[at][1]
        after = self._fitting((key for _, key in self._spots.within(at + 1, end)), sex)
        if len(after) == 1:
            return next(iter(after)), False, after
        if after or barred:
            return "", False, after
        return f"somebody {sex}", False, frozenset()

    def _fitting(self, keys: Iterable[str], sex: str) -> frozenset[str]:
        return frozenset(key for key in keys if self._fits(key, sex))
