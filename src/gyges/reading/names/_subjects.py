"""Words that the sentence makes names: ``Squeak says``, ``my mate spud was``, ``tell smudge to``.

English puts an article before a noun in the singular. A rare word that has none and does what people do is a name.
"""

import re
from collections.abc import Callable, Iterator
from functools import lru_cache

from gyges.reading.lexicon._known_words import bare, is_known
from gyges.reading.lexicon._load import words
from gyges.reading.lexicon._names import first_name
from gyges.reading.lexicon._people_words import title
from gyges.reading.lexicon._vocabulary import common_words
from gyges.reading.page._page import Page, Wanted
from gyges.reading.page._spans import Cue

__all__ = ["find_subjects"]

_SHORTEST = 3
_BRACKETED = re.compile(r"\s\((?P<who>[^\W\d_a-zà-öø-ÿ][a-zà-öø-ÿ'’-]{1,14})(?=[),;])")
_CLOSED = re.compile(r"\s?(?:[.,!:;\n–—-]|$)")
_COPULAS = frozenset(("is", "was", "has", "had", "got"))
_TOGETHER = frozenset(("and", "n"))
_LED_OWNER = frozenset(("and", "n", "with", "w", "from"))
_ENDS = ("ly", "ing", "ed", "s", "body", "one", "thing")
_NO_RARE = ("no_subjects", "who_labels", "generic_capitals", "role_letters")
_NOT_SO_CALLED = ("person_verbs", "helping_verbs", "also", "before_no_name", "kin", "phrase_stops", "no_subjects")


def find_subjects(page: Page) -> Iterator[Cue]:
    """Yield rare words without an article that say or do what people do, or are told something."""
    for index in page.where(_rules):
        for rule in _rules(page.key(index)):
            span = rule(page, index)
            if span is not None:
                yield span


def _person(page: Page, first: int, last: int) -> Cue:
    _, end, key = page.words[last]
    return Cue(page.words[first][0], end - 2 * key.endswith("'s"), "PERSON", True)


def _says(page: Page, index: int) -> Cue | None:
    """``Squeak says``: the word before a verb of saying, where it opens a sentence."""
    speaker = index - 1
    opens = index > 0 and page.joined(speaker) and page.capital(speaker) and page.opens(speaker)
    return _person(page, speaker, speaker) if opens and _is_rare(page.key(speaker)) else None


def _told(page: Page, index: int) -> Cue | None:
    """``tell smudge to``: the word after a verb whose object is a person."""
    if not page.joined(index) or not _is_rare(page.key(index + 1)):
        return None
    ends = not page.joined(index + 1) or page.key(index + 2) in words("after_name")
    return _person(page, index + 1, index + 1) if ends else None


def _owns(page: Page, index: int) -> Cue | None:
    """``pickle's mum``: somebody's kin or friend."""
    led = index > 0 and page.joined(index - 1) and page.key(index - 1) not in _LED_OWNER
    return _person(page, index, index) if not led and page.joined(index) and _is_tie(page.key(index + 1)) else None


def _is_bound(page: Page, index: int) -> Cue | None:
    """``my mate spud was``: a rare word after a tie that is somebody's, if what follows is what people do."""
    if not (index and page.joined(index) and page.key(index - 1) in words("possessive")):
        return None
    key = page.key(index + 1)
    after = page.key(index + 2) if page.joined(index + 1) else ""
    acts = key.endswith("'s") or not after or after in _COPULAS or after in _TOGETHER or after in words("person_verbs")
    return _person(page, index + 1, index + 1) if acts and _is_rare(key) else None


def _in_brackets(page: Page, index: int) -> Cue | None:
    """``her husband (Bear)``: whatever word stands in brackets behind a tie."""
    match = _BRACKETED.match(page.text, page.words[index][1])
    return (
        Cue(*match.span("who"), "PERSON", True) if match and match["who"].lower() not in words("no_bracketed") else None
    )


def _is_here(page: Page, index: int) -> Cue | None:
    """``Rocky here, call me``: somebody says who is calling."""
    if not (
        index and page.joined(index - 1) and page.opens(index - 1) and _CLOSED.match(page.text, page.words[index][1])
    ):
        return None
    key = page.key(index - 1)
    named = _is_rare(key) or (first_name(key) is not None and key not in words("names_rather_words"))
    return _person(page, index - 1, index - 1) if named else None


def _with_title(page: Page, index: int) -> Cue | None:
    """``auntie bee said``: a small word between a form of address and a verb."""
    if not page.joined(index) or not page.joined(index + 1) or page.capital(index + 1):
        return None
    key, after = page.key(index + 1), page.key(index + 2)
    acts = after in words("person_verbs") or after in _COPULAS
    plain = not key.isalpha() or key.endswith(("ly", "ed", "ing")) or any(key in words(kind) for kind in _NOT_SO_CALLED)
    return _person(page, index, index + 1) if acts and not plain else None


def _with_adjective(page: Page, index: int) -> Cue | None:
    """``big al``: a short name and what its bearer is like, both in small letters or both with capitals."""
    if not page.joined(index) or page.capital(index) != page.capital(index + 1):
        return None
    if index and page.joined(index - 1) and page.key(index - 1) in words("before_no_name"):
        return None
    key = bare(page.key(index + 1))
    named = key in words("short_names") or (first_name(key) is not None and not is_known(key))
    return _person(page, index, index + 1) if named else None


def _short_name(page: Page, index: int) -> Cue | None:
    """``Al``, ``Ray``: short names that are words too."""
    start, _, _ = page.words[index]
    if not page.capital(index) or page.text[start + 1].isupper():
        return None
    acts = page.joined(index) and page.key(index + 1) in words("person_verbs")
    return _person(page, index, index) if acts or not page.opens(index) else None


_Rule = Callable[[Page, int], Cue | None]
_BY_WORD: tuple[tuple[str, _Rule], ...] = (
    ("saying_verbs", _says),
    ("asked_surely", _told),
    ("bonds", _is_bound),
    ("address_titles", _with_title),
    ("nick_adjectives", _with_adjective),
    ("short_names", _short_name),
)


@Wanted
@lru_cache(maxsize=16384)
def _rules(key: str) -> tuple[_Rule, ...]:
    """Return what may be told from a word about the words beside it; nothing for most words."""
    rules = [rule for name, rule in _BY_WORD if key in words(name)]
    rules += [_in_brackets] if _is_tie(key) else []
    rules += [_is_here] if key == "here" else []
    rules += [_owns] if key.endswith("'s") and _is_rare(key) else []
    return tuple(rules)


def _is_tie(key: str) -> bool:
    return key in words("kin") or key in words("bonds")


@lru_cache(maxsize=8192)
def _is_rare(key: str) -> bool:
    """Tell whether a word is seldom met, so that without an article it is a name."""
    plain = bare(key)
    if len(plain) < _SHORTEST or not plain.isalpha() or plain in common_words() or plain.endswith(_ENDS):
        return False
    return title(plain) is None and not any(plain in words(kind) for kind in _NO_RARE)
