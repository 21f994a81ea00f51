"""The words around a placeholder: whether a person stood there, and whether a text was made vaguer word by word."""

from gyges.reading.lexicon._people_words import Title, kin, title
from gyges.reading.page._forms import pattern, patterns

__all__ = ["is_in_words", "is_person_here", "reads_generalised", "titles_before"]

_VERB, _OWNS, _GREETS, _NAMED, _LAST_WORDS = patterns("blanks", "verb owns greets named last_words")
_WORD_BESIDE, _WORD_AFTER, _TURN, _VAGUE, _VAGUEST = patterns("blanks", "word_beside word_after turn vague vaguest")
_TITLE = pattern("blanks.title")
_TITLES = 3
_ENOUGH = 2


def titles_before(text: str, start: int) -> list[tuple[Title, int, int]]:
    """Return the titles that end right before a position, the last one first, and where they stand."""
    found: list[tuple[Title, int, int]] = []
    at = start
    while len(found) < _TITLES and (match := _TITLE.search(text, max(0, at - 18), at)):
        known = title(match[1])
        if known is None or not match[1][0].isupper():
            break
        found.append((known, *match.span(1)))
        at = match.start(1)
        at -= text[at - 1 : at] == "("
    return found


def is_person_here(text: str, start: int, end: int) -> bool:
    """Tell whether a person stood where the text has a blank that does not say what it covers."""
    if titles_before(text, start):
        return True
    if text[start] == "_":  # a form to fill in has such lines too
        return False
    if _OWNS.match(text, end):
        return True
    head = text[max(0, start - 40) : start]
    if _GREETS.search(head) or _NAMED.search(head):
        return True
    opens = not head or head.endswith("\n") or head.rstrip().endswith((".", "]", ",", ";"))
    if (not head or head.endswith("\n")) and _TURN.match(text, end, end + 4):
        return True
    if (opens or head.endswith(" ")) and _VERB.match(text, end, end + 16):
        return True
    words = _LAST_WORDS.search(head)
    last = (words[3] or words[1]) if words is not None else ""
    known = kin(last.lower()) if last else None
    return known is not None and not known.plural


def is_in_words(text: str, start: int, end: int) -> bool:
    """Tell whether a blank may be a person by where it stands, in any language.

    What the words around it say is not asked: rather somebody too many than one left out. Lines that part or are to be
    filled in are nobody.
    """
    if text[start] == "_":
        return bool(_WORD_BESIDE.search(text, max(0, start - 3), start) or _WORD_AFTER.match(text, end))
    low, high = text.rfind("\n", 0, start) + 1, text.find("\n", end)
    line = text[low:start] + text[end : high if high >= 0 else len(text)]
    return text[start] not in "*X" or any(map(str.isalpha, line))


def reads_generalised(text: str) -> bool:
    """Tell whether names became "somebody": the word stands where nobody would write it."""
    if _VAGUEST.search(text):
        return True
    return sum(1 for _, _ in zip(range(_ENOUGH), _VAGUE.finditer(text), strict=False)) >= _ENOUGH
