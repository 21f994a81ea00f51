"""The guard after every method: which direct identifiers still stand in a release."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from gyges.anonymizers._edits import edits_from_json
from gyges.anonymizers._occurrences import Occurrences
from gyges.errors import IdentifiersLeftError
from gyges.records import JsonValue, Release

__all__ = ["Residual", "guarded", "residual_identifiers"]

_SHOWN = 3  # identifiers named in an error


@dataclass(frozen=True, slots=True, order=True)
class Residual:
    """A direct identifier of the original that still stands in the release.

    Attributes:
        start: First code point in the release.
        end: One past the last code point.
        words: The identifier as it stands there.
        type: One of TAB's eight entity types, or empty.
        source: ``trace`` if the method itself replaced these words elsewhere, ``scan`` if the embedded engine found it.
    """

    start: int
    end: int
    words: str
    type: str
    source: str


def residual_identifiers(original: str, release: Release) -> tuple[Residual, ...]:
    """Return the direct identifiers of the original that can still be read in a release, in order.

    What the method replaced once and left standing elsewhere is one; so is what the embedded engine recognises in the
    release and finds in the original too. Of a rewrite, whose trace does not say what the identifiers were, they are
    read in the original. A name that the method invented stands in no original and is none.
    """
    from gyges.reading import find_mentions  # the engine is loaded when somebody reads

    released, before = Occurrences(release.text), Occurrences(original)
    known = _replaced(original, release)
    source = "trace" if known else "scan"
    if not known:
        known = {original[m.start : m.end]: m.type for m in find_mentions(original) if m.direct}
    found: dict[tuple[int, int], Residual] = {}
    for words, type_ in known.items():
        for place in released.of(_without_title(words) if type_ == "PERSON" else words):
            found[place] = Residual(*place, release.text[slice(*place)], type_, source)
    for mention in find_mentions(release.text):
        words = release.text[mention.start : mention.end]
        if mention.direct and next(before.of(words), None) is not None:
            place = (mention.start, mention.end)
            found.setdefault(place, Residual(*place, words, mention.type, "scan"))
    return _without_overlap(found.values())


def guarded(original: str, release: Release, *, strict: bool = False) -> Release:
    """Return the release with its residual identifiers listed in the trace.

    Args:
        original: The text before.
        release: What a method made of it.
        strict: Whether a release with a residual identifier is no release.

    Raises:
        IdentifiersLeftError: There are some, and `strict` is set.
    """
    left = residual_identifiers(original, release)
    if left and strict:
        named = ", ".join(f"'{one.words}'" for one in left[:_SHOWN])
        rest = f" and {len(left) - _SHOWN} more" if len(left) > _SHOWN else ""
        raise IdentifiersLeftError(
            f"the release of '{release.id}' still says {named}{rest}", "use another method, or review its edits"
        )
    rows: list[JsonValue] = [
        {"start": one.start, "end": one.end, "words": one.words, "type": one.type, "source": one.source} for one in left
    ]
    return replace(release, trace={**release.trace, "residual": rows})


def _replaced(original: str, release: Release) -> dict[str, str]:
    edits = edits_from_json(release.trace.get("edits", []))
    return {original[edit.start : edit.end].strip(): edit.type for edit in edits if edit.direct}


def _without_title(words: str) -> str:
    """Return a name without the titles before it: "Ms Ana Reis" still stands where "Ana Reis" does."""
    from gyges.anonymizers.replacement._person_names import name_words

    first = next((word.start for word in name_words(words) if word.kind != "title"), 0)
    return words[first:]


def _without_overlap(found: Iterable[Residual]) -> tuple[Residual, ...]:
    """Return residual identifiers in order, the longest of those that overlap: one place counts once."""
    kept: list[Residual] = []
    for one in sorted(found, key=lambda one: (one.start, -one.end)):
        if not kept or one.start >= kept[-1].end:
            kept.append(one)
            continue
        longest = max(kept[-1], one, key=lambda each: each.end - each.start)
        kept[-1] = replace(longest, source="trace" if "trace" in {kept[-1].source, one.source} else "scan")
    return tuple(kept)
