"""Stretches inside a sentence that can go and leave a sentence: asides, adjuncts, what only describes."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from gyges.anonymizers.subjectwise._references import is_referred_to
from gyges.anonymizers.subjectwise._tables import words_in
from gyges.anonymizers.subjectwise._verbs import has_verb, is_finite
from gyges.anonymizers.wording import usual_tag

__all__ = ["NEGATION", "Clause", "find_clauses"]

_WORD = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")
_ASIDE = re.compile(r"\s\((?P<in>[^()\n]{2,240})\)(?=[\s.,;:!?]|$)")
_MARKER = re.compile(r"[a-z0-9]{1,3}|[A-Z]{1,6}|[A-Z][a-z]{1,2}|[ivx]+")
_RELATIVE = re.compile(r",\s(?:(?:for|of|to|with|in|on|at|by)\s)?(?:who|which|whose|whom|where)\s")
_APPOSITION = re.compile(r"(?<=\w),\s(?:an?|the|his|her|my|our|their|its)\s[^,;:.!?()\n]{2,70}(?=,\s)")
NEGATION = re.compile(
    r"\b(?:not|never|no|nobody|nothing|none|neither|nor|cannot|hardly|only|without|\w+n['’]t)\b", re.I
)
_STOP = re.compile(r"[,;:()]")
_NAME_LAST = re.compile(r"(?<![\w.'’-])(?=[\w.'’-]+$)[^A-Z]*+[A-Z]")
_LAST_APPOSITION = re.compile(r"(?<=\w),\s(?:an?|his|her|my|our|their)\s[^,;:.!?()\n]{2,120}$")
_DASH = re.compile(r"\s[–—-]\s")
_ADJUNCT = re.compile(r",\s(?:still\s|also\s|then\s)?(?P<word>[A-Za-z]+)\b")
_AND = re.compile(r",\s(?:and|but)\s")
_SUBJECT = re.compile(r"(?:I|he|she|it|they|we|you|(?:my|his|her|our|their|the|an?)\s(?:[a-z]+\s)?[a-z]+|[A-Z]\w+)\b")
_LISTED = re.compile(r",\s(?:and|or)\s")
_COMMAS = 3  # of a sentence that is no list
_QUOTE = re.compile(r"[\"“”]")
_LONGEST = 40  # words of a clause
_LEAST = 3  # words that a sentence must keep


@dataclass(frozen=True, slots=True)
class Clause:
    """A stretch that can go.

    Attributes:
        start: First code point.
        end: One past the last code point.
        kind: What it is: ``aside`` in brackets, or ``clause``.
    """

    start: int
    end: int
    kind: str


def find_clauses(text: str, start: int, end: int) -> list[Clause]:
    """Return the stretches of a sentence that can go, each by itself; they may lie in one another."""
    clauses = [Clause(match.start(), match.end(), "aside") for match in _asides(text, start, end)]
    if _QUOTE.search(text, start, end) is None:  # words that were said are not cut
        clauses += _clauses(text, start, end)
    return [one for one in clauses if _leaves(text, start, end, one)]


def _asides(text: str, start: int, end: int) -> Iterator[re.Match[str]]:
    for match in _ASIDE.finditer(text, start, end):
        if _MARKER.fullmatch(match["in"]) is None:
            yield match


def _clauses(text: str, start: int, end: int) -> Iterator[Clause]:
    close = _close(text, start, end)
    for find in (_relatives, _appositions, _dashed, _adjuncts, _coordinated):
        yield from find(text, start, close)


def _close(text: str, start: int, end: int) -> int:
    """Return where the marks at the end of a sentence begin."""
    while end > start and text[end - 1] in ".!?…":
        end -= 1
    return end


def _relatives(text: str, start: int, close: int) -> Iterator[Clause]:
    if text[close : close + 1] == "?":  # "When it is dark, who comes?"
        return
    for match in _RELATIVE.finditer(text, start, close):
        stop = _STOP.search(text, match.end(), close)
        if stop is None or stop[0] == ";":
            yield Clause(match.start(), close if stop is None else stop.start(), "clause")
        elif stop[0] == "," and "," not in text[start : match.start()] and _follows_verb(text, stop.end()):
            yield Clause(match.start(), stop.end(), "clause")


def _appositions(text: str, start: int, close: int) -> Iterator[Clause]:
    for match in _APPOSITION.finditer(text, start, close):
        before = text[start : match.start()]
        name = _NAME_LAST.search(before)
        if name and "," not in before and not has_verb(before) and _follows_verb(text, match.end() + 1):
            yield Clause(match.start(), match.end() + 1, "clause")
    last = _LAST_APPOSITION.search(text[start:close])
    if last is not None and text[start:close].count(",") == 1:
        before = text[start : start + last.start()]
        if has_verb(before) and _NAME_LAST.search(before):
            yield Clause(start + last.start(), close, "clause")


def _dashed(text: str, start: int, close: int) -> Iterator[Clause]:
    opening, closing, *others = [*_DASH.finditer(text, start, close), None, None]
    if opening is not None and closing is not None and others[0] is None:
        yield Clause(opening.start(), closing.end() - 1, "aside")


def _adjuncts(text: str, start: int, close: int) -> Iterator[Clause]:
    """Yield what commas part from a sentence: ", wearing a hat", ", with his dog,", ", when he was small"."""
    if text[close : close + 1] == "?":
        return
    for match in _ADJUNCT.finditer(text, start, close):
        word = match["word"].lower()
        stop = _STOP.search(text, match.end(), close)
        inside = text[match.end() : stop.start() if stop is not None else close]
        if word in words_in("clauses", "adjunct"):
            fits = not has_verb(inside)
        elif word in words_in("clauses", "when"):
            fits = has_verb(inside)
        else:
            fits = word.endswith("ing") and usual_tag(word) == "VBG" and not has_verb(inside)
        if not fits or not has_verb(text[start : match.start()]) or _is_list(text, start, match.start(), close):
            continue
        if stop is None or stop[0] == ";":
            yield Clause(match.start(), close if stop is None else stop.start(), "clause")


def _coordinated(text: str, start: int, close: int) -> Iterator[Clause]:
    """Yield clauses of their own that only describe, and those behind a semicolon."""
    for match in _AND.finditer(text, start, close):
        words = text[match.end() : close]
        alone = "," not in text[start : match.start()] and _STOP.search(words) is None
        if alone and _opens_clause(words) and not _happens(words):
            yield Clause(match.start(), close, "clause")
    marks = [match.start() for match in re.finditer(";", text[start:close])]
    for number, at in enumerate(marks):
        end = start + marks[number + 1] if number + 1 < len(marks) else close
        words = text[start + at : end]
        if has_verb(words) and ":" not in text[start : start + at] and not _weighs(words):
            yield Clause(start + at, end, "clause")


def _opens_clause(words: str) -> bool:
    """Tell whether words begin with a subject and its verb."""
    first = _SUBJECT.match(words)
    return first is not None and (after := _WORD.search(words, first.end())) is not None and is_finite(after[0])


def _happens(words: str) -> bool:
    """Tell whether a verb tells of an event, or denies something."""
    if NEGATION.search(words):
        return True
    describing = words_in("clauses", "describing")
    return any(
        usual_tag(word) in {"VBD", "VBN", "MD"} for word in _WORD.findall(words) if word.lower() not in describing
    )


def _weighs(words: str) -> bool:
    """Tell whether a clause denies, limits or concludes what stands before it: "; he is still responsible"."""
    found = {word.lower() for word in _WORD.findall(words)}
    return NEGATION.search(words) is not None or bool(found & words_in("clauses", "weighing"))


def _is_list(text: str, start: int, at: int, close: int) -> bool:
    """Tell whether a comma parts members of a list rather than an adjunct."""
    return _LISTED.search(text, at, close) is not None or text[start:close].count(",") > _COMMAS


def _follows_verb(text: str, at: int) -> bool:
    word = _WORD.match(text, at + 1) if text[at : at + 1] == " " else _WORD.match(text, at)
    return word is not None and word[0].islower() and is_finite(word[0])


def _leaves(text: str, start: int, end: int, clause: Clause) -> bool:
    """Tell whether a sentence is left: with a verb if it had one, and with some words."""
    left = f"{text[start : clause.start]} {text[clause.end : end]}"
    words = len(_WORD.findall(left))
    gone = len(_WORD.findall(text[clause.start : clause.end]))
    before = _WORD.findall(text[start : clause.start])
    hangs = clause.start > start and before and before[-1].lower() in words_in("clauses", "hanging")
    cut = text[clause.start : clause.end]
    if words < _LEAST or gone > _LONGEST or hangs or cut.count('"') % 2 or cut.count("“") != cut.count("”"):
        return False
    if is_referred_to(text, clause.start, clause.end) or _is_named_again(text, clause):
        return False
    return has_verb(left) or not has_verb(text[start:end])


def _is_named_again(text: str, clause: Clause) -> bool:
    """Tell whether a name of a stretch comes back later: it would be nobody there."""
    names = re.findall(r"(?<=\s)[A-Z][^\W\d_]{2,}", text[clause.start : clause.end])
    return any(re.search(rf"\b{name}\b", text[clause.end :]) for name in names)
