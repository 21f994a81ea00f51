"""What stands for a pronoun so that everybody knows who is meant: "they", or the one's own name."""

import re
from collections.abc import Mapping, Sequence

from gyges.anonymizers.wording._agreement import agree
from gyges.anonymizers.wording._mentions import are_many
from gyges.anonymizers.wording._people import Text
from gyges.anonymizers.wording._pronouns import role_of, they_for
from gyges.anonymizers.wording._referents import Referents
from gyges.anonymizers.wording._rewording import Rewording
from gyges.anonymizers.wording._tables import words_in
from gyges.anonymizers.wording._tokens import Token
from gyges.anonymizers.wording._verbs import is_finite, skip_adverbs
from gyges.reading.english import can_be, usual_tag

__all__ = ["Instead"]

_MANY = frozenset(("they", "them", "their", "theirs", "themselves", "they're", "they've"))
_AROUND = 2  # sentences before and behind in which another "they" would be read together with one
_NUMBER = re.compile(
    r"\d[\d.,]*|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\w+teen|(?:twen|thir|for|fif|six|seven|eigh|nine)ty"
)
_VERBS = 2  # verbs of one "they" in a sentence that still read well
_ARTICLE = 5  # code points of an article and the gaps around it
_BACK = 2  # sentences without anybody that are stepped over to find who was spoken of last


