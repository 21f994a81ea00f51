"""Names that are words too: "Bill", "Grace", "May" are somebody only where the text shows it, and things have names."""

import re
from functools import cache, lru_cache

from gyges.anonymizers.wording import (
    begins_sentence,
    can_be,
    is_named_noun,
    is_ordinary,
    is_short_form,
    is_title,
    named_nouns,
    usual_tag,
    word_after,
    word_before,
)
from gyges.reading.lookups import first_name, is_surname

__all__ = ["is_named_thing", "is_shown_as_person", "is_word_here"]

_CAPITAL = r"[A-Z][^\W\d_]*(?:['’-][^\W\d_]+)*"
_BEFORE = re.compile(
    r"(?:\b(?:dear|hi|hey|hello|thanks|thank you|cousin|friend|wife|husband|son|daughter|brother|sister|mother|father|"
    r"partner|niece|nephew|aunt|uncle|auntie|girlfriend|boyfriend|colleague|neighbour|supervisor|manager|i am|i'm|i’m|"
    r"am|name is|name's|this is|"
    r"nurse|teacher|constable|sergeant|captain|magistrate|deputy|inspector|officer)"
    r",? |(?:^|\n)[^a-zA-Z\n]{0,30})$",
    re.IGNORECASE,
)
_SPEAKS = re.compile(r"(?: \([^()\n]{1,24}\))?:(?=\s)")
_SAID = re.compile(r" (?:said|says|told|tells|asked|asks|thinks|replied|answered|wants|wanted)\b")
_ALONE = re.compile(r"[ \t]*(?:\n|$)")
_MORE = re.compile(rf" (?:[A-Z]\. )?(?P<next>{_CAPITAL})")
_LAST = re.compile(rf"(?P<last>{_CAPITAL}) $")
_OBJECTS = frozenset(
    ("it", "them", "this", "that", "these", "those", "my", "your", "our", "all", "off", "out", "up", "down")
)
_ASKED = frozenset(
    ("i", "you", "we", "he", "she", "they", "it", "the", "this", "that", "there", "any", "somebody", "someone")
)
_GRACE = re.compile(
    r" (?:and (?:peace|mercy|truth)|(?:was|is|be|being) said|before (?:meals?|dinner|food)|of God|is what|period)\b"
)
_SAY = re.compile(r"\b(?:say|says|saying|by the|divine|amazing|saving|God's|good) $", re.IGNORECASE)
_STYLES = frozenset(
    ("miss", "dona", "sir", "princess", "prince", "queen", "king", "lady", "senator", "saint")
)  # in names of things


def is_named_thing(text: str, start: int, end: int) -> bool:
    """Tell whether a name is that of a ship, a storm or the like: here, or elsewhere if it is no person's too."""
    name = text[start:end]
    here, anywhere = _things(text)
    if any(low <= start and end <= high for low, high in here):
        return True
    return name in anywhere and not is_shown_as_person(text, name)


@cache
def _naming() -> re.Pattern[str]:
    nouns = "|".join(sorted(map(re.escape, named_nouns()), key=len, reverse=True))
    return re.compile(
        rf"(?<![\w/-])(?P<noun>(?i:{nouns}))(?P<mark>(?:,|(?: (?:is|was))? (?:called|named))? (?:\(?[\"“'‘])?)"
        rf"(?P<name>{_CAPITAL}(?: {_CAPITAL})?)"
    )


@lru_cache(maxsize=8)
def _things(text: str) -> tuple[tuple[tuple[int, int], ...], frozenset[str]]:
    """Return where things are named by their nouns, and by which names."""
    spans: list[tuple[int, int]] = []
    names: set[str] = set()
    for match in _naming().finditer(text):
        words = match["name"].split()
        if is_named_noun(match["noun"], marked=len(match["mark"]) > 1) and (
            words[0].lower() in _STYLES or not is_title(words[0])
        ):
            end = match.end("name")
            if len(words) > 1 and is_ordinary(words[1]) and first_name(words[1]) is None and not is_surname(words[1]):
                end -= len(words[1]) + 1
            spans.append((match.start("name"), end))
            names.add(text[match.start("name") : end])
    return tuple(spans), frozenset(names)


@lru_cache(maxsize=256)
def is_shown_as_person(text: str, word: str) -> bool:
    """Tell whether a text shows somewhere that a word is somebody's name: a title, a surname, a greeting, a speaker."""
    for match in re.finditer(rf"(?<![\w'’-]){re.escape(word)}(?![\w-])", text):
        start, end = match.span()
        before = word_before(text, start)
        if before is not None and is_title(before.text):
            return True
        more = _MORE.match(text, end)
        if (
            more is not None
            and not is_ordinary(more["next"])
            and not (before is not None and is_named_noun(before.text))
        ):
            return True  # "Bill Adjei"
        if more is not None and is_surname(more["next"]) and first_name(word) is not None:
            return True
        last = _LAST.search(text, max(0, start - 24), start)
        if last is not None and not begins_sentence(text, last.start()) and _is_first(last["last"]):
            return True  # "Hendrik Polish"
        if _SAID.match(text, end):
            return True
        led = _BEFORE.search(text, max(0, start - 40), start)
        opens = led is not None and not led[0].strip().lower().strip(",").isalpha()
        if led is not None and not (opens and not _SPEAKS.match(text, end) and not _ALONE.match(text, end)):
            return True
    return any(is_short_form(word, other) for other in _capitals(text) if other != word)


@lru_cache(maxsize=8)
def _capitals(text: str) -> frozenset[str]:
    return frozenset(re.findall(_CAPITAL, text))


def _is_first(word: str) -> bool:
    stat = first_name(word)
    return stat is not None and not is_ordinary(word)


def is_word_here(text: str, start: int, end: int) -> bool:
    """Tell whether a word that may be a name is the plain word at a place: "MARK it", "May I", "Grace was said".

    Example:
        >>> is_word_here("MARK it on the chart.", 0, 4), is_word_here("Then Mark left.", 5, 9)
        (True, False)
    """
    word = text[start:end]
    if not is_ordinary(word) or " " in word:
        return False
    if word.isupper() and ".".join(word) in text:
        return True  # "W.I.L.L."
    after = word_after(text, end)
    follows = after.lower if after is not None else ""
    if word.lower() == "grace" and (_GRACE.match(text, end) or _SAY.search(text, max(0, start - 12), start)):
        return True
    if usual_tag(word.lower()) == "MD" and follows in _ASKED:
        return True
    opens = begins_sentence(text, start) or word.isupper()
    if opens and follows in _OBJECTS and can_be(word.lower(), "VERB"):
        return True
    if is_shown_as_person(text, word):
        return False
    written = re.search(rf"(?<![\w-]){re.escape(word.lower())}s?(?![\w-])", text) is not None
    return written and opens and word.lower() not in {"may", "will", "april", "june"} and not _is_owner(text, end)


def _is_owner(text: str, end: int) -> bool:
    return text[end : end + 2] in {"'s", "’s"}
