"""Span metrics as TAB defines them and SPIA uses them: how much of what annotators marked was masked.

A mention is masked when every character of it is, function words and punctuation forgiven; an entity when all its
mentions are. TAB forgives by part of speech (adpositions, particles, conjunctions, determiners); in place of a tagger
a list of English words of these closed classes stands here. Mentions marked NO_MASK count nowhere (as in SPIA).
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from operator import or_
from typing import Literal, TypeAlias

from gyges.errors import InputError
from gyges.records import Document, IdentifierType, JsonValue, Mention, Release
from gyges.scoring._rate import Count, CountTable, Rate
from gyges.scoring._standing import masked_by_edits, masked_by_exact_search, masked_by_search
from gyges.scoring.values import Profile, check_profile

SpanMode: TypeAlias = Literal["auto", "offsets", "search"]
"""How to tell what is masked: by the offsets in the trace, by searching the release, or the first that is possible."""

_ADPOSITIONS = """
about above across after against along alongside amid among around as at before behind below beneath beside besides
between beyond by concerning despite down during except for from in inside into like near of off on onto opposite out
outside over past per regarding since than through throughout till to toward towards under underneath until unto up
upon via with within without"""
_PARTICLES_AND_CONJUNCTIONS = "not and but or nor yet plus both either neither"
_DETERMINERS = "a an the this that these those each every all some any no another such which what whose half"
_CLOSED_CLASSES = frozenset(f"{_ADPOSITIONS} {_PARTICLES_AND_CONJUNCTIONS} {_DETERMINERS}".split())
_ABBREVIATIONS = frozenset(("mr", "mrs", "ms", "no", "nr", "about"))  # TAB, evaluation.py
_FORGIVEN_CHARACTERS = frozenset(" ,.-;:/&()[]–'\"’“”")  # TAB, evaluation.py; SPIA lost the curly quotes
_WORD = re.compile(r"(?<=['’])s\b|\w+")
_TOKEN = re.compile(r"\w+")
_NOTHING = Count(0, 0)
_SPAN_FIGURES = ("recall", "mention_recall", "er_direct", "er_quasi", "precision")


@dataclass(frozen=True, slots=True)
class SpanCounts:
    """What one document contributes, each as masked out of all."""

    id: str  # the id of the document
    mode: Literal["offsets", "search"]  # how it was told what is masked
    tokens: Count  # words of mentions that must be masked
    mentions: Count  # those mentions
    direct: Count  # entities that identify by themselves
    quasi: Count  # entities that identify in combination
    types: dict[str, Count] = field(default_factory=dict)  # words by entity type
    precision: Count = _NOTHING  # masked words that had to be masked, out of all masked words; only by offsets


@dataclass(frozen=True, slots=True)
class SpanRates:
    """Span metrics of a corpus."""

    recall: Rate  # masked words out of all words of mentions that must be masked
    mention_recall: Rate  # the same for whole mentions
    er_direct: Rate  # entity recall of direct identifiers
    er_quasi: Rate  # entity recall of quasi-identifiers
    precision: Rate  # words that had to be masked out of all masked ones; by offsets only, otherwise empty
    by_type: dict[str, Rate]  # `recall` by entity type
    skipped: tuple[str, ...] = ()  # documents without a release or without annotated mentions; they count nowhere

    def to_json(self) -> dict[str, JsonValue]:
        """Return the main rates as results files hold them."""
        names = ("recall", "mention_recall", "er_direct", "er_quasi", "precision")
        return {name: getattr(self, name).to_json() for name in names}


def span_recall(
    documents: Iterable[Document],
    releases: Iterable[Release],
    *,
    profile: Profile = "strict",
    mode: SpanMode = "auto",
) -> SpanRates:
    """Return the span metrics of releases against their annotated documents."""
    by_id = {release.id: release for release in releases}
    fold = SpanFold(profile, mode)
    for document in documents:
        fold.add(document, by_id.get(document.id))
    return fold.rates()


class SpanFold:
    """Span metrics of releases against their annotated documents, folded as documents pass; see `span_recall`."""

    def __init__(self, profile: Profile = "strict", mode: SpanMode = "auto") -> None:
        self._profile: Profile = profile
        self._mode: SpanMode = mode
        self._table = CountTable(_SPAN_FIGURES)
        self._types: dict[str, None] = {}
        self._skipped: list[str] = []

    def add(self, document: Document, release: Release | None) -> None:
        """Add the next document; one without annotated mentions or without a release counts nowhere."""
        if document.mentions is None or release is None:
            self._skipped.append(document.id)
        else:
            self.count(count_spans(document, release, profile=self._profile, mode=self._mode))

    def count(self, row: SpanCounts) -> None:
        """Add what was counted in the next document."""
        self._types |= dict.fromkeys(row.types)
        main = (row.tokens, row.mentions, row.direct, row.quasi, row.precision)
        by_type = {f"type {name}": count for name, count in row.types.items()}
        self._table.add({**dict(zip(_SPAN_FIGURES, main, strict=True)), **by_type})

    def rates(self) -> SpanRates:
        """Return the metrics so far."""
        rates = self._table.rates()
        return SpanRates(
            rates["recall"],
            rates["mention_recall"],
            rates["er_direct"],
            rates["er_quasi"],
            rates["precision"],
            {name: rates[f"type {name}"] for name in self._types},
            tuple(self._skipped),
        )


def count_spans(
    document: Document, release: Release, *, profile: Profile = "strict", mode: SpanMode = "auto"
) -> SpanCounts:
    """Count what of one document's mentions is masked in its release."""
    check_profile(profile)
    if document.mentions is None:
        raise InputError(f"document '{document.id}' has no annotated mentions", "annotate it or leave it out")
    masked = masked_by_edits(document, release, sure=mode == "offsets") if mode != "search" else None
    if masked is None and mode == "offsets":
        raise InputError(
            f"the trace of release '{release.id}' has no edits with offsets", "use the mode 'search' or 'auto'"
        )
    by_offsets = masked is not None
    if masked is None:
        search = masked_by_exact_search if profile == "paper" else masked_by_search
        masked = search(document, release)
    judge = _MaskJudge(document.text, masked, strict=profile == "strict")
    entities: dict[str, list[Mention]] = {}
    for number, mention in enumerate(document.mentions):
        if mention.identifier is not IdentifierType.NO_MASK:
            entities.setdefault(mention.entity_id or f"mention {number}", []).append(mention)
    verdicts = {key: [judge.is_masked(m) for m in mentions] for key, mentions in entities.items()}
    kind = {key: mentions[0].identifier for key, mentions in entities.items()}
    of_type: dict[str, list[bool]] = {}
    for mentions in entities.values():
        for mention in mentions:
            of_type.setdefault(mentions[0].type, []).extend(judge.tokens(mention))
    return SpanCounts(
        id=document.id,
        mode="offsets" if by_offsets else "search",
        tokens=_count(flag for flags in of_type.values() for flag in flags),
        mentions=_count(flag for flags in verdicts.values() for flag in flags),
        direct=_count(all(flags) for key, flags in verdicts.items() if kind[key] is IdentifierType.DIRECT),
        quasi=_count(all(flags) for key, flags in verdicts.items() if kind[key] is IdentifierType.QUASI),
        types={name: _count(flags) for name, flags in of_type.items()},
        precision=_precision(document.text, masked, entities.values()) if by_offsets else _NOTHING,
    )


