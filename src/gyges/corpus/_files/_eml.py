"""E-mails: who wrote to whom and when, the subject, and the text."""

import re
from collections.abc import Callable, Iterator
from email import message_from_bytes, policy
from email.errors import InvalidBase64LengthDefect, MessageError
from email.message import EmailMessage, MIMEPart

from gyges.corpus._encodings import UTF_8, declared_encoding, decoded, guess_of
from gyges.corpus._files._html import open_html
from gyges.corpus._files._layout import text_of
from gyges.corpus._files._words import counted
from gyges.errors import InputError

__all__ = ["mail_text"]

_HEADERS = ("From", "To", "Cc", "Bcc", "Reply-To", "Date", "Subject")
_WRONG = (MessageError, LookupError, ValueError, AttributeError, TypeError, AssertionError, RecursionError)
"""What damaged mails make of the parser of the standard library."""
_SAVE_AGAIN = "open it in a mail program and save it again"
_LOST = re.compile("[\ufffd\ud800-\udfff]")  # what the parser puts where bytes are no letters
_NO_CHARSET = frozenset(("us-ascii", "ascii", "unknown-8bit"))
"""What programs write that do not know: the bytes tell more."""


def mail_text(raw: bytes, note: Callable[[str], None], encoding: str | None = None) -> str:
    """Return the headers that tell of people, and the body: the plain text, or that of the page.

    Args:
        raw: The mail.
        note: Told what was left out or guessed.
        encoding: The encoding of what does not say its own; None guesses.

    Raises:
        InputError: It is no mail, is not in the encoding it names, or has no text that can be read.
        UnicodeDecodeError: It names no encoding, and none can be told.
    """
    try:
        mail = message_from_bytes(raw, policy=policy.default)
        headers = list(_headers(mail, note, encoding))
        body = _body(mail, note, encoding) if headers else None
        attached = sum(1 for _ in mail.iter_attachments()) if headers and mail.is_multipart() else 0
    except UnicodeDecodeError:
        raise
    except _WRONG as error:
        raise InputError("a damaged e-mail", _SAVE_AGAIN) from error
    if not headers:
        raise InputError("no e-mail: it has no header such as From or Subject", "check the file, or name it .txt")
    if body is None:
        raise InputError("an e-mail without a text", "leave it out")
    if attached:
        note(f"{counted('attachment', attached)} of the mail not read")
    return "\n".join(headers) + "\n\n" + body.replace("\r\n", "\n")


def _headers(mail: EmailMessage, note: Callable[[str], None], encoding: str | None) -> Iterator[str]:
    given = list(mail.raw_items())
    for name in _HEADERS:
        for value in (str(value) for key, value in given if key.lower() == name.lower()):
            plain = value
            if not value.isascii():  # bytes as they stood in the mail
                plain, used = decoded(value.encode("utf-8", "surrogateescape"), encoding)
                if used != UTF_8 and encoding is None:
                    note(guess_of(used))
            said = str(mail.policy.header_fetch_parse(name, plain))
            if _LOST.search(said) and not _LOST.search(plain):
                raise InputError(f"an e-mail whose header {name} is damaged", _SAVE_AGAIN)
            yield f"{name}: {said}"


def _body(mail: EmailMessage, note: Callable[[str], None], encoding: str | None) -> str | None:
    part = mail.get_body(("plain", "html"))
    if part is None:
        return None
    content = part.get_payload(decode=True)
    if not isinstance(content, bytes) or any(isinstance(one, InvalidBase64LengthDefect) for one in part.defects):
        raise InputError("a damaged e-mail", _SAVE_AGAIN)
    charset = part.get_content_charset()
    if charset is None or charset in _NO_CHARSET:
        text, guess = _letters(part, content, encoding)
        if guess and encoding is None:
            note(guess_of(guess))
        return text
    try:
        return _letters(part, content, declared_encoding(charset))[0]
    except UnicodeDecodeError as error:
        problem = f"an e-mail that is not in the encoding it names ({charset})"
        raise InputError(problem, _SAVE_AGAIN) from error


def _letters(part: MIMEPart, content: bytes, encoding: str | None) -> tuple[str, str | None]:
    """Return the text of a part, and its encoding where nothing told it."""
    if part.get_content_subtype() == "html":
        layout, used = open_html(content, encoding)
        return text_of(layout.pieces), None if layout.tells_encoding or used == UTF_8 else used
    text, used = decoded(content, encoding)
    return text, None if used == UTF_8 else used
