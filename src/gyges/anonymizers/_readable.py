"""What the embedded engine can mask: a text in another script would leave it untouched."""

from gyges.errors import RewriteFailedError
from gyges.reading import in_latin_letters, language_of, why_unread
from gyges.records import Document

__all__ = ["language_read"]


def language_read(document: Document, *, any_language: bool = False) -> str:
    """Return the language a text is in, empty where that cannot be told.

    Names and numbers stand out in any language with Latin letters, so there the engine finds much, though not all. In
    another script it finds next to nothing, and a text it cannot read is no release.

    Args:
        document: The document.
        any_language: Whether to go on all the same.

    Raises:
        RewriteFailedError: The text is in a script the embedded engine cannot read.
    """
    if not any_language and not in_latin_letters(document.text):
        raise RewriteFailedError(
            f"'{document.id}' cannot be read by the embedded engine: {why_unread(document.text)}",
            "use a method with a model, or --set any_language=true to take what it finds",
        )
    return language_of(document.text)
