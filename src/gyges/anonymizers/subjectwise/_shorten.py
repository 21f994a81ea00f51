"""Dropping: what a level lets go becomes changes without words, chosen on the text as it is masked; gaps close."""

import re
from bisect import bisect_right
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from gyges.anonymizers.subjectwise._changes import Change, Version, laid_over, version_of
from gyges.anonymizers.subjectwise._cues import cue_table, leaks_of
from gyges.anonymizers.subjectwise._drops import Chosen, Limits, choose
from gyges.anonymizers.subjectwise._layout import Block, Layout, lay_out
from gyges.anonymizers.subjectwise._standing import WHOLE, Seen, truth_of
from gyges.attacks import finding_of
from gyges.reading import read_text, split_sentences
from gyges.records import Document, JsonValue, Release, Tier, taxonomy
from gyges.scoring import rouge
from gyges.scoring.estimate import ShortenedEstimate

_LINES = frozenset(("lines", "heading"))


@dataclass(frozen=True, slots=True)
class Removal:
    """A span of the original that goes, in code points, what it is, and the number of its first statement."""

    start: int
    end: int
    kind: str
    statement: int


def removals(layout: Layout, chosen: Chosen) -> list[Removal]:
    """Return the spans that go, in order, without overlap."""
    empty = _empty_blocks(layout, chosen.statements)
    spans: list[Removal] = []
    for number, block in enumerate(layout.blocks):
        if number in empty:
            end = _line_end(layout.text, block.end)
            spans.append(Removal(block.start, end, "heading" if block.kind == "heading" else "lines", block.first))
        else:
            spans += _in_block(layout, block, chosen)
    return _touching(_without_blank_lines(layout.text, sorted(spans, key=lambda one: one.start)))


def _touching(spans: list[Removal]) -> list[Removal]:
    """Make one of those that touch."""
    joined: list[Removal] = []
    for span in spans:
        if joined and joined[-1].end >= span.start:
            last = joined[-1]
            joined[-1] = Removal(last.start, max(last.end, span.end), last.kind, last.statement)
        else:
            joined.append(span)
    return joined


def _empty_blocks(layout: Layout, gone: Collection[int]) -> set[int]:
    empty = {
        number
        for number, block in enumerate(layout.blocks)
        if block.last > block.first and all(one in gone for one in range(block.first + block.run_in, block.last))
    }
    for heading in sorted(layout.over, reverse=True):
        below = layout.over[heading]
        if below and all(number in empty for number in below):
            empty.add(heading)
    for number, block in enumerate(layout.blocks):  # "Yours," over a name that went
        after = range(number + 1, len(layout.blocks))
        if block.kind == "closing" and after and all(one in empty for one in after):
            empty.add(number)
    return empty


def _line_end(text: str, end: int) -> int:
    line = text.find("\n", end)
    return len(text) if line < 0 else line + 1


def _in_block(layout: Layout, block: Block, chosen: Chosen) -> list[Removal]:
    spans: list[Removal] = []
    for number in range(block.first, block.last):
        statement = layout.statements[number]
        if number not in chosen.statements:
            continue
        if any(other not in chosen.statements for other in range(number + 1, block.last)):
            spans.append(Removal(statement.start, layout.statements[number + 1].start, "sentence", number))
        else:  # nothing stays behind it: the gap before it goes
            spans.append(Removal(layout.statements[number - 1].end, statement.end, "sentence", number))
    return spans


def _without_blank_lines(text: str, spans: list[Removal]) -> list[Removal]:
    """Let blank lines go with the lines that went beside them, so that no two are left where one was."""
    closed: list[Removal] = []
    before = 0  # where the run of lines began that went
    for span in spans:
        start, end = span.start, span.end
        if span.kind in _LINES:
            touching = closed and closed[-1].end == start and closed[-1].kind in _LINES
            before = before if touching else start
            opens = not text[:before].strip() or _all_gone(text, 0, before, closed)
            if opens or _blank_before(text, before):
                while _blank(text, end):
                    end = _line_end(text, end)
        closed.append(Removal(start, end, span.kind, span.statement))
    return _without_tail(text, closed)


