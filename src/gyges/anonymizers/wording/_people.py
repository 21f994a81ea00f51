"""Words for people that tell a sex, where they stand for somebody: found with what leads them."""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from operator import attrgetter

from gyges.anonymizers.wording._remembered import remembered
from gyges.anonymizers.wording._tables import table, words_in
from gyges.anonymizers.wording._tokens import Token, sentences, tokens
from gyges.reading.english import can_be, usual_tag
from gyges.reading.ladders import ladder

__all__ = ["Person", "Text", "find_people", "is_child", "is_sexed", "kin_kinds", "relative", "sexed_noun"]

_LED = frozenset(
    ("my", "our", "your", "his", "her", "their", "the", "a", "an", "this", "that", "these", "those", "some")
)
_OWN = frozenset(("my", "our", "your", "his", "her", "their", "'s"))
_COUNTED = frozenset(["two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "both", "several", "few"])
_SMALL = frozenset(("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"))
_START, _END = attrgetter("start"), attrgetter("end")
_ADJECTIVES = 3  # looked back for what leads a noun
_EDGE = frozenset('.!?\n:;"“‘(–—•*-|')


@dataclass(frozen=True, slots=True)
class Person:
    """A word for somebody.

    Attributes:
        at: Its token.
        lead: The token of the article, possessive or number before it, -1 if there is none.
        first: The first token between those two, adjectives; `at` where there is none.
        group: Its class in the table.
        sex: ``he`` or ``she``.
        many: Whether it is more than one.
    """

    at: int
    lead: int
    first: int
    group: str
    sex: str
    many: bool

    @property
    def kin(self) -> bool:
        """Whether it is a word for a relative."""
        return self.group not in words_in("kin", "anyone")


@dataclass(frozen=True, slots=True)
class Text:
    """A text as its tokens, with the sentence each is in and the places of set phrases."""

    text: str
    words: Sequence[Token]
    bounds: Sequence[tuple[int, int]]
    fixed: frozenset[int]

    @classmethod
    def of(cls, text: str) -> "Text":
        """Take a text apart, once for all that is asked of it."""
        return remembered(text, "apart", lambda: cls._apart(text))

    @classmethod
    def _apart(cls, text: str) -> "Text":
        words = tokens(text)
        bounds: list[tuple[int, int]] = [(0, 0)] * len(words)
        for first, last in sentences(words):
            bounds[first:last] = [(first, last)] * (last - first)
        spans = [match.span() for match in _phrases().finditer(text.replace("’", "'"))]
        fixed: list[int] = []
        for low, high in spans:
            first = bisect_left(words, low, key=_START)
            fixed += range(first, bisect_right(words, high, lo=first, key=_END))
        return cls(text, words, bounds, frozenset(fixed))

    def low(self, at: int) -> str:
        """Return a token in lower case, empty outside of the text."""
        return self.words[at].low if 0 <= at < len(self.words) else ""

    def raw(self, at: int) -> str:
        """Return a token as it is written, empty outside of the text."""
        return self.words[at].raw if 0 <= at < len(self.words) else ""

    def opens(self, at: int) -> bool:
        """Tell whether a token begins a sentence, a line or a quotation."""
        return at == 0 or self.bounds[at][0] == at or self.raw(at - 1) in _EDGE


@cache
def _phrases() -> re.Pattern[str]:
    phrases = sorted(table("kin")["phrases"]["list"], key=len, reverse=True)
    return re.compile(rf"(?<![\w-])(?:{'|'.join(map(re.escape, phrases))})(?![\w-])", re.IGNORECASE)


@cache
def _lexicon() -> dict[str, tuple[str, str, bool]]:
    return {
        word: (
            group,
            sex.removesuffix("s") if sex == "hes" else "she" if sex == "shes" else sex,
            sex in {"hes", "shes"},
        )
        for group, row in table("kin")["classes"].items()
        for sex in ("he", "she", "hes", "shes")
        for word in row[sex].split()
    }


def is_sexed(word: str) -> bool:
    """Tell whether a word in lower case is one for somebody that tells a sex."""
    return word in _lexicon() or word in table("kin")["plain"]


def sexed_noun(word: str) -> tuple[str, bool] | None:
    """Return the sex that a noun in lower case for somebody tells, and whether it is for several; None for any other.

    Example:
        >>> sexed_noun("women"), sexed_noun("son"), sexed_noun("child")
        (('she', True), ('he', False), None)
    """
    known = _lexicon().get(word)
    return (known[1], known[2]) if known is not None else None


def relative(word: str) -> tuple[str, str, str] | None:
    """Return class, sex and neutral word of a word in lower case for one relative; None for any other.

    Example:
        >>> relative("wife"), relative("sons"), relative("man")
        (('partner', 'she', 'partner'), None, None)
    """
    group, sex, many = _lexicon().get(word, ("", "", True))
    if many or group in words_in("kin", "anyone"):
        return None
    return group, sex, table("kin")["classes"][group]["one"]


def kin_kinds(text: Text) -> int:
    """Return how many kinds of relatives a text has: more than one keep their own words, so that each stays one."""
    family: dict[str, str] = ladder("family")
    kinds = {known[0] if (known := _lexicon().get(word.low)) else word.low for word in text.words if _is_kin(word.low)}
    return len(kinds | {word.low for word in text.words if word.low in family})


def _is_kin(word: str) -> bool:
    known = _lexicon().get(word)
    return known is not None and known[0] not in words_in("kin", "anyone")


def find_people(text: Text) -> Iterator[Person]:
    """Yield the words that stand for somebody and tell a sex, not those of set phrases, names and compounds."""
    for at, token in enumerate(text.words):
        known = _lexicon().get(token.low)
        if known is None or token.opaque or at in text.fixed or text.raw(at + 1) == "-" or text.raw(at - 1) == "-":
            continue
        group, sex, many = known
        if many and text.raw(at + 1) in {"'", "’"}:
            continue  # "the mothers' shelter"
        person = Person(at, *_led(text, at), group, sex, many)
        if _stands_for_somebody(text, person):
            yield person


def _led(text: Text, at: int) -> tuple[int, int]:
    """Return the article, possessive or number that leads a noun, and the first adjective between."""
    first = at
    for place in range(at - 1, max(text.bounds[at][0], at - _ADJECTIVES - 2) - 1, -1):
        token = text.words[place]
        if token.low in _LED or token.low in _COUNTED or token.low == "'s" or token.raw.isdigit():
            return place, first
        describes = can_be(token.low, "ADJ") or re.search(r"-old$|^(?:late|then|ex|elder)$", token.low)
        if (not token.is_word and not token.low.endswith("-old")) or not describes or at - place > _ADJECTIVES:
            break
        first = place
    return -1, at


def _stands_for_somebody(text: Text, person: Person) -> bool:
    token, before = text.words[person.at], text.low(person.at - 1)
    capital = token.raw[:1].isupper() and not token.raw.isupper()
    named = token.low in words_in("kin", "names") and person.kin
    if capital and not text.opens(person.at) and not named:
        return token.low in words_in("kin", "before_names")
    if len(token.low) <= 2 and person.lead < 0:
        return False
    if token.raw.isupper() and len(token.raw) <= 3 and person.lead < 0:
        return False
    if person.kin:
        contrast = {before} & (words_in("kin", "contrasts") - words_in("kin", "ranks"))
        return not contrast and not (before == "only" and person.group not in {"child", "sibling", "grandchild"})
    return _is_somebody(text, person, before)


def _is_somebody(text: Text, person: Person, before: str) -> bool:
    """Tell whether "man" or "girl" stands for somebody and can be "person" or "child" without a false word."""
    words = {text.low(at) for at in range(*text.bounds[person.at])}
    if words & words_in("kin", "talk"):
        return False
    if person.lead < 0:  # "men and women", but not "women are paid less"
        return person.many and "and" in {text.low(person.at + 1), before}
    between = {text.low(at) for at in range(person.lead + 1, person.at)}
    if between & (words_in("kin", "contrasts") | words_in("kin", "ranks")):
        return False
    lead, ahead = text.low(person.lead), text.low(person.lead - 1)
    if person.group == "youngster" and lead == "a" and ahead == "as":
        return True  # "as a boy": "as a child"
    if lead in {"a", "an"} and ahead in {"as", "like", "such", "what", "than", "be", "against"}:
        return False
    if person.many and lead not in _COUNTED | {"these", "those"} and not lead.isdigit():
        return person.group == "youngster" and lead in _OWN and is_child(text, person)  # "the men" may be all men
    after = text.words[person.at + 1] if person.at + 1 < len(text.words) else None
    if after is not None and after.is_word and after.raw.islower() and _compound(after.low):
        return False  # "a woman doctor"
    if person.group == "youngster":
        return is_child(text, person) or lead not in _OWN
    return lead not in _OWN  # "my man"


def _compound(low: str) -> bool:
    tag = usual_tag(low)
    return (tag == "NN" or (tag == "NNS" and not can_be(low, "VERB"))) and not can_be(low, "ADV")


def is_child(text: Text, person: Person) -> bool:
    """Tell whether a boy or girl certainly is a child: by an age, a school, parents in the same sentence."""
    first, last = text.bounds[person.at]
    if text.low(person.lead - 1) in {"as", "was", *_OWN}:
        return True  # "as a boy", "when I was a girl", "my two boys"
    if text.low(person.at + 1) in {"of", "is", "was", ","} and text.low(person.at + 2) in _SMALL:
        return True  # "the girl is three"
    return any(text.low(at) in words_in("kin", "childhood") for at in range(first, last) if at != person.at)
