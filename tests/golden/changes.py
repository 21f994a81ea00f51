"""What changed between two rows of one document, in words, and of which class each change is."""

from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from golden.pairs import in_order, pair
from golden.rows import Row

__all__ = ["Change", "Kind", "changes"]

_FACT = ("tag", "value", "certainty", "evidence", "cue")
_MENTION = ("start", "end", "type", "direct", "person")
_QUOTED = 60


class Kind(NamedTuple):
    """The class of a change: where, of which tag or type, by which rule, what."""

    where: str
    tag: str
    cue: str
    what: str


@dataclass(frozen=True, slots=True)
class Change:
    """One thing that differs, as words before and after; None where there is nothing."""

    kind: Kind
    old: str | None
    new: str | None

    def lines(self) -> list[str]:
        """Return it as in a diff."""
        sides = (("-", self.old), ("+", self.new))
        told = [f"{sign} {words}" for sign, words in sides if words is not None]
        return told or [f"! {self.kind.where}: {self.kind.what}"]


def changes(old: Row | None, new: Row | None, text: str) -> list[Change]:
    """Return all differences between the recorded row and the present one; rows that differ never give none.

    Args:
        old: The recorded row, None for a document that is not recorded.
        new: The present row, None for a document that is gone.
        text: The present text.
    """
    if old == new:
        return []
    if old is None or new is None or old["text"] != new["text"]:
        what = "not recorded" if old is None else "gone" if new is None else "text changed"
        return [Change(Kind("document", "", "", what), None, None)]
    found = [
        *_plain("unread", old["unread"], new["unread"]),
        *_readings("reading", old["reading"], new["reading"], text),
    ]
    if old["general"] is not None and new["general"] is not None:
        found += _readings("general", old["general"], new["general"], text)
    found += _mentions("masker", old["masks"], new["masks"], text)
    found += _guesses(old["author"], new["author"], text)
    return found or [Change(Kind("document", "", "", "numbering or order"), None, None)]


def _plain(what: str, old: object, new: object, where: str = "reading") -> Iterator[Change]:
    if old != new:
        yield Change(Kind(where, "", "", what), f"{what} {old}", f"{what} {new}")


def _readings(where: str, old: Row, new: Row, text: str) -> Iterator[Change]:
    yield from _plain("genre", old["genre"], new["genre"], where)
    for name in sorted({*old["notes"], *new["notes"]}):
        yield from _plain(f"note {name}", old["notes"].get(name), new["notes"].get(name), where)
    people = pair(old["people"], new["people"], _SAME_PERSON)
    for person in people.gone:
        yield Change(Kind(where, "", "", "person removed"), _person(person), None)
        yield from (_fact_change(where, person, fact, None, text) for fact in person["facts"])
    for person in people.come:
        yield Change(Kind(where, "", "", "person added"), None, _person(person))
        yield from (_fact_change(where, person, None, fact, text) for fact in person["facts"])
    for was, now in people.both:
        yield from _one_person(where, was, now, text)
    if not in_order(people.both, old["people"], new["people"]):
        yield Change(Kind(where, "", "", "order of people"), None, None)
    who = {was["id"]: now["id"] for was, now in people.both}
    yield from _mentions(f"{where} mentions", old["mentions"], new["mentions"], text, who)


def _one_person(where: str, was: Row, now: Row, text: str) -> Iterator[Change]:
    if was["description"] != now["description"]:
        yield Change(Kind(where, "", "", "description"), _person(was), _person(now))
    if was["mentions"] != now["mentions"]:
        told = [f"{one['description']} mentioned as {_quotes(one['mentions'], text)}" for one in (was, now)]
        yield Change(Kind(where, "", "", "mentions of a person"), *told)
    facts = pair(was["facts"], now["facts"], _SAME_FACT)
    yield from (_fact_change(where, was, fact, None, text) for fact in facts.gone)
    yield from (_fact_change(where, now, None, fact, text) for fact in facts.come)
    for old, new in facts.both:
        if old != new:
            yield _fact_change(where, now, old, new, text)
    if not in_order(facts.both, was["facts"], now["facts"]):
        yield Change(Kind(where, "", "", "order of facts"), None, None)


