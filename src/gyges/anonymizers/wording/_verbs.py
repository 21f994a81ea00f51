"""Verb forms: what goes with "he" or "she", what may stand before it, and what is no verb at all."""

from collections.abc import Sequence

from gyges.anonymizers.wording._tables import table, words_in
from gyges.anonymizers.wording._tokens import Token
from gyges.reading.english import can_be, plain_form, usual_tag

__all__ = ["QUOTES", "is_adverb", "is_finite", "is_inserted", "may_be_noun", "skip_adverbs", "third_to_plain"]

QUOTES = {'"': '"', "“": "”", "«": "»", "‘": "’"}
"""Signs that open a quotation, with those that close it."""


def third_to_plain(word: str) -> str | None:
    """Return the form after "they" of a word in lower case that goes with "she"; None if it is no such verb."""
    if word in words_in("pronouns", "not_verbs"):
        return None
    return table("pronouns")["negated"].get(word) or plain_form(word)


def is_adverb(word: str) -> bool:
    """Tell whether a word in lower case may stand between a subject and its verb."""
    return word in words_in("pronouns", "adverbs") or (
        can_be(word, "ADV") and third_to_plain(word) is None and usual_tag(word).startswith("RB")
    )


def is_inserted(words: Sequence[Token], at: int, verb: int) -> bool:
    """Tell whether pronoun and verb stand between commas: "the boat, he says, has sunk"."""
    return (
        at > 0
        and words[at - 1].raw in {",", "–", "—"}
        and words[verb + 1 : verb + 2] != []
        and (words[verb + 1].raw == words[at - 1].raw)
    )


def is_finite(words: Sequence[Token], at: int) -> bool:
    """Tell whether the word at a place can be the verb of a clause."""
    if at >= len(words) or not words[at].is_word:
        return False
    low = words[at].low
    return third_to_plain(low) is not None or usual_tag(low) in {"VBD", "MD"}


def may_be_noun(word: str) -> bool:
    """Tell whether a word in lower case can be a noun."""
    return can_be(word, "NOUN") or usual_tag(word).startswith("NN")


def skip_adverbs(words: Sequence[Token], at: int) -> int:
    """Return the first place from one on that is no adverb."""
    while at < len(words) and is_adverb(words[at].low):
        at += 1
    return at
