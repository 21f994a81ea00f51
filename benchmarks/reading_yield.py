"""What each mechanism of the embedded reader yields: switch one off, read again, and hold that against the whole.

Run: PYTHONPATH=. python benchmarks/reading_yield.py [NAME ...] [--data FOLDER]

A name is a folder, a module or a function of ``gyges.reading`` (``people``, ``facts._work``, ``facts._work:_ranks``)
and one mechanism; several joined by "+" are one too. Without a name every function is one. What is off finds nothing.
Documents are those kept for measuring: invented people, their masked releases, German and Spanish, authors; with
``--data`` also the benchmarks there. A line gives, where each falls most, facts and people found and their precision.
"""

import argparse
import ast
import functools
import gc
import importlib
import pkgutil
import sys
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from types import CodeType, FrameType, FunctionType
from typing import Any

from training.languages import FOLDER as LANGUAGES
from training.languages import language_documents
from training.readings import documents, is_measured, readings
from training.written import written_documents

import gyges.reading
from gyges.attacks import AuthorRulesAttack, RulesAttack
from gyges.corpus import load_dataset
from gyges.errors import UnreadError
from gyges.records import Document, Fact, Finding, Subject
from gyges.scoring import is_about_author, score_labelled

DATA = {
    "tab": ("spia-tab", "spia/spia_tab_dev72.jsonl"),
    "panorama": ("spia-panorama", "spia/spia_panorama_dev430.jsonl"),
    "reddit": ("reddit-synthetic", "reddit_synthetic/synthetic_dev300.jsonl"),
}
OFF: dict[str, Callable[..., Any]] = {
    "list": lambda *_, **__: [],
    "tuple": lambda *_, **__: (),
    "dict": lambda *_, **__: {},
    "Iterator": lambda *_, **__: iter(()),
    "bool": lambda *_, **__: False,
    "str": lambda *_, **__: "",
    "None": lambda *_, **__: None,
}
"""What a function does while it is off, by what it returns."""


@dataclass(frozen=True)
class Function:
    """A function of the reader, its lines, and what it does while it is off; `acts` where it returns nothing anyway."""

    name: str
    made: FunctionType
    lines: int
    off: CodeType
    acts: bool


def functions() -> Iterator[Function]:
    """Yield every function and method of the reader that may find nothing."""
    for module in pkgutil.walk_packages(gyges.reading.__path__, "gyges.reading."):
        loaded = importlib.import_module(module.name)
        tree = ast.parse(Path(str(loaded.__file__)).read_text(encoding="utf-8"))
        holders: list[ast.Module | ast.ClassDef] = [tree, *(one for one in tree.body if isinstance(one, ast.ClassDef))]
        for holder in holders:
            own = f"{holder.name}." if isinstance(holder, ast.ClassDef) else ""
            space = vars(getattr(loaded, own[:-1])) if own else vars(loaded)
            for node in (one for one in holder.body if isinstance(one, ast.FunctionDef) and one.returns is not None):
                made = space.get(node.name)
                made = getattr(made, "__func__", getattr(made, "fget", made))
                made = getattr(made, "__wrapped__", made)
                returned = ast.unparse(node.returns) if node.returns else ""
                kind = "None" if returned.endswith("None") else returned.partition("[")[0]
                if isinstance(made, FunctionType) and kind in OFF and not made.__code__.co_freevars:
                    name = f"{module.name.removeprefix('gyges.reading.')}:{own}{node.name}"
                    lines = (node.end_lineno or 0) - node.lineno + 1
                    yield Function(name, made, lines, OFF[kind].__code__, returned == "None")


def texts(data: Path | None) -> Iterator[tuple[str, Document, str]]:
    """Yield part, document and the text that is read."""
    yield from (("invented", one, one.text) for one in documents().values() if is_measured(one.id))
    for read in readings():
        if is_measured(read.document.id) and read.release.method == "mask":
            yield "released", read.document, read.release.text
    yield from (("languages", one, one.text) for one in language_documents(sorted(LANGUAGES.glob("*_kept.txt"))))
    for one in written_documents("authors*.txt"):
        told: Any = one.meta["author"]
        facts = tuple(Fact(tag, str(value), 4) for tag, value in told.items())
        if is_measured(one.id):
            yield "authors", replace(one, subjects=(Subject("author", "the author", facts),)), one.text
    for part, (name, file) in DATA.items() if data is not None else ():
        yield from ((part, one, one.text) for one in load_dataset(name, Path(data or "") / file))


