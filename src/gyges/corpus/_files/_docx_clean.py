"""What of a Word document may stay in a release: paragraphs, tables and how they look, and nothing else.

A list of what may stay, not of what must go: whatever Word invents next is taken out and counted.
"""

import re
from collections import Counter
from importlib import import_module
from typing import Any

from gyges.corpus._files._layout import names, spoken

W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
_XML_SPACE = "{http://www.w3.org/XML/1998/namespace}space"
_TEXT_BOX = "txbxContent"
_OTHER = "part of another kind"
_RELATION = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}id"
_TRAP_ATTRIBUTE = re.compile(r"rsid\w*|author|date|initials|paraId|textId|docLocation|tooltip|anchor|history")
_SHORT = re.compile(r"[\w#%.+-]{0,40}")  # longer ones and those with blanks are no values of looks
_NAMED = frozenset(("rFonts", "font", "name", "lsdException", "lvlText"))  # whose values are names, or cleaned apart
_PARENTS = {"r": ("p", "r"), **dict.fromkeys(("t", "tab", "br", "cr"), ("r",))}
"""Where text is read; Word shows it nowhere else."""
_LETTERS = re.compile(r"[A-Za-z]+")
_LONGEST_NAME = 40  # of a style of Word
_WORDS = re.compile(r"[^\W\d_]{2,}")


def local_name(element: Any) -> str:
    """Return the name of an element without its name space; nothing for comments and instructions of XML."""
    return element.tag.rpartition("}")[2] if isinstance(element.tag, str) else ""


def clean_body(root: Any, gone: Counter[str]) -> None:
    """Take out of a part of a document all that is not paragraphs, tables and their looks; count what went."""
    _drop_loose_text(root)
    _lift_text_boxes(root)
    for element in list(root.iter()):
        _clean_element(element, root, gone)
    _drop_trap_attributes(root)
    del gone[""]


def _drop_loose_text(root: Any) -> None:
    """Take out comments and instructions of XML, and what stands between the elements."""
    etree = import_module("lxml.etree")
    etree.strip_tags(root, etree.Comment, etree.ProcessingInstruction)
    put_text = etree._Element.text.__set__  # runs and paragraphs call something else their text
    for element in root.iter():
        element.tail = None
        if element.tag != f"{W}t":
            put_text(element, None)


def _drop_trap_attributes(root: Any) -> None:
    for element in root.iter():
        for name, value in list(element.attrib.items()):
            if not _may_stay(local_name(element), name, value):
                del element.attrib[name]
    import_module("lxml.etree").cleanup_namespaces(root)  # their addresses are words too


def _may_stay(element: str, name: str, value: str) -> bool:
    local = name.removeprefix(W)
    if not name.startswith(W):
        return name in (_XML_SPACE, _RELATION)
    if element in names("docx", "frame") and element not in names("docx", "looks"):
        return local in names("docx", "attributes_of_frame") and bool(_SHORT.fullmatch(value))
    return not _TRAP_ATTRIBUTE.fullmatch(local) and (element in _NAMED or bool(_SHORT.fullmatch(value)))


def _clean_element(element: Any, root: Any, gone: Counter[str]) -> None:
    if element is root or _is_gone(element, root):
        return
    name = local_name(element)
    parent = local_name(element.getparent())
    own = element.tag.startswith(W)
    if parent in names("docx", "properties") or _inside_properties(element):
        if not own or name not in names("docx", "looks"):
            gone[spoken("docx").get(name, "")] += 1
            _drop(element)
        return
    if own and (name in names("docx", "properties") or _is_in_frame(name, parent)):
        if name == "r" and _is_hidden(element):
            gone["hidden passage"] += 1
            _drop(element)
        elif name == "r":
            _plain_signs(element)
    elif name in names("docx", "open"):
        gone[spoken("docx").get(name, "")] += 1
        _unwrap(element)
    else:
        gone[spoken("docx").get(name, _OTHER if _has_words(element) else "")] += 1
        _drop(element)


def _is_in_frame(name: str, parent: str) -> bool:
    return name in names("docx", "frame") and parent in _PARENTS.get(name, (parent,))


def _is_gone(element: Any, root: Any) -> bool:
    top = element
    while top.getparent() is not None:
        top = top.getparent()
    return top is not root


def _inside_properties(element: Any) -> bool:
    return any(local_name(above) in names("docx", "properties") for above in element.iterancestors())


