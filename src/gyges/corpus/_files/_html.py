"""HTML: what a reader of the page sees is the text; the rest, styles too, is taken out of releases."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from importlib import import_module
from typing import IO, Any

from gyges.corpus._encodings import UTF_8, declared_encoding, decoded, marked_encoding
from gyges.corpus._files._layout import LayoutSign, counted, names, patterns
from gyges.corpus._row import library

_ASIDE = re.compile(
    r"/\*.*?(?:\*/|\Z)|<!--|-->|\"(?:[^\"\\\n]|\\.)*+\"?|'(?:[^'\\\n]|\\.)*+'?", re.DOTALL
)  # comments and strings
_STRING = "\N{REPLACEMENT CHARACTER}"  # stands for a string, and is in no listed word
_BRACES = re.compile(r"[{};]")
_BETWEEN = re.compile(r"(\s*[>+~]\s*|\s+)")
_COMPOUND = re.compile(r"(\*|[a-z][a-z0-9]{0,10})?((?:\.-?[A-Za-z_][\w-]*)*)")
_VALUE = re.compile(r"rgba?\([\d.,%\s]{1,40}\)|[^\s,/]+|[,/]")
_NUMBER = re.compile(r"[-+]?(\d{1,4}(\.\d{0,4})?|\.\d{1,4})(px|pt|pc|em|rem|ex|ch|cm|mm|in|vw|vh|%)?")
_COLOUR = re.compile(r"#([0-9a-f]{3}|[0-9a-f]{6})|rgba?\([\d.,%\s]{1,40}\)")
_CHARSET = re.compile(rb"<meta[^>]{0,200}?charset\s*=\s*[\"']?([A-Za-z0-9_.:-]{1,40})", re.IGNORECASE)
_HEAD = 4096
_CELLS = frozenset(("td", "th"))
_HIDDEN = re.compile(r"display\s*:\s*none|visibility\s*:\s*hidden|(font-size|opacity)\s*:\s*0(?![.\d])", re.IGNORECASE)
_SHOWN_MEDIA = frozenset(("", "all", "screen"))
_BLANK = re.compile(r"[ \t\r\n\f]+")


class ClassNames:
    """New names for the classes that the kept rules speak of."""

    def __init__(self) -> None:
        self._new: dict[str, str] = {}

    def rename(self, old: str) -> str:
        """Return the new name of a class."""
        return self._new.setdefault(old, f"c{len(self._new) + 1}")

    def known(self, old: list[str]) -> list[str]:
        """Return the new names of those classes that have one."""
        return [self._new[one] for one in old if one in self._new]


def clean_declarations(style: str) -> str:
    """Return the declarations that lay out: a listed property whose value is numbers, colours and listed words."""
    kept = []
    for declaration in _ASIDE.sub(_blank, style).split(";"):
        name, _, value = declaration.partition(":")
        name = name.strip().lower()
        words = _VALUE.findall(value.lower().replace("!important", " "))
        if words and name in names("html", "css_properties") and all(map(_lays_out, words)):
            kept.append(f"{name}: {' '.join(words).replace(' ,', ',')}")
    return "; ".join(kept)


def _blank(aside: re.Match[str]) -> str:
    return _STRING if aside[0][0] in "\"'" else " "


def _lays_out(word: str) -> bool:
    if word in (",", "/") or word in names("html", "css_words"):
        return True
    return bool(_NUMBER.fullmatch(word) or _COLOUR.fullmatch(word))


def clean_sheet(sheet: str, classes: ClassNames) -> str:
    """Return the rules of a style sheet that lay out known tags and classes; their classes get new names."""
    kept = []
    for prelude, body in _rules(_ASIDE.sub(_blank, sheet)):
        looks = clean_declarations(body)
        if not looks:
            continue
        selectors = [new for old in prelude.split(",") if (new := _selector(old.strip(), classes))]
        if selectors:
            kept.append(f"{', '.join(selectors)} {{ {looks} }}")
    return "\n".join(kept)


def _rules(sheet: str) -> Iterator[tuple[str, str]]:
    """Yield selectors and declarations of the plain rules; rules that start with an @ or hold others are none."""
    start = body = depth = 0
    nested = False
    for brace in _BRACES.finditer(sheet):
        if brace[0] == "{":
            depth += 1
            nested = nested or depth > 1
            body = brace.end() if depth == 1 else body
        elif brace[0] == "}":
            if depth == 1 and not nested:
                yield sheet[start : body - 1], sheet[body : brace.start()]
            depth = max(depth - 1, 0)
        if not depth:
            start, nested = brace.end(), False


def _selector(old: str, classes: ClassNames) -> str:
    """Return a selector of known tags and renamed classes; nothing if it has anything else."""
    parts = _BETWEEN.split(old)
    compounds = [_COMPOUND.fullmatch(part) for part in parts[::2]]
    if not all(one and one[0] and (one[1] or "*") in names("html", "selectable") for one in compounds):
        return ""
    new = [(one[1] or "") + "".join(f".{classes.rename(c)}" for c in one[2].split(".")[1:]) for one in compounds if one]
    between = [f" {sign.strip()} ".replace("  ", " ") for sign in parts[1::2]]
    return "".join(one + gap for one, gap in zip(new, [*between, ""], strict=True))


class _PageString:
    """A string of the page."""

    fixed = False

    def __init__(self, node: Any, soup: Any) -> None:
        self._node, self._soup = node, soup

    @property
    def text(self) -> str:
        return str(self._node)

    def say(self, text: str) -> None:
        lines = text.split("\n")
        new = type(self._node)(lines[0])
        self._node.replace_with(new)
        self._node = last = new
        for line in lines[1:]:
            mark, words = self._soup.new_tag("br"), type(new)(line)
            last.insert_after(mark)
            mark.insert_after(words)
            last = words


class HtmlLayout:
    """A page, cleaned; `tells_encoding` where it says itself in which encoding it is, and is right."""

    def __init__(self, soup: Any, *, tells_encoding: bool = False) -> None:
        self._soup = soup
        self.tells_encoding = tells_encoding
        self.removed = _clean(soup)
        self.pieces: Sequence[_PageString | LayoutSign] = _pieces(soup)

    def save(self, stream: IO[bytes]) -> None:
        """Write the page as UTF-8, which it says itself."""
        head = self._soup.find("head") or self._new_head()
        head.insert(0, self._soup.new_tag("meta", charset="utf-8"))
        stream.write(str(self._soup).encode("utf-8"))

    def _new_head(self) -> Any:
        head, page = self._soup.new_tag("head"), self._soup.find("html")
        if page is not None:
            page.insert(0, head)
        else:
            kind = self._soup.find(string=lambda s: isinstance(s, import_module("bs4").Doctype))
            self._soup.insert(0, head)
            if kind is not None:
                self._soup.insert(0, kind.extract())
        return head


def open_html(raw: bytes, encoding: str | None = None) -> tuple[HtmlLayout, str]:
    """Return a page as a layout, and the encoding it was read in."""
    parser = library("bs4", "files", "reading HTML").BeautifulSoup
    text, used, told = _decoded(raw, encoding)
    return HtmlLayout(parser(text, "html.parser"), tells_encoding=told), used


def _decoded(raw: bytes, encoding: str | None) -> tuple[str, str, bool]:
    """Return a page as text as browsers do: a mark at its start counts more than what it says of itself."""
    named = _CHARSET.search(raw[:_HEAD])
    if encoding is None and named is not None and marked_encoding(raw[:_HEAD]) is None:
        with suppress(LookupError, UnicodeDecodeError):  # it may say something else than it is
            meant = declared_encoding(named[1].decode("ascii"))
            # Whoever can read that it is UTF-16 as ASCII knows that it is not.
            return *decoded(raw, UTF_8 if meant.startswith(("utf-16", "utf-32")) else meant), True
    return *decoded(raw, encoding), False


def _clean(soup: Any) -> list[str]:
    """Take out all that no reader of the page sees, and all that could tell something besides."""
    bs4 = import_module("bs4")
    gone: Counter[str] = Counter()
    # Declarations and instructions are kinds of comments to the parser; the type of a document may say anything too.
    for node in soup.find_all(string=lambda s: isinstance(s, bs4.element.PreformattedString)):
        gone["comment"] += isinstance(node, bs4.Comment)
        if isinstance(node, bs4.Doctype) and node.parent is soup:
            node.replace_with(bs4.Doctype("html"))
        else:
            node.extract()
    inside: set[int] = set()  # of what went already
    for tag in (tags := list(soup.find_all(True))):
        kind = _kind_of_trap(tag)
        if kind and id(tag) not in inside:
            inside.update(id(one) for one in tag.descendants)
            gone[kind] += 1
            tag.extract()
    del tags
    classes = ClassNames()
    for sheet in soup.find_all("style"):
        shown = str(sheet.get("media", "")).strip().lower() in _SHOWN_MEDIA
        sheet.string = clean_sheet(sheet.get_text(), classes) if shown else ""
    for tag in soup.find_all(True):
        gone["link target"] += tag.has_attr("href")
        gone["alternative text"] += any(tag.has_attr(name) for name in ("title", "alt", "aria-label"))
        if tag.name not in names("html", "blocks") and tag.name not in names("html", "inline"):
            tag.name = "span"  # names of tags are words too
        tag.attrs = _own_attributes(tag, classes)
    return [counted(name, count) for name, count in gone.items() if count]


def _kind_of_trap(tag: Any) -> str:
    """Return what a tag is that nobody reads; nothing if it is read."""
    if tag.name in names("html", "unseen"):
        return "picture" if tag.name in names("html", "pictures") else "embedded part"
    return "hidden part" if tag.has_attr("hidden") or _HIDDEN.search(str(tag.get("style", ""))) else ""


def _own_attributes(tag: Any, classes: ClassNames) -> dict[str, Any]:
    """Return what lays out; a class counts only if a style sheet of the page speaks of it."""
    kept: dict[str, Any] = {}
    for name, value in tag.attrs.items():
        if name == "class":
            kept[name] = classes.known(value if isinstance(value, list) else str(value).split())
        elif name == "style":
            kept[name] = clean_declarations(str(value))
        elif name in patterns("html") and patterns("html")[name].fullmatch(str(value)):
            kept[name] = value
    return {name: value for name, value in kept.items() if value or name not in ("class", "style")}


def _pieces(soup: Any) -> list[_PageString | LayoutSign]:
    """Return the text of a page as it is shown: white space runs together, blocks start lines, cells have tabs."""
    pieces: list[_PageString | LayoutSign] = []
    pending = ""  # what the layout puts before the next words
    glued = True  # whether a space before the next words would be swallowed
    inside: Counter[str] = Counter()
    bs4 = import_module("bs4")
    for kind, node in _walk(soup):
        if kind == "text":
            if isinstance(node, bs4.element.PreformattedString) or inside["style"]:
                continue
            words = str(node) if inside["pre"] else _BLANK.sub(" ", str(node))
            words = words.lstrip(" ") if (glued or pending) and not inside["pre"] else words
            new = bs4.NavigableString(words)
            node.replace_with(new)
            if not words:
                continue
            if pending and pieces:
                pieces.append(LayoutSign(pending))
            pending, glued = "", words.endswith(" ")
            pieces.append(_PageString(new, soup))
            continue
        inside[node.name] += 1 if kind == "open" else -1
        if node.name == "br" and kind == "open":
            pending = pending.replace("\t", "") + "\n"
        elif node.name in _CELLS and kind == "close":
            pending = pending or "\t"
        elif node.name in names("html", "blocks"):
            wanted = "\n\n" if node.name in names("html", "apart") else "\n"
            pending = max(pending.replace("\t", ""), wanted, key=len)
    return pieces


def _walk(root: Any) -> Iterator[tuple[str, Any]]:
    """Yield what opens, is said and closes, in order, however deep a page is nested."""
    stack: list[tuple[Any, Iterator[Any]]] = [(root, iter(list(root.children)))]
    while stack:
        owner, children = stack[-1]
        child = next(children, None)
        if child is None:
            stack.pop()
            yield "close", owner
        elif hasattr(child, "children"):
            yield "open", child
            stack.append((child, iter(list(child.children))))
        else:
            yield "text", child
