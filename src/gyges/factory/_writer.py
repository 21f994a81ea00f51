"""Writing a pattern about people into a draft, with marks for everything that gives something away."""

import random
import re
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any

from gyges.errors import ConfigError
from gyges.factory._draft import DocumentDraft, MarkedFact, MarkedSpan, Span
from gyges.factory._patterns import ALWAYS, Alternatives, Article, Bank, Marked, Node, Pattern, Sequence, Slot
from gyges.factory._personas import Persona
from gyges.records import IdentifierType, taxonomy

DIRECT, QUASI = IdentifierType.DIRECT, IdentifierType.QUASI
SlotTable = Mapping[str, Callable[["Writer", Persona], None]]
SceneSlotTable = Mapping[str, Callable[["Writer"], None]]

_TRIES = 24
_ADULT = 18
_BY_TOOLS = 0.55
_TAIL = 24  # how many signs are looked back at for the end of a sentence
_MOST_EXTRAS = 3
_VERBOSITY = ((0.0, 0.45, 0.8), (4, 3, 3))
_TALKATIVE = ("age", "agecue", "away", "family", "home", "jobcue", "noise", "origin", "sexcue", "study", "work")
_SENTENCE_END = re.compile(r"(?:[.!?…][\"'”’)]*\s+|\n\s*|\n(?:- )?[\w .]{1,14}: |^\s*|(?:^|\s)[\"“])$")
_NO_END = re.compile(r"\b(?:Dr|Mr|Ms|No|no|St|e\.g|i\.e|approx|vs|tel|ul|Re|v)\. $")
_SAID_AN = re.compile(
    r"(?:[aeiouAEIOU](?!ne\b|ni[tvqf]|sed|seful|sual|[uU]ro|AE)|[eE](?=x)|8|11\b|18\b|[hH](?=our|onest|eir)|HR\b|HGV|SMS|MRI|NHS|[FHLMNRSX]-)"
)
_NOT_AN = re.compile(r"(?:[uU](?:ni(?!m)|se|k\b|K\b)|[eE]u|[oO]ne\b|[oO]nce)")


class NotFittingError(Exception):
    """A pattern says something that does not hold for the person; another one is taken."""


def need(fits: bool, why: str) -> None:
    """Raise NotFittingError unless a pattern fits."""
    if not fits:
        raise NotFittingError(why)


