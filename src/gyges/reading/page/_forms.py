"""Forms: the patterns of ``tables/patterns.toml``, and the finders that are nothing but patterns.

A section holds patterns and parts of patterns by name. ``<<name>>`` stands for a part of the same section or of
``[shared]``, or for any word of a list in ``tables/words``; line breaks inside a pattern mean nothing. An entry that is
a table is a form: a pattern with what has to stand in a text for it to be worth a look, and with what it finds.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import Any, NamedTuple

from gyges.reading.lexicon._load import either, read_toml, words
from gyges.reading.page._page import Page, once_a_page
from gyges.reading.page._spans import Cue

__all__ = ["Check", "find_forms", "pattern", "patterns"]

Check = Callable[[re.Match[str]], bool]

_PART = re.compile(r"<<([\w.]+)>>")
_NAMED = "who"  # the group that a form finds, if its pattern has it


class _PatternForm(NamedTuple):
    name: str
    pattern: re.Pattern[str]
    group: str | int
    kind: str
    direct: bool
    check: str
    first: re.Pattern[str] | None
    signs: frozenset[str]
    words: frozenset[str]


@cache
def pattern(name: str) -> re.Pattern[str]:
    """Return a pattern of the table by section and name, such as ``clock.spoken``."""
    section, _, key = name.partition(".")
    table = read_toml("patterns.toml")
    return re.compile(_whole(_text(table[section][key]), {**table["shared"], **table[section]}))


def patterns(section: str, names: str) -> tuple[re.Pattern[str], ...]:
    """Return patterns of one section of the table, by their names with blanks between them."""
    return tuple(pattern(f"{section}.{name}") for name in names.split())


def find_forms(page: Page, section: str, checks: Mapping[str, Check] | None = None) -> Iterator[Cue]:
    """Yield what the forms of a section find.

    Args:
        page: The text.
        section: A section of the table.
        checks: What tells whether a match counts, by the name a form asks for it.
    """
    possible = _possible(page)
    for form in _forms(section):
        if form.name in possible and (form.first is None or page.first(form.first) is not None):
            counts = (checks or {})[form.check] if form.check else None
            for match in page.each(form.pattern):
                if counts is None or counts(match):
                    yield Cue(*match.span(form.group), form.kind, form.direct)


@cache
def _forms(section: str) -> tuple[_PatternForm, ...]:
    entries = read_toml("patterns.toml")[section]
    return tuple(_form(f"{section}.{name}", entry, entries) for name, entry in entries.items() if _is_form(entry))


class _NeededByForms(NamedTuple):
    """What has to stand in a text for forms to find something: forms by their words, and forms by their signs."""

    by_word: dict[str, frozenset[str]]
    without_words: frozenset[str]
    by_sign: dict[str, frozenset[str]]
    without_signs: frozenset[str]


@cache
def _needed() -> _NeededByForms:
    forms = [form for section in read_toml("patterns.toml") for form in _forms(section)]
    return _NeededByForms(
        _by_need({form.name: form.words for form in forms}),
        frozenset(form.name for form in forms if not form.words),
        _by_need({form.name: form.signs for form in forms}),
        frozenset(form.name for form in forms if not form.signs),
    )


def _by_need(needs: Mapping[str, frozenset[str]]) -> dict[str, frozenset[str]]:
    named: dict[str, set[str]] = {}
    for name, listed in needs.items():
        for one in listed:
            named.setdefault(one, set()).add(name)
    return {one: frozenset(names) for one, names in named.items()}


@once_a_page
def _possible(page: Page) -> frozenset[str]:
    """Return the forms, by name, of which a text has both a word and a sign that they find nothing without.

    One look at the text for all forms of all sections: asking each of them for itself would take longer than to search.
    """
    text, needed = page.text, _needed()
    worded = needed.without_words.union(*[needed.by_word[word] for word in page.keys & needed.by_word.keys()])
    signs = set(text)  # a look for one of them is a look for most signs of forms
    there = [names for sign, names in needed.by_sign.items() if sign[0] in signs and (len(sign) == 1 or sign in text)]
    signed = needed.without_signs.union(*there)
    return worded & signed


def _form(name: str, entry: Mapping[str, Any], section: Mapping[str, Any]) -> _PatternForm:
    found = pattern(name)
    asked = frozenset().union(*(words(listed) for listed in entry.get("words", ())))
    return _PatternForm(
        name,
        found,
        _NAMED if _NAMED in found.groupindex else 0,
        entry.get("kind", section.get("kind", "")),
        entry.get("direct", section.get("direct", True)),
        entry.get("check", ""),
        pattern(f"{name.partition('.')[0]}.{entry['first']}") if "first" in entry else None,
        frozenset(entry.get("signs", ())),
        asked | frozenset(entry.get("keys", ())),
    )


def _is_form(entry: object) -> bool:
    return isinstance(entry, dict)


def _text(entry: str | Mapping[str, str]) -> str:
    return entry if isinstance(entry, str) else entry["pattern"]


def _whole(text: str, parts: Mapping[str, Any]) -> str:
    """Return a pattern with its parts in their places."""

    def filled(part: re.Match[str]) -> str:
        return _whole(_text(parts[part[1]]), parts) if part[1] in parts else either(part[1])

    return _PART.sub(filled, text.replace("\n", ""))
