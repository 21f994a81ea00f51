"""The way from a verb to the end of its sentence, for the other verbs of the same subject."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from gyges.anonymizers.wording._tables import table, words_in
from gyges.anonymizers.wording._tokens import Token
from gyges.anonymizers.wording._verbs import (
    QUOTES,
    is_adverb,
    is_finite,
    is_inserted,
    may_be_noun,
    skip_adverbs,
    third_to_plain,
)
from gyges.reading.english import can_be, usual_tag

__all__ = ["Agreed", "Walk"]

_FAR = 120  # tokens of a parenthesis or quotation that are stepped over
_PLURAL_VERBS = frozenset(("are", "were", "have", "do", "aren't", "weren't", "haven't", "don't"))
_RELATIVE = frozenset(("who", "which", "that"))


@dataclass(slots=True)
class Agreed:
    """The verbs of a pronoun: where they stand, what they become, and whether all of that is certain, or likely."""

    verbs: list[tuple[int, str]] = field(default_factory=list)
    sure: bool = True
    guessed: bool = False


class Walk:
    """The way from a verb to the end of its sentence, past other subjects, for verbs that share its subject."""

    def __init__(self, words: Sequence[Token], agreed: Agreed, *, present: bool) -> None:
        self._words = words
        self._agreed = agreed
        self._present = present
        self._other = ""  # the last other subject: "one" (of a verb of today), "maybe" one, "who", "it", "past"

    def go(self, at: int) -> None:
        """Walk on from a place."""
        words = self._words
        while at < len(words):
            token = words[at]
            if token.raw in QUOTES:
                closed = self._closed(at, QUOTES[token.raw])
                if closed is None:
                    return
                at = closed + 1
                continue
            if token.raw == "(":
                at = self._bracket(at)
                continue
            if token.low in {"he", "she"} and is_inserted(words, at, at + 1):
                at += 2
                continue
            if token.raw in {":", "\n"} or token.low in {"he", "she", "s/he"}:
                return
            self._look(at)
            at += 1

    def _closed(self, at: int, sign: str) -> int | None:
        for other in range(at + 1, min(len(self._words), at + _FAR)):
            if self._words[other].raw == sign:
                return other
        return None

    def _bracket(self, at: int) -> int:
        """Step over brackets; a verb right behind "(" has the same subject."""
        verb = skip_adverbs(self._words, at + 1)
        here = self._verb_here(verb) if verb < len(self._words) else False
        self._agreed.guessed = self._agreed.guessed or here is not False
        if here is True and not self._other:
            plain = third_to_plain(self._words[verb].low)
            if plain:
                self._agreed.verbs.append((verb, plain))
        closed = self._closed(at, ")")
        return at + 1 if closed is None else closed + 1

    def _look(self, at: int) -> None:
        token = self._words[at]
        if not token.is_word or token.opaque:
            return
        low = token.low
        before = self._before(at)
        joined = before is None or before.low in words_in("pronouns", "joints")
        if low in table("pronouns")["subjects"]["one"].split():
            if low in {"that", "there", "this"} and not self._leads(at):
                return
            self._other = "who" if low in {"who", "that"} else "it" if low in {"it", "which", "there"} else "one"
            return
        if low in table("pronouns")["subjects"]["many"].split():
            self._other = self._other or "many"  # "the only one that asks how I am and waits"
            return
        if third_to_plain(low) is not None:
            self._third(at, joined=joined)
        elif low in _PLURAL_VERBS and not joined:
            self._other = self._other or "many"
        elif not joined and usual_tag(low) == "VBD" and before is not None and self._can_be_subject(before):
            self._other = self._other if self._other in {"who", "it"} else "past"

    def _leads(self, at: int) -> bool:
        after = skip_adverbs(self._words, at + 1)
        return after < len(self._words) and is_finite(self._words, after)

    def _before(self, at: int) -> Token | None:
        at -= 1
        while at >= 0 and is_adverb(self._words[at].low) and self._words[at].low not in {"so", "yet", "then"}:
            at -= 1
        return self._words[at] if at >= 0 else None

    @staticmethod
    def _can_be_subject(token: Token) -> bool:
        low = token.low
        if (
            not token.is_word
            or low in words_in("pronouns", "prepositions")
            or low in words_in("pronouns", "determiners")
        ):
            return False
        return can_be(low, "NOUN") or token.raw[:1].isupper() or low in _RELATIVE or not can_be(low, "ADJ")

    def _third(self, at: int, *, joined: bool) -> None:
        """Judge a word that can be a verb of one person."""
        low = self._words[at].low
        verb = self._verb_here(at)
        before = self._before(at)
        if not joined:
            if before is not None and self._can_be_subject(before) and self._other not in {"who", "it"}:
                if verb is True:
                    self._other = "one"
                elif self._other == "" and self._may_end_clause(at):
                    self._other = "maybe"
            return
        if verb is False:
            return
        owner = self._owner(at)
        if owner == "other":
            self._agreed.guessed = True
            return
        if verb is None or owner == "":
            self._agreed.sure = False
            return
        self._agreed.guessed = self._agreed.guessed or self._other != ""
        plain = third_to_plain(low)
        if plain is not None:
            self._agreed.verbs.append((at, plain))
            self._other = ""

    def _may_end_clause(self, at: int) -> bool:
        """Tell whether "the boiler leaks and" may be a clause: the noun before is led by an article."""
        return at > 1 and self._words[at - 2].low in {"the", "a", "an", "his", "her", "my", "their", "our"}

    def _owner(self, at: int) -> str:
        """Tell whose verb a joined one is: "she", "other", or empty where that is open."""
        low, other = self._words[at].low, self._other
        if other in {"", "many"}:
            return "she"
        human = low in words_in("pronouns", "human")
        comma = self._words[at - 1].raw == "," or (at > 1 and self._words[at - 2].raw == ",")
        if other == "who":
            return "" if comma else "other"
        if other in {"it", "maybe"}:
            return "she" if human else ""
        if other == "past":
            return "she" if self._present and low != "was" else ""
        return "she" if human and comma else ""

    def _verb_here(self, at: int) -> bool | None:
        """Tell whether a word that can be a verb of one person is one here; None where that is open."""
        low = self._words[at].low
        plain = third_to_plain(low)
        if plain is None:
            return False
        if low in {"is", "was", "has", "does"} or not (may_be_noun(low) or may_be_noun(plain)):
            return True
        certain = usual_tag(low) == "VBZ" or low in words_in("pronouns", "human")
        after = self._words[at + 1] if at + 1 < len(self._words) else None
        if after is not None:
            if after.low in words_in("pronouns", "objects") or after.low in {"to", "out", "up", "off"}:
                return True
            if after.low in {"of", "'s"}:
                return False
            if after.is_word and usual_tag(after.low) in {"VBD", "VBP", "MD", "VBZ"}:
                return None if certain else False  # "and drinks were served"
            if after.low in words_in("pronouns", "numbers") or after.raw[:1].isdigit() or after.raw in QUOTES:
                return True  # "and houses three lodgers"
        return self._verb_in_list(at, after, certain=certain)

    def _verb_in_list(self, at: int, after: Token | None, *, certain: bool) -> bool | None:
        """Judge a word between joints: "washes, irons and folds", but "cakes, drinks and sweets"."""
        if any(place == at - 2 for place, _ in self._agreed.verbs):
            return True
        noun = usual_tag(self._words[at].low) == "NNS"
        before = self._words[at - 2].low if at > 1 else ""
        alone = after is None or not after.is_word or after.low in words_in("pronouns", "joints")
        listed_nouns = alone and noun and usual_tag(before) == "NNS"
        if listed_nouns and not certain:
            return False
        if after is not None and after.low.endswith("ly") and usual_tag(after.low).startswith("RB"):
            return True  # "and acts accordingly"
        comma = after is not None and after.raw == ","
        joint = self._words[at + 1 + comma].low if at + 1 + comma < len(self._words) else ""
        if joint in {"and", "or"} and self._words[at - 1].raw == ",":
            beyond = skip_adverbs(self._words, at + 2 + comma)  # "logs and milk powder"
            return beyond < len(self._words) and third_to_plain(self._words[beyond].low) is not None
        if listed_nouns:
            return None
        return True if certain else False if noun else None
