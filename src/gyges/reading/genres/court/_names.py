"""Names in decisions: behind an honorific, initials, and what masking leaves of a name."""

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from gyges.reading.genres.court._tables import honorifics, name_stops, particles, pattern
from gyges.reading.page._page import Page
from gyges.reading.page._tokens import Token
from gyges.reading.people._draft import PersonDraft
from gyges.reading.people._same_name import name_parts, same_parts

__all__ = ["MASK", "Call", "called", "calls_in", "find_person", "run_at"]

MASK = pattern("names.mask")
_MASK_SIGNS = ("[", "<", "**", "█", "___")
_LONGEST = 7


@dataclass(frozen=True, slots=True)
class Call:
    """A place where somebody is called by name.

    Attributes:
        start: First code point, the honorific included.
        name_start: First code point of the name.
        end: One past the last code point.
        name: The name, None if it is masked.
        title: The honorific in lower case, empty if there is none.
        sex: What the honorific tells, empty if nothing.
    """

    start: int
    name_start: int
    end: int
    name: str | None
    title: str
    sex: str


def called(page: Page) -> list[Call]:
    """Return everybody who is called by an honorific and a name, and every masked name."""
    text, tokens = page.text, page.tokens
    masked = any(sign in text for sign in _MASK_SIGNS)
    masks = {match.start(): match.end() for match in MASK.finditer(text)} if masked else {}
    titles = honorifics()
    calls: list[Call] = []
    busy = 0
    for index in range(len(tokens)) if masks else page.where_tokens(titles.keys()):
        token = tokens[index]
        if token.start < busy:
            continue
        call = None
        if token.lower in titles and token.text[0].isupper():
            call = _titled(text, tokens, index, masks)
        elif token.start in masks and token.text in "[<" and "PER" in text[token.start : token.start + 5]:
            call = Call(token.start, token.start, masks[token.start], None, "", "")
        if call is not None:
            calls.append(call)
            busy = call.end
    return calls


def _titled(text: str, tokens: Sequence[Token], index: int, masks: dict[int, int]) -> Call | None:
    titles = honorifics()
    at, title, sex = index, "", ""
    while at < len(tokens) and tokens[at].lower in titles and tokens[at].text[0].isupper():
        sex = sex or titles[tokens[at].lower].get("sex", "")
        title = title or tokens[at].lower
        at += 1
        if at < len(tokens) and tokens[at].text == ".":
            at += 1
    if at >= len(tokens) or tokens[at].start - tokens[at - 1].end > 1:
        return None
    start = tokens[index].start
    if tokens[at].start in masks:
        return Call(start, tokens[at].start, masks[tokens[at].start], None, title, sex)
    run = run_at(text, tokens, at)
    if run is None:
        return None
    return Call(start, run[0], run[1], text[run[0] : run[1]], title, sex)


def run_at(text: str, tokens: Sequence[Token], at: int) -> tuple[int, int] | None:
    """Return the span of the name that begins at a token, None if none does."""
    if at >= len(tokens):
        return None
    stops, small = name_stops(), particles()
    end, last_capital, words, index = tokens[at].start, -1, 0, at
    while index < len(tokens) and words < _LONGEST:
        token = tokens[index]
        if token.start - end > 1 or "\n" in text[end : token.start]:
            break
        following = tokens[index + 1] if index + 1 < len(tokens) else None
        dotted = following is not None and following.text == "." and following.start == token.end and _is_initial(token)
        if token.text[0].isupper() and (dotted or token.lower not in stops):
            words += 1
            end = token.end
            if following is not None and dotted:
                end, index = following.end, index + 1
            last_capital = end
        elif (token.text == "-" and index > at and token.start == end) or (
            token.lower in small and (token.text.islower() or index > at)
        ):
            end = token.end
        else:
            break
        index += 1
    return (tokens[at].start, last_capital) if last_capital > 0 else None


def _is_initial(token: Token) -> bool:
    return token.end - token.start == 1 or token.text in {"Ch", "Yu", "Kh", "Sh", "St", "Dz", "Th", "Jr", "Sr"}


def calls_in(calls: Sequence[Call], start: int, end: int) -> list[Call]:
    """Return the calls inside a stretch of text."""
    first = bisect_left(calls, start, key=_start)
    last = bisect_left(calls, end, key=_start)
    return [call for call in calls[first:last] if call.end <= end]


def _start(call: Call) -> int:
    return call.start


def find_person(people: Iterable[PersonDraft], name: str, sex: str = "") -> PersonDraft | None:
    """Return the person a name belongs to: the same name, or a fuller or shorter form of it."""
    words = name_parts(name)
    fitting = [
        person
        for person in people
        if not _clash(person, sex) and any(same_parts(words, name_parts(known)) for known in person.names)
    ]
    exact = [person for person in fitting if name in person.names]
    if len(fitting) > 1 and len(words) == 1 and not exact:
        fitting = [p for p in fitting if any(name_parts(known)[-1:] == words for known in p.names)] or fitting
    return next(iter(exact or fitting), None)


def _clash(person: PersonDraft, sex: str) -> bool:
    return bool(sex) and any(
        fact.tag == "SEX" and fact.value != sex and fact.certainty >= 5 and fact.cue.startswith("court")
        for fact in person.facts
    )
