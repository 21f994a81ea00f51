"""Jobs: the head of a compound, or the kind a job surely is of; words that may be no job here stay."""

import re

from gyges.anonymizers.wording._around import (
    Swap,
    is_determiner,
    is_function,
    leads_on,
    line_of,
    verb_after_comma,
    word_after,
    word_before,
)
from gyges.anonymizers.wording._tables import row, words_in
from gyges.reading.english import can_be, is_english_word, usual_tag
from gyges.reading.ladders import ladder

__all__ = ["job_swap"]

_LAST = re.compile(r"([^\W\d_][\w-]*)(?:$| of )")
_VERBAL = frozenset(
    ("to", "will", "can", "would", "could", "should", "must", "may", "might", "i", "we", "they", "you", "who", "not")
)
_WITHOUT_ARTICLE = frozenset(("in", "on", "at", "of", "to", "from", "into"))
_OTHER = re.compile(
    r"\s(?:for|of)\s(?:the|my|our|this)\s(?:label|printer|device|card|screen|sound|software|change|growth)\b"
)
_LICENCE = re.compile(
    r"['’]s?\s(?:licen[cs]e|permit|order|note|appointment|surgery|seat|manual|edition|degree|day|hat)\b"
)
_FORMER = re.compile(
    r"(?:ex-|(?:retired|former|trainee|student|assistant|deputy|senior|junior|chief|head)\s(?!of ))", re.IGNORECASE
)
_PLAIN = frozenset(("a", "an", "the", "another", "one"))
_OWNED = frozenset(("my", "your", "his", "her", "its", "our", "their"))
_CLOSE = re.compile(r"[ \t]*(?:$|\n|[.;)])")
_LABEL = re.compile(r"\s*:")


def job_swap(text: str, start: int, end: int, sector: str | None, *, named: bool = False) -> Swap | None:
    """Return a broader word for a job that fits where it stands; None where it may be no job, or says little.

    Args:
        text: The text.
        start: First code point of the job.
        end: One past its last code point.
        sector: The field of work, if known.
        named: Whether a name stands right before it, with a comma between: then it goes.

    Example:
        >>> job_swap("A tram driver rang.", 2, 13, "transport").new, job_swap("to nurse a drink", 3, 8, "health")
        ('driver', None)
    """
    words = text[start:end]
    last = _LAST.search(words)
    if last is None or _LABEL.match(text, end) or (words.isupper() and len(words) > 1):
        return None
    noun = last[1].lower()
    if noun in words_in("neutral", "general") or words.lower() in words_in("neutral", "general"):
        return None
    if noun in words_in("neutral", "things") and not named:
        return None
    if (
        noun in words_in("neutral", "with_article")
        and len(words.split()) == 1
        and not named
        and not _is_led(text, start)
    ):
        return None
    if words.endswith(("ed", "ing")) or (is_english_word(noun) and not can_be(noun, "NOUN")):
        return None
    parts = _FORMER.sub("", words, count=1).lower().split() or [noun]
    if any(is_function(part) and part != "of" for part in parts) or usual_tag(parts[0]).startswith("VB"):
        return None  # "drove a truck"
    if re.match(r"\s\d", text[end : end + 2]):
        return None  # "Nurse 1"
    if (
        _OTHER.match(text, end)
        or _LICENCE.match(text, end)
        or text[end : end + 1] == "-"
        or text[start - 1 : start] == "-"
    ):
        return None
    before, after = word_before(text, start), word_after(text, end)
    if before is not None and before.lower in _VERBAL and can_be(noun, "VERB"):
        return None
    if before is not None and before.lower in _WITHOUT_ARTICLE and usual_tag(noun) != "NNS":
        return None  # "in canon"
    if (
        after is not None
        and after.text[0].islower()
        and not leads_on(after)
        and usual_tag(after.lower) in {"NN", "NNS", "JJ"}
    ):
        return None
    if sector in words_in("neutral", "left"):
        return None
    return _added(text, start, end) if named else _broader(text, start, end, noun)


def _is_led(text: str, start: int) -> bool:
    """Tell whether an article or the like leads to the word, or a line begins with it."""
    before = word_before(text, start)
    if before is not None and (before.text[0].isdigit() or usual_tag(before.lower).startswith(("JJ", "VBN", "NN"))):
        before = word_before(text, before.start)
    return is_line_start(text, start) if before is None else is_determiner(before.text)


def _added(text: str, start: int, end: int) -> Swap | None:
    """Return what goes with a job that is added to a name: ", the surgeon,", ", nurse"."""
    first = start
    while (before := word_before(text, first)) is not None:
        first = before.start
    comma = text[max(0, first - 2) : first]
    if comma != ", " or len(text[first:start].split()) > 2 or "\n" in text[first:start]:
        return None
    if text[end : end + 1] == ",":
        last = end + (1 if verb_after_comma(text, end, first - 2) else 0)
        return Swap(first - 2, last, "", text[first - 2 : last])
    if _CLOSE.match(text, end):
        return Swap(first - 2, end, "", text[first - 2 : end])
    return None


def _broader(text: str, start: int, end: int, noun: str) -> Swap | None:
    """Return a job by its head, which is always true, or by a broader noun that fits any sentence."""
    former = _FORMER.match(text, start, end)
    first = former.end() if former is not None and former.end() < end else start
    words = text[first:end]
    if " of " in words:
        return None
    if " " in words:
        head = end - len(noun)
        if words.lower() in row("neutral", "whole_jobs"):
            new = row("neutral", "whole_jobs")[words.lower()]
            return Swap(first, end, new, new) if new else None
        if noun in words_in("neutral", "empty_heads") or noun in words_in("neutral", "things"):
            return None
        before = word_before(text, first)
        if text[first].isupper() and before is not None and before.text[0].isupper() and not is_determiner(before.text):
            return None  # "Entry Clearance Manager"
        titled = text[first].isupper() and not text[head:end].islower()
        new = noun if titled and _is_said(text, first) else text[head:end]
        if is_line_start(text, first) and first == start:
            new = new[:1].upper() + new[1:]
        return Swap(first, end, new, new)
    return _kind(text, first, end, noun)


def _is_said(text: str, start: int) -> bool:
    """Tell whether a title in capitals stands as a plain noun in its sentence."""
    before = word_before(text, start)
    return before is not None and (is_determiner(before.text) or before.lower in {"as", "am", "is", "was", "by"})


def _kind(text: str, start: int, end: int, noun: str) -> Swap | None:
    """Return the kind that a job in one word surely is of, where it is a plain noun: "a plumber", "plumbers"."""
    kinds = ladder("jobs")
    many = noun not in kinds and noun.removesuffix("s") in kinds
    new = kinds.get(noun.removesuffix("s") if many else noun)
    after = word_after(text, end)
    if new is None or text[start:end] != noun or text[end : end + 1] in {"'", "’"}:
        return None
    if after is not None and after.lower in {"of", "by"}:
        return None
    before = word_before(text, start)
    if before is not None and usual_tag(before.lower).startswith(("JJ", "VBN")):
        before = word_before(text, before.start)
    if before is None or (before.lower not in _PLAIN and not many) or before.lower in _OWNED:
        return None
    if many:
        new = row("neutral", "plurals").get(new, f"{new}s")
    return Swap(start, end, new, new)


def is_line_start(text: str, start: int) -> bool:
    """Tell whether only marks stand before a place on its line."""
    return re.fullmatch(r"[\s>*•\d.:)–-]*", text[line_of(text, start, start)[0] : start]) is not None