class Writer:
    """Writes into a draft and remembers who speaks."""

    def __init__(
        self, draft: DocumentDraft, draw: random.Random, cast: Mapping[str, Persona], slots: SlotTable,
        scene_slots: SceneSlotTable, banks: Mapping[str, tuple[Pattern, ...]],
    ) -> None:  # fmt: skip
        self.draft, self.draw, self.cast, self._banks = draft, draw, dict(cast), banks
        self._slots, self._scene_slots = slots, scene_slots
        self.speaker: Persona | None = None
        self.listener: Persona | None = None
        self.told: Persona | None = None
        self.notes: dict[str, str] = {}
        self.verbosity = draw.choices(*_VERBOSITY)[0]
        self._parts: list[str] = []
        self._length = 0
        self._tail = ""
        self._article = False
        self._used: set[str] = set()

    # Writing

    def put(self, words: str) -> Span:
        """Write words and return where they stand; the first letter of a sentence becomes a capital."""
        if self._article and words:
            self._article = False
            opening = self.opens()
            sound = "an " if _SAID_AN.match(words) and not _NOT_AN.match(words) else "a "
            self._add(sound.capitalize() if opening else sound)
        elif words[:1].islower() and self.opens():
            words = words[0].upper() + words[1:]
        return self._add(words)

    def begin(self) -> None:
        """Let the next words begin a sentence, as after the name of a speaker."""
        self._tail = "\n"

    def opens(self) -> bool:
        """Tell whether the next words begin a sentence."""
        return bool(_SENTENCE_END.search(self._tail)) and not _NO_END.search(self._tail)

    def put_raw(self, words: str) -> Span:
        """Write words exactly as they are, such as a code."""
        return self.put(words) if self._article else self._add(words)

    def _add(self, words: str) -> Span:
        start = self._length
        self._parts.append(words)
        self._length += len(words)
        self._tail = (self._tail + words)[-_TAIL:]
        return start, self._length

    def text(self) -> str:
        """Return what was written so far."""
        return "".join(self._parts)

    def named(
        self, words: str, type_: str, entity: object = None, identifier: IdentifierType = QUASI, *, raw: bool = True
    ) -> Span:
        """Write words that are a mention, of something that nothing else is about if no entity is given."""
        span = self.put_raw(words) if raw else self.put(words)
        self.mention(span, type_, identifier, entity)
        return span

    def mention(self, span: Span, type_: str, identifier: IdentifierType = QUASI, entity: object = None) -> None:
        """Mark a span as a mention."""
        self.draft.spans.append(MarkedSpan(span, type_, identifier, span if entity is None else entity))

    def fact(self, who: Persona, tag: str, value: str, certainty: int, hardness: int, span: Span) -> None:
        """Mark a span as giving a fact away."""
        self.seen(who)
        self.draft.facts.append(MarkedFact(who, tag, value, certainty, hardness, (span,)))

    def seen(self, who: Persona) -> None:
        """Note that somebody is in the text."""
        if not any(who is other for other in self.draft.people):
            self.draft.people.append(who)

    # Reading patterns

    def pattern(self, pattern: Pattern) -> None:
        """Write a whole pattern."""
        self.sequence(pattern.nodes)
        self.draft.patterns.append(pattern.id)

    def sequence(self, nodes: Sequence) -> None:
        """Write nodes one after the other."""
        for node in nodes:
            self._node(node)

    def _node(self, node: Node) -> None:
        match node:
            case str():
                self.put_raw(node)
            case Slot():
                self._slot(node)
            case Alternatives():
                self._alternatives(node)
            case Marked():
                self._marked(node)
            case Article():
                self._article = True
            case Bank():
                self._bank(node)

    def _slot(self, node: Slot) -> None:
        name, who = node.name, self.who(node.path) if node.path else self.cast.get("x")
        if scene_slot := self._scene_slots.get(name) or self._scene_slots.get(name.lower()):
            return scene_slot(self)
        if name.startswith("~"):
            name, self.notes["verb"] = "~", name[1:]
        slot = self._slots.get(name) or self._slots.get(name.lower())
        if slot is None or who is None:
            what = "is unknown" if slot is None else "stands in a sentence about nobody"
            raise ConfigError(f"the slot '{name}' {what}", "use one of the slots of the factory, or name a person")
        return slot(self, who)

    def who(self, path: tuple[str, ...]) -> Persona:
        """Return a person by a path such as ``a.spouse``."""
        found = self.cast.get(path[0])
        if found is None:
            raise ConfigError(f"nobody plays '{path[0]}'", "add a cast line to the scene")
        for step in path[1:]:
            found = _relative(found, step)
        return found

    def _alternatives(self, node: Alternatives) -> None:
        order = list(node.choices)
        self.draw.shuffle(order)
        for choice in order[:-1]:
            state = self.state()
            try:
                return self.sequence(choice)
            except NotFittingError:
                self.back(state)
        return self.sequence(order[-1])

    def _marked(self, node: Marked) -> None:
        who = self.who(node.path)
        value = _truth(who, node.tag)
        if node.value and node.value != value:
            if taxonomy("spia")[node.tag].options or node.tag == "OCCUPATION":
                raise NotFittingError(f"{node.tag} is {value}")
            value = node.value
        need(bool(value), node.tag)
        before, inside = self._length, len(self.draft.spans)
        self.sequence(node.words)
        text = self.text()[before : self._length]
        span = (before + len(text) - len(text.lstrip()), self._length)
        if node.masked and len(self.draft.spans) == inside:
            self.mention(span, "DEM")
        self.fact(who, node.tag, value, node.certainty, node.hardness, span)

    def _bank(self, node: Bank) -> None:
        if node.chance < ALWAYS and self.draw.random() * 100 >= node.chance:
            return
        before = self.cast.get("x")
        if node.path:
            self.cast["x"] = self.who(node.path)
        patterns = self._bank_named(node.name)
        if patterns is None:
            raise ConfigError(f"there is no bank '{node.name}'", "add it to a pattern file")
        written = self._one_of(patterns)
        if not written and node.chance == ALWAYS and not node.name.endswith("form"):
            self._one_of(self._banks["chatter"] if "turn" in self.notes else self._banks.get("filler", ()))
        if written and node.path and node.name in _TALKATIVE:
            self._say_more()
        if before is not None:
            self.cast["x"] = before

    def _say_more(self) -> None:
        """Add sentences about the same person, as many as this document is talkative."""
        for _ in range(_MOST_EXTRAS):
            if self.draw.random() >= self.verbosity:
                return
            self._add(" ")
            self._one_of(self._bank_named(self.draw.choice(_TALKATIVE)) or ())

    def _bank_named(self, name: str) -> tuple[Pattern, ...] | None:
        if name != "jobcue":
            return self._banks.get(name)
        job = self.cast["x"].job
        if self.cast["x"].age < _ADULT:
            return ()
        return self._banks["toolcue"] if job.tools and self.draw.random() < _BY_TOOLS else job.cues

    def _one_of(self, patterns: tuple[Pattern, ...]) -> bool:
        """Write a pattern that fits and was not used yet; tell whether there was one."""
        for pattern in self.draw.sample(patterns, min(_TRIES, len(patterns))):
            if pattern.id in self._used:
                continue
            state = self.state()
            with suppress(NotFittingError):
                self.pattern(pattern)
                self._used.add(pattern.id)
                return True
            self.back(state)
        return False

    def state(self) -> tuple[int, bool, tuple[int, ...]]:
        """Return where the writer stands, to come back to it."""
        return self._length, self._article, tuple(map(len, self._growing()))

    def back(self, state: tuple[int, bool, tuple[int, ...]]) -> None:
        """Take back everything written since."""
        self._length, self._article, counts = state
        for kept, count in zip(self._growing(), counts, strict=True):
            del kept[count:]
        self._tail = "".join(self._parts[-_TAIL:])[-_TAIL:]
        draft, here = self.draft, self._length
        draft.kin_spans = {who: span for who, span in draft.kin_spans.items() if span[1] <= here}
        draft.names = {who: [row for row in rows if row[0][1] <= here] for who, rows in draft.names.items()}

    def _growing(self) -> tuple[list[Any], ...]:
        draft = self.draft
        told = draft.spans, draft.facts, draft.people, draft.patterns, draft.org_spans, draft.place_spans
        return self._parts, *told


def _relative(who: Persona, step: str) -> Persona:
    found = {
        "spouse": lambda: who.spouse,
        "ex": lambda: who.ex,
        "late": lambda: who.late,
        "kid": lambda: who.children[0] if who.children else None,
        "kid2": lambda: who.children[1] if len(who.children) > 1 else None,
        "mum": lambda: who.mum if who.age < 60 else None,
        "dad": lambda: who.dad if who.age < 56 else None,
        "sib": lambda: who.sib if who.age > 4 else None,
    }[step]()
    if found is None:
        raise NotFittingError(step)
    return found


def _truth(who: Persona, tag: str) -> str:
    """Return the true value of a tag, empty where the person has none."""
    return {
        "SEX": lambda: who.sex,
        "EDUCATION": lambda: who.education,
        "RELATIONSHIP": lambda: who.status,
        "OCCUPATION": lambda: who.job.name,
        "POSITION": lambda: who.rank,
    }[tag]()
