"""PDF files: the text layer, page by page."""

import io
import logging
import struct
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module

from gyges.errors import InputError, MissingExtraError

__all__ = ["pdf_text"]

_WRONG = (
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


def pdf_text(raw: bytes, note: Callable[[str], None]) -> str:
    """Return the text of a PDF file, pages set apart by an empty line.

    Args:
        raw: The file.
        note: Told of pages without text: a picture of a letter is not read.

    Raises:
        MissingExtraError: What reads PDF is not installed.
        InputError: It is none, is damaged or locked, or holds pictures only.
    """
    try:
        pypdf = import_module("pypdf")
    except ModuleNotFoundError as error:
        raise MissingExtraError("files", "reading PDF") from error
    own = import_module("pypdf.errors")
    try:
        with _silent("pypdf"):
            reader = pypdf.PdfReader(io.BytesIO(raw))
            locked = reader.is_encrypted and not reader.decrypt("")
            pages = [] if locked else [page.extract_text() for page in reader.pages]
    except own.DependencyError as error:  # a strong lock; what opens it is not installed
        raise InputError("an encrypted PDF", "save it without a password") from error
    except (own.PyPdfError, *_WRONG) as error:
        raise InputError("no PDF, or a damaged one", "open it and print it to a new PDF") from error
    if locked:
        raise InputError("an encrypted PDF", "save it without a password")
    empty = sum(1 for page in pages if not page.strip())
    if empty == len(pages):
        raise InputError("a PDF without a text layer (a scan?)", "run it through OCR first")
    if empty:
        note(f"{empty:,} of {len(pages):,} pages have no text layer; what is on them was not read")
    return "\n\n".join(page.strip() for page in pages if page.strip()).encode("utf-8", "replace").decode("utf-8")


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