def _all_gone(text: str, start: int, end: int, gone: list[Removal]) -> bool:
    at = start
    for span in gone:
        if span.start > at and text[at : span.start].strip():
            return False
        at = max(at, span.end)
    return at >= end or not text[at:end].strip()


def _without_tail(text: str, spans: list[Removal]) -> list[Removal]:
    """Let blank lines go before lines that went at the very end."""
    last = len(spans)
    end = len(text.rstrip())
    while last and spans[last - 1].kind in _LINES and spans[last - 1].end >= end:
        end = len(text[: spans[last - 1].start].rstrip())
        last -= 1
    if last == len(spans):
        return spans
    first = spans[last]
    low = spans[last - 1].end if last else 0
    start = max(len(text[: first.start].rstrip()), low)
    tail = len(text.rstrip())  # the line break at the end of the text stays
    kept = [Removal(one.start, min(one.end, tail), one.kind, one.statement) for one in spans[last:]]
    kept = [one for one in kept if one.start < one.end]
    return [*spans[:last], Removal(start, kept[0].end, first.kind, first.statement), *kept[1:]] if kept else spans


def _blank_before(text: str, at: int) -> bool:
    line = text.rfind("\n", 0, max(at - 1, 0)) + 1
    return at > 0 and not text[line:at].strip()


def _blank(text: str, at: int) -> bool:
    line = _line_end(text, at)
    return at < len(text) and not text[at:line].strip()


_ABOUT_PEOPLE = "tells more about people than about what happened"
_OVER_NOTHING = "stands over nothing now"
_DIRECT = frozenset(tag.name for tag in taxonomy("spia") if tag.tier is Tier.DIRECT)  # masking takes care of them
_READ = 0.3
"""Right facts expected of words in which the embedded reader found one."""
_MASKED = 0.15
"""The same for words that stand in the place of others: they tell that there was something, and read worst."""
_MOST_STATEMENTS = WHOLE // 30
"""Statements for each of which the estimate is asked: the longest text it is asked for has some 200 of them."""
_PARAGRAPH = re.compile(r"[^\n]+")
_WORD = re.compile(r"\w+")


@dataclass(frozen=True, slots=True)
class Shortened:
    """What went."""

    changes: list[Change]  # all changes: those of the masked text, and what went
    left: frozenset[str]  # who may still be told of, by id: somebody whose words were not located counts as told of
    trace: dict[str, JsonValue]  # how much went, as traces hold it


def shorten(
    text: str, masked: Sequence[Change], seen: Seen, stages: Sequence[Limits], preserve: Collection[str]
) -> Shortened:
    """Drop from an English text what tells most for its words."""
    layout, version = lay_out(text), version_of(text, masked)
    places = _Places(layout, seen)
    read = [
        (start, _READ / len(spans))
        for (_, tag, _), spans in seen.places.items()
        for start, end in spans
        if tag not in _DIRECT and not any(one.meets(start, end) for one in version.changes)
    ]
    read += [(change.start, _MASKED) for change in version.changes if change.type != "PERSON"]
    leaks = leaks_of(text, version, cue_table(), read)
    few = len(layout.statements) <= _MOST_STATEMENTS
    estimate = _estimate(text, version, seen, preserve) if few else None
    chosen = choose(layout, leaks, stages, estimate=estimate, kept=places.telling(preserve))
    done = [
        Change(
            one.start,
            one.end,
            "",
            person=min(places.people.get(one.statement, ()), default=""),
            reason=_OVER_NOTHING if one.kind == "heading" else _ABOUT_PEOPLE,
            whole=True,
        )
        for one in removals(layout, chosen)
        if not _cuts(masked, one.start, one.end)
    ]
    statements = layout.statements
    gone = {  # what was chosen and would have cut a name stays, and with it who is told of there
        number
        for number in chosen.statements
        if any(one.start <= statements[number].start and statements[number].end <= one.end for one in done)
    }
    located = frozenset(one for own in places.people.values() for one in own)
    told = frozenset(one for number, own in places.people.items() if number not in gone for one in own)
    unlocated = frozenset(one.id for one in seen.finding.subjects) - located  # where they stand is not known: not gone
    table = cue_table()
    trace: dict[str, JsonValue] = {
        "units": len(done),
        "words": chosen.all_words,
        "words_kept": chosen.words,
        "expected_leak": round(chosen.leak, 4),
        "by": table.version,
        "trained_on": table.trained_on,
    }
    return Shortened(laid_over(masked, done), told | unlocated, trace)


