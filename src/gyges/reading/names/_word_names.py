"""First names that are words too (Rose, Mark, Hope), where what stands around them tells that somebody is meant."""

import re
from collections.abc import Iterator

from gyges.reading.english import usual_tag
from gyges.reading.lexicon._known_words import bare, is_known
from gyges.reading.lexicon._load import words
from gyges.reading.lexicon._names import first_name
from gyges.reading.lexicon._people_words import kin
from gyges.reading.page._page import Page, Wanted
from gyges.reading.page._spans import Cue
from gyges.reading.time._dates import months

__all__ = ["find_word_names"]

_INITIAL = re.compile(r"\s[A-HJ-Z](?:\.|(?=[\s,;:)]|$))(?!\w)")
_ALONE_LEFT, _ALONE_RIGHT = re.compile(r"(?:^|\n)[ \t>*-]*$"), re.compile(r"[ \t]*+(?:[.,!][ \t]*+)?(?:\n|$)")
_LABEL = re.compile(r"\s?:\s")
_WHENCE = frozenset(("from", "at", "in", "who", "his", "her", "my"))
_SHORTEST_PAST = 4  # "used", but no "red"
_MODALS = frozenset(("will", "may"))
_OF_THE_SKY = frozenset(("broke", "breaks", "came", "comes", "fell", "rose", "arrived"))
_COPULAS = frozenset(("is", "was", "has", "had"))


def find_word_names(page: Page) -> Iterator[Cue]:
    """Yield first names that English has as words, where they name somebody."""
    text = page.text
    for index in page.where(_is_both):
        start, end, key = page.words[index]
        end -= 2 * key.endswith("'s")
        if bare(key) in months() and (page.key(index - 1).isdigit() or page.key(index - 1) in words("months_after")):
            continue  # "by 30 June and I"
        if text[start].isupper():
            initial = _INITIAL.match(text, end)
            if initial:
                yield Cue(start, initial.end(), "PERSON", True)
            elif _is_named(page, index, key):
                yield Cue(start, end, "PERSON", True)
        elif _is_named_small(page, index, key):
            yield Cue(start, end, "PERSON", True)


@Wanted
def _is_both(key: str) -> bool:
    stat, plain = first_name(bare(key)), bare(key)
    return plain in words("virtue_names") or (stat is not None and (stat.ambiguous or is_known(plain)))


def _is_named(page: Page, index: int, key: str) -> bool:
    """Tell whether a word with a capital, which may be that of a sentence, is a name."""
    start, end, _ = page.words[index]
    text, plain = page.text, bare(key)
    if plain in words("virtue_names"):
        after = page.key(index + 1) if page.joined(index) else ""
        return bool(_LABEL.match(text, end)) or after in words("person_verbs")
    if key.endswith("'s") or _stands_alone(text, start, end) or _is_value(text, start, end):
        return True
    if text[start - 1 : start] in {'"', "“"} and text[end : end + 1] in {'"', "”"}:
        return True
    if text[start - 1 : start] == "(" and (text[end : end + 1] in {")", ",", ";"} or page.key(index + 1) in _WHENCE):
        return True
    if _acts(page, index, plain) or (page.joined(index) and _is_paired(page, index)):
        return True
    inside = plain in words("generic_capitals") and not page.opens(index) and page.joined(index - 1)
    follows = page.joined(index) and (page.capital(index + 1) or page.key(index + 1) == "of")
    return inside and not follows and not page.capital(index - 1) and page.key(index - 1) not in words("articles")


def _acts(page: Page, index: int, plain: str) -> bool:
    """Tell whether what follows is what people do."""
    if not page.joined(index):
        return False
    after = page.key(index + 1)
    after = page.key(index + 2) if after in words("also") else after
    if after in _OF_THE_SKY and plain in words("names_rather_words"):
        return False  # "Dawn broke"
    if after in words("person_verbs") or (after.endswith("ed") and len(after) > _SHORTEST_PAST):
        return True
    return after in _COPULAS and plain not in words("names_rather_words")


def _is_paired(page: Page, index: int) -> bool:
    """Tell whether somebody else is named together with it: ``Rose and I``, ``Hope and Tariq``."""
    if page.key(index + 1) not in {"and", "&"} or index + 2 >= len(page.words):
        return False
    return page.key(index + 2) in {"i", "me", "her", "his", "my"} or page.capital(index + 2)


def _stands_alone(text: str, start: int, end: int) -> bool:
    """Tell whether a word is a line of its own, as under a letter."""
    return bool(_ALONE_LEFT.search(text[max(0, start - 6) : start]) and _ALONE_RIGHT.match(text, end))


def _is_value(text: str, start: int, end: int) -> bool:
    """Tell whether a word is all that stands behind a label, or the label of a turn: ``Social worker: Rose.``."""
    if text[max(0, start - 2) : start] == ": ":
        return text[end : end + 1] in {"", ".", ",", ";", "\n", ")"}
    if usual_tag(text[start:end])[:2] == "NN" and text.count(f"{text[start:end]}:") == 1:
        return False  # "Ward: 7", unless it is somebody who speaks twice
    return _LABEL.match(text, end) is not None and _ALONE_LEFT.search(text[max(0, start - 6) : start]) is not None


def _is_named_small(page: Page, index: int, key: str) -> bool:
    """Tell whether a word without a capital is a name, as in chats."""
    start, end, _ = page.words[index]
    plain, text = bare(key), page.text
    before, after = page.key(index - 1), page.key(index + 1)
    if _LABEL.match(text, end):
        return _ALONE_LEFT.search(text[max(0, start - 6) : start]) is not None
    speaks = page.joined(index) and after in words("speech_verbs")
    unlike_verb = plain not in words("names_as_verbs") or (plain in _MODALS and after.endswith(("s", "ed")))
    acts = speaks or (page.joined(index) and after in words("person_verbs") and unlike_verb)
    if not index or not page.joined(index - 1):
        copula = page.joined(index) and after in _COPULAS and plain not in words("names_rather_words")
        return acts or (copula and plain not in words("names_as_verbs"))
    if kin(before) is not None or before in words("kin"):
        return acts or plain not in words("names_as_verbs") or not page.joined(index)
    sure = before in words("asked_surely")
    if sure or (before in words("asked_of") and plain not in words("names_rather_words")):
        told = sure and plain not in words("names_as_verbs") and plain not in words("names_rather_words")
        return told or not page.joined(index) or after in words("after_name")
    if before in words("before_no_name"):
        return False
    return speaks or (acts and (plain in _MODALS or plain not in words("names_rather_words")))