class Instead:
    """Finds what stands for the pronouns of a text, one by one in order.

    Args:
        text: The text.
        meant: Whom the pronouns stand for.
        spots: Everybody spoken of, by a noun or a pronoun, by token.
        names: What somebody may be called, by key, with the token from which on the text has told of them.
    """

    def __init__(
        self, text: Text, meant: Referents, spots: Mapping[int, str], names: Mapping[str, tuple[int, str]]
    ) -> None:
        self._text, self._meant, self._spots, self._names = text, meant, spots, names
        self._spans = sorted(set(text.bounds))
        self._number = {first: number for number, (first, _) in enumerate(self._spans)}
        self._called: set[tuple[int, str]] = set()  # who has been called by name already, and in which sentence

    def of(self, at: int) -> list[Rewording] | None:
        """Return what stands for a pronoun, with its verbs; None if nothing reads well and certain."""
        first, last = self._text.bounds[at]
        words = self._text.words[first:last]
        role = role_of(words, at - first)
        they = they_for(words, at - first, strictly=True)
        if they is not None and not they[0].rungs[0]:
            return they  # "the mayor himself"
        if role == "self" and (they is None or they[0].rungs[0].lower() == "themselves"):
            return None  # reads badly of one
        if self._is_quoted(at):
            return None  # what was said stays as it was said
        if they is not None and self._is_clear(at, role) and not self._is_stiff(they):
            return they
        if they is None and self._text.low(at) == "her":
            return None  # whose or whom is open
        return self._name(at, role, words)

    def _is_quoted(self, at: int) -> bool:
        """Tell whether a pronoun stands in words that were said."""
        before = self._text.text[: self._text.words[at].start].rpartition("\n")[2]
        return before.count('"') % 2 == 1 or before.count("“") > before.count("”")

    def _is_stiff(self, they: Sequence[Rewording]) -> bool:
        """Tell whether "they" would be said to be one thing ("they are a nurse"), or would do much in one sentence."""
        verbs = they[1:]
        ends = [self._text.text[swap.end : swap.end + _ARTICLE] for swap in they if _is_being(swap)]
        return len(verbs) > _VERBS or any(re.match(r"\s(?:an?|the|my|our|his|her)\s", end) for end in ends)

    def _name(self, at: int, role: str, words: Sequence[Token]) -> list[Rewording] | None:
        key = self._meant.people[at]
        since, name = self._names.get(key, (0, ""))
        first = self._text.bounds[at][0]
        if not name or at not in self._meant.sure or since >= at or role == "self" or (first, key) in self._called:
            return None
        if self._spots.get(at - 1) == key or (role != "subject" and self._is_own_clause(at, key)):
            return None  # "R. hurt R."
        self._called.add((first, key))
        token = self._text.words[at]
        if token.raw[:1].isupper() and self._text.opens(at):
            name = name[:1].upper() + name[1:]
        if role == "whose":
            return [Rewording(token.start, token.end, (f"{name}'s",), "pronoun")]
        short = self._text.low(at + 1)
        swaps = [Rewording(token.start, token.end, (name,), "pronoun")]
        if role != "subject" or not short.startswith("'"):
            return swaps
        full = {"'ll": " will"}.get(short, "")
        if short == "'s":
            agreed = agree(words, at - first)
            full = " has" if any(verb.endswith("ve") for _, verb in agreed.verbs) else " is"
            full = "" if agreed.guessed else full
        after = self._text.words[at + 1]
        return [*swaps, Rewording(after.start, after.end, (full,), "pronoun")] if full else None

    def _is_own_clause(self, at: int, key: str) -> bool:
        """Tell whether the one meant is named in the same clause before."""
        low, first = at, self._text.bounds[at][0]
        while low > first and self._text.low(low - 1) not in words_in("clear", "clauses"):
            low -= 1
        return any(self._spots.get(place) == key for place in range(low, at))

    def _is_clear(self, at: int, role: str) -> bool:
        """Tell whether "they" can only be read as the one who is meant."""
        key = self._meant.people[at]
        first = self._text.bounds[at][0]
        if self._they_around(first):
            return False
        here = {place: who for place, who in self._spots.items() if first <= place < at}
        if key in here.values():
            return self._clear_within(at, role, key, here)
        if here or self._many(first, at):
            return False
        return self._clear_before(first, key)

    def _they_around(self, first: int) -> bool:
        number = self._number[first]
        around = self._spans[max(0, number - _AROUND) : number + _AROUND + 1]
        return any(self._text.low(place) in _MANY for place in range(around[0][0], around[-1][1]))

    def _clear_within(self, at: int, role: str, key: str, here: Mapping[int, str]) -> bool:
        """Judge a pronoun whose sentence has named the one meant."""
        others = [place for place, who in here.items() if who != key]
        first = self._text.bounds[at][0]
        if not others:
            return not self._many(first, at)
        own = max(place for place, who in here.items() if who == key)
        other = max(others)
        if other > own or role == "whom" or self._many(first, at):
            return False
        apart = any(self._text.low(place) in words_in("clear", "clauses") for place in range(other, own))
        verb = skip_adverbs(self._text.words, own + 1)
        return apart and is_finite(self._text.words, verb)  # "when the nurse came, Ana lost her temper"

    def _clear_before(self, first: int, key: str) -> bool:
        """Judge a pronoun by the last sentence that speaks of somebody: only of the one meant."""
        number = self._number[first]
        for low, high in reversed(self._spans[max(0, number - 1 - _BACK) : number]):
            who = {key for place, key in self._spots.items() if low <= place < high}
            if self._many(low, high):
                return False
            if who:
                return who == {key}
        return False

    def _many(self, low: int, high: int) -> bool:
        """Tell whether several are spoken of who may be "they"."""
        words = self._text.words[low:high]
        if are_many(words):
            return True
        return any(_is_plural(words, at) for at in range(len(words)))


def _is_being(swap: Rewording) -> bool:
    return swap.rungs[0].lower().split()[-1:] in (["are"], ["were"], ["'re"])


def _is_plural(words: Sequence[Token], at: int) -> bool:
    """Tell whether a word is a noun for several: "ploughs" behind "the", not behind "she"."""
    before = words[at - 1].low if at else "the"
    if _NUMBER.fullmatch(before) and words[at].low.endswith("s"):
        return True
    led = before in words_in("pronouns", "determiners") or before in words_in("pronouns", "prepositions")
    return usual_tag(words[at].low) == "NNS" and (led or can_be(before, "ADJ") or can_be(before, "VERB"))