def shorten_densest(text: str, masked: Sequence[Change], floor: float, least: float) -> Shortened:
    """Drop from a text in any language the last sentences of paragraphs, those first that are masked most densely.

    The first sentence of each paragraph stays, and the text keeps a utility.
    """
    sentences = [(one.start, one.end) for one in split_sentences(text)]
    lines = [line.span() for line in _PARAGRAPH.finditer(text)]
    paragraphs = [[one for one in sentences if low <= one[0] and one[1] <= high] for low, high in lines]
    changes, units, gone = list(masked), 0, 0
    while True:
        last = [(_density(text, changes, *own[-1]), place) for place, own in enumerate(paragraphs) if len(own) > 1]
        density, place = max(last, default=(0.0, -1))
        if place < 0 or density < least:
            break
        start, end = paragraphs[place].pop()
        words = len(_WORD.findall(text, start, end))
        start = len(text[:start].rstrip(" "))
        dropped = laid_over(changes, [Change(start, end, "", reason=_ABOUT_PEOPLE, whole=True)])
        if rouge(text, version_of(text, dropped).text).rouge_l < floor:
            paragraphs[place] = []
        else:
            changes, units, gone = dropped, units + 1, gone + words
    all_words = len(_WORD.findall(text))
    trace: dict[str, JsonValue] = {
        "units": units,
        "words": all_words,
        "words_kept": all_words - gone,
        "by": "density",
    }
    return Shortened(changes, frozenset(), trace)


def _density(text: str, changes: Sequence[Change], start: int, end: int) -> float:
    inside = [one for one in changes if one.meets(start, end)]
    return 0.0 if _cuts(inside, start, end) else len(inside) / max(1, len(_WORD.findall(text, start, end)))


def _estimate(text: str, version: Version, seen: Seen, preserve: Collection[str]) -> ShortenedEstimate | None:
    """Return the estimate of what a strong reader gets; None for a model's reading and for long texts."""
    if seen.reading is None or len(text) > WHOLE:
        return None
    edits: list[JsonValue] = [{"start": one.start, "end": one.end, "text": one.new} for one in version.changes]
    finding = finding_of(read_text(version.text), version.text, seen.finding.id, seen.finding.attacker)
    return ShortenedEstimate(
        Document("", text, truth_of(seen, None, preserve)),
        Release("", version.text, "subjectwise", {"edits": edits}),
        finding,
        seen.finding,
    )


class _Places:
    """Who is told of in which statements."""

    def __init__(self, layout: Layout, seen: Seen) -> None:
        self._starts = [one.start for one in layout.statements]
        self._seen = seen
        people: dict[int, set[str]] = {}
        for (person, _, _), spans in seen.places.items():
            for start, _ in spans:
                people.setdefault(self._at(start), set()).add(person)
        for one in seen.reading.people if seen.reading is not None else ():
            for mention in one.mentions:
                people.setdefault(self._at(mention.start), set()).add(one.id)
        self.people = {number: frozenset(own) for number, own in people.items()}

    def _at(self, place: int) -> int:
        return max(0, bisect_right(self._starts, place) - 1)

    def telling(self, tags: Collection[str]) -> set[int]:
        """Return the statements that tell something of some tags."""
        return {
            self._at(start) for (_, tag, _), spans in self._seen.places.items() if tag in tags for start, _ in spans
        }


def _cuts(changes: Sequence[Change], start: int, end: int) -> bool:
    """Return True if what goes would leave a part of a change behind: half a name."""
    return any(one.meets(start, end) and (one.start < start or one.end > end) for one in changes)
