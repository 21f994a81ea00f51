"""Reads a page back, strictly: only tags, attributes and references that our templates write."""

import re
from html.parser import HTMLParser

_SVG = {
    "class", "fill", "stroke", "vector-effect", "x", "y", "x1", "x2", "y1", "y2", "width", "height", "cx", "cy", "r",
    "d", "points",
}  # fmt: skip
_PLAIN, _ROOT = {"class", "id"}, {"class", "lang"}
ALLOWED: dict[str, set[str]] = {
    **dict.fromkeys(("html", "body", "head", "title", "style", "script", "main", "header", "footer"), _ROOT),
    **dict.fromkeys(
        ("h1", "h2", "h3", "h4", "h5", "ul", "li", "span", "strong", "em", "bdi", "q", "mark", "nav"), _PLAIN
    ),
    **dict.fromkeys(("thead", "tbody", "tr", "caption", "summary", "label", "figure", "ol", "dl", "dt", "dd"), _PLAIN),
    **dict.fromkeys(("rect", "line", "circle", "polygon", "polyline", "path", "g"), _SVG),
    "meta": {"charset", "http-equiv", "content", "name"},
    "a": {"class", "href"},
    "nav": {"aria-label"},
    "p": {"class", "tabindex", "dir", "lang", "translate", "hidden", "data-filters"},
    "ol": {"class", "start"},
    "li": {"class", "id", "value"},
    "section": _PLAIN,
    "article": _PLAIN,
    "details": {"class", "open"},
    "figure": {"class", "tabindex"},
    "div": {"class", "id", "role", "aria-label", "tabindex"},
    "table": _PLAIN,
    "th": {"class", "scope", "colspan"},
    "td": {"class", "data-label"},
    "input": {"type", "autocomplete", "placeholder"},
    "svg": {"class", "viewbox", "preserveaspectratio", "role", "aria-hidden"},
    "text": {"class", "x", "y", "text-anchor", "transform"},
}
_VOID = {"meta", "input"}
_NAME = re.compile(r"^[a-z0-9-]+$")


class Page(HTMLParser):
    """A parsed page."""

    def __init__(self, html: str) -> None:
        super().__init__(convert_charrefs=True)
        self.tags: dict[str, int] = {}
        self.words = self.unfolded = ""
        self._folds: list[bool] = []
        self.marks: list[str] = []
        self.texts: list[tuple[str, list[tuple[int, int]]]] = []
        self.hrefs: list[str] = []
        self.ids: list[str] = []
        self.policy = ""
        self.code: dict[str, str] = {}
        self._open: list[str] = []
        self._in_text = False
        self.feed(html)
        self.close()
        assert not self._open, f"never closed: {self._open}"

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        assert tag in ALLOWED, tag
        assert set(found) <= ALLOWED[tag], (tag, attrs)
        assert len(found) == len(attrs)
        self.tags[tag] = self.tags.get(tag, 0) + 1
        if tag not in _VOID:
            self._open.append(tag)
        if tag == "details":
            self._folds.append("open" not in found)
        if found.get("http-equiv") == "Content-Security-Policy":
            self.policy = found["content"] or ""
        for name in ("id", "data-filters"):
            assert name not in found or _NAME.match(found[name] or "")
        if found.get("id"):
            self.ids.append(found["id"] or "")
        if "href" in found:
            self.hrefs.append(found["href"] or "")
        if tag == "p" and found.get("class") == "text":
            self._in_text = True
            self.texts.append(("", []))
        if tag == "mark":
            self.marks.append("")

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        raise AssertionError(f"<{tag}/> is not how our templates write")

    def handle_endtag(self, tag: str) -> None:
        assert self._open, f"</{tag}> closes nothing"
        assert self._open.pop() == tag
        if tag == "details":
            self._folds.pop()
        if tag in ("td", "th"):
            self.words += " "
        if tag == "p":
            self._in_text = False

    def handle_data(self, data: str) -> None:
        if self._open and self._open[-1] in ("style", "script"):
            self.code[self._open[-1]] = self.code.get(self._open[-1], "") + data
            return
        self.words += data
        if sum(self._folds) - ("summary" in self._open) <= 0:
            self.unfolded += f" {data}"
        if self._open and self._open[-1] == "mark":
            self.marks[-1] += data
        if self._in_text:
            text, marks = self.texts[-1]
            if self._open[-1] == "mark":
                marks.append((len(text), len(text) + len(data)))
            self.texts[-1] = (text + data, marks)

    def handle_comment(self, data: str) -> None:
        raise AssertionError(f"a comment: {data}")

    def handle_pi(self, data: str) -> None:
        raise AssertionError(f"an instruction: {data}")

    def unknown_decl(self, data: str) -> None:
        raise AssertionError(f"a declaration: {data}")
