"""What "her" and "his" are in their sentence: whose, or whom."""

from collections.abc import Sequence

from gyges.anonymizers.wording._people import relative
from gyges.anonymizers.wording._tables import words_in
from gyges.anonymizers.wording._tokens import Token
from gyges.anonymizers.wording._verbs import third_to_plain
from gyges.reading.english import can_be, is_english_word, usual_tag

__all__ = ["her_means", "his_means"]

_HOMEWARD = frozenset(("home", "back", "round", "over", "up", "inside", "outside", "upstairs", "downstairs", "along"))
_ORDER = frozenset(("last", "next", "every", "each", "one", "two", "three", "four", "no", "enough", "more"))


def his_means(words: Sequence[Token], at: int) -> str:
    """Return what stands for "his" at a place of a sentence."""
    after = words[at + 1] if at + 1 < len(words) else None
    if after is None or not (after.is_word or after.raw[:1].isdigit() or after.raw in '"“‘([*_█<'):
        return "theirs"
    low = after.low
    if low in words_in("pronouns", "not_attributive") and not (low == "that" or _describes(words, at + 1)):
        return "theirs"
    if usual_tag(low) in {"VBD", "VBZ", "MD"} and not (can_be(low, "NOUN") or can_be(low, "ADJ")):
        return "theirs"  # "a friend of his came"
    return "their"


def _describes(words: Sequence[Token], at: int) -> bool:
    """Tell whether "then" or "now" stands before a noun: "his now wife"."""
    after = words[at + 1] if at + 1 < len(words) else None
    return words[at].low in {"now", "here"} and after is not None and after.is_word and usual_tag(after.low) == "NN"


def her_means(words: Sequence[Token], at: int) -> str:
    """Return what stands for "her" at a place of a sentence; empty where that is open."""
    after = words[at + 1] if at + 1 < len(words) else None
    before = words[at - 1].low if at else ""
    if after is None or not (after.is_word or after.raw[:1].isdigit() or after.raw in '"“‘(*_█'):
        return "them"
    if after.raw in '"“‘(*_█':
        return "them" if after.raw == "(" or before in words_in("pronouns", "ditransitive") else "their"
    low = after.low
    if after.raw[:1].isdigit():
        return "them" if before in words_in("pronouns", "ditransitive") else "their"
    if low in words_in("pronouns", "after_object"):
        return "them"
    if usual_tag(low).startswith(("RB", "IN", "RP")) and low not in _HOMEWARD:
        return "their" if low in {"very", "then"} or _leads_on(words, at + 2) else "them"
    if low in _HOMEWARD:
        if low == "home" and before in words_in("pronouns", "prepositions"):
            return "their"
        return "them" if low != "home" or before in words_in("pronouns", "moved") else "their"
    if low in {"better", "best", "well", "worse", "less", "much", "most"} and not _leads_on(words, at + 2):
        return "them"
    if low in words_in("pronouns", "numbers") and before in {"make", "makes", "made"}:
        return "them"  # "makes her eighty"
    if low in _ORDER:
        return _ordered(words, at, before)
    if before in words_in("pronouns", "prepositions"):
        return "their"
    return _noun_or_verb(words, at, before)


def _leads_on(words: Sequence[Token], at: int) -> bool:
    """Tell whether the word at a place may be described by the one before: "her newly built house"."""
    return (
        at < len(words)
        and words[at].is_word
        and usual_tag(words[at].low)[:2] in {"JJ", "NN", "VB"}
        and words[at].low not in words_in("pronouns", "determiners")
    )


def _ordered(words: Sequence[Token], at: int, before: str) -> str:
    """Judge "her" before a word that counts: "her two sons", "sees her every week", "gave her two"."""
    low = words[at + 1].low
    if low in {"every", "each", "no", "enough", "more"}:
        return "them"
    noun = words[at + 2].low if at + 2 < len(words) else ""
    if low in {"last", "next"} and noun in {"week", "month", "year", "night", "summer", "winter", "spring", "monday"}:
        return "them" if before not in words_in("pronouns", "prepositions") else "their"
    return "them" if before in words_in("pronouns", "ditransitive") else "their"


def _noun_or_verb(words: Sequence[Token], at: int, before: str) -> str:
    low = words[at + 1].low
    later = words[at + 2] if at + 2 < len(words) else None
    if low.endswith("ing") and before in words_in("pronouns", "causative"):
        return "their" if later is not None and usual_tag(later.low) in {"NN", "NNS"} and can_be(low, "ADJ") else "them"
    if (low.endswith(("ed", "en")) and can_be(low, "VERB")) and before in words_in("pronouns", "causative"):
        return "their" if later is not None and usual_tag(later.low) in {"NN", "NNS"} else "them"
    if before in words_in("pronouns", "causative") and _plain_verb(low):
        sure = before in {"let", "lets", "make", "makes", "made", "help", "helped", "helps"}
        if sure or not can_be(low, "NOUN") or usual_tag(low) in {"VB", "VBP"}:
            return "them"
    ends = later is None or not later.is_word or usual_tag(later.low) in {"IN", "TO", "WRB", "PRP"}
    if can_be(low, "ADJ") and usual_tag(low)[:2] in {"JJ", "VB"} and ends and low != "own":
        return "them"  # "I find her difficult"
    if low in words_in("pronouns", "spans") and before in words_in("pronouns", "taking"):
        return "them"  # "it took her years"
    if before in words_in("pronouns", "appointing") and usual_tag(low) == "NN" and ends:
        return "them"  # "they elected her chair"
    if before in words_in("pronouns", "ditransitive"):
        return _second_object(words, at, low)
    if not can_be(low, "NOUN") and not can_be(low, "ADJ") and usual_tag(low).startswith("RB"):
        return "them"
    return "their"


def _plain_verb(low: str) -> bool:
    return can_be(low, "VERB") and usual_tag(low) in {"VB", "VBP", "NN"}


def _second_object(words: Sequence[Token], at: int, low: str) -> str:
    """Judge "her" behind "gave": "gave her flowers", "gave her hand", "told her mother"."""
    if words[at + 1].raw[:1].isupper() and not is_english_word(low):
        return "them"
    if not is_english_word(low):
        return "their"  # "bring her mam"
    if low in words_in("pronouns", "mass"):
        return ""
    if words[at - 1].low in words_in("pronouns", "serving") and usual_tag(low) == "NN" and not relative(low):
        return ""  # "offers her sherry", "offers her hand"
    noun = at + 1
    while noun + 1 < len(words) and not can_be(words[noun].low, "NOUN") and can_be(words[noun].low, "ADJ"):
        noun += 1
    head = words[noun].low
    if (
        usual_tag(head) == "NNS"
        or head in words_in("pronouns", "mass")
        or (third_to_plain(head) is not None and can_be(head, "NOUN"))
    ):
        later = words[noun + 1].low if noun + 1 < len(words) else ""
        return "their" if later == "to" else ""
    return "their" if can_be(low, "NOUN") or can_be(low, "ADJ") else "them"
