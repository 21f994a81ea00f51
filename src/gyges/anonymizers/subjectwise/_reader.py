"""Rounds with a reader that writes nothing: it says what everybody still gives away, and by which words.

What it told goes by edits that are true whatever it understood: a mark in the place of its words, a broader date, or
the whole unit they stand in. Those go first that keep most from being told for what they cost; then it reads again.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from gyges.anonymizers._floor import edited
from gyges.anonymizers._plain_mark import labels_in, mark_of, one_mark
from gyges.anonymizers.replacement.broader import broader_here
from gyges.anonymizers.subjectwise._drops import Chosen
from gyges.anonymizers.subjectwise._layout import Layout, lay_out
from gyges.anonymizers.subjectwise._options import Level
from gyges.anonymizers.subjectwise._purpose import Understood
from gyges.anonymizers.subjectwise._shorten import removals
from gyges.anonymizers.subjectwise._units import find_units
from gyges.anonymizers.subjectwise._weights import Worth
from gyges.attacks import Attack, RulesAttack
from gyges.errors import AnswerInvalidError
from gyges.reading import ENGLISH, quote_places, reading_language
from gyges.records import Document, Edit, Finding, JsonValue, Release, Subject, apply_edits
from gyges.scoring import MIN_CERTAINTY, document_chances, rouge, score_document
from gyges.scoring.estimate import sexed_words

READ_LEAK = 0.45
"""The share of the facts that a strong reader may be expected to tell at most where a reader says what stands behind
them: what `standard` is to reach with one."""
ROUNDS = 3
"""How often edits are made and read again at most: each reading takes a minute or two on two cores."""
_MARK = 3.0
"""Words that a mark costs beside those it hides: a word goes at `standard` for .4 of a fact (chosen, not fitted)."""
_LONGEST = 6  # words that a mark may stand for; of more, the unit goes or they stay
_MOST_PLACES = 6  # of one quote; what stands everywhere points nowhere
_LEAST = 3  # letters of a word that can tell something
_WORD = re.compile(r"[^\W_]+(?:['’-][^\W_]+)*")
_LETTER = re.compile(r"(?<!\w)[A-Z]{1,2}\d?\.(?!\w)")  # "D.", which stands for somebody
_EDGES = " ,;:\n"
_TOLD, _DROPPED = "a reader tells something about somebody from it", "tells more about people than about what happened"
_REACHED = "no more is expected to be told than the level allows"
_NOTHING = "nothing is left that is worth what it costs"
_NO_BETTER = "the edits of a round kept nothing from being told"
_UNREAD = "what the last edits left could not be read, so they were taken back"
_USED_UP = "the rounds are used up"

Span = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Tell:
    """A true fact that the reader told, and how likely a strong reader tells it."""

    person: str  # who it is, in words
    tag: str
    chance: float
    quotes: tuple[tuple[Span, ...], ...]  # the places of each of the words it is read from


@dataclass(frozen=True, slots=True)
class Read:
    """What is still told of a release."""

    release: Release
    tells: tuple[Tell, ...]  # what the reader told
    facts: int  # how many facts it could have told
    leak: float  # the share of them that a strong reader is expected to tell

    def row(self, *, kept: bool) -> JsonValue:
        """Return the round as traces hold it."""
        return {"told": len(self.tells), "facts": self.facts, "expected_leak": round(self.leak, 4), "kept": kept}


@dataclass(frozen=True, slots=True)
class Rereading:
    """Reads releases of a level, and takes out of them what is told, until the level allows the rest."""

    reader: Attack  # who reads
    level: Level
    floor: float  # ROUGE-L to the original below which nothing more goes

    async def protect(self, document: Document, release: Release, purpose: Understood) -> Release:
        """Return a release of which the reader tells less; where it cannot be read, the release, which says so."""
        try:
            known = _known(await self.reader.attack(document.text, id=document.id), document, purpose)
            now = await self._read(known, release)
        except AnswerInvalidError as error:
            stopped = f"{error.problem}; the edits of the level stand in"
            return replace(release, trace={**release.trace, "reader": self.reader.name, "stopped": stopped})
        rounds = [now.row(kept=True)]
        while not (stopped := self._ended(now, len(rounds))):
            edits = chosen_edits(document.text, now, self.level, self.allowed, self.floor)
            if not edits:
                stopped = _NOTHING
                break
            try:
                then = await self._read(known, edited(document.text, now.release, edits))
            except AnswerInvalidError:
                stopped = _UNREAD  # a text that cannot be read is no better for it
                break
            better = then.leak < now.leak
            rounds.append(then.row(kept=better))
            if not better:
                stopped = _NO_BETTER
                break
            now = then
        return self._told_of(now, rounds, stopped)

    @property
    def allowed(self) -> float:
        """The share of the facts that a strong reader may be expected to tell still."""
        return min(self.level.leak, READ_LEAK)

    def _ended(self, now: Read, rounds: int) -> str:
        if now.leak <= self.allowed:
            return _REACHED
        return _USED_UP if rounds > ROUNDS else ""

    async def _read(self, known: Document, release: Release) -> Read:
        found = await self.reader.attack(release.text, id=known.id)
        scored = score_document(known, found, release=release)
        rules = RulesAttack()
        told = document_chances(
            scored, known, release, rules.find(release.text, known.id), rules.find(known.text, known.id), read=True
        )
        verdicts = [(one.truth.description, verdict) for one in scored.subjects for verdict in one.verdicts]
        chances = [chance for _, _, chance in told.chances] or [verdict.leaked for _, verdict in verdicts]
        tells = [
            Tell(person, verdict.truth.tag, chance, tuple(_places(verdict.guess.evidence, release.text)))
            for (person, verdict), chance in zip(verdicts, chances, strict=True)
            if verdict.guess is not None and verdict.leaked
        ]
        return Read(release, tuple(tells), len(chances), sum(chances) / max(len(chances), 1))

    def _told_of(self, last: Read, rounds: list[JsonValue], stopped: str) -> Release:
        trace: dict[str, JsonValue] = {
            "reader": self.reader.name,
            "readings": rounds,
            "stopped": stopped,
            "told": [{"person": one.person, "tag": one.tag, "chance": round(one.chance, 4)} for one in last.tells],
        }
        return replace(last.release, trace={**last.release.trace, **trace})


def _known(found: Finding, document: Document, purpose: Understood) -> Document:
    """Return a document with what a reader is sure of in it, which is the truth here."""
    people = [
        Subject(
            one.id,
            one.description,
            tuple(
                fact
                for fact in one.facts
                if fact.certainty >= MIN_CERTAINTY
                and fact.tag not in purpose.preserve
                and (purpose.protect is None or fact.tag in purpose.protect)
            ),
            one.called,
        )
        for one in found.subjects
    ]
    return Document(document.id, document.text, tuple(people))


def _places(quotes: Iterable[str], text: str) -> Iterable[tuple[Span, ...]]:
    """Yield where each quote stands, but for one that stands everywhere."""
    for quote in quotes:
        places = tuple(quote_places(quote, text))
        if 0 < len(places) <= _MOST_PLACES:
            yield places


@dataclass(frozen=True, slots=True)
class _Take:
    """Something that may go: a quote wherever it stands, or a unit."""

    spans: tuple[Span, ...]
    cost: float
    statements: tuple[int, ...] = ()  # of a unit


def chosen_edits(original: str, now: Read, level: Level, allowed: float, floor: float) -> list[Edit]:
    """Return the edits of a release that keep most from being told for what they cost, as far as is allowed."""
    text = now.release.text
    layout = lay_out(text) if reading_language(text) == ENGLISH else None
    takes = [*_marks(now), *([] if layout is None else _units(layout, level))]
    gone: list[_Take] = []
    edits: list[Edit] = []
    left = now.leak * now.facts
    while left > allowed * now.facts:
        before = _told(now.tells, gone)
        gains = [(before - _told(now.tells, [*gone, one]), one) for one in takes]
        worth = [
            (gain / one.cost, number)
            for number, (gain, one) in enumerate(gains)
            if gain > max(level.price * one.cost, level.gain if one.statements else 0.0)
        ]
        if not worth:
            break
        _, number = max(worth, key=lambda pair: (pair[0], -pair[1]))
        take = takes.pop(number)
        tried = _edits(text, layout, [*gone, take])
        if rouge(original, apply_edits(text, tried)).rouge_l >= floor:
            gone.append(take)
            edits = tried
            left -= gains[number][0]
    return edits


def _told(tells: Sequence[Tell], gone: Sequence[_Take]) -> float:
    """Return how many facts are expected to be told when some of a text went: a fact with all words it is read from."""
    spans = [span for one in gone for span in one.spans]
    told = 0.0
    for tell in tells:
        places = [place for quote in tell.quotes for place in quote]
        hidden = sum(any(a < high and low < b for a, b in spans) for low, high in places)
        told += tell.chance * (1 - hidden / len(places) if places else 1.0)
    return told


def _marks(now: Read) -> list[_Take]:
    """Return the words that marks may stand for: short, and more than a pronoun, a title or another mark."""
    text = now.release.text
    takes: dict[tuple[Span, ...], _Take] = {}
    for tell in now.tells:
        for quoted in tell.quotes:
            places = tuple(_without_letters(text, *place) for place in quoted)
            words = [text[a:b] for a, b in places]
            found = _WORD.findall(words[0])
            telling = ((len(one) >= _LEAST and one.lower() not in sexed_words()) or one.isdigit() for one in found)
            if any(telling) and len(found) <= _LONGEST and not any(set("[]\n") & set(one) for one in words):
                takes[places] = _Take(places, len(places) * (len(found) + _MARK))
    return list(takes.values())


def _without_letters(text: str, start: int, end: int) -> Span:
    """Return the longest part of a span in which no letter stands for a person: who is who stays."""
    cuts = [start, *(at for one in _LETTER.finditer(text, start, end) for at in one.span()), end]
    low, high = max(pairwise(cuts), key=lambda pair: pair[1] - pair[0])
    words = text[low:high].strip(_EDGES)
    low = text.index(words, low)
    return low, low + len(words)


def _units(layout: Layout, level: Level) -> list[_Take]:
    """Return the units that may go."""
    worth = Worth(layout)
    cost = [worth.cost(number) for number in range(len(layout.statements))]
    spans = [(layout.blocks[one.block].start if one.opens else one.start, one.end) for one in layout.statements]
    words = [len(_WORD.findall(layout.text, *span)) for span in spans]
    return [
        _Take(tuple(spans[one] for one in unit), max(sum(words[one] * cost[one] for one in unit), 1.0), tuple(unit))
        for unit in find_units(layout)
        if len(unit) < len(spans) and all(cost[one] <= level.worth for one in unit)
    ]


def _edits(text: str, layout: Layout | None, gone: Sequence[_Take]) -> list[Edit]:
    """Return the edits that let some of a text go."""
    statements = frozenset(number for one in gone for number in one.statements)
    drops = []
    if layout is not None and statements:
        spans = removals(layout, Chosen(statements, 0.0, 0, 0))
        drops = [Edit(one.start, one.end, "", reason=_DROPPED) for one in spans]
    labels_at = labels_in(text)
    marks: list[Edit] = []
    for start, end in sorted(span for one in gone if not one.statements for span in one.spans):
        dropped = any(one.start < end and start < one.end for one in drops)
        if not dropped and (not marks or marks[-1].end <= start):
            labels = labels_at(start)
            broader = broader_here(text, start, end, "DATETIME") if labels is None else None
            mark = Edit(start, end, mark_of("other", text[start:end], labels))
            marks.append(replace(broader or mark, reason=_TOLD))
    return sorted([*drops, *one_mark(text, marks)])
