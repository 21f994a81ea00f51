"""What verbs print: tables for people, JSON for machines, and nothing a document could use to steer a terminal."""

import sys
import textwrap
from collections.abc import Iterable, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from gyges.cli._printable import one_line, printable
from gyges.corpus import Place, SkippedRows, atomic_file

if TYPE_CHECKING:
    from rich.console import Console

    from gyges.models import CheckResult
    from gyges.records import Document


_MOST_NAMED = 5  # files that are named one by one
_PAGE = 120  # letters of a line
_SHORT = 24  # a first column this narrow is kept on one line


def console() -> "Console":
    """Return the console for results, on standard output."""
    from rich.console import Console

    return Console(highlight=False)


def say(text: str) -> None:
    """Print plain lines to standard output; a text that ends its last line itself gets no other end."""
    sys.stdout.write(printable(text) + ("" if text.endswith("\n") else "\n"))


def say_lines(sentences: Iterable[str]) -> None:
    """Print sentences, each folded to the width of a page."""
    for sentence in sentences:
        say(textwrap.fill(one_line(sentence), _PAGE, break_long_words=False, break_on_hyphens=False))


def write_json(result: object, path: Place, *, force: bool = False) -> None:
    """Write a result, plain or a model, as JSON to a file for the eyes of its owner, or to standard output (``-``)."""
    from pydantic_core import to_json  # ten times as fast as json, whose encoder for indented text is no compiled one

    text = to_json(result, indent=2, by_alias=False) + b"\n"
    if str(path) == "-":
        sys.stdout.write(text.decode("utf-8"))
    else:
        with atomic_file(path, force=force, private=True) as stream:
            stream.write(text)


def write_result(result: object, path: Place, *, whole: bool, force: bool = False) -> None:
    """Write the result of a run; a run that stopped early goes to standard output only.

    A file would stand in the way of the same command, which goes on.
    """
    if whole or str(path) == "-":
        write_json(result, path, force=force)


def print_table(title: str, header: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
    """Print a small table; columns that hold numbers are aligned to the right."""
    from rich import box
    from rich.table import Table
    from rich.text import Text

    cells = [[one_line(cell) for cell in row] for row in rows]
    short = all(len(row[0]) <= _SHORT for row in cells)
    table = Table(title=Text(one_line(title)), title_justify="left", box=box.SIMPLE_HEAD, title_style="bold")
    for index, name in enumerate(header):
        numeric = bool(cells) and all(_is_number(row[index]) for row in cells)
        table.add_column(name, justify="right" if numeric else "left", overflow="fold", no_wrap=short and index == 0)
    for row in cells:
        table.add_row(*(Text(cell) for cell in row))
    console().print(table)


def report_skipped(skipped: SkippedRows) -> None:
    """Say on standard error which rows were left out."""
    if skipped.count:
        rest = skipped.count - len(skipped.examples)
        lines = [f"gyges: skipped {skipped.count} rows that could not be read:"]
        lines += [f"  {one_line(example)}" for example in skipped.examples]
        sys.stderr.write("\n".join(lines + ([f"  and {rest} more"] if rest else [])) + "\n")


def report_left_out(folder: Path, files: Sequence[Path]) -> None:
    """Say on standard error which files of a folder were not read."""
    if files:
        named = _first_of([file.relative_to(folder).as_posix() for file in files], len(files))
        extra = "" if find_spec("docx") else " (pip install 'gyges[files]' reads .docx, .html and .pdf)"
        sys.stderr.write(f"gyges: left out, as they are no files of texts: {named}{extra}\n")


def report_empty(documents: "Sequence[Document]", empty: Sequence[int]) -> None:
    """Say on standard error which documents, by place, have no text: nothing of them can be released or found."""
    if empty:
        count = f"{len(empty):,} of {len(documents):,} documents have no text"
        named = _first_of([documents[place].id for place in empty[:_MOST_NAMED]], len(empty))
        sys.stderr.write(f"gyges: {count}, so there is nothing to read in them: {named}\n")


def _first_of(names: Sequence[str], count: int) -> str:
    """Return the first names of so many, and how many more there are."""
    rest = f" and {count - _MOST_NAMED:,} more" if count > _MOST_NAMED else ""
    return ", ".join(map(one_line, names[:_MOST_NAMED])) + rest


def _is_number(cell: str) -> bool:
    return not cell or cell[0].isdigit() or cell[0] in "-−.$–<>"


_SCHEMA_USES = {
    "enforced": "enforced by the endpoint",
    "ignored": "taken and ignored; the shape of answers goes into the prompt",
    "refused": "not supported; the shape of answers goes into the prompt",
}


def print_check(result: "CheckResult") -> None:
    """Print what a check of a model showed."""
    rows = (
        ("answers", f"yes, in {result.seconds:g} s"),
        ("JSON schema", _SCHEMA_USES[result.json_schema]),
        ("valid answer", "yes" if result.valid else f"no: {result.problem}"),
        ("counts tokens", "yes" if result.usage else "no; token and cost figures will be 0"),
        ("said", result.answer),
    )
    print_table(result.model, ("what", "result"), rows)
