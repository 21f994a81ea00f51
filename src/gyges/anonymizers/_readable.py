"""What the embedded engine can edit: over a text in another language it would lay English words."""

from collections.abc import Collection

from gyges.errors import RewriteFailedError
from gyges.reading import ENGLISH, language_of, other_language, reading_language
from gyges.reading.details import written_as
from gyges.records import Document


def language_read(document: Document, *, any_language: bool = False, writes: Collection[str] | None = ()) -> str:
    """Return the language a text is in, empty where that cannot be told.

    The engine reads English with names of many countries in it, and the languages it has tables for. In others with
    Latin letters it takes words of every day for names; in another script it finds next to nothing. Neither is a
    release, and no more is a German text with English phrases in it. A foreign line in an English text, a list of names
    or a few words are no other language.
    """
    language = other_language(document.text)
    written = writes is None or reading_language(document.text) == ENGLISH or written_as(document.text) in writes
    if not written and not language and not any_language:
        read = reading_language(document.text)
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
