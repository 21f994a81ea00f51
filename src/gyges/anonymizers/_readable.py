"""What the embedded engine can edit: over a text in another language it would lay English words."""

from gyges.errors import RewriteFailedError
from gyges.reading import language_of, other_language
from gyges.records import Document

__all__ = ["language_read"]


def language_read(document: Document, *, any_language: bool = False) -> str:
    """Return the language a text is in, empty where that cannot be told.

    The engine reads English with names of many countries in it. In another language with Latin letters it takes words
    of every day for names and puts English phrases between them; in another script it finds next to nothing. Neither
    is a release. A foreign line in an English text, a list of names or a few words are no other language.

    Args:
        document: The document.
        any_language: Whether to go on all the same.

    Raises:
        RewriteFailedError: The text is in a language the embedded engine does not read.
    """
    language = other_language(document.text)
    if language and not any_language:
        raise RewriteFailedError(
            f"'{document.id}' is in {language}, which the embedded engine does not read",
            "use a method with a model, or --set any_language=true to take what it finds",
        )
    return language_of(document.text)
