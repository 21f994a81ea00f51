"""Who is spoken of in a text, each under one key, with the sex that is told of them."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from gyges.anonymizers.wording._mentions import CREATURE, PersonMention, find_mentions
from gyges.anonymizers.wording._people import Text, relative, sexed_noun
from gyges.anonymizers.wording._tables import words_in
from gyges.anonymizers.wording._verbs import skip_adverbs
from gyges.reading.english import can_be, usual_tag
from gyges.reading.lookups import first_name, title

__all__ = ["Cast", "cast_of", "owner_of"]

_BESIDE = 4  # tokens between a word for a relative and the name of that one
_LOOKED_BACK = 4  # tokens before a noun in which its possessive stands
_CERTAIN = 0.97  # share of its bearers from which on a first name tells a sex
_USUAL = 0.3  # weight of a first name from which on it is believed
_WRITER = {"my": "my", "our": "my"}
_POSSESSIVES = frozenset(("his", "her", "their", "your"))
_LEADS = frozenset(("the", "a", "an", "my", "our", "this", "that", "another", "one"))
_BETWEEN = re.compile(r",|\(|[A-Z]\w*\.?|\.")


@dataclass(frozen=True, slots=True)
class Cast:
    """Everybody in a text.

    Attributes:
        mentions: Where they are spoken of by a noun or a name, in order.
        sexes: ``he`` or ``she`` of those of whom a title, a word for a relative or a first name tells it.
        doubtful: Keys that may be of two people.
    """

    mentions: tuple[PersonMention, ...]
    sexes: Mapping[str, str]
    doubtful: frozenset[str]


def cast_of(text: Text, named: Mapping[int, str] | None = None) -> Cast:
    """Return who is spoken of in a text; relatives of two people are two."""
    found = [one for one in find_mentions(text, named) if _is_somebody(text, one)]
    found = sorted((*found, *_acting(text, {one.at for one in found})), key=lambda one: one.at)
    aliases: dict[str, str] = {}
    doubtful: set[str] = set()
    kin = [_relative_key(text, one.at) for one in found]
    for place, one in enumerate(found):
        after = found[place + 1] if place + 1 < len(found) else None
        if not kin[place] or after is None or kin[place + 1] or not _is_beside(text, one.at, after.at):
            continue
        if not _is_name(text, after.at):
            continue
        if aliases.setdefault(kin[place], after.key) != after.key:
            doubtful |= {aliases[kin[place]], after.key}  # "my son Luis", and later "my son Iker"
            aliases.pop(kin[place])
    mentions = [
        replace(one, key=_settled(key, kin, doubtful)) if key else one for one, key in zip(found, kin, strict=True)
    ]
    aliases.update(_titled(text, mentions, doubtful))
    mentions = [replace(one, key=aliases.get(one.key, one.key)) for one in mentions]
    return Cast(tuple(mentions), _sexes(text, mentions, doubtful), frozenset(doubtful))


def owner_of(text: Text, at: int) -> str:
    """Return whose relative a noun is, in a word: "my", "her", the name before "'s"; empty if that is not said."""
    for place in range(at - 1, max(text.bounds[at][0], at - _LOOKED_BACK) - 1, -1):
        low = text.low(place)
        if low in _WRITER:
            return "my"
        if low in _POSSESSIVES:
            return low
        if low == "'s":
            return text.low(place - 1)
        if not text.words[place].is_word:
            break
    after = text.low(at + 2) if text.low(at + 1) == "of" else ""
    return after if after not in {"two", "three", "four", "five", "six", "seven", "the", "a"} else ""


def _relative_key(text: Text, at: int) -> str:
    kin = relative(text.low(at))
    return f"{kin[0]} {kin[1]} of {owner_of(text, at)}" if kin is not None else ""


def _settled(key: str, kin: Sequence[str], doubtful: set[str]) -> str:
    """Return the key of a relative: of whose mother "the mother" is, if there is but one."""
    kind, _, owner = key.partition(" of ")
    if owner:
        return key
    others = {other for other in kin if other.startswith(f"{kind} of ") and other != key}
    if len(others) == 1:
        return next(iter(others))
    if others:
        doubtful |= {key, *others}
    return key


def _is_somebody(text: Text, one: PersonMention) -> bool:
    """Tell whether a mention is of one who may be meant: neither several, nor who speaks, nor a verb."""
    if _are_many(text, one.at) or _speaks(text, one.at) or _is_writer(text, one.at):
        return False
    low, before = text.low(one.at), text.low(one.at - 1)
    if before == "in" and low == "person":
        return False
    return one.key != low or not can_be(low, "VERB") or usual_tag(before)[:2] not in {"PR", "MD", "TO", "VB", "RB"}


def _acting(text: Text, known: set[int]) -> Iterator[PersonMention]:
    """Yield nouns that nobody knows and that do what people do: "the insured asked"."""
    for at, token in enumerate(text.words):
        if at in known or not token.raw.islower() or text.low(at - 1) not in _LEADS or token.opaque:
            continue
        verb = text.low(skip_adverbs(text.words, at + 1))
        human = verb in words_in("pronouns", "human") and not can_be(verb, "NOUN")
        if human or verb in words_in("clear", "acting"):
            yield PersonMention(at, token.low)


def _are_many(text: Text, at: int) -> bool:
    noun = sexed_noun(text.low(at))
    return at in text.fixed or (noun is not None and noun[1])


def _speaks(text: Text, at: int) -> bool:
    """Tell whether a name at the head of a line only says who speaks: "23:52 Sr. Perpetua Achieng: he is here"."""
    after = at + 1
    while text.raw(after)[:1].isupper() or text.raw(after) == ".":
        after += 1
    line = at
    while line > 0 and text.raw(line - 1) != "\n":
        line -= 1
    lead = [text.raw(place) for place in range(line, at)]
    return text.raw(after) == ":" and not any(word.islower() for word in lead)


def _is_writer(text: Text, at: int) -> bool:
    """Tell whether a name is the writer's own: "I, Wendell Knight, practise", "I am Rosa Diaz"."""
    while title(text.raw(at - 1)) is not None or text.raw(at - 1) == ".":
        at -= 1
    return text.low(at - 2) == "i" and text.low(at - 1) in {",", "am", "'m"}


