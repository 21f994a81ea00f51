"""What stands best for a piece in its sentence: the same words need something else before a noun and behind "is"."""

import re

from gyges.anonymizers.subjectwise._tables import words_in

__all__ = ["in_context"]

_WORD_BEFORE = re.compile(r"([^\W\d_]+)\s+$")
_NEXT_WORD = re.compile(r"\s([^\W\d_]+)")
_SPOKEN_BEFORE = re.compile(
    r"\b(?:speaks?|spoke|speaking|learn(?:s|ing)?)\s[A-Z]\w+(?:,?\s(?:and\s)?[A-Z]\w+)*,?\s(?:and\s)?$"
)
_OLD = re.compile(r"[\s-]olds?$", re.IGNORECASE)
_OBJECT = re.compile(r"\s(?:[A-Z]|(?:an?|the|his|her|my|their|him|me|another|someone)\b)")
_LOST = re.compile(r"(?:lost|left|quit|resigned)\b", re.IGNORECASE)
_SHORT_BE = frozenset(("m", "re", "s"))  # "I'm", "they're": only these letters are the word before
_SUBJECTS = frozenset(("i", "we", "you", "he", "she", "they", "who"))
_GET = frozenset(("get", "gets", "got", "getting", "gotten"))
_LIMITS = frozenset(("over", "under", "above", "below", "about", "around", "nearly", "almost", "past"))
_AGE = "of some age"
_STATUS = "of some family status"
_WORK = "of some occupation"
_NEAR = 60  # code points looked back for a list of languages


def in_context(text: str, span: tuple[int, int], kind: str, new: str, *, next_to: bool = False) -> str:
    """Return the new words for a span as they read best between their neighbours.

    Args:
        text: The original.
        span: The words that are changed.
        kind: The kind of their piece.
        new: What the ladder of the piece says.
        next_to: Whether the words behind are changed too.
    """
    words = text[slice(*span)]
    word_before = _WORD_BEFORE.search(text, max(0, span[0] - _NEAR), span[0])
    before = word_before[1].lower() if word_before is not None else ""
    after = _NEXT_WORD.match(text, span[1])
    follows = after[1].lower() if after else ""
    describes = bool(follows) and follows not in words_in("grammar", "function") and not follows.endswith("ed")
    if kind == "place":  # "the Lyon police": "the police"
        return "" if describes and before in words_in("grammar", "determiners") else new
    if kind == "demonym":
        return new if describes else _demonym(text, span, words, before)
    if kind == "age":
        return _age(words, new, before, follows, describes=describes, next_to=next_to)
    if new == _STATUS:
        return _status(text, span, before, describes=describes or next_to)
    if new == "item" or (kind == "job" and words.endswith("ed")):
        if _between_commas(text, span):
            return ""
        if _is(before) and words.lower() not in words_in("grammar", "out_of_work"):
            return "involved"  # "was dismissed": neither "was item" nor "was person"
    if kind in {"job", "hint"}:
        return _job(text, span, new, before, describes=describes)
    return new


def _is(before: str) -> bool:
    return before in words_in("grammar", "copulas") or before in _SHORT_BE


def _between_commas(text: str, span: tuple[int, int]) -> bool:
    return text[max(0, span[0] - 2) : span[0]] == ", " and text[span[1] : span[1] + 1] == ","


def _demonym(text: str, span: tuple[int, int], words: str, before: str) -> str:
    if _SPOKEN_BEFORE.search(text, max(0, span[0] - _NEAR), span[0]):
        return "another"  # "speaks French and Thai": "speaks a language and another"
    if words.endswith("s") and not words.endswith("ss"):
        return "people"
    if before in words_in("grammar", "determiners"):
        return "person"
    if before in words_in("grammar", "copulas"):
        return "of some nationality"
    return "a language" if before in words_in("grammar", "speech") else "local"


def _age(words: str, new: str, before: str, follows: str, *, describes: bool, next_to: bool) -> str:
    if not new and _is(before):
        return _AGE  # "I'm 29 and": never "I'm and"
    if new != _AGE:
        return new
    if before in _LIMITS:
        return "a certain age"
    if words[:3].lower() == "age" and before in words_in("grammar", "determiners"):
        return "age in question"
    if words[:3].lower() == "age" and before and before not in words_in("grammar", "function"):
        return "age"
    alone = words.lower().endswith("-old") and before and before not in words_in("grammar", "function")
    led = before in words_in("grammar", "determiners") and (_OLD.search(words) or describes)
    if not (alone or led):
        return new
    if words.lower().endswith("olds"):
        return "people"
    told = next_to or (describes and (before != "the" or follows in words_in("grammar", "people")))
    return "" if told else "person"  # "a 40-year-old nurse": "a nurse"; "the 40-year-old said": "the person said"


def _status(text: str, span: tuple[int, int], before: str, *, describes: bool) -> str:
    if _between_commas(text, span):
        return ""
    if before in words_in("grammar", "determiners"):
        return "" if describes else _STATUS
    if before in _GET:
        return "settled"
    if _is(before):
        return _STATUS
    if before and _OBJECT.match(text, span[1]):
        return "knew"
    return "settled" if before in _SUBJECTS else _STATUS


def _job(text: str, span: tuple[int, int], new: str, before: str, *, describes: bool) -> str:
    words = text[slice(*span)].lower()
    if words in words_in("grammar", "out_of_work"):
        if describes or _between_commas(text, span):
            return ""
        return new if before in words_in("grammar", "determiners") else _WORK
    if _LOST.match(words):
        return "made a change"
    if words.startswith("in "):  # "is in Year 4 at": "is at"
        return _WORK if _is(before) and not text[span[1] :].startswith((" at ", " in ", " with ")) else ""
    return "somewhere" if words.startswith("at ") else new
