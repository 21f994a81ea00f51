"""Who is who among the names of a text: mentions of one person share the id of their chain."""

import re
from collections.abc import Iterable, Sequence

from gyges.reading.lexicon._fold import fold
from gyges.reading.lexicon._names import title
from gyges.reading.names._find import NameSpan
from gyges.reading.page._spans import Cue
from gyges.reading.people._same_name import same_parts

_WORD = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")
_SHORTEST, _LONGEST, _NAMESAKES = 3, 32, 8


class _Book:
    """The people met so far, by the words of their names."""

    def __init__(self) -> None:
        self.count = 0
        self.by_name: dict[str, str] = {}
        self.by_word: dict[str, list[str]] = {}
        self.names: dict[str, list[list[str]]] = {}
        self.letters: dict[str, str] = {}

    def add(self, keys: Sequence[str]) -> str:
        """Return the chain of a name given by its folded words, a new one if nobody fits."""
        name = " ".join(keys)
        if name in self.by_name:
            return self.by_name[name]
        found = self._match(keys)
        if found is None:
            self.count += 1
            found = f"person-{self.count}"
        self.by_name[name] = found
        self.names.setdefault(found, []).append(list(keys))
        for key in keys:
            if len(key) >= _SHORTEST and found not in self.by_word.setdefault(key, []):
                self.by_word[key].append(found)
        if len(keys) > 1:
            self.letters.setdefault("".join(key[0] for key in keys), found)
            self.letters.setdefault(keys[0][0] + keys[-1][0], found)
        return found

    def _match(self, keys: Sequence[str]) -> str | None:
        """Return the chain a name continues: all its words, or its single word, are those of somebody met."""
        if len(keys) == 1:
            owners = self.by_word.get(keys[0], [])
            return owners[-1] if owners else self.letters.get(keys[0]) if len(keys[0]) <= 4 else None
        long = [key for key in keys if len(key) >= _SHORTEST]
        owners = self.by_word.get(long[-1], []) if long else []
        best, found = (0.0, True), None
        for owner in owners[: -_NAMESAKES - 1 : -1]:
            for name in self.names[owner][:_NAMESAKES]:
                fit = same_parts(keys, name).certainty, keys[0] == name[0]
                if fit > best:
                    best, found = fit, owner
        return found

    def account(self, value: str) -> str | None:
        """Return whose account or mail address it is, if a name in it tells."""
        local = fold(value.partition("@")[0] or value)
        letters = re.sub(r"[^a-z]", "", local)[:_LONGEST]
        for size in range(len(letters), _SHORTEST, -1):  # the longest name in it first
            for start in range(len(letters) - size + 1):
                owners = self.by_word.get(letters[start : start + size])
                if owners is not None and len(owners) == 1:
                    return owners[0]
        return None


def chain(text: str, spans: Iterable[Cue], names: Sequence[NameSpan]) -> dict[int, str]:
    """Return the chain of every span of a person, and of accounts that bear a name, by where the span starts."""
    known = {name.start: name for name in names}
    people = [span for span in spans if span.kind == "PERSON"]
    book = _Book()
    chains: dict[int, str] = {}
    keyed = [(span, _keys(text, span, known.get(span.start))) for span in people]
    for span, keys in sorted(keyed, key=lambda pair: -len(pair[1])):  # full names first, so that parts find them
        if len(keys) > 1:
            chains[span.start] = book.add(keys)
    for span, keys in keyed:
        if span.start in chains:
            continue
        account = book.account(text[span.start : span.end]) if _is_account(text[span.start : span.end]) else None
        chains[span.start] = account or book.add(keys or [fold(text[span.start : span.end])])
    for span in spans:
        if span.kind == "CODE" and "@" in text[span.start : span.end]:
            owner = book.account(text[span.start : span.end])
            if owner is not None:
                chains[span.start] = owner
    return chains


def _is_account(value: str) -> bool:
    return value[:1] == "@" or (" " not in value and any(sign.isdigit() or sign in "_." for sign in value[:-1]))


def _keys(text: str, span: Cue, name: NameSpan | None) -> list[str]:
    """Return the folded words of a name, the family name last, without titles."""
    source = name.text if name is not None and name.kind != "handle" else text[span.start : span.end]
    keys = [fold(word) for word in _WORD.findall(source)]
    while len(keys) > 1 and title(keys[0]) is not None:
        keys.pop(0)
    return keys
