"""What all pages share: how templates print, and a policy that lets nothing in but our own style and script."""

import base64
import hashlib
import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from gyges.reports._figures import Figure, shown
from gyges.reports._plain import NOTHING, label, markdown_text, number, percent, points, visible
from gyges.reports._svg import bar
from gyges.scoring import is_direct

SHARED = Path(__file__).parent / "templates"
"""The templates, style and script that every report may use; ``page.html.jinja`` is what the others extend."""


WORD_HEADS = frozenset({"Attacker", "Backbone", "Cost of releases", "Figure", "Linker", "Model"})
"""Heads of columns that hold words in tables of numbers."""


@dataclass(frozen=True, slots=True)
class PageStyle:
    """What ``page.html.jinja`` puts into a page besides its words."""

    policy: str  # the content policy: nothing is loaded, and only this style and this script may act
    style: Markup  # the style
    script: Markup  # the script; empty where the page has none


@cache
def page(*, style: Path | None = None, script: Path | None = None) -> PageStyle:
    """Return style, script and content policy of a page."""
    styled = "".join(_content(file) for file in (SHARED / "style.css", style) if file is not None)
    scripted = _content(script) if script is not None else ""
    allowed = [f"style-src '{_sha256_of(styled)}'", *([f"script-src '{_sha256_of(scripted)}'"] if scripted else [])]
    return PageStyle(
        policy="; ".join(("default-src 'none'", *allowed, "img-src data:", "base-uri 'none'", "form-action 'none'")),
        style=Markup(styled),  # noqa: S704  # our own files, no text of a document
        script=Markup(scripted),  # noqa: S704  # our own file, no text of a document
    )


@cache
def environment(folder: Path = SHARED) -> Environment:
    """Return the templates of a folder together with the shared ones."""
    made = Environment(
        loader=FileSystemLoader([folder, SHARED]),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        finalize=_finalize,
    )
    made.filters |= {"number": number, "label": label, "direct": is_direct}
    made.globals["bar"] = bar  # the shared macros draw with it
    made.globals["word_heads"] = WORD_HEADS
    return made


def markdown(template: str, folder: Path = SHARED, **context: object) -> str:
    """Return what a template says in Markdown; what it prints is text, and steers nothing."""
    loader = FileSystemLoader([folder, SHARED])
    made = Environment(  # noqa: S701  # what is printed is escaped for Markdown, HTML in it too
        loader=loader, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True, finalize=_as_markdown
    )
    made.filters["number"] = number
    return re.sub(r"\n{3,}", "\n\n", made.get_template(template).render(**context)).strip() + "\n"


def sentences(template: str, macro: str, *about: object) -> tuple[str, ...]:
    """Return the lines that a macro of a template of plain text writes; whoever prints them escapes them."""
    return tuple(line.strip() for line in getattr(_plain(template), macro)(*about).split("\n") if line.strip())


@cache
def _plain(template: str) -> Any:
    made = Environment(  # noqa: S701  # plain text
        loader=FileSystemLoader(SHARED), undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )
    made.filters |= {"number": number, "percent": percent, "points": points, "shown": shown}
    return made.get_template(template).module


def _as_markdown(value: object) -> str:
    """Return a table as one, and anything else as text."""
    if value is None:
        return NOTHING
    written = getattr(value, "markdown", None)
    return written if isinstance(written, str) else markdown_text(str(value))


def _finalize(value: object) -> object:
    """Make everything visible that a template prints; what is not there becomes a dash."""
    if value is None:
        return NOTHING
    if isinstance(value, Figure):
        return str(value)
    return visible(value) if isinstance(value, str) and not isinstance(value, Markup) else value


def _content(file: Path) -> str:
    return file.read_text(encoding="utf-8")


def _sha256_of(content: str) -> str:
    """Return the hash by which a content policy allows a style or script."""
    return f"sha256-{base64.b64encode(hashlib.sha256(content.encode()).digest()).decode()}"
