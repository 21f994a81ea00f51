"""Word documents: the text of body, headers, footers and notes, and a release with the same looks."""

import io
import zipfile
import zlib
from collections import Counter
from collections.abc import Iterator, Sequence
from importlib import import_module
from typing import IO, Any

from gyges.corpus._files._docx_clean import W, clean_body, clean_look, clean_theme, local_name
from gyges.corpus._files._layout import LayoutSign, counted
from gyges.corpus._row import library
from gyges.errors import InputError

_MOST_UNPACKED = 256 << 20
"""Bytes of a document when it is unpacked, pictures included; a letter has a few hundred thousand."""
_MOST_XML = 64 << 20
"""Bytes of what must be held as a tree, about ten times its size; a thousand pages have some twenty million."""
_MOST_TAGS = 2_000_000
"""A tree takes some hundred bytes for each, and half a millisecond; a thousand pages have a few hundred thousand."""
_CHUNK = 1 << 16
_BEFORE_XML = b"\xef\xbb\xbf\xff\xfe\x00 \t\r\n"
_TYPES = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/"
_BODIES = ("header", "footer", "footnotes", "endnotes")
_LOOKS = ("styles", "numbering", "fontTable", "theme")
_XML_SPACE = "{http://www.w3.org/XML/1998/namespace}space"
_PROPERTIES = "author, company and other properties"
_WRONG = (
    zipfile.BadZipFile,
    zlib.error,
    EOFError,
    KeyError,
    ValueError,
    NotImplementedError,
    AttributeError,
    TypeError,
)
"""What a damaged file makes of the libraries that read it."""


class _RunText:
    """The text of a run."""

    fixed = False

    def __init__(self, element: Any) -> None:
        self._element = element

    @property
    def text(self) -> str:
        return self._element.text or ""

    def say(self, text: str) -> None:
        lines = text.split("\n")
        self._put(self._element, lines[0])
        last = self._element
        for line in lines[1:]:
            mark, words = last.makeelement(f"{W}br"), last.makeelement(f"{W}t")
            self._put(words, line)
            last.addnext(mark)
            mark.addnext(words)
            last = words

    @staticmethod
    def _put(element: Any, text: str) -> None:
        element.text = text.replace("\t", " ")
        element.set(_XML_SPACE, "preserve")


class DocxLayout:
    """A Word document, cleaned of all that is not read."""

    def __init__(self, document: Any) -> None:
        self._document = document
        self._parts = _Parts(document.part)
        gone: Counter[str] = Counter()
        for root in self._parts.roots:
            clean_body(root, gone)
        gone["comment"] += self._parts.comments
        marks = gone.pop("mark of a comment", 0)
        gone["comment"] = gone["comment"] or marks
        self.removed: Sequence[str] = [_PROPERTIES, *(counted(name, count) for name, count in gone.items() if count)]
        self.pieces: Sequence[_RunText | LayoutSign] = [piece for root in self._parts.roots for piece in _pieces(root)]
        if self.pieces:
            self.pieces = self.pieces[:-1]  # the end of the last paragraph is the end of the text

    def save(self, stream: IO[bytes]) -> None:
        """Write a document that holds the cleaned parts and nothing else."""
        self._parts.keep_own()
        self._document.save(stream)


class _Parts:
    """The parts of a document that are read, and those that say how it looks."""

    def __init__(self, main: Any) -> None:
        self._main = main
        self._own: list[tuple[Any, Any]] = [(main, main.element)]
        looks: list[Any] = []
        self.comments = 0
        for relation in list(main.rels.values()):
            kind = relation.reltype.removeprefix(_TYPES)
            if relation.is_external or not relation.reltype.startswith(_TYPES):
                continue
            part = relation.target_part
            if kind in _BODIES:
                self._own.append((part, _root(part)))
            elif kind in _LOOKS:
                looks.append((kind, part, _root(part)))
            elif kind == "comments":
                self.comments += sum(1 for element in _root(part) if local_name(element) == "comment")
        self._own[1:] = sorted(self._own[1:], key=lambda own: str(own[0].partname))
        self._looks = looks

    @property
    def roots(self) -> list[Any]:
        """Return what is read, in order."""
        return [root for _, root in self._own]

    def keep_own(self) -> None:
        """Cut every tie to what is not read: properties, comments, pictures, macros, templates, links."""
        sheets = [root for kind, _, root in self._looks if kind == "styles"]
        others = [root for kind, _, root in self._looks if kind not in ("styles", "theme")]
        clean_look(sheets, others, self.roots)
        for kind, _, root in self._looks:
            if kind == "theme":
                clean_theme(root)
        package = self._main.package
        own = [part for part, _ in self._own] + [part for _, part, _ in self._looks]
        for rels in (package.rels, *(part.rels for part in own)):
            for key, relation in list(rels.items()):
                if relation.is_external or not any(relation.target_part is part for part in own):
                    del rels[key]
        kept = [*self._own, *((part, root) for _, part, root in self._looks)]
        _drop_dangling(kept)
        for part, root in kept:
            if not hasattr(part, "element"):
                part._blob = import_module("lxml.etree").tostring(root, encoding="UTF-8", standalone=True)


