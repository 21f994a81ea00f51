"""What the embedded engine can read: English. A text in another script would leave it untouched."""

from gyges.anonymizers.rewriting._language import SCRIPTS, language_of
from gyges.errors import RewriteFailedError
from gyges.records import Document

__all__ = ["ENGLISH", "language_read"]

ENGLISH = "English"


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
    language = language_of(document.text)
    if language in SCRIPTS and not any_language:
        raise RewriteFailedError(
            f"'{document.id}' is in {language}, which the embedded engine cannot read",
            "use a method with a model, or --set any_language=true to take what it finds",
        )
    return language
