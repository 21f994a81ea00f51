"""Which verbs of a sentence go with "he" or "she", and how they read with "they"."""

from collections.abc import Sequence

from gyges.anonymizers.wording._tables import words_in
from gyges.anonymizers.wording._tokens import Token
from gyges.anonymizers.wording._verbs import QUOTES, is_finite, is_inserted, skip_adverbs, third_to_plain
from gyges.anonymizers.wording._walk import Agreed, Walk
from gyges.reading.english import can_be, usual_tag

__all__ = ["agree"]

_PARENTHESIS = 9  # tokens between two commas behind the pronoun
_ASKED = frozenset(("is", "was", "has", "does", "isn't", "wasn't", "hasn't", "doesn't", "'s"))
_QUESTIONS = frozenset(("who", "what", "where", "when", "why", "how", "which", "nor", "neither", "so", "only", "whom"))


def agree(words: Sequence[Token], at: int) -> Agreed:
    """Return the verbs that go with the subject pronoun at a place of a sentence."""
    agreed = Agreed()
    if _asked(words, at, agreed):
        return agreed
    verb = _first_verb(words, at, agreed)
    agreed.guessed = agreed.guessed or _is_the_one(words, verb)
    if verb is not None and not is_inserted(words, at, verb):
        Walk(words, agreed, present=bool(agreed.verbs)).go(verb + 1)
    return agreed


def _is_the_one(words: Sequence[Token], verb: int | None) -> bool:
    """Tell whether one person is picked out, which no "they" fits: "she is the one who", "he was the only"."""
    later = [token.low for token in words[verb + 1 : verb + 4]] if verb is not None else []
    return later[:1] == ["the"] and bool({"one", "only", "first", "last"} & set(later))


def _asked(words: Sequence[Token], at: int, agreed: Agreed) -> bool:
    """Find the verb before the pronoun: "Has she", "so does he", "what's she"."""
    before = words[at - 1] if at else None
    if before is None or before.low not in _ASKED or before.opaque:
        return False
    after = skip_adverbs(words, at + 1)
    if after < len(words) and words[after].low in {"who", "that"}:
        agreed.sure = False  # "it was he who"
        return True
    if before.low == "'s":
        if at < 2 or words[at - 2].low not in _QUESTIONS or is_finite(words, after):
            return False
        base = after < len(words) and usual_tag(words[after].low) in {"VB", "VBP"}
        done = _has_done(words, at + 1)
        agreed.guessed = done is None
        agreed.verbs.append((at - 1, " have" if done else " do" if base else " are"))
        return True
    if is_finite(words, after):
        lead = words[at - 2].low if at > 1 else ""
        opens = at == 1 or lead in _QUESTIONS or lead in words_in("pronouns", "joints") or not words[at - 2].is_word
        certain = third_to_plain(words[after].low) is not None and not can_be(words[after].low, "NOUN")
        if certain or not opens:
            return False
    plain = third_to_plain(before.low)
    if plain:
        agreed.verbs.append((at - 1, plain))
    return True


def _has_done(words: Sequence[Token], at: int) -> bool | None:
    """Tell whether "'s" before a place is "has"; None where it may be "is" as well: "he's offered"."""
    at = skip_adverbs(words, at)
    if at >= len(words) or not words[at].is_word:
        return False
    low = words[at].low
    after = words[at + 1] if at + 1 < len(words) else None
    if low in words_in("clear", "having") or (
        low in words_in("pronouns", "participles") and low not in words_in("pronouns", "passive")
    ):
        return True
    done = low in words_in("pronouns", "passive") or (
        usual_tag(low) in {"VBN", "VBD"} and not (can_be(low, "ADJ") or can_be(low, "NOUN"))
    )
    if not done:
        return False
    if after is not None and (after.low in words_in("pronouns", "objects") or after.raw[:1].isdigit()):
        return None if low in words_in("clear", "either") else True
    return False if after is not None and after.low == "by" else None


def _first_verb(words: Sequence[Token], at: int, agreed: Agreed) -> int | None:
    """Find the verb behind the pronoun; its place, also where it does not change."""
    place = at + 1
    if place < len(words) and words[place].low == "'s":
        done = _has_done(words, place + 1)
        agreed.guessed = done is None
        agreed.verbs.append((place, f"{words[place].raw[0]}{'ve' if done else 're'}"))
        return place
    if place < len(words) and words[place].low in {"and", "or", "who", "&"}:
        agreed.sure = words[place].low in {"and", "&"}  # "she and her son live", "he who laughs"
        return None
    place = skip_adverbs(words, place)
    if place + 1 < len(words) and words[place].raw in QUOTES and third_to_plain(words[place + 1].low):
        agreed.sure = False  # 'he "has not been easy"': a quotation stays word for word
        return None
    if place < len(words) and words[place].raw in {",", "–", "—", "("}:
        closing = ")" if words[place].raw == "(" else words[place].raw
        for other in range(place + 1, min(len(words) - 1, place + _PARENTHESIS)):
            if words[other].raw == closing:
                later = skip_adverbs(words, other + 1)
                if later < len(words) and third_to_plain(words[later].low):
                    place = later
                break
    if place < len(words) and words[place].low in {"in", "at", "by", "on", "of", "with", "for"}:
        for other in range(place + 1, min(len(words), place + 5)):
            low = words[other].low
            if third_to_plain(low) and not can_be(low, "NOUN"):
                place = other
                break
    if place >= len(words) or not words[place].is_word:
        return None
    low = words[place].low
    plain = third_to_plain(low)
    if plain is not None:
        agreed.verbs.append((place, plain))
    elif not (can_be(low, "VERB") or can_be(low, "AUX") or usual_tag(low).startswith(("MD", "VB"))):
        near = words[place + 1 : place + _PARENTHESIS]
        agreed.sure = not any(third_to_plain(token.low) for token in near)  # "she that day was ill"
    return place
