"""``mask``: finds what says something about somebody with the embedded engine, and replaces it; no model."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from typing import Literal

from gyges.anonymizers._method import Method
from gyges.anonymizers._plain_mark import label_of, labels_in, one_mark
from gyges.anonymizers._readable import language_read
from gyges.anonymizers._tools import Tools
from gyges.anonymizers.replacement import (
    STYLES,
    Secret,
    SpansToReplace,
    Style,
    open_style,
    sealed,
)
from gyges.errors import ConfigError, UnknownNameError
from gyges.records import Document, JsonValue, Release, apply_edits, edits_to_json, taxonomy

_LABELLED = frozenset(("type", "labels", "stars"))  # styles that write a mark, and no words of a sentence


@dataclass(frozen=True, slots=True)
class MaskOptions:
    """How words are masked.

    Attributes:
        style: What stands in their place: their ``type``, ``stars``, numbered ``labels``, keyed ``pseudonyms``, or
            something more ``general``.
        only: ``direct`` for what identifies somebody by itself, ``all`` for what does so together with other things.
        types: Entity types to mask, with commas between them; empty for all eight. Direct identifiers of other types
            are hidden all the same.
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
        from gyges.reading import ReadMention
        from gyges.reading.finder import find_spans  # the tagger is loaded when somebody reads

        labelled = self._options.style in _LABELLED
        language = language_read(document, any_language=self._options.any_language, writes=None if labelled else ())
        found = [
            one
            for one in find_spans(document.text)
            if one.type in self._types and (one.direct or self._options.only == "all")
        ]
        wanted = tuple(ReadMention(one.start, one.end, one.type, one.direct, one.person) for one in found)
        abroad = labels_in(document.text)
        labels = {
            one.start: label_of(one, document.text[one.start : one.end], english=abroad(one.start) is None)
            for one in found
        }
        edits = self._style.edits(SpansToReplace(document.id, document.text, wanted, labels=labels))
        if self._options.style in ("type", "pseudonyms"):
            edits = one_mark(document.text, edits)
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
