"""What stands around some words: their neighbours, their line, and whether they begin a sentence."""

import re
from dataclasses import dataclass

from gyges.anonymizers.wording._tables import words_in
from gyges.reading import lookups
from gyges.reading.english import can_be, is_english_word, usual_tag

__all__ = [
    "Swap",
    "Word",
    "begins_sentence",
    "is_determiner",
    "is_function",
    "is_ordinary",
    "leads_on",
    "line_of",
    "sentence_of",
    "verb_after_comma",
    "word_after",
    "word_before",
]

_BEFORE = re.compile(r"(?P<word>[^\W_][\w'’-]*)[ \t]+$")
_AFTER = re.compile(r"[ \t]+(?P<word>[^\W_](?:[\w'’-]*\w)?)")
_BEGIN = re.compile(r"(?:^|[.!?:…]['\"”’)\]]*\s|\n)[\s\"“‘'(\[*•>–-]*$")
_END = re.compile(r"[.!?]['\"”’)\]]*(?=\s)|\n")
_COMMA_ON = re.compile(r",\s+(?:[a-z]+ly\s+)?(?P<word>[a-z][\w'’]*)")
_WORD = re.compile(r"[^\W\d_][\w'’]*")
_FAR = 48  # code points looked back or ahead for a word
_LONG = 600  # code points looked back or ahead for the end of a sentence


@dataclass(frozen=True, slots=True)
class Swap:
    """A span of a text and what may stand there instead.

    Attributes:
        start: First code point.
        end: One past the last code point.
        new: The new words; empty where the span goes.
        instead: What may stand there where the new words break the sentence.
    """

    start: int
    end: int
    new: str
    instead: str


@dataclass(frozen=True, slots=True)
class Word:
    """A word beside some others, with nothing but spaces between."""

    start: int
    end: int
    text: str

    @property
    def lower(self) -> str:
        """The word in lower case."""
        return self.text.lower()


def word_before(text: str, place: int) -> Word | None:
    """Return the word right before a place; None behind a mark or at the start of a line.

    Example:
        >>> word_before("lives in Porto", 9).text, word_before("Well, Porto", 6)
        ('in', None)
    """
    found = _BEFORE.search(text, max(0, place - _FAR), place)
    return Word(*found.span("word"), found["word"]) if found is not None else None


def word_after(text: str, place: int) -> Word | None:
    """Return the word right behind a place; None before a mark or at the end of a line."""
    found = _AFTER.match(text, place)
    return Word(*found.span("word"), found["word"]) if found is not None else None


def begins_sentence(text: str, place: int) -> bool:
    """Tell whether a sentence or a line begins at a place."""
    return _BEGIN.search(text, max(0, place - _FAR), place) is not None


def line_of(text: str, start: int, end: int) -> tuple[int, int]:
    """Return the line around a span, without its end."""
    after = text.find("\n", end)
    return text.rfind("\n", 0, start) + 1, after if after >= 0 else len(text)


def sentence_of(text: str, start: int, end: int) -> tuple[int, int]:
    """Return the sentence around a span, with its last mark."""
    low = max(0, start - _LONG)
    ends = [match.end() for match in _END.finditer(text, low, start)]
    after = _END.search(text, max(start, end - 1), end + _LONG)
    return (ends[-1] if ends else low), (after.end() if after is not None else min(len(text), end + _LONG))


def is_function(word: str) -> bool:
    """Tell whether a word is one of grammar, no noun and no adjective."""
    return word.lower() in words_in("frames", "function")


def is_ordinary(word: str) -> bool:
    """Tell whether a word is no name by itself: an English word, a number in words, an abbreviation in common use.

    Example:
        >>> is_ordinary("Twelfth"), is_ordinary("MD"), is_ordinary("Oban")
        (True, True, False)
    """
    lowered = word.lower().rstrip(".")
    return is_english_word(lowered) or lookups.is_english_word(lowered) or lowered in words_in("neutral", "ordinary")


def is_determiner(word: str) -> bool:
    """Tell whether a word leads to a noun: "the", "my", "Ana's"."""
    return word.lower() in words_in("frames", "determiners") or word.endswith(("'s", "’s"))


def leads_on(word: Word) -> bool:
    """Tell whether a word goes on with the clause, so that what is before it was no part of its own phrase."""
    if is_function(word.text):
        return True
    tag = usual_tag(word.lower)
    return tag.startswith(("VB", "MD", "IN", "RB", "TO", "W")) and not (can_be(word.lower, "NOUN") and tag == "VBG")


def verb_after_comma(text: str, end: int, begin: int) -> bool:
    """Tell whether a comma and the verb of the clause follow, so that the words between were only put in.

    Args:
        text: The text.
        end: Where the words end.
        begin: Where they begin, with the comma before them.

    Example:
        >>> verb_after_comma("Ana, 43, said no.", 7, 3), verb_after_comma("It is Ana, 43, said Tom.", 13, 9)
        (True, False)
    """
    found = _COMMA_ON.match(text, end)
    if found is None or not _is_told(found["word"]):
        return False
    start, _ = sentence_of(text, begin, begin)
    return not any(_is_told(word) for word in _WORD.findall(text, start, begin))


def _is_told(word: str) -> bool:
    return word in words_in("frames", "told") or usual_tag(word) in {"VBD", "VBZ", "MD"}
