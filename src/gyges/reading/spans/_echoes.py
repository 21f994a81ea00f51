"""People named again by a part of their name, in other letters, or by the first letters of it."""

import re
from collections.abc import Iterator, Sequence

from gyges.reading._lexicon import title
from gyges.reading._tables import first_name, is_surname
from gyges.reading.spans._scan import Scan, Span, bare, is_known, words

__all__ = ["find_echoes"]

_SHORTEST, _MOST_LETTERS, _SHORT_NAME = 3, 4, 2
_CHATTY = re.compile(r"(?:^|\n|[.!?:>\]]\s)[a-z]")
_HUMPED = re.compile(r"[A-Z](?:[-.]?[a-z]{0,2}[A-Z])+")


def find_echoes(scan: Scan, spans: Sequence[Span]) -> Iterator[Span]:
    """Yield where somebody who is named elsewhere in the text is named again.

    Args:
        scan: The text.
        spans: What was found in it, in order.
    """
    people = [span for span in spans if span.type == "PERSON" and span.direct]
    if not people:
        return
    names, letters = _parts(scan, people)
    chatty = _CHATTY.search(scan.text) is not None
    wanted = names | letters
    wanted |= {f"{key}'s" for key in wanted}
    for index in [place for place, word in enumerate(scan.words) if word[2] in wanted]:
        start, end, key = scan.words[index]
        plain = bare(key)
        end -= len(key) - len(plain)  # not start + len(plain): "Þ" is folded into two letters
        named = plain in names and _is_named(scan, index, plain, chatty=chatty)
        if named or (plain in letters and _stands_for_one(scan, index, plain, scan.text[start:end])):
            yield Span(start, end, "PERSON", True)


def _parts(scan: Scan, people: Sequence[Span]) -> tuple[set[str], set[str]]:
    """Return the words of the names of people, and the first letters of their full names."""
    names: set[str] = set()
    letters: set[str] = set()
    for span in people:
        keys: list[str] = []
        at = scan.at(span.start)
        while at < len(scan.words) and scan.words[at][0] < span.end:
            keys.append(bare(scan.words[at][2]))
            at += 1
        while keys and title(keys[0]) is not None:
            keys.pop(0)
        whole = len(keys) <= _SHORT_NAME and scan.text[span.start].isalpha()  # "Rowdy M": taken for a name as it stands
        names.update(
            key for at, key in enumerate(keys) if len(key) >= _SHORTEST and _can_name(key, taken=whole and not at)
        )
        if 1 < len(keys) <= _MOST_LETTERS:
            letters.add("".join(key[0] for key in keys))
            letters.add("".join(part[0] for key in keys for part in key.split("-") if part))
        elif len(keys) == 1 and "-" in keys[0]:
            letters.add("-".join(part[:1] for part in keys[0].split("-")))
    return names, letters


def _can_name(key: str, *, taken: bool) -> bool:
    if key in words("kin") or key in words("nobody") or key in words("generic_capitals") or not key.isalpha():
        return False
    return taken or not is_known(key) or first_name(key) is not None or is_surname(key)


def _is_named(scan: Scan, index: int, key: str, *, chatty: bool) -> bool:
    """Tell whether a word that is part of somebody's name names them here too."""
    if scan.capital(index):
        return not (key in words("names_as_verbs") and scan.opens(index))
    if not chatty:
        return False
    if not is_known(key):
        return True
    stat = first_name(key)
    before, after = scan.key(index - 1), scan.key(index + 1)
    return (
        stat is not None
        and key not in words("names_as_verbs")
        and before not in words("before_no_name")
        and after not in words("after_no_name")
    )


def _stands_for_one(scan: Scan, index: int, key: str, written: str) -> bool:
    """Tell whether first letters, which may be a word or an abbreviation too (AT, HR), stand for a person here."""
    if not _HUMPED.fullmatch(written):
        return False
    if key not in words("no_initials"):
        return True
    after = scan.key(index + 1)
    return key in words("small_words") and (after == "to" or after in words("person_verbs"))
