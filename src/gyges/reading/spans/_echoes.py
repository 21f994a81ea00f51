"""People named again by a part of their name, in other letters, or by the first letters of it."""

import re
from collections.abc import Iterator, Sequence
from string import ascii_lowercase

from gyges.reading.lexicon._known_words import bare, is_known
from gyges.reading.lexicon._load import words
from gyges.reading.lexicon._names import first_name, is_surname
from gyges.reading.lexicon._people_words import title
from gyges.reading.lexicon._vocabulary import common_words
from gyges.reading.page._page import Page
from gyges.reading.page._spans import Cue

__all__ = ["find_echoes"]

_SHORTEST, _MOST_LETTERS, _SHORT_NAME = 3, 4, 2
_CHATTY = re.compile(r"[\n.!?:>\]](?:(?<=\n)|(?<!\n)\s)[a-z]")  # a sign first, for which the engine skips ahead
_SMALL = frozenset(ascii_lowercase)
_LONGEST_CUT = 13  # a bound, so that a word without end takes no time without end
_NO_LETTERS = frozenset(("a", "i"))
_HUMPED = re.compile(r"[A-Z](?:[-.]?[a-z]{0,2}[A-Z])+")


def find_echoes(page: Page, spans: Sequence[Cue]) -> Iterator[Cue]:
    """Yield where somebody who is named elsewhere in the text is named again.

    Args:
        page: The text.
        spans: What was found in it, in order.
    """
    people = [span for span in spans if span.kind == "PERSON" and span.direct]
    if not people:
        return
    names, letters = _parts(page, people)
    short = {key[:size] for key in names for size in range(_SHORTEST, min(len(key), _LONGEST_CUT))}
    single = {key[0] for key in names} - _NO_LETTERS
    last = (page.words[page.at(span.end) - 1] for span in people)
    pairs = {key for start, end, key in last if end - start == _SHORT_NAME}  # "Ms An"
    chatty = page.text[:1] in _SMALL or _CHATTY.search(page.text) is not None
    wanted = names | letters | short | single | pairs
    wanted |= {f"{key}'s" for key in wanted}
    for index in [place for place, word in enumerate(page.words) if word[2] in wanted]:
        start, end, key = page.words[index]
        plain = bare(key)
        end -= len(key) - len(plain)  # not start + len(plain): "Þ" is folded into two letters
        named = plain in names and _is_named(page, index, plain, chatty=chatty)
        cut = plain in short and _is_cut(page, index, plain, chatty=chatty)
        one = plain in single and _is_one_letter(page, index)
        two = plain in pairs and page.capital(index) and page.key(index + 1) in words("person_verbs")
        stands = plain in letters and _stands_for_one(page, index, plain, page.text[start:end])
        if named or cut or one or two or stands:
            yield Cue(start, end, "PERSON", True)


def _parts(page: Page, people: Sequence[Cue]) -> tuple[set[str], set[str]]:
    """Return the words of the names of people, and the first letters of their full names."""
    names: set[str] = set()
    letters: set[str] = set()
    for span in people:
        keys: list[str] = []
        at = page.at(span.start)
        while at < len(page.words) and page.words[at][0] < span.end:
            keys.append(bare(page.words[at][2]))
            at += 1
        while keys and title(keys[0]) is not None:
            keys.pop(0)
        whole = len(keys) <= _SHORT_NAME and page.text[span.start].isalpha()  # "Rowdy M": taken for a name as it stands
        names.update(
            key for at, key in enumerate(keys) if len(key) >= _SHORTEST and _can_name(key, taken=whole and not at)
        )
        if 1 < len(keys) <= _MOST_LETTERS:
            letters.add("".join(key[0] for key in keys))
            letters.add("".join(part[0] for key in keys for part in key.split("-")))
    return names, letters


def _can_name(key: str, *, taken: bool) -> bool:
    if key in words("kin") or key in words("nobody") or key in words("generic_capitals") or not key.isalpha():
        return False
    return taken or not is_known(key) or first_name(key) is not None or is_surname(key)


def _is_named(page: Page, index: int, key: str, *, chatty: bool) -> bool:
    """Tell whether a word that is part of somebody's name names them here too."""
    if page.capital(index):
        return not (key in words("names_as_verbs") and page.opens(index))
    if not chatty:
        return False
    if not is_known(key):
        return True
    if first_name(key) is None or key in words("names_as_verbs"):
        return False
    return page.key(index - 1) not in words("before_no_name") and page.key(index + 1) not in words("after_no_name")


def _is_cut(page: Page, index: int, key: str, *, chatty: bool) -> bool:
    """Tell whether the beginning of somebody's name is what they are called: ``bok`` for ``bokbok``."""
    if not is_known(key):
        return chatty or page.capital(index)
    if key in common_words():
        return False
    return chatty and not page.joined(index) and page.key(index - 1) not in words("before_no_name")


def _is_one_letter(page: Page, index: int) -> bool:
    """Tell whether a letter alone stands for somebody whose name begins with it: ``G was picked``."""
    start, end, _ = page.words[index]
    text = page.text
    if not text[start].isupper() or text[start - 1 : start] in {".", "/", "&", "-"}:
        return False
    if index and page.joined(index - 1) and (page.capital(index - 1) or page.key(index - 1) in words("before_letter")):
        return False
    acts = any(page.key(index + 1) in words(kind) for kind in ("person_verbs", "is", "helping_verbs"))
    return acts and not page.capital(index + 1) and text[end : end + 1] in {" ", "."}


def _stands_for_one(page: Page, index: int, key: str, written: str) -> bool:
    """Tell whether first letters, which may be a word or an abbreviation too (AT, HR), stand for a person here."""
    if not _HUMPED.fullmatch(written):
        return False
    if key not in words("no_initials"):
        return True
    after = page.key(index + 1)
    return key in words("small_words") and (after == "to" or after in words("person_verbs"))
