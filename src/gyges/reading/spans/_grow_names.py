"""Names of places and organisations grown by their kind: ``Atasam hospital``, ``county of Jämtland``, ``Main St 6``."""

from gyges.reading.lexicon._fold import fold
from gyges.reading.lexicon._known_words import is_known
from gyges.reading.lexicon._load import words
from gyges.reading.page._forms import patterns
from gyges.reading.page._spans import Cue

__all__ = ["grow_name"]

_HEAD, _NEXT_HEAD, _OF, _COLOUR, _BRACKET, _NUMBER_LEFT, _NUMBER_RIGHT, _WORD = patterns(
    "grow_names", "head next_head of colour bracket number_left number_right word"
)


def grow_name(text: str, span: Cue, floor: int, limit: int) -> Cue:
    """Return a place, an organisation or a thing with the words around it that belong to its name."""
    start = _from(text, span.start, floor)
    end = _bracketed(text, _headed(text, span, limit), limit)
    number = _NUMBER_RIGHT.match(text, end) if span.kind != "ORG" else None
    if number and number.end() <= limit:
        return Cue(start, number.end(), "LOC", True)
    number = _NUMBER_LEFT.search(text[max(floor, start - 24) : start]) if span.kind == "LOC" else None
    if number and _is_street(text[start:end]):
        return Cue(start - len(number[0]), end, "LOC", True)
    return span.moved(start, end)


def _headed(text: str, span: Cue, limit: int) -> int:
    """Return the end of a name with the common noun after it: ``Salzburg municipal cemetery``."""
    head = _NEXT_HEAD.match(text, span.end)
    if head and head.end() <= limit and _is_head(head["head"]) and head["head"] not in words("heads_unsure"):
        return head.end() if text[span.start].isupper() else span.end
    head = _HEAD.match(text, span.end)
    known = head and _is_how(head["how"]) and _is_head(head["head"])
    return head.end() if head and known and head.end() <= limit else span.end


def _is_how(word: str | None) -> bool:
    """Tell whether a word may stand between a name and its noun: ``Linwood car plant``."""
    if word is None or word in words("phrase_stops") or word in words("plain_modifiers"):
        return False
    return word in words("head_hows") or not word.endswith(("ed", "ing", "s", "ly"))


def _is_head(word: str) -> bool:
    return word in words("org_nouns") or word in words("place_nouns")


def _from(text: str, start: int, floor: int) -> int:
    """Return the start of a name with what describes it: ``county of``, the colour of a car."""
    of = _OF.search(text[max(floor, start - 22) : start])
    if of and of["word"].lower() in words("place_of"):
        return start - len(of[0])
    colour = _COLOUR.search(text[max(floor, start - 10) : start])
    return start - len(colour[0]) if colour and colour["word"] in words("colours") else start


def _bracketed(text: str, end: int, limit: int) -> int:
    """Return the end of a name with its name in another language: ``Regional Court (Sąd Okręgowy)``."""
    bracket = _BRACKET.match(text, end)
    if bracket is None or bracket.end() - 1 > limit:
        return end
    inner = _WORD.findall(bracket["inner"])
    strange = sum(not is_known(fold(word)) or not word.isascii() for word in inner)
    return bracket.end() - 1 if strange * 2 > len(inner) else end


def _is_street(value: str) -> bool:
    return any(word in words("place_nouns") or not is_known(word) for word in map(fold, _WORD.findall(value)))
