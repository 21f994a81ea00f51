"""``annotated``: masks the spans that annotators marked. Nobody masks better than the person who knows the answer."""

from collections.abc import Collection, Iterable

from gyges.errors import InputError
from gyges.records import Document, IdentifierType, JsonValue, Mention, Release

__all__ = ["MaskAnnotated", "masked_spans"]


class MaskAnnotated:
    """Replaces annotated mentions by their type, as in ``[PERSON]``.

    It is the upper bound for every masker of spans: what its releases still say, no masker takes away.

    Args:
        identifiers: Which mentions are replaced.
    """

    name = "annotated"

    def __init__(self, identifiers: Collection[IdentifierType] = (IdentifierType.DIRECT, IdentifierType.QUASI)) -> None:
        self._identifiers = frozenset(identifiers)

    def anonymize(self, document: Document) -> Release:
        """Return the masked text; a document without annotations cannot be masked this way."""
        if document.mentions is None:
            raise InputError(f"document '{document.id}' has no annotated mentions", "choose another method")
        spans = masked_spans(m for m in document.mentions if m.identifier in self._identifiers)
        parts, last = [], 0
        for start, end, type_ in spans:
            parts += [document.text[last:start], f"[{type_}]"]
            last = end
        parts.append(document.text[last:])
        edits: list[JsonValue] = [{"start": start, "end": end, "type": type_} for start, end, type_ in spans]
        return Release(document.id, "".join(parts), self.name, {"edits": edits})


def masked_spans(mentions: Iterable[Mention]) -> list[tuple[int, int, str]]:
    """Return spans without overlap, in order; where mentions overlap, the first one names the type."""
    spans: list[tuple[int, int, str]] = []
    for mention in sorted(mentions, key=lambda m: (m.start, -m.end)):
        if spans and mention.start < spans[-1][1]:
            start, end, type_ = spans[-1]
            spans[-1] = (start, max(end, mention.end), type_)
        else:
            spans.append((mention.start, mention.end, mention.type))
    return spans
