"""``annotated``: masks the spans that annotators marked. Nobody masks better than the person who knows the answer."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Literal

from gyges.anonymizers._method import Method
from gyges.errors import InputError
from gyges.records import Document, Edit, IdentifierType, JsonValue, Mention, Release, apply_edits, edits_to_json

_ALL = (IdentifierType.DIRECT, IdentifierType.QUASI)


@dataclass(frozen=True, slots=True)
class AnnotatedOptions:
    """What of the annotation is masked."""

    only: Literal["all", "direct"] = "all"


class MaskAnnotated:
    """Replaces annotated mentions by their type, as in ``[PERSON]``.

    It is the upper bound for every masker of spans: what its releases still say, no masker takes away.

    Args:
        identifiers: Which mentions are replaced.
    """

    name = "annotated"
    by_rules = True

    def __init__(self, identifiers: Collection[IdentifierType] = _ALL) -> None:
        self._identifiers = frozenset(identifiers)

    @property
    def settings(self) -> Mapping[str, JsonValue]:
        """Which mentions are replaced."""
        return {"identifiers": sorted(self._identifiers)}

    async def anonymize(self, document: Document) -> Release:
        """Return the masked text; a document without annotations cannot be masked this way."""
        spans = marked_spans(document, self._identifiers)
        edits = [replace(span, text=f"[{span.type}]") for span in spans]
        return Release(document.id, apply_edits(document.text, edits), self.name, {"edits": edits_to_json(edits)})


def marked_spans(document: Document, identifiers: Collection[IdentifierType] = _ALL) -> list[Edit]:
    """Return what annotators marked as edits without words yet, in order and without overlap.

    Where mentions overlap, the first one names the type; a span is direct if one of them is.
    """
    if document.mentions is None:
        raise InputError(f"document '{document.id}' has no annotated mentions", "choose another method")
    return _apart(mention for mention in document.mentions if mention.identifier in identifiers)


def _apart(mentions: Iterable[Mention]) -> list[Edit]:
    spans: list[Edit] = []
    for mention in sorted(mentions, key=lambda m: (m.start, -m.end)):
        direct = mention.identifier is IdentifierType.DIRECT
        if spans and mention.start < spans[-1].end:
            last = spans[-1]
            spans[-1] = replace(last, end=max(last.end, mention.end), direct=last.direct or direct)
        else:
            spans.append(Edit(mention.start, mention.end, "", mention.type, direct))
    return spans


METHOD = Method(
    "annotated",
    "Masks what annotators marked: the best any masker of spans can do.",
    lambda tools, options, argument: MaskAnnotated([IdentifierType.DIRECT] if options.only == "direct" else _ALL),
    AnnotatedOptions,
    sees_annotations=True,
)
