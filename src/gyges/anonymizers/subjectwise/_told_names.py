"""Names in no table, known by what is told around them: a relative, an initial, what somebody does."""

import re
from collections.abc import Iterator

from gyges.anonymizers.identifiers import is_placed
from gyges.anonymizers.subjectwise._tables import words_in
from gyges.anonymizers.subjectwise._word_names import is_shown_as_person
from gyges.anonymizers.wording import (
    begins_sentence,
    is_function,
    is_ordinary,
    is_thing_word,
    is_title,
    usual_tag,
    word_after,
    word_before,
)
from gyges.reading import Page, find_organisations, find_places
from gyges.reading.lookups import first_name, fold, kin, months

__all__ = ["is_strange", "told_names", "with_first_name"]

_CAPITAL = r"[^\W\d_a-z](?=[^\W\d_]*?[a-zà-ÿ])[^\W\d_]++(?:['’-][^\W\d_]++)*"
_STRANGE = re.compile(rf"(?<![\w@.'’*/-]){_CAPITAL}(?![\w@.*/-])(?!['’][^s])")
_INITIAL = re.compile(rf"(?<![\w.'’-])[A-Z]\. (?P<name>{_CAPITAL})(?![\w@])")
_SURNAME_FIRST = re.compile(rf"(?<![\w.'’-])(?P<last>[A-Z]{{4,}}) (?P<first>{_CAPITAL})(?=, (?:born|b\.|aged|\d))")
_LABELLED = re.compile(
    rf"(?:^|\n)(?:PATIENT|CLIENT|RESIDENT|DECEASED|APPLICANT|NAME) (?P<name>{_CAPITAL} {_CAPITAL})(?=[,\n])"
)
_RELATED = re.compile(
    rf"\b(?:wife|husband|fiancée?|partner|son|daughter|brother|sister|mother|father|girlfriend|boyfriend)"
    rf", (?P<name>{_CAPITAL}),"
)
_SPEAKER = re.compile(rf"(?<!\*)\*\*(?P<name>{_CAPITAL})\*\*(?: \([^)\n]{{0,80}}\))?:")
_TITLED = re.compile(r"\b(?:Dr|Mr|Mrs|Ms|Prof)(?P<stop>\.?) (?P<name>[A-Z][a-z]{2,})(?![\w-])(?! [A-Z])")  # "Dr Best"
_WHO = re.compile(r", (?:who|whose|whom)\b")
_SHORTEST = 3
_ACTS = frozenset(("VBD", "VBZ"))
_ADVERBS = frozenset(("now", "then", "also", "still", "never", "always", "just", "only"))
_NO_SUBJECT = frozenset(("is", "was", "has", "had", "does", "did"))


def told_names(page: Page) -> Iterator[tuple[int, int]]:
    """Yield where words that are in no table stand as the name of somebody."""
    text = page.text
    found = [(one.start, one.end) for one in find_places(page)]
    found += [(one.start, one.end) for one in find_organisations(page)]
    others = {place for span in found for place in range(*span)}
    for match in _STRANGE.finditer(text):
        start, end = match.span()
        if match[0].endswith(("'s", "’s")):
            end -= 2
        word = text[start:end]
        if start in others or not is_strange(word) or is_placed(text, start, end):
            continue
        if _is_tied(text, start) or _acts(text, start, end):
            yield _whole(text, start, end)
    for match in (*_LABELLED.finditer(text), *_RELATED.finditer(text), *_SPEAKER.finditer(text)):
        start, end = match.span("name")
        named = match.re is not _SPEAKER or first_name(match["name"]) is not None
        if start not in others and named and not is_thing_word(match["name"]) and not is_title(match["name"]):
            yield start, end
    for match in _TITLED.finditer(text):
        if _is_titled(text, match):
            yield match.span("name")
    for match in _SURNAME_FIRST.finditer(text):
        if match.start() not in others and is_strange(match["first"]) and not is_ordinary(match["last"]):
            yield match.span()
    for match in _INITIAL.finditer(text):
        label = word_before(text, match.start())
        if label is not None and label.text[0].isupper() and is_ordinary(label.text) and not is_title(label.text):
            continue  # "Block B. Nyambura"
        if match.start() not in others and (is_strange(match["name"]) or is_shown_as_person(text, match["name"])):
            yield match.span()


def _is_titled(text: str, match: re.Match[str]) -> bool:
    """Tell whether a word behind a title is a name whatever else it means: "Dr Best", but not "Mr Speaker"."""
    name = match["name"]
    before = word_before(text, match.start())
    ended = match["stop"] and before is not None and before.lower in {"the", "a", "my", "his", "her", "our", "their"}
    office = is_title(name) or name.lower() in words_in("grammar", "ranks")
    return not (ended or office or is_function(name))


def _whole(text: str, start: int, end: int) -> tuple[int, int]:
    """Return a name with the other strange capitals beside it: "Ingunn Torvik"."""
    start, end = with_first_name(text, start, end)
    after = word_after(text, end)
    if after is not None and after.text[0].isupper() and is_strange(after.text) and text[end : after.start] == " ":
        end = after.end
    return start, end


def with_first_name(text: str, start: int, end: int) -> tuple[int, int]:
    """Return a name with the strange word with a capital right before it."""
    before = word_before(text, start)
    strange = before is not None and before.text[0].isupper() and is_strange(before.text) and not is_title(before.text)
    return (before.start if before is not None and strange else start), end


def is_strange(word: str) -> bool:
    """Tell whether a word with a capital is in no table of words, things or months."""
    known = is_ordinary(word) or is_thing_word(word) or fold(word) in months()
    humped = any(letter.isupper() for part in word.split("-") for letter in part[1:])
    return len(word) >= _SHORTEST and not known and not humped


def _is_tied(text: str, start: int) -> bool:
    """Tell whether a word for a relative or a title stands right before: "my grandson Bin", "Rra Molefhi"."""
    before = word_before(text, start)
    if before is None:
        return False
    return (before.text.islower() and kin(fold(before.text)) is not None) or (
        len(before.text) > 1 and is_title(before.text)
    )


def _acts(text: str, start: int, end: int) -> bool:
    """Tell whether somebody called so does something: "Torvik stops the winch", "through Fikirte, who"."""
    before = None if begins_sentence(text, start) else word_before(text, start)
    if before is not None and (
        (before.text[0].isupper() and not begins_sentence(text, before.start))
        or usual_tag(before.lower).startswith(("DT", "JJ", "PRP$", "NN"))
    ):
        return False
    if _WHO.match(text, end):
        return True
    after = word_after(text, end)
    if after is not None and after.lower in _ADVERBS:
        after = word_after(text, after.end)
    return (
        after is not None
        and after.text.islower()
        and usual_tag(after.lower) in _ACTS
        and after.lower not in _NO_SUBJECT
        and (before is None or usual_tag(before.lower) in {"CC", "IN", "WRB", "RB"})
    )
