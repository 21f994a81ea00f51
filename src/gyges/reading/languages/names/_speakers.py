"""Who speaks in a chat or a hearing, by the labels of the lines: no table has to know their names."""

import re
from collections import Counter
from collections.abc import Iterator

from gyges.reading.languages.table._language import Language
from gyges.reading.lexicon._fold import fold

__all__ = ["find_speakers"]

_STAMP = r"(?:\[[^\]\n]{3,24}\d\]|\(?\d{1,2}[:.h]\d{2}(?::\d{2})?\)?|\d{1,2}[./]\d{1,2}[./]\d{2,4},? \d{1,2}[:.]\d{2})"
_WORD = r"[^\W\d_][\w.'’-]{0,24}"
_WHO = rf"{_WORD}(?: {_WORD}){{0,2}}"
_TURN = re.compile(
    rf"^[^\S\n]*(?:[-*•>–]\s?)?(?:\*\*)?(?P<stamp>{_STAMP}[^\S\n]?[-–—|,]?[^\S\n]?)?"
    rf"(?:[\[<](?P<inside>{_WHO})[\]>]:?|(?P<who>{_WHO})(?:\*\*)?(?:,? ?\(?\d{{1,2}}[:.]\d{{2}}\)?)?[^\S\n]?:)"
    r"(?:\*\*)?(?=[^\S\n]|$)",
    re.MULTILINE,
)
_FEWEST, _SHARE = 4, 0.4  # turns, and their share of the lines, from which on a text is a talk
_TWICE = 2


def find_speakers(text: str, language: Language) -> Iterator[tuple[int, int]]:
    """Yield where the labels of speakers stand, if a text is a talk: most lines are turns, and somebody speaks twice.

    Words for a part in the talk ("Richterin:") are no names. A label in capitals and brackets ("[HAGEDORN]:") is a
    turn wherever it stands.
    """
    turns = [match for match in _TURN.finditer(text) if match["inside"] or match["who"]]
    filled = sum(bool(line.strip()) for line in text.split("\n"))
    labels = Counter(_label(match) for match in turns)
    stamped = Counter(_label(match) for match in turns if match["stamp"])
    if len(turns) < max(_FEWEST, _SHARE * filled):
        labels = Counter({label: count for label, count in stamped.items() if count >= _TWICE})
    repeated = sum(count for count in labels.values() if count >= _TWICE)
    if repeated < _FEWEST:
        shouted = (one for one in turns if (one["inside"] or "").isupper() and ":" in one[0][-3:])
        yield from (one.span("inside") for one in shouted if not _is_part(_label(one), language, marked=True))
        return
    for match in turns:
        label = _label(match)
        known = labels[label] >= _TWICE or match["stamp"] is not None
        marked = match["stamp"] is not None or match["inside"] is not None
        if known and label in labels and not _is_part(label, language, marked=marked):
            yield match.span("inside" if match["inside"] else "who")


def _label(match: re.Match[str]) -> str:
    return fold(match["inside"] or match["who"])


def _is_part(label: str, language: Language, *, marked: bool) -> bool:
    """Tell whether a label is a word for anybody or anything: of a job, a part, kin; a field, where no time is told."""
    last = label.rsplit(" ", 1)[-1]
    field = last in language.ordinary and not marked
    return field or any(last in index for index in (language.jobs, language.roles, language.kin))
