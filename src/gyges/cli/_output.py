"""What verbs print: tables for people, JSON for machines, and nothing a document could use to steer a terminal."""

import sys
import textwrap
from collections.abc import Iterable, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gyges.cli._options import ToJson
from gyges.cli._saying import notice, one_line, printable
from gyges.corpus import Place, SkippedRows, StoreUrl, atomic_file

if TYPE_CHECKING:
    from gyges.records import Document
    from gyges.runs.benchmark import CostRow, LeftOut

_MOST_NAMED = 5  # files that are named one by one
_PAGE = 120  # letters of a line
_SHORT = 24  # a first column this narrow is kept on one line


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


def write_page(path: Path, text: str) -> None:
    """Write a page of a run folder, for the eyes of its owner."""
    with atomic_file(path, force=True, private=True) as stream:
        stream.write(text.encode("utf-8"))


def write_result(result: object, path: Place, *, whole: bool, force: bool = False) -> None:
    """Write the result of a run; a run that stopped early goes to standard output only.

    A file would stand in the way of the same command, which goes on.
    """
    if whole or str(path) == "-":
        write_json(result, path, force=force)


def print_table(title: str, header: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
    """Print a small table; columns that hold numbers are aligned to the right, and no word is broken if all fit."""
    from rich import box
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    cells = [[one_line(cell) for cell in row] for row in rows]
    console = Console(highlight=False)
    table = Table(title=Text(one_line(title)), title_justify="left", box=box.SIMPLE_HEAD, title_style="bold")
    widths = _widths([header, *cells], console.width - 3 * len(header) - 1)  # blanks and lines between columns
    for index, name in enumerate(header):
        numeric = bool(cells) and all(_is_number(row[index]) for row in cells)
        table.add_column(name, justify="right" if numeric else "left", overflow="fold", width=widths.get(index))
    for row in cells:
        table.add_row(*(Text(cell) for cell in row))
    console.print(table)


def _widths(rows: Sequence[Sequence[str]], room: int) -> dict[int, int]:
    """Return how wide columns are, so that only blanks are folded; nothing where words have to be broken."""
    from rich.cells import cell_len

    columns = list(enumerate(zip(*rows, strict=True)))
    widths = {place: max(map(cell_len, column)) for place, column in columns}
    least = {place: max(cell_len(word) for word in " ".join(column).split() or [""]) for place, column in columns}
    if widths and widths[0] <= _SHORT:
        least[0] = widths[0]
    if sum(least.values()) > room:
        return {}
    for _ in range(sum(widths.values()) - room):
        widths[max(widths, key=lambda place: widths[place] - least[place])] -= 1
    return widths


def print_tables(tables: Iterable[tuple[str, Any]]) -> None:
    """Print tables as reports make them, each under its title."""
    for title, table in tables:
        print_table(title, table.head, table.rows)


def report_skipped(skipped: SkippedRows | None, read: int) -> None:
    """Say on standard error which rows were left out, beside so many that were read."""
    if skipped is not None and skipped.count:
        rest = skipped.count - len(skipped.examples)
        lines = [f"gyges: skipped {skipped.count:,} of {read + skipped.count:,} rows, which could not be read:"]
        lines += [f"  {one_line(example)}" for example in skipped.examples]
        sys.stderr.write("\n".join(lines + ([f"  and {rest} more"] if rest else [])) + "\n")


def report_left_out(folder: Path, files: Sequence[Path]) -> None:
    """Say on standard error which files of a folder were not read."""
    if files:
        named = _first_of([file.relative_to(folder).as_posix() for file in files], len(files))
        extra = "" if find_spec("docx") else " (pip install 'gyges[files]' reads .docx, .html and .pdf)"
        notice(f"left out, as they are no files of texts: {named}{extra}")


def report_empty(documents: "Sequence[Document]", empty: Sequence[int]) -> None:
    """Say on standard error which documents, by place, have no text: nothing of them can be released or found."""
    if empty:
        count = f"{len(empty):,} of {len(documents):,} documents have no text"
        named = _first_of([documents[place].id for place in empty[:_MOST_NAMED]], len(empty))
        notice(f"{count}, so there is nothing to read in them: {named}")


def _first_of(names: Sequence[str], count: int) -> str:
    """Return the first names of so many, and how many more there are."""
    rest = f" and {count - _MOST_NAMED:,} more" if count > _MOST_NAMED else ""
    return ", ".join(map(one_line, names[:_MOST_NAMED])) + rest


def _is_number(cell: str) -> bool:
    return not cell or cell[0].isdigit() or cell[0] in "-−.$–<>"


def say_if_stored(place: Place, what: str) -> None:
    """Say on standard error that something which may quote originals leaves this machine, if it does."""
    if isinstance(place, StoreUrl):
        notice(f"{what} to {place}: it may quote originals, and that store decides who reads it")


def money_of(cost: "Sequence[CostRow]") -> str:
    """Return what all steps cost together, in words."""
    known = [row.usd for row in cost if row.usd is not None]
    return f"about ${sum(known):,.2f}" if len(known) == len(cost) else "cost unknown for want of a price"


def report_cost(
    cost: "Sequence[CostRow]",
    total: str,
    left_out: "Iterable[LeftOut]",
    notes: Iterable[str],
    to: ToJson,
) -> None:
    """Print every step with calls, tokens and money, then what is left out; or write the same as JSON."""
    absent = [{"what": one.what, "reason": one.reason} for one in left_out]
    if to.write({"rows": [row.to_json() for row in cost], "total": total, "left_out": absent}):
        return
    head = ("step", "model", "to do", "done", "calls", "tokens", "US$")
    print_table("What is left to do, estimated", head, [_line(row) for row in cost])
    for sentence in (*(f"Left out: {one['what']}: {one['reason']}" for one in absent), *notes):
        say(one_line(sentence))
    say(f"{total}.\nNothing was sent. Answers in the cache cost nothing.")


def _line(row: "CostRow") -> tuple[str, ...]:
    counts = (row.units, row.done, row.calls, row.input_tokens + row.output_tokens)
    money = "unknown" if row.usd is None else f"{row.usd:,.2f}"
    return (f"{row.dataset}: {row.step}, {row.who}", row.model, *(f"{count:,}" for count in counts), money)