def _titled(text: Text, mentions: Sequence[PersonMention], doubtful: set[str]) -> dict[str, str]:
    """Return whose name goes with a role: "Hilary Tranter (chair)", "Insured: Mr Powell", "the man was Dizon"."""
    roles = {text.low(one.at): one.key for one in mentions if not _is_name(text, one.at) and " of " not in one.key}
    found: dict[str, str] = {}
    for one in mentions:
        if not _is_name(text, one.at):
            continue
        for place in (*_behind(text, one.at), *_ahead(text, one.at)):
            role = roles.get(text.low(place), "")
            if role and found.setdefault(role, one.key) != one.key:
                doubtful.add(role)
            if role:
                break
    return {role: key for role, key in found.items() if role not in doubtful}


def _behind(text: Text, at: int) -> Iterator[int]:
    """Yield the words beside a name that may say what somebody is: "Hilary Tranter (chair)"."""
    at += 1
    while text.raw(at)[:1].isupper() or text.raw(at) in {".", "-"}:
        at += 1
    if text.raw(at) in {",", "("}:
        for place in range(at + 1, min(len(text.words), at + _BESIDE + 1)):
            if not text.words[place].is_word:
                return
            yield place


def _ahead(text: Text, at: int) -> Iterator[int]:
    """Yield the word before a name that says who that is: the label of a line, or what somebody "was"."""
    if text.low(at - 1) in {"is", "was"} and text.bounds[at] == text.bounds[at - 2]:
        yield at - 2
        return
    place = at - 1
    while place >= 0 and text.raw(place) != "\n" and not text.raw(place).islower():
        if text.words[place].is_word and title(text.raw(place)) is None:
            break
        place -= 1
    labelled = any(text.raw(one) == ":" or text.raw(one) == "." for one in range(place + 1, at))
    if place >= 0 and labelled and (place == 0 or text.raw(place - 1) == "\n"):
        yield place


def _is_name(text: Text, at: int) -> bool:
    return text.raw(at)[:1].isupper()


def _is_beside(text: Text, one: int, other: int) -> bool:
    between = [text.raw(at) for at in range(one + 1, other)]
    if text.bounds[one] != text.bounds[other] or len(between) > _BESIDE:
        return False
    return all(_BETWEEN.fullmatch(word) for word in between)


def _sexes(text: Text, mentions: Sequence[PersonMention], doubtful: set[str]) -> dict[str, str]:
    sexes: dict[str, str] = {}
    for one in mentions:
        told = _sex_at(text, one)
        if told and sexes.setdefault(one.key, told) != told:
            doubtful.add(one.key)
    return sexes


def _sex_at(text: Text, one: PersonMention) -> str:
    noun = sexed_noun(text.low(one.at))
    if one.key == CREATURE:
        return ""
    if noun is not None:
        return noun[0]
    if not _is_name(text, one.at):
        return ""
    before = one.at - 2 if text.raw(one.at - 1) == "." else one.at - 1
    titled = title(text.raw(before)) if text.raw(before)[:1].isupper() else None
    if titled is not None and titled.sex:
        return "she" if titled.sex == "Female" else "he"
    stat = first_name(text.raw(one.at))
    if stat is None or stat.weight < _USUAL or _CERTAIN > stat.p_female > 1 - _CERTAIN:
        return ""
    return "she" if stat.p_female >= _CERTAIN else "he"
