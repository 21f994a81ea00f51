"""E-mails and PDF files, of which the text alone is taken: who wrote to whom, the body, the text layer."""

import io
import logging
import re
import struct
import zlib
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from email import message_from_bytes, policy
from email.errors import InvalidBase64LengthDefect, MessageError
from email.message import EmailMessage, MIMEPart
from importlib import import_module
from typing import Any

from gyges.corpus._encodings import UTF_8, declared_encoding, decoded, guess_of
from gyges.corpus._files._html import open_html
from gyges.corpus._files._layout import counted, text_of
from gyges.corpus._row import library
from gyges.errors import InputError

_HEADERS = ("From", "To", "Cc", "Bcc", "Reply-To", "Date", "Subject")
_WRONG_MAIL = (MessageError, LookupError, ValueError, AttributeError, TypeError, AssertionError, RecursionError)
"""What damaged mails make of the parser of the standard library."""
_SAVE_AGAIN = "open it in a mail program and save it again"
_LOST = re.compile("[\ufffd\ud800-\udfff]")  # what the parser puts where bytes are no letters
_NO_CHARSET = frozenset(("us-ascii", "ascii", "unknown-8bit"))
"""What programs write that do not know: the bytes tell more."""
_MOST_STEPS = 2_000_000
"""What is drawn in all; a page of text has a few hundred steps up to two thousand."""
_MOST_CONTENT = 64 << 20
"""Bytes of all pages, unpacked, without pictures; a page of text has a few thousand."""
_MOST_CHARACTERS = 80_000_000
"""As many as a line of other formats may have."""
_WRONG_PDF = (
    ArithmeticError,
    AssertionError,
    AttributeError,
    EOFError,
    LookupError,
    NotImplementedError,
    OSError,
    RecursionError,
    TypeError,
    ValueError,
    struct.error,
    zlib.error,
)
"""What damaged files make of the library that reads them, besides its own errors."""


def mail_text(raw: bytes, note: Callable[[str], None], encoding: str | None = None) -> str:
    """Return the headers that tell of people, and the body: the plain text, or that of the page."""
    try:
        mail = message_from_bytes(raw, policy=policy.default)
        headers = list(_headers(mail, note, encoding))
        body = _body(mail, note, encoding) if headers else None
        attached = sum(1 for _ in mail.iter_attachments()) if headers and mail.is_multipart() else 0
    except UnicodeDecodeError:
        raise
    except _WRONG_MAIL as error:
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


def pdf_text(raw: bytes, note: Callable[[str], None]) -> str:
    """Return the text of a PDF file, pages set apart by an empty line."""
    pypdf = library("pypdf", "files", "reading PDF")
    own = import_module("pypdf.errors")
    try:
        with _silent("pypdf"):
            reader = pypdf.PdfReader(io.BytesIO(raw))
            locked = reader.is_encrypted and not reader.decrypt("")
            pages = [] if locked else _texts(reader.pages)
    except own.DependencyError as error:  # a strong lock; what opens it is not installed
        raise InputError("an encrypted PDF", "save it without a password") from error
    except (own.PyPdfError, *_WRONG_PDF) as error:
        raise InputError("no PDF, or a damaged one", "open it and print it to a new PDF") from error
    if locked:
        raise InputError("an encrypted PDF", "save it without a password")
    empty = sum(1 for page in pages if not page.strip())
    if empty == len(pages):
        raise InputError("a PDF without a text layer (a scan?)", "run it through OCR first")
    if empty:
        note(f"{empty:,} of {len(pages):,} pages have no text layer; what is on them was not read")
    return "\n\n".join(page.strip() for page in pages if page.strip()).encode("utf-8", "replace").decode("utf-8")


def _texts(pages: Iterable[Any]) -> list[str]:
    """Return the texts of pages; a drawing may draw others, and they others: what is drawn in all is counted."""
    steps = characters = size = 0

    def count(*_: object) -> None:
        nonlocal steps
        steps += 1
        if steps > _MOST_STEPS:
            raise _too_much(f"{_MOST_STEPS:,} signs and lines")

    texts: list[str] = []
    for page in pages:
        count()
        contents = page.get_contents()
        size += 0 if contents is None else len(contents.get_data())
        if size > _MOST_CONTENT:
            raise _too_much(f"{_MOST_CONTENT / 1e6:.0f} MB say")
        texts.append(page.extract_text(visitor_operand_before=count))
        characters += len(texts[-1])
        if characters > _MOST_CHARACTERS:
            raise _too_much(f"{_MOST_CHARACTERS:,} characters")
    return texts


def _too_much(what: str) -> InputError:
    return InputError(f"a PDF that draws more than {what}", "leave it out, or save its text as .txt")


@contextmanager
def _silent(name: str) -> Iterator[None]:
    """Keep a library from talking to the terminal; what is wrong with a file is said in our words."""
    log = logging.getLogger(name)
    before = log.level
    log.setLevel(logging.CRITICAL + 1)
    try:
        yield
    finally:
        log.setLevel(before)
