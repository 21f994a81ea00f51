"""The guard after every method: which direct identifiers still stand in a release."""

from dataclasses import asdict, replace

from gyges.errors import IdentifiersLeftError
from gyges.reading import foreign_paragraphs, plain_text, reading_language, why_unread
from gyges.reading.finder import Residual, residuals
from gyges.reading.lookups import is_english_word
from gyges.records import JsonValue, Release, edits_from_json, leads_to

_SHOWN = 5  # identifiers named in a message


def residual_identifiers(original: str, release: Release) -> tuple[Residual, ...]:
    """Return the direct identifiers of an original that stand in what a method made of it, in order.

    They are what the finder calls so, and what the method itself did, by the edits of its trace.
    """
    edits = edits_from_json(release.trace.get("edits", []))
    known = tuple((words, one.type) for one in edits if one.direct and _tells(words := original[one.start : one.end]))
    edited = "edits" in release.trace and leads_to(original, edits, release.text)
    return residuals(original, release.text, known=known, written=not edited)


def _tells(words: str) -> bool:
    """Return True if some words can name or number somebody: not "the applicant", whatever a method says."""
    return any(not word.islower() or not is_english_word(word) for word in words.split())


def guarded(original: str, release: Release, *, strict: bool = False) -> Release:
    """Return the release with the direct identifiers that still stand in it listed in the trace.

    The guard reads what the embedded engine reads, every passage in its language. Of another text it lists what it
    finds, and the trace says under ``unread`` why that is not all there may be. A few words that a method left of a
    passage tell no language any more; what was found in them in the original is looked for all the same.
    """
    left = residual_identifiers(original, release)
    unread = why_unchecked(original, release.text)
    if strict and unread:
        raise IdentifiersLeftError(
            f"the release of '{release.id}' cannot be checked for direct identifiers: {unread}",
            "have it checked by somebody who reads it, and release it without --strict",
        )
    if strict and left:
        named = ", ".join(f"'{one.words}'" for one in left[:_SHOWN])
        rest = f" and {len(left) - _SHOWN} more" if len(left) > _SHOWN else ""
        raise IdentifiersLeftError(
            f"the release of '{release.id}' still says {named}{rest}", "use another method, or review its edits"
        )
    rows: list[JsonValue] = [asdict(one) for one in left]
    said: dict[str, JsonValue] = {"unread": unread} if unread else {}
    return replace(release, trace={**release.trace, "residual": rows, **said})


def why_unchecked(original: str, released: str) -> str | None:
    """Return why what the guard finds in a release is not all there may be, None if it can read both texts."""
    seen = plain_text(original).text
    return why_unread(seen) or why_unread(released, known=_languages(seen))


def _languages(text: str) -> frozenset[str]:
    """Return the languages that the passages of a text are read in."""
    main = reading_language(text)
    return frozenset((main, *(reading_language(text[low:high]) for low, high in foreign_paragraphs(text, main))))
