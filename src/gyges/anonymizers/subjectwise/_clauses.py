"""Stretches inside a sentence that can go and leave a sentence: asides, clauses, openings, times."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from gyges.anonymizers.subjectwise._tables import words_in
from gyges.anonymizers.wording import can_be, usual_tag

__all__ = ["NEGATION", "Clause", "find_clauses", "find_items", "has_verb"]

_WORD = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")
_ASIDE = re.compile(r"\s\((?P<in>[^()\n]{2,240})\)(?=[\s.,;:!?]|$)")
_MARKER = re.compile(r"[a-z0-9]{1,3}|[A-Z]{1,6}|[ivx]+")
_RELATIVE = re.compile(r",\s(?:(?:for|of|to|with|in|on|at|by)\s)?(?:who|which|whose|whom|where)\s")
_APPOSITION = re.compile(r"(?<=\w),\s(?:an?|the|his|her|my|our|their|its)\s[^,;:.!?()\n]{2,70}(?=,\s)")
_TRAILING = re.compile(r",?\s(?=(?:because|although|though)\s)|,\s(?=(?:since|while|whereas|when|as|after)\s)")
_JOINED = re.compile(r",\s(?=(?:and|but|so|yet)\s(?P<subject>\w+))")
_ASKS = re.compile(r"(?:How|What|Why|Who|Whom|Where|When|Which)\b")
_PARTICIPLE = re.compile(r",\s(?P<ing>[a-z]+ing)\s")
_SPLIT = re.compile(r"(?:;|\s[–—-]|:)\s")
_LEAD = re.compile(
    r"(?:In|On|At|After|Before|During|Since|By|From|When|While|As|Because|Although|Though|Through|Throughout|Under|With"
    r"|Having|Being|Despite|Within|For|Over|Last|This|Yesterday|Today|Tomorrow|Earlier|Later|Meanwhile|Afterwards)\b"
    r"[^,;:.!?()\n]{0,90},\s(?=\S)"
)
NEGATION = re.compile(
    r"\b(?:not|never|no|nobody|nothing|none|neither|nor|cannot|hardly|only|without|\w+n['’]t)\b", re.I
)
_ITEM = re.compile(r"\s[–—-]+\s|,\s(?!(?:and|or)\b)|\s{2,}|;\s")
_QUOTE = re.compile(r"[\"“”]")
_LONGEST = 40  # words of a clause
_LEAST = 3  # words that a sentence must keep


@dataclass(frozen=True, slots=True)
class Clause:
    """A stretch that can go.

    Attributes:
        start: First code point.
        end: One past the last code point.
        kind: What it is: ``aside``, ``clause``, ``opening`` or ``time``.
    """

    start: int
    end: int
    kind: str


def has_verb(words: str) -> bool:
    """Tell whether some words hold one that is a verb and hardly anything else.

    Example:
        >>> has_verb("the cows crossed the path"), has_verb("eleven members of eleven")
        (True, False)
    """
    return any(_finite(word) for word in _WORD.findall(words))


def _finite(word: str) -> bool:
    if "'" in word or "’" in word:
        return re.search(r"['’](?:s|re|m|ll|ve|d|t)$", word) is not None
    return usual_tag(word) in {"VBD", "VBZ", "VBP", "MD"} or can_be(word, "AUX")


def find_clauses(text: str, start: int, end: int) -> list[Clause]:
    """Return the stretches of a sentence that can go, each by itself; they may lie in one another."""
    clauses = [Clause(match.start(), match.end(), "aside") for match in _asides(text, start, end)]
    if _QUOTE.search(text, start, end) is None:  # words that were said are not cut
        clauses += _clauses(text, start, end)
    return [one for one in clauses if _leaves(text, start, end, one)]


def find_items(text: str, start: int, end: int) -> list[Clause]:
    """Return the items of a line that is no sentence, all but the first: "Ana Reis{, nurse}{, Ward 3}"."""
    cuts = [match.start() for match in _ITEM.finditer(text, start, end)]
    asides = [Clause(match.start(), match.end(), "aside") for match in _asides(text, start, end)]
    inside = [(one.start, one.end) for one in asides]
    cuts = [at for at in cuts if not any(low < at < high for low, high in inside)]
    if not cuts:
        return asides
    items = [Clause(low, high, "item") for low, high in zip(cuts, [*cuts[1:], end], strict=True)]
    if _WORD.search(text, start, cuts[0]) is None:  # something must stay
        items = items[1:]
    return [*asides, *items]


def _asides(text: str, start: int, end: int) -> Iterator[re.Match[str]]:
    for match in _ASIDE.finditer(text, start, end):
        if _MARKER.fullmatch(match["in"]) is None:
            yield match


def _clauses(text: str, start: int, end: int) -> Iterator[Clause]:
    close = _close(text, start, end)
    yield from _relatives(text, start, close)
    yield from _appositions(text, start, close)
    for match in _TRAILING.finditer(text, start, close):
        main, rest = text[start : match.start()], text[match.end() : close]
        whole = "," not in rest or not rest.startswith("as ")  # "more, as he agreed, than his pension"
        bare = not match[0].startswith(",")
        if bare and not has_verb(main.rpartition(",")[2]):  # "twenty because I sat, ten because I stood"
            continue
        if has_verb(main) and has_verb(rest) and whole and not NEGATION.search(main):
            yield Clause(match.start(), close, "clause")
    for match in _JOINED.finditer(text, start, close):
        main = re.split(r"[;:]\s", text[start : match.start()])[-1]
        if "," not in main and has_verb(main) and _is_subject(text, match.start("subject")):
            yield Clause(match.start(), close, "clause")
    for match in _PARTICIPLE.finditer(text, start, close):
        if usual_tag(match["ing"]) == "VBG" and "," not in text[start : match.start()]:
            yield Clause(match.start(), close, "clause")
    for match in _SPLIT.finditer(text, start, close):
        main, rest = text[start : match.start()], text[match.end() : close]
        if has_verb(main) and has_verb(rest) and not _says(main) and not _ASKS.match(main):
            yield Clause(match.start(), close, "clause")
    opening = _LEAD.match(text, start, close)
    if opening is not None and _is_subject(text, opening.end()) and not NEGATION.search(text, opening.end(), close):
        yield Clause(start, opening.end(), "opening")


def _close(text: str, start: int, end: int) -> int:
    """Return where the marks at the end of a sentence begin."""
    while end > start and text[end - 1] in ".!?…":
        end -= 1
    return end


def _relatives(text: str, start: int, close: int) -> Iterator[Clause]:
    for match in _RELATIVE.finditer(text, start, close):
        stop = re.compile(r"[,;:()]").search(text, match.end(), close)
        if stop is None:
            yield Clause(match.start(), close, "clause")
        elif stop[0] == "," and _follows_verb(text, stop.end()):
            yield Clause(match.start(), stop.end(), "clause")


def _appositions(text: str, start: int, close: int) -> Iterator[Clause]:
    for match in _APPOSITION.finditer(text, start, close):
        before = text[start : match.start()]
        name = re.search(r"[A-Z][\w.'’-]*$", before)
        if name and "," not in before and not has_verb(before) and _follows_verb(text, match.end() + 1):
            yield Clause(match.start(), match.end() + 1, "clause")


def _follows_verb(text: str, at: int) -> bool:
    word = _WORD.match(text, at + 1) if text[at : at + 1] == " " else _WORD.match(text, at)
    return word is not None and word[0].islower() and _finite(word[0])


def _is_subject(text: str, at: int) -> bool:
    """Tell whether a clause surely begins here: a pronoun, an article or a name, with a verb soon behind."""
    word = _WORD.match(text, at)
    if word is None:
        return False
    behind = [one[0] for _, one in zip(range(5), _WORD.finditer(text, word.end(), word.end() + 60), strict=False)]
    lower = word[0].lower()
    if lower in words_in("clauses", "pronouns"):
        return any(_finite(one) for one in behind[:3]) or "'" in word[0] or "’" in word[0]
    if lower in words_in("clauses", "determiners") or word[0][0].isupper():
        return any(_finite(one) for one in behind[:4])
    return False


def _says(main: str) -> bool:
    """Tell whether what follows is needed."""
    words = _WORD.findall(main)
    told = not words_in("clauses", "telling").isdisjoint(word.lower() for word in words[-3:])
    if told or not words or words[-1].lower() in words_in("clauses", "saying"):
        return True
    return words[-1].lower() in words_in("clauses", "hanging")  # "the badge I cannot enter without: ..."


def _leaves(text: str, start: int, end: int, clause: Clause) -> bool:
    """Tell whether a sentence is left: with a verb if it had one, and with some words."""
    left = f"{text[start : clause.start]} {text[clause.end : end]}"
    words = len(_WORD.findall(left))
    gone = len(_WORD.findall(text[clause.start : clause.end]))
    before = _WORD.findall(text[start : clause.start])
    hangs = clause.start > start and before and before[-1].lower() in words_in("clauses", "hanging")
    if words < _LEAST or gone > _LONGEST or hangs:
        return False
    return has_verb(left) or not has_verb(text[start:end])
