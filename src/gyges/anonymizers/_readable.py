"""What the embedded engine can edit: over a text in another language it would lay English words."""

from gyges.errors import RewriteFailedError
from gyges.reading import ENGLISH, language_of, other_language, reading_language
from gyges.records import Document

__all__ = ["language_read"]


def language_read(document: Document, *, any_language: bool = False, writes_english: bool = True) -> str:
    """Return the language a text is in, empty where that cannot be told.

    The engine reads English with names of many countries in it, and the languages it has tables for. In others with
    Latin letters it takes words of every day for names; in another script it finds next to nothing. Neither is a
    release, and no more is a German text with English phrases in it. A foreign line in an English text, a list of names
    or a few words are no other language.

    Args:
        document: The document.
        any_language: Whether to go on all the same.
        writes_english: Whether words of a sentence are written, which the engine knows in English only.

    Raises:
        RewriteFailedError: The text is in a language the embedded engine does not read, or does not write.
    """
    language = other_language(document.text)
    if writes_english and not language and not any_language and (read := reading_language(document.text)) != ENGLISH:
        raise RewriteFailedError(
            f"'{document.id}' is in {read}, which the embedded engine reads but does not write",
            "use the method 'mask' with labels, a method with a model, or --set any_language=true",
        )
    if language and not any_language:
        raise RewriteFailedError(
            f"'{document.id}' is in {language}, which the embedded engine does not read",
            "use a method with a model, or --set any_language=true to take what it finds",
        )
    return language_of(document.text)
