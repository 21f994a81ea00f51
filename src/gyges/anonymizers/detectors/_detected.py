"""Spans that a detector found, and the edits that mask them: what the detectors of others have in common."""

from collections.abc import Iterable
from dataclasses import dataclass
from importlib import import_module
from typing import Any, Literal, TypeAlias

from gyges.errors import MissingExtraError
from gyges.records import Edit

Style: TypeAlias = Literal["angle", "square", "stars"]
"""What stands for a span: ``<NAME>`` as the detector calls it, ``[TYPE]`` as TAB calls it, or a star a character."""

DIRECT_TYPES = frozenset(("PERSON", "CODE"))
"""Types that count as direct identifiers where the detector does not say (SPIA, its Longformer baseline)."""


@dataclass(frozen=True, slots=True)
class Detected:
    """A span that a detector found, in half-open code-point offsets."""

    start: int  # first code point
    end: int  # one past the last code point
    kind: str  # what the detector calls it
    type: str = ""  # one of TAB's eight entity types, or empty
    score: float = 1.0  # how sure the detector is, 0-1


def without_overlap(spans: Iterable[Detected]) -> list[Detected]:
    """Return spans in order; those that overlap become one that covers them all, named by the longest of them."""
    joined: list[Detected] = []
    longest: list[Detected] = []
    for span in sorted(spans, key=lambda s: (s.start, -s.end, -s.score)):
        if not joined or span.start >= joined[-1].end:
            joined.append(span)
            longest.append(span)
            continue
        if span.end - span.start > longest[-1].end - longest[-1].start:
            longest[-1] = span
        best, last = longest[-1], joined[-1]
        end, score = max(last.end, span.end), max(last.score, span.score)
        joined[-1] = Detected(last.start, end, best.kind, best.type, score)
    return joined


def edits_for(spans: Iterable[Detected], style: Style, detector: str) -> list[Edit]:
    """Return the edits that mask spans without overlap."""
    return [
        Edit(
            span.start,
            span.end,
            _mask(span, style),
            type=span.type,
            direct=span.type in DIRECT_TYPES,
            reason=f"{detector} calls it {span.kind} ({span.score:.2f})",
        )
        for span in spans
    ]


def _mask(span: Detected, style: Style) -> str:
    if style == "stars":
        return "*" * (span.end - span.start)
    return f"<{span.kind}>" if style == "angle" else f"[{span.type or span.kind}]"


def load_extra(module: str, extra: str, purpose: str) -> Any:
    """Import a library of an extra."""
    try:
        return import_module(module)
    except ModuleNotFoundError as error:
        raise MissingExtraError(extra, purpose) from error