def _drop_dangling(own: list[tuple[Any, Any]]) -> None:
    """Take out references to parts that went."""
    relation = "{" + _TYPES.rstrip("/") + "}id"
    for part, root in own:
        for element in list(root.iter()):
            key = element.get(relation)
            if key is not None and key not in part.rels:
                element.getparent().remove(element)


def _root(part: Any) -> Any:
    return part.element if hasattr(part, "element") else import_module("docx.oxml").parse_xml(part.blob)


def open_docx(raw: bytes) -> DocxLayout:
    """Return a Word document as a layout."""
    docx = library("docx", "files", "reading Word documents")
    _check_package(raw)
    errors = (*_WRONG, import_module("docx.exceptions").PythonDocxError, import_module("docx.opc.exceptions").OpcError)
    try:
        return DocxLayout(docx.Document(io.BytesIO(raw)))
    except (*errors, import_module("lxml.etree").LxmlError, RecursionError) as error:
        raise InputError("a damaged Word document", "open it in Word and save it again") from error


def _check_package(raw: bytes) -> None:
    if raw.startswith(b"\xd0\xcf\x11\xe0"):  # the container of old Word files and of those with a password
        raise InputError("a Word document with a password, or an old .doc", "save it as .docx without a password")
    try:
        with zipfile.ZipFile(io.BytesIO(raw)) as package:
            entries = package.infolist()
    except (*_WRONG, OSError) as error:
        raise InputError("no Word document", "check the file") from error
    size = sum(entry.file_size for entry in entries)
    xml = sum(entry.file_size for entry in entries if entry.filename.lower().endswith((".xml", ".rels")))
    told = size <= _MOST_UNPACKED and xml <= _MOST_XML  # what entries say of themselves may be wrong
    xml, tags = _xml_in(raw) if told else (xml, 0)
    if size > _MOST_UNPACKED or xml > _MOST_XML:
        raise InputError(
            f"a Word document that unpacks to {max(size, xml) / 1e6:,.0f} MB, more than any letter",
            "leave it out, or save its text as .txt",
        )
    if tags > _MOST_TAGS:
        raise InputError(
            f"a Word document with {tags:,} XML tags, more than any letter", "leave it out, or save its text as .txt"
        )


def _xml_in(raw: bytes) -> tuple[int, int]:
    """Return bytes and tags of all that may be read as XML, whatever it is called; an entry of another size fails."""
    size = tags = 0
    try:
        with zipfile.ZipFile(io.BytesIO(raw)) as package:
            for entry in package.infolist():
                with package.open(entry) as stream:
                    chunk = stream.read(_CHUNK)
                    is_xml = chunk.lstrip(_BEFORE_XML).startswith(b"<")
                    while chunk:
                        size += len(chunk) if is_xml else 0
                        tags += chunk.count(b"<") if is_xml else 0
                        chunk = stream.read(_CHUNK)
    except (*_WRONG, OSError, RuntimeError) as error:
        raise InputError("a damaged Word document", "open it in Word and save it again") from error
    return size, tags


def _pieces(root: Any) -> Iterator[_RunText | LayoutSign]:
    """Yield the text of a part: a line for each paragraph, and tabs between the cells of a row."""
    for paragraph in root.iter(f"{W}p"):
        for element in paragraph.iter(f"{W}t", f"{W}tab", f"{W}br", f"{W}cr"):
            if _owner(element) is not paragraph or local_name(element.getparent()) != "r":
                continue  # of a paragraph inside, or a tab stop of its looks
            name = local_name(element)
            yield _RunText(element) if name == "t" else LayoutSign("\t" if name == "tab" else "\n")
        yield LayoutSign("\t" if _ends_cell_in_row(paragraph) else "\n")


def _owner(element: Any) -> Any:
    return next(one for one in element.iterancestors() if local_name(one) == "p")


def _ends_cell_in_row(paragraph: Any) -> bool:
    """Tell whether a paragraph is the last of a cell that has another beside it."""
    cell = paragraph.getparent()
    if local_name(cell) != "tc":
        return False
    later = any(local_name(one) in ("p", "tbl") for one in paragraph.itersiblings())
    return not later and any(local_name(one) == "tc" for one in cell.itersiblings())
