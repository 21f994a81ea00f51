"""Names of people in a text: full names, single names, initials, handles, with the titles before them."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from gyges.reading.lexicon._load import is_common_word, words
from gyges.reading.lexicon._names import Title, title
from gyges.reading.names._runs import Run, Runs
from gyges.reading.names._shapes import GIVEN_TITLES, INITIALS, SUFFIX_TITLES, TAG_HANDLE, proper
from gyges.reading.page._layout import PageLayout, Turn, is_machine
from gyges.reading.page._page import Page
from gyges.reading.page._spans import Spans, apart
from gyges.reading.page._tokens import tokenize

NameKind = Literal["full", "single", "surname", "initials", "handle"]
_ROLE_LABELS = words("role_labels")
_HANDLE_LABELS = words("handle_labels")
_ACCOUNT = re.compile(r"@?[^\W\d_][\w.-]{2,29}(?=\s|$|\|)")
_ABBREVIATIONS = words("abbreviations")


@dataclass(frozen=True, slots=True)
class NameSpan:
    """A name in a text."""

    start: int  # first code point, without the title
    end: int  # one past the last code point
    text: str  # the name as it should be reported; ``TUMULAK, Leonila`` becomes ``Leonila Tumulak``
    kind: NameKind  # what it is made of; ``surname`` after a title, ``initials`` for ``K.L.`` and ``Jun A.``
    given: str  # the first name, empty if not known
    family: str  # the family name, empty if not known
    titles: tuple[Title, ...] = ()  # the titles before it
    credentials: tuple[str, ...] = ()  # letters after it, such as ``RN``
    speaker: bool = False  # whether it labels a turn


def is_role_label(who: str) -> bool:
    """Tell whether the label of a turn is a role (AGENT, Q) and not a name."""
    return who.strip().lower() in _ROLE_LABELS


def find_names(
    page: Page,
    taken: Sequence[tuple[int, int]] = (),
    soft: Sequence[tuple[int, int]] = (),
) -> tuple[NameSpan, ...]:
    """Return the names of a text in their order, without overlap."""
    text, layout = page.text, page.layout
    labels = [span for turn in layout.turns if (span := _label(turn)) is not None]
    heads = {turn.who_start for turn in layout.turns}
    tags = page.each(TAG_HANDLE) if "@" in text or "u/" in text else ()
    handles = [NameSpan(*tag.span(), tag[0], "handle", "", "") for tag in tags if tag.start() not in heads]
    handles += _field_handles(text, layout)
    heard = [(turn.who_start, turn.who_end) for turn in layout.turns]
    busy = sorted([*taken, *heard, *((handle.start, handle.end) for handle in handles)])
    runs = Runs(text, page.tokens, busy, soft)
    found = [_span(run) for run in runs.sure()]
    words = {word.casefold() for span in (*found, *labels) for word in (span.given, span.family) if len(word) > 1}
    words |= {part for word in words for part in word.split() if len(part) > 2 and not is_common_word(part)}
    found += [_span(run) for run in runs.echoes(words)]
    found += _letters(page, busy, found)
    return tuple(apart([*labels, *handles, *found]))


def _field_handles(text: str, layout: PageLayout) -> list[NameSpan]:
    """Return account names in fields such as ``Username: night_owl7``."""
    found: list[NameSpan] = []
    for field in layout.fields:
        match = _ACCOUNT.match(text, field.value_start, field.end) if field.label in _HANDLE_LABELS else None
        if match is not None and _is_account(match.group()):
            found.append(NameSpan(match.start(), match.end(), match.group(), "handle", "", ""))
    return found


def _is_account(word: str) -> bool:
    """Tell whether a word can only be an account: digits, underscores or capitals inside."""
    inner = any(letter.isupper() for letter in word[1:]) and not word.isupper()
    return any(letter.isdigit() or letter == "_" for letter in word) or inner


def _label(turn: Turn) -> NameSpan | None:
    who = turn.who.partition("(")[0].strip()
    if is_machine(who) or is_role_label(who) or not any(map(str.isalpha, who)):
        return None
    words = [token.text for token in tokenize(who)]
    found: list[Title] = []
    while len(words) > 1 and (known := title(words[0])) is not None:
        found.append(known)
        words = [word for word in words[1:] if word != "."]
    if len(words) > 1 and words[-1].lower() in SUFFIX_TITLES and (known := title(words[-1])) is not None:
        found.append(known)
        words = words[:-1]
    kind: NameKind
    if who[:1].islower() or not all(letter.isalpha() or letter in " .-'’" for letter in who):
        kind, name, given, family = "handle", who, "", ""
    elif len(who) <= 3 and who.isupper():
        kind, name, given, family = "initials", who, "", ""
    else:
        cased = [proper(word) for word in words]
        name = " ".join(cased)
        kind, given, family = _parts_of(cased, found)
    titles = () if kind in {"handle", "initials"} else tuple(found)
    return NameSpan(turn.who_start, turn.who_start + len(who), name, kind, given, family, titles, speaker=True)


def _parts_of(names: Sequence[str], titles: Sequence[Title]) -> tuple[NameKind, str, str]:
    """Return the kind of a name, the first name and the family name; a title stands before a family name."""
    if len(names) > 1:
        return "full", names[0], names[-1]
    as_given = not titles or titles[0].word in GIVEN_TITLES
    return ("single", names[0], "") if as_given else ("surname", "", names[0])


def _span(run: Run) -> NameSpan:
    words = [proper(word) for word in run.words]
    if run.reversed:
        words = [*words[1:], words[0]]
    plain = words == list(run.words)  # neither turned round nor shouted: as written
    text = run.text if plain else " ".join(words)
    short = [len(word.rstrip(".")) == 1 for word in words]
    kind, given, family = _parts_of(words, run.titles)
    if short[0] or short[-1]:
        kind = "initials"
    if all(short):
        given, family = "", text
    return NameSpan(run.start, run.end, text, kind, given, family, run.titles, run.credentials)


def _letters(page: Page, busy: Sequence[tuple[int, int]], found: Sequence[NameSpan]) -> list[NameSpan]:
    """Return people known by their letters only, such as ``K.L.``."""
    spans = Spans([*((span.start, span.end) for span in found), *busy])
    text, letters = page.text, list[NameSpan]()
    for match in page.each(INITIALS):
        value = match.group().rstrip(" -")
        plain = value.replace(".", "").replace(" ", "").casefold()
        end = match.start() + len(value)
        if plain in _ABBREVIATIONS or spans.meets(match.start(), end):
            continue
        if text[end : end + 2].strip()[:1].isupper() and text[end : end + 1] == " ":
            continue  # the letters of a longer name that was not taken for one
        before = title(text[max(0, match.start() - 12) : match.start()].strip(" .").split(" ")[-1])
        letters.append(NameSpan(match.start(), end, value, "initials", "", value, (before,) if before else ()))
    return letters