def found(document: Document, text: str) -> Finding | None:
    """Return what the rules find in a text; None where they do not read it."""
    attack: Any = AuthorRulesAttack() if is_about_author(document) else RulesAttack()
    try:
        attack.attack(text, id=document.id).send(None)  # rules wait for nothing
    except StopIteration as done:
        finding: Finding = done.value
        return finding
    except UnreadError:
        return None
    raise RuntimeError("the rules waited")


def counts(document: Document, finding: Finding | None) -> list[float]:
    """Return the facts that are right, the people found, and everybody who was made of the text."""
    if finding is None:
        return [0.0, 0.0, 0.0]
    scored = score_labelled(document, finding)
    right = sum(verdict.score or 0.0 for subject in scored.subjects for verdict in subject.verdicts)
    return [right, float(sum(one.matched_to is not None for one in scored.subjects)), float(scored.found)]


def forget() -> None:
    """Clear what is remembered of texts and words; tables stay loaded."""
    for one in gc.get_objects():
        if isinstance(one, functools._lru_cache_wrapper) and one.cache_parameters()["maxsize"] is not None:
            one.cache_clear()


class Bench:
    """What the whole reader finds, and which functions found something in which text."""

    def __init__(self, chosen: Iterable[tuple[str, Document, str]], switches: Iterable[Function]) -> None:
        self.texts = list(chosen)
        self.spoke: dict[CodeType, set[int]] = defaultdict(set)
        acts = {one.made.__code__: one.acts for one in switches}
        says = []
        for number, (_, document, text) in enumerate(self.texts):

            def note(frame: FrameType, event: str, value: Any, number: int = number) -> None:
                if event == "return" and frame.f_code in acts and (value or acts[frame.f_code]):
                    self.spoke[frame.f_code].add(number)

            sys.setprofile(note)
            says.append(found(document, text))
            sys.setprofile(None)
        self.counts = [counts(one[1], finding) for one, finding in zip(self.texts, says, strict=True)]

    def shares(self, rows: list[list[float]]) -> dict[str, list[float]]:
        """Return by part the shares of facts and people found, and the precision of people."""
        total: dict[str, list[float]] = defaultdict(lambda: [0.0] * 5)
        for (part, document, _), row in zip(self.texts, rows, strict=True):
            people = document.subjects or ()
            for place, value in enumerate((*row, sum(len(one.facts) for one in people), len(people))):
                total[part][place] += value
        return {part: [row[0] / row[3], row[1] / row[4], row[1] / (row[2] or 1)] for part, row in total.items()}

    def without(self, off: list[Function]) -> dict[str, list[float]]:
        """Return the shares where some functions find nothing; only texts in which they spoke are read again."""
        codes = [one.made.__code__ for one in off]
        rows = list(self.counts)
        forget()
        try:
            for one in off:
                one.made.__code__ = one.off
            for number in set[int]().union(*(self.spoke[code] for code in codes)):
                _, document, text = self.texts[number]
                rows[number] = counts(document, found(document, text))
        finally:
            for one, code in zip(off, codes, strict=True):
                one.made.__code__ = code
            forget()
        return self.shares(rows)


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=str(__doc__).splitlines()[0])
    parser.add_argument("names", nargs="*")
    parser.add_argument("--data", type=Path)
    given = parser.parse_args()
    switches = list(functions())
    bench = Bench(texts(given.data), switches)
    whole = bench.shares(bench.counts)
    for part, row in whole.items():
        print(f"{part:10} facts {row[0]:.4f}  people {row[1]:.4f}  precision {row[2]:.4f}", flush=True)
    for name in given.names or [one.name for one in switches]:
        parts = tuple(name.split("+"))
        off = [
            one
            for one in switches
            if one.name in parts or one.name.startswith(tuple(f"{p}{s}" for p in parts for s in ".:"))
        ]
        change = {
            part: [now - then for now, then in zip(row, whole[part], strict=True)]
            for part, row in bench.without(off).items()
        }
        worst = (min((row[place], part) for part, row in change.items()) for place in range(3))
        told = "  ".join(
            f"{what} {value:+.4f} {part}"
            for what, (value, part) in zip(("facts", "people", "precision"), worst, strict=True)
        )
        print(f"{name} ({sum(one.lines for one in off)} lines)  {told}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
