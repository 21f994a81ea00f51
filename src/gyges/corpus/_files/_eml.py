"""E-mails: who wrote to whom and when, the subject, and the text."""

from collections.abc import Callable
from email import message_from_bytes, policy
from email.errors import MessageError
from email.message import EmailMessage

from gyges.corpus._files._html import open_html
from gyges.corpus._files._layout import text_of
from gyges.corpus._files._words import counted
from gyges.errors import InputError

__all__ = ["mail_text"]

_HEADERS = ("From", "To", "Cc", "Bcc", "Reply-To", "Date", "Subject")
_WRONG = (MessageError, LookupError, ValueError, AttributeError, TypeError, AssertionError, RecursionError)
"""What damaged mails make of the parser of the standard library."""


def mail_text(raw: bytes, note: Callable[[str], None]) -> str:
    """Return the headers that tell of people, and the body: the plain text, or that of the page.

    Args:
        raw: The mail.
        note: Told what was left out.

    Raises:
        InputError: It is no mail, or has no text that can be read.
    """
    try:
        mail = message_from_bytes(raw, policy=policy.default)
        headers = [f"{name}: {value}" for name in _HEADERS for value in mail.get_all(name, [])]
        body = _body(mail) if headers else None
        attached = sum(1 for _ in mail.iter_attachments()) if headers and mail.is_multipart() else 0
    except UnicodeDecodeError:
        raise
    except _WRONG as error:
        raise InputError("a damaged e-mail", "open it in a mail program and save it again") from error
    if not headers:
        raise InputError("no e-mail: it has no header such as From or Subject", "check the file, or name it .txt")
    if body is None:
        raise InputError("an e-mail without a text", "leave it out")
    if attached:
        note(f"{counted('attachment', attached)} of the mail not read")
    return "\n".join(headers) + "\n\n" + body.replace("\r\n", "\n")


def _body(mail: EmailMessage) -> str | None:
    part = mail.get_body(("plain", "html"))
    if part is None:
        return None
    if part.get_content_subtype() == "html":
        content = part.get_payload(decode=True)
        layout, _ = open_html(content if isinstance(content, bytes) else b"", part.get_content_charset())
        return text_of(layout.pieces)
    return str(part.get_content())
