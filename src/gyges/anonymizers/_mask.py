"""``mask``: finds what says something about somebody with the embedded engine, and replaces it; no model."""

import math
from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING, Literal

from gyges.anonymizers._edits import apply_edits, edits_to_json
from gyges.anonymizers._method import Method
from gyges.anonymizers._readable import language_read
from gyges.anonymizers._tools import Tools
from gyges.anonymizers.masking import doubted, settle
from gyges.anonymizers.replacement import (
    STYLES,
    Secret,
    SpansToReplace,
    Style,
    open_style,
    sealed,
    with_echoes,
    with_names_across,
    with_titles,
)
from gyges.errors import ConfigError, UnknownNameError
from gyges.records import Document, JsonValue, Release, taxonomy

if TYPE_CHECKING:
    from gyges.reading import ReadMention

__all__ = ["METHOD", "Mask", "MaskOptions"]


_LABELLED = frozenset(("type", "labels", "stars"))  # styles that write a mark, and no words of a sentence


@dataclass(frozen=True, slots=True)
class MaskOptions:
    """How words are masked.

    Attributes:
        style: What stands in their place: their ``type``, ``stars``, numbered ``labels``, keyed ``pseudonyms``, or
            something more ``general``.
        only: ``direct`` for what identifies somebody by itself, ``all`` for what does so together with other things.
        types: Entity types to mask, with commas between them; empty for all eight.
        reversible: Whether the replaced words are kept in the trace, sealed with the user's key.
        any_language: Whether to go on with a text in a language the embedded engine does not read.
    """

    style: Style = "type"
    only: Literal["all", "direct"] = "all"
    types: str = ""
    reversible: bool = False
    any_language: bool = False


class Mask:
    """Masks a text by rules and tables.

    Args:
        options: How.
        key: The user's key for pseudonyms and reversible releases; without one pseudonyms hold for this object only.

    Raises:
        ConfigError: A reversible release without a key, or an entity type that does not exist.
    """

    by_rules = True

    def __init__(self, options: MaskOptions | None = None, key: bytes | None = None) -> None:
        self._options = options or MaskOptions()
        self._types = _types(self._options.types)
        if self._options.reversible and key is None:
            raise ConfigError("a reversible release needs a key of yours", "give one with --key-file")
        keyed = self._options.reversible or self._options.style == "pseudonyms"
        self._secret = Secret(key) if keyed else None
        self._style = open_style(self._options.style, self._secret)
        if self._secret is not None and self._options.reversible:
            sealed("", "", [], self._secret)  # a missing extra shows now, not once for every document

    @property
    def name(self) -> str:
        """``mask``, with the style if it is not the plain one."""
        return "mask" if self._options.style == "type" else f"mask:{self._options.style}"

    @property
    def settings(self) -> Mapping[str, JsonValue]:
        """The options, and a mark that tells one key from another."""
        return {**asdict(self._options), **({"key": self._secret.check} if self._secret else {})}

    async def anonymize(self, document: Document) -> Release:
        """Return the masked text; its trace holds every edit with its place in the original."""
        from gyges.reading import (
            ENGLISH,
            find_mentions,
            foreign_paragraphs,
            outside_passages,
            reading_language,
        )  # the engine is loaded when somebody reads

        labelled = self._options.style in _LABELLED
        language = language_read(document, any_language=self._options.any_language, writes=None if labelled else ())
        found = find_mentions(document.text)
        main = reading_language(document.text)
        foreign = sorted(foreign_paragraphs(document.text, main))
        if main == ENGLISH:
            changed = with_echoes(document.text, with_titles(document.text, found))
            changed = settle(document.text, changed) if labelled else changed
            kept = [one for one in found if _is_within(foreign, one)]
            found = tuple(
                sorted([*outside_passages(document.text, changed, foreign), *kept], key=lambda one: one.start)
            )
        if foreign:
            others = foreign if main == ENGLISH else _between(foreign, len(document.text))
            found = with_names_across(document.text, found, others)
        doubtful: frozenset[int] = frozenset()
        if self._options.style == "pseudonyms":
            found, doubtful = doubted(document.text, found)
        wanted = tuple(
            mention
            for mention in found
            if mention.type in self._types and (mention.direct or self._options.only == "all")
        )
        edits = self._style.edits(SpansToReplace(document.id, document.text, wanted, doubtful))
        text = apply_edits(document.text, edits)
        trace: dict[str, JsonValue] = {
            "style": self._options.style,
            "edits": edits_to_json(edits),
            "language": language,
        }
        if self._secret is not None:
            trace["key"] = "random" if self._secret.random else "given"
        if self._secret is not None and self._options.reversible:
            trace["sealed"] = sealed(document.text, text, edits, self._secret)
        return Release(document.id, text, self.name, trace)


def _between(ranges: Sequence[tuple[int, int]], length: int) -> list[tuple[int, int]]:
    """Return what of a text is in none of some ranges, which are in order and apart."""
    return list(zip([0, *(end for _, end in ranges)], [*(start for start, _ in ranges), length], strict=True))


def _is_within(ranges: Sequence[tuple[int, int]], mention: "ReadMention") -> bool:
    """Tell whether a mention stands in one of some ranges, which are in order and apart."""
    at = bisect_right(ranges, (mention.start, math.inf))
    return at > 0 and mention.end <= ranges[at - 1][1]


def _types(listed: str) -> frozenset[str]:
    """Return the entity types of a list."""
    known = taxonomy("tab")
    named = [name for name in listed.replace(" ", "").split(",") if name]
    return frozenset(known[name].name for name in named) if named else frozenset(known.names)


def _make(tools: Tools, options: MaskOptions, argument: str) -> Mask:
    if argument:
        style = next((style for style in STYLES if style == argument), None)
        if style is None:
            raise UnknownNameError(f"there is no style '{argument}'", f"use one of {', '.join(STYLES)}")
        if options.style not in {"type", style}:
            raise ConfigError(f"the styles '{argument}' and '{options.style}' are both asked for", "name one of them")
        options = replace(options, style=style)
    return Mask(options, tools.key)


METHOD = Method(
    "mask",
    "Finds names, places, dates, numbers and the like by rules and tables, and replaces them; no model.",
    _make,
    MaskOptions,
    argument="[STYLE]",
)