def _has_words(element: Any) -> bool:
    return any(word.text and word.text.strip() for word in element.iter(f"{W}t"))


def _is_hidden(run: Any) -> bool:
    properties = run.find(f"{W}rPr")
    if properties is None:
        return False
    marks = [properties.find(f"{W}{name}") for name in ("vanish", "webHidden", "specVanish")]
    return any(mark is not None and mark.get(f"{W}val", "true") not in ("0", "false", "off") for mark in marks)


def _plain_signs(run: Any) -> None:
    """Make letters of the hyphens that Word keeps as elements."""
    for name, letter in (("noBreakHyphen", "\u2011"), ("softHyphen", "")):
        for sign in run.findall(f"{W}{name}"):
            sign.tag, sign.text = f"{W}t", letter
            sign.set(_XML_SPACE, "preserve")


def _lift_text_boxes(root: Any) -> None:
    """Put the paragraphs of text boxes behind the paragraph that holds the box; their second copy goes."""
    for box in list(root.iter(f"{W}{_TEXT_BOX}")):
        above = list(box.iterancestors())
        if any(local_name(one) == "Fallback" for one in above):
            continue
        holder = next((one for one in reversed(above) if local_name(one) == "p"), None)
        if holder is None:
            continue
        for child in reversed(list(box)):
            holder.addnext(child)


def _drop(element: Any) -> None:
    element.getparent().remove(element)


def _unwrap(element: Any) -> None:
    parent = element.getparent()
    at = parent.index(element)
    for child in reversed(list(element)):
        parent.insert(at, child)
    parent.remove(element)


def clean_theme(theme: Any) -> None:
    """Rename a theme and its schemes, and take out what somebody added."""
    _drop_loose_text(theme)
    for element in list(theme.iter()):
        if local_name(element) in names("docx", "theme_traps") and element.getparent() is not None:
            _drop(element)
        elif element.get("name") is not None:
            element.set("name", "Theme")


def _clean_sheet(root: Any) -> None:
    """Leave of a style sheet, numbering or table of fonts what is listed; names of lists go, which nobody sees."""
    _drop_loose_text(root)
    listed = names("docx", "looks") | names("docx", "sheets")
    for element in list(root.iter()):
        if element is root or _is_gone(element, root):
            continue
        unread = local_name(element) == "name" and local_name(element.getparent()) != "style"
        unread = unread or (local_name(element) == "lsdException" and not _is_of_word(element.get(f"{W}name") or ""))
        if unread or not element.tag.startswith(W) or local_name(element) not in listed:
            _drop(element)


def _is_of_word(name: str) -> bool:
    """Tell whether Word itself gave a style its name; a flag in the file says so too, but anybody can leave it out."""
    words = (word.lower() for word in _LETTERS.findall(name))
    return len(name) < _LONGEST_NAME and name.isascii() and all(word in names("docx", "style_words") for word in words)


def clean_look(styles: list[Any], others: list[Any], bodies: list[Any]) -> None:
    """Clean style sheet and the like, and rename the styles that a user named wherever they are used."""
    for root in (*styles, *others):
        _clean_sheet(root)
    renamed: dict[str, str] = {}
    for style in (one for sheet in styles for one in sheet.iter(f"{W}style")):
        named = style.find(f"{W}name")
        name, key = ("" if named is None else named.get(f"{W}val") or ""), style.get(f"{W}styleId") or ""
        own = style.get(f"{W}customStyle") in ("1", "true", "on") or not _is_of_word(name)
        if own or key.lower() != name.replace(" ", "").lower():
            renamed[key] = f"Style{len(renamed) + 1}"
            style.set(f"{W}styleId", renamed[key])
        if own and named is not None:
            named.set(f"{W}val", renamed[key])
    users = ("pStyle", "rStyle", "tblStyle", "basedOn", "next", "link", "numStyleLink", "styleLink")
    for root in (*styles, *others, *bodies):
        for element in root.iter(*(f"{W}{name}" for name in users)):
            value = element.get(f"{W}val")
            if value in renamed:
                element.set(f"{W}val", renamed[value])
        for level in root.iter(f"{W}lvlText"):  # what stands before each paragraph of a list is read by nobody
            level.set(f"{W}val", _WORDS.sub("", level.get(f"{W}val") or ""))
        _drop_trap_attributes(root)
