"""What an adversary knows already: registers of people by their columns, or documents such as an earlier release."""

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from itertools import starmap

from gyges.corpus._places import Place, place_of
from gyges.corpus._read import read_documents
from gyges.corpus._row import Row
from gyges.corpus._rows import detect_format, rows_from_file
from gyges.corpus._shapes import ID_FIELDS, TEXT_FIELDS
from gyges.errors import BadRowError, InputError, UnknownNameError
from gyges.records import Document, Fact, Subject, taxonomy

_JOINTS = {"NAME": " ", "LOCATION": " / "}
_SPACES = re.compile(r"[\s_\-]+")


def kind_of_column(column: str) -> str | None:
    """Return the kind of fact that a column holds, by a usual word, a tag or an alias; None if it holds none."""
    name = _shape(column)
    known = _usual_words().get(name)
    if known is not None:
        return known
    try:
        return taxonomy("spia")[name].name
    except UnknownNameError:
        return None


def facts_of_columns(data: Mapping[str, object]) -> dict[str, str]:
    """Return what a row says, by kind of fact; columns of one kind, such as city and country, are joined."""
    values: dict[str, list[str]] = {}
    order = list(_usual_words())  # the table lists names from first to last, places from narrow to wide
    places = {name: order.index(_shape(name)) if _shape(name) in order else -1 for name in data}
    for name in sorted(data, key=lambda name: places[name]):
        tag, value = kind_of_column(name), data[name]
        if tag is not None and value is not None and str(value).strip():
            values.setdefault(tag, []).append(str(value).strip())
    kinds = dict.fromkeys(tag for name in data if (tag := kind_of_column(name)) in values)
    return {tag: _JOINTS.get(tag, ", ").join(values[tag]) for tag in kinds if tag is not None}


def _shape(column: str) -> str:
    return _SPACES.sub("_", column.strip().lower()).strip("_")


@cache
def _usual_words() -> dict[str, str]:
    text = (files(__package__) / "register_columns.toml").read_text(encoding="utf-8")
    return {name: tag for tag, names in tomllib.loads(text)["columns"].items() for name in names}


@dataclass(frozen=True, slots=True)
class BackgroundKnowledge:
    """What is known before a release is read.

    Attributes:
        people: The rows of registers, each with the facts it states.
        documents: Texts that are yet to be read.
        left_out: Columns of registers that are no kind of fact.
    """

    people: tuple[Subject, ...] = ()
    documents: tuple[Document, ...] = ()
    left_out: tuple[str, ...] = ()


def read_known(paths: Iterable[str | Place]) -> BackgroundKnowledge:
    """Read what is known: registers by their columns, everything with a text as documents.

    Args:
        paths: Files, URLs or folders. A table or JSONL file without a column of texts is a register; its columns are
            kinds of facts by their name, an alias, or a usual word such as ``city`` or ``employer``.

    Raises:
        InputError: A register has no column that is a kind of fact, or a file cannot be read.
        BadRowError: A row cannot be read.
    """
    people: list[Subject] = []
    documents: list[Document] = []
    left_out: dict[str, None] = {}
    for path in map(place_of, paths):
        columns: dict[str, str | None] = {}
        try:
            if _has_texts(path):
                documents += read_documents(path)
                continue
            people += _register(path, columns)
        except BadRowError as error:  # no row of it can be skipped: who is known would be less than is
            raise BadRowError(error.problem, "fix the row, or take it out of the file of --known") from error
        if not any(columns.values()):
            names = ", ".join(map(repr, list(columns)[:8])) or "none"
            raise InputError(
                f"{path} has no column that is a kind of fact (there are: {names})",
                f"name columns after kinds, such as {', '.join(tag.name for tag in taxonomy('spia'))}",
            )
        left_out |= dict.fromkeys(name for name, tag in columns.items() if tag is None and name not in ID_FIELDS)
    if not people and not documents:
        raise InputError("nothing is known: the files of --known hold no row", "name a register or documents")
    return BackgroundKnowledge(tuple(people), tuple(documents), tuple(left_out))


def _has_texts(path: Place) -> bool:
    """Whether a file or folder holds documents: by its kind, or by the columns of its first row."""
    if detect_format(path) not in ("jsonl", "json", "csv", "tsv", "parquet"):
        return True
    first = next(iter(rows_from_file(path)), None)
    return isinstance(first, Row) and any(str(key).lower() in TEXT_FIELDS for key in first.data)


def _register(path: Place, columns: dict[str, str | None]) -> Iterator[Subject]:
    for number, row in enumerate(rows_from_file(path), start=1):
        if not isinstance(row, Row):
            raise row
        for name in row.data:
            if name not in columns:
                columns[name] = kind_of_column(name)
        named = {key.lower(): value for key, value in row.data.items()}
        id_ = next((str(named[name]) for name in ID_FIELDS if named.get(name) not in (None, "")), str(number))
        yield Subject(f"{path.name}:{id_}", "", tuple(starmap(Fact, facts_of_columns(row.data).items())))