def _fact_change(where: str, person: Row, old: Any, new: Any, text: str) -> Change:
    told = [None if fact is None else f"{person['description']} {_fact(fact, text)}" for fact in (old, new)]
    tag, *_, cue = new if old is None else old
    return Change(Kind(where, tag, cue, _what(_FACT, old, new)), *told)


def _what(names: Sequence[str], old: Sequence[object] | None, new: Sequence[object] | None) -> str:
    if old is None or new is None:
        return "added" if old is None else "removed"
    return "+".join(name for name, was, now in zip(names, old, new, strict=True) if was != now)


def _mentions(
    where: str, old: list[Any], new: list[Any], text: str, who: dict[str, str] | None = None
) -> Iterator[Change]:
    """Compare spans; whose they are is compared by who is who, not by the number a person happens to have."""
    spans = pair(old, new, _SAME_SPAN)
    yield from (Change(Kind(where, one[2], "", "removed"), _mention(one, text), None) for one in spans.gone)
    yield from (Change(Kind(where, one[2], "", "added"), None, _mention(one, text)) for one in spans.come)
    names = dict(who or {})
    for was, now in spans.both:
        if who is None and was[4] is not None and now[4] is not None and now[4] not in names.values():
            names.setdefault(was[4], now[4])
        meant = [*was[:4], names.get(was[4], was[4])]
        if meant != now:
            yield Change(Kind(where, was[2], "", _what(_MENTION, meant, now)), _mention(was, text), _mention(now, text))


def _guesses(old: Row, new: Row, text: str) -> Iterator[Change]:
    for tag in sorted({*old, *new}):
        before, after = old.get(tag, []), new.get(tag, [])
        if before == after:
            continue
        for rank in range(max(len(before), len(after))):
            was, now = (ranked[rank] if rank < len(ranked) else None for ranked in (before, after))
            if was != now:
                told = [None if one is None else f"author {tag} #{rank + 1} {_guess(one, text)}" for one in (was, now)]
                cue = next(one for one in (was, now) if one is not None)[-1]
                what = _what(("value", "certainty", "evidence", "evidence", "cue"), was, now)
                yield Change(Kind("author", tag, cue, what.replace("evidence+evidence", "evidence")), *told)


def _person(person: Row) -> str:
    return f"person {person['description']}"


def _fact(fact: Any, text: str) -> str:
    tag, value, certainty, evidence, cue = fact
    return f"{tag} {value} ({certainty}) {_quotes(evidence, text)} cue {cue}"


def _guess(guess: Any, text: str) -> str:
    value, certainty, start, end, cue = guess
    return f"{value} ({certainty}) {_quotes([[start, end]], text)} cue {cue}"


def _mention(mention: Any, text: str) -> str:
    start, end, type_, direct, person = mention
    whose = "" if person is None else f" of {person}"
    return f"{type_}{'!' if direct else ''} {_quotes([[start, end]], text)}{whose}"


def _quotes(places: Sequence[Sequence[int]], text: str) -> str:
    quoted = (" ".join(text[start:end].split()) for start, end in places)
    cut = (words if len(words) <= _QUOTED else f"{words[:_QUOTED]}…" for words in quoted)
    return ", ".join(f'"{words}" @{start}' for words, (start, _) in zip(cut, places, strict=True))


def _first(person: Row) -> tuple[int, ...]:
    return tuple(person["mentions"][0]) if person["mentions"] else ()


_Keys = Sequence[Callable[[Any], Hashable]]
_SAME_PERSON: _Keys = (
    lambda person: (person["description"], str(person["mentions"]), str(person["facts"])),
    lambda person: (person["description"], _first(person)),
    lambda person: _first(person) or None,
    lambda person: person["description"],
    lambda person: person["mentions"][-1][1] if person["mentions"] else None,
)
_SAME_FACT: _Keys = (
    str,
    lambda fact: (fact[0], fact[1], fact[4]),
    lambda fact: (fact[0], fact[1]),
    lambda fact: (fact[0], str(fact[3])),
    lambda fact: (fact[0], fact[4]),
)
_SAME_SPAN: _Keys = (str, lambda one: tuple(one[:2]), lambda one: one[0], lambda one: one[1])