class _MaskJudge:
    """Decides what is masked in one document."""

    def __init__(self, text: str, masked: bytearray, *, strict: bool) -> None:
        self._strict = strict
        self._masked, self._free = masked, _forgiven(text, strict=strict)
        self._covered = bytearray(map(or_, self._masked, self._free))

    def is_masked(self, mention: Mention) -> bool:
        if self._strict and 0 not in self._free[mention.start : mention.end]:
            return 0 not in self._masked[mention.start : mention.end]
        return 0 not in self._covered[mention.start : mention.end]

    def tokens(self, mention: Mention) -> Iterator[bool]:
        """Yield for each word that counts whether it is masked."""
        only_free = 0 not in self._free[mention.start : mention.end]
        for match in _TOKEN.finditer(mention.text):
            start, end = mention.start + match.start(), mention.start + match.end()
            free = 0 not in self._free[start:end]
            if not self._strict:
                yield 0 not in self._covered[start:end]
            elif only_free or not free:
                yield 0 not in (self._masked if only_free else self._covered)[start:end]


def _forgiven(text: str, *, strict: bool) -> bytearray:
    """Return which characters may stay: punctuation and function words.

    Strictly, a function word in capitals is forgiven only if it is "The": "A" and "Per" are initials and names.
    """
    free = bytearray(character in _FORGIVEN_CHARACTERS for character in text)
    for match in _WORD.finditer(text):
        word = match.group()
        low = word.lower()
        closed = low in _CLOSED_CLASSES and (not strict or word == low or low == "the")
        possessive = word == "s" and match.start() > 0 and text[match.start() - 1] in "'’"
        if closed or low in _ABBREVIATIONS or possessive:
            free[match.start() : match.end()] = b"\x01" * len(word)
    return free


def _count(flags: Iterable[bool]) -> Count:
    found = list(flags)
    return Count(sum(found), len(found))


def _precision(text: str, masked: bytearray, entities: Iterable[Sequence[Mention]]) -> Count:
    """Count masked words that lie in a mention, out of all masked words."""
    wanted = bytearray(len(text))
    for mentions in entities:
        for mention in mentions:
            wanted[mention.start : mention.end] = b"\x01" * (mention.end - mention.start)
    words = [match.span() for match in _TOKEN.finditer(text) if 0 not in masked[match.start() : match.end()]]
    return Count(sum(0 not in wanted[start:end] for start, end in words), len(words))
