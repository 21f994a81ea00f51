"""Patterns of a language, run over the shadow of a text: what was found before stands there as signs of its kind."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from gyges.reading.page._page import Page
from gyges.reading.page._starts import WordStarts, is_of_words

_KINDS = (
    "name", "place", "street", "org", "date", "age", "job", "kin", "role", "demonym", "trait", "code", "amount",
)  # fmt: skip
_FIRST_SIGN = 0xE000  # of the private use area, whose letters in a text are something else in its shadow
_PRIVATE = re.compile("[\ue000-\uf8ff]")
_STRANGE = "\ufffd"  # stands for them
_SIGNS = {kind: chr(_FIRST_SIGN + number) for number, kind in enumerate(_KINDS)}
_BLANK, _INLINE = r"(?:[^\S\n]{1,3}|[^\S\n]?\n[^\S\n]?)", r"(?:[^\S\n]{1,3})"
CAPITALISED = r"[^\W\d_a-zß-öø-ÿ][^\W_]*(?:[-'’][^\W_]+){0,3}"
"""A word that begins with a capital."""

_LOW = r"[a-zß-öø-ÿ][^\W_]*(?:[-'’][^\W_]+)*"
_LOOKED_AT = 8  # letters of the rest of a word, more than a pattern is looked up by
_FARTHEST = 400  # code points of what follows a name
_PART = re.compile(r"\[[^\]]*\]| |\{(?P<macro>[a-z_]+)\}")


@dataclass(frozen=True, slots=True)
class Rule:
    """A pattern and what it tells."""

    pattern: re.Pattern[str]  # over the shadow; the group ``v`` is what it tells of, ``n`` a number
    value: str = ""  # what it tells, empty for what stands in ``v``
    certainty: int = 4  # 1-5
    cue: str = ""  # short name of the rule
    whose: str = "before"
    more: Mapping[str, Any] = field(default_factory=dict)  # whatever else the table says


def compile_pattern(source: str, macros: Mapping[str, str], *, cased: bool = False) -> re.Pattern[str]:
    """Return a pattern of a table as a regular expression: macros filled in, blanks made wide, whole words only.

    With its case, a pattern is one of names, which end with their line.
    """

    def fill(match: re.Match[str]) -> str:
        macro = match["macro"]
        if macro is None:
            return (_INLINE if cased else _BLANK) if match.group() == " " else match.group()
        if macro in _SIGNS:
            return f"(?:{_SIGNS[macro]}+)"
        return "(?:" + _PART.sub(fill, _LOW if macro == "low" else macros[macro]) + ")"

    return re.compile(rf"(?<!\w)(?:{_PART.sub(fill, source)})(?!\w)", 0 if cased else re.IGNORECASE)


def compile_rules(
    rows: Iterable[Mapping[str, Any]], macros: Mapping[str, str], *, cased: bool = False
) -> tuple[Rule, ...]:
    """Return the rules of a list of tables."""
    known = {"pattern", "label", "value", "certainty", "cue", "whose"}
    return tuple(
        Rule(
            compile_pattern(row.get("pattern") or row["label"], macros, cased=cased),
            str(row.get("value", "")),
            int(row.get("certainty", 4)),
            str(row.get("cue", "")),
            str(row.get("whose", "before")),
            {key: value for key, value in row.items() if key not in known},
        )
        for row in rows
    )


def either(words: Iterable[str]) -> str:
    """Return a pattern that fits any of some words, the longest first; words with one beginning share it."""
    tree: dict[str, Any] = {}
    for word in words:
        branch = tree
        for letter in word:
            branch = branch.setdefault(letter, {})
        branch[""] = {}
    return f"(?:{_branches(tree)})" if len(tree) < 2 else _branches(tree)


def _branches(tree: Mapping[str, Any]) -> str:
    blank = {" ": " "}  # which patterns widen themselves
    parts = [blank.get(letter, re.escape(letter)) + _branches(tree[letter]) for letter in sorted(tree) if letter]
    if not parts:
        return "" if tree else r"(?!)"
    if "" in tree:
        return f"(?:{'|'.join(parts)})?"
    return parts[0] if len(parts) == 1 else f"(?:{'|'.join(parts)})"


class Shadow:
    """A text of the same length in which every cue is a run of the sign of its kind."""

    def __init__(self, page: Page) -> None:
        # A letter for private use would be taken for the sign of a cue.
        self._text: str | None = _PRIVATE.sub(_STRANGE, page.text)
        self._low = page.caseless
        self._parts = list(self._text)
        self._taken = bytearray(len(page.text))
        self._cues: dict[tuple[int, int], object] = {}
        self._starts = WordStarts(page.tokens, page.token_places)

    @property
    def text(self) -> str:
        """The shadow itself."""
        if self._text is None:
            self._text = "".join(self._parts)
        return self._text

    def cover(self, kind: str, start: int, end: int, cue: object = None) -> bool:
        """Put a cue over its words, unless another one stands there; tell whether it does now."""
        if start >= end or self.covers(start, end):
            return False
        self._parts[start:end] = _SIGNS[kind] * (end - start)
        self._taken[start:end] = b"\x01" * (end - start)
        self._cues[start, end] = cue
        self._text = None
        self._cut(start, end)
        for place in range(start, min(end, start + 2)):  # after a word only the second sign can start a match
            self._starts.add(_SIGNS[kind], place)
        return True

    def _cut(self, start: int, end: int) -> None:
        """Keep what is left of words that a cue covers in part: it can start a match."""
        low, parts = self._low, self._parts
        if is_of_words(low[start]):
            before = start
            while before and is_of_words(parts[before - 1]):
                before -= 1
            if before < start:
                self._starts.add(low[before:start], before)
        if is_of_words(low[end - 1]):
            after = end
            while after < min(len(parts), end + _LOOKED_AT) and is_of_words(parts[after]):
                after += 1
            if after > end:
                self._starts.add(low[end:after], end)

    def covers(self, start: int, end: int) -> bool:
        """Tell whether a cue stands on some of these words."""
        return 1 in self._taken[start:end]

    def cue(self, start: int, end: int) -> object:
        """Return the cue that covers exactly these words."""
        return self._cues.get((start, end))

    def after(self, position: int) -> str:
        """Return the shadow from a position on, as far as a name may go on; while it grows, all of it costs more."""
        return "".join(self._parts[position : position + _FARTHEST])

    def find(self, rules: Sequence[Rule]) -> Iterator[tuple[Rule, re.Match[str], int, int]]:
        """Yield each rule that fits, with where its value stands."""
        for rule in rules:
            named = "v" in rule.pattern.groupindex
            for match in self._starts.each(rule.pattern, self.text):
                group = "v" if named and match["v"] is not None else 0
                yield rule, match, match.start(group), match.end(group)
