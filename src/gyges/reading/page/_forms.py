"""Forms: the patterns of ``tables/patterns.toml``, and the finders that are nothing but patterns.

A section holds patterns and parts of patterns by name. ``<<name>>`` stands for a part of the same section
or for any word of a list in ``tables/words``; line breaks inside a pattern mean nothing. An entry that is
a table is a form: a pattern with what has to stand in a text for it to be worth a look, and with what it finds.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import Any, NamedTuple

from gyges.reading.lexicon._load import either, read_toml, words
from gyges.reading.page._page import Page
from gyges.reading.page._spans import Cue

Check = Callable[[re.Match[str]], bool]

_PART = re.compile(r"<<([\w.]+)>>")
_NAMED = "who"  # the group that a form finds, if its pattern has it


class _PatternForm(NamedTuple):
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
    return re.compile(_whole(_text(table[section][key]), table[section]))


def patterns(section: str, names: str) -> tuple[re.Pattern[str], ...]:
    """Return patterns of one section of the table, by their names with blanks between them."""
    return tuple(pattern(f"{section}.{name}") for name in names.split())


def find_forms(page: Page, section: str, checks: Mapping[str, Check] | None = None) -> Iterator[Cue]:
    """Yield what the forms of a section find."""
    for form in _forms(section):
        worded = not form.words or not page.keys.isdisjoint(form.words)
        signed = not form.signs or any(sign in page.text for sign in form.signs)
        if worded and signed and (form.first is None or page.first(form.first) is not None):
            counts = (checks or {})[form.check] if form.check else None
            for match in page.each(form.pattern):
                if counts is None or counts(match):
                    yield Cue(*match.span(form.group), form.kind, form.direct)


@cache
def _forms(section: str) -> tuple[_PatternForm, ...]:
    entries = read_toml("patterns.toml")[section]
    return tuple(
        _form(f"{section}.{name}", entry, entries) for name, entry in entries.items() if isinstance(entry, dict)
    )


def _form(name: str, entry: Mapping[str, Any], section: Mapping[str, Any]) -> _PatternForm:
    found = pattern(name)
    return _PatternForm(
        found,
        _NAMED if _NAMED in found.groupindex else 0,
        entry.get("kind", section.get("kind", "")),
        entry.get("direct", section.get("direct", True)),
        entry.get("check", ""),
        pattern(f"{name.partition('.')[0]}.{entry['first']}") if "first" in entry else None,
        frozenset(entry.get("signs", ())),
        frozenset().union(*(words(listed) for listed in entry.get("words", ()))),
    )


def _text(entry: str | Mapping[str, str]) -> str:
    return entry if isinstance(entry, str) else entry["pattern"]


def _whole(text: str, parts: Mapping[str, Any]) -> str:
    """Return a pattern with its parts in their places."""

    def filled(part: re.Match[str]) -> str:
        return _whole(_text(parts[part[1]]), parts) if part[1] in parts else either(part[1])

    return _PART.sub(filled, text.replace("\n", ""))
