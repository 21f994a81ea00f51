"""Styles of pages: a style is written anew from listed words, numbers and colours, so that it can say nothing else."""

import re
from collections.abc import Iterator

from gyges.corpus._files._words import names

__all__ = ["ClassNames", "clean_declarations", "clean_sheet"]

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
    """Return the declarations that lay out: a listed property whose value is numbers, colours and listed words.

    Example:
        >>> clean_declarations("color: #C00; content: 'Ana'; font: 12pt Ana; margin: 0 auto !important")
        'color: #c00; margin: 0 auto'
    """
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
