"""``gyges datasets``: what datasets there are, what a corpus holds, and getting data from one form into another."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, cast

import typer

from gyges.cli._local_paths import as_local_name
from gyges.cli._options import (
    ConfigFile,
    DelimiterOption,
    EncodingOption,
    Force,
    FormatOption,
    IdField,
    JsonOutput,
    MaxText,
    SkipBad,
    TextField,
)

if TYPE_CHECKING:
    from gyges.cli._inputs import ReadFlags
    from gyges.cli._notes import Notes
    from gyges.corpus import CorpusStats, Dataset, SkippedRows
    from gyges.records import Document

BUNDLED = "bundled"
BUNDLED_TITLE = "Invented documents about invented people, fully annotated; ships with Gyges"

app = typer.Typer(help="List, describe, fetch and convert data sets.", no_args_is_help=True)

Name = Annotated[str, typer.Argument(parser=as_local_name, help="A name from 'gyges datasets list'.")]
NameOrPath = Annotated[str, typer.Argument(metavar="NAME_OR_PATH", help="A dataset, 'bundled', a file or a folder.")]
DataPath = Annotated[Path | None, typer.Option("--path", help="File or folder that holds the named dataset.")]


@app.command("list")
def list_datasets(json: JsonOutput = None, force: Force = False) -> None:
    """Show the data sets that can be named, and which of them are on this machine.

    Example: gyges datasets list
    """
    from gyges.cli._output import print_table, write_json
    from gyges.corpus import datasets

    known = [_as_json(found) for found in datasets()]
    if json is not None:
        ships: dict[str, object] = {"name": BUNDLED, "title": BUNDLED_TITLE, "here": True}
        write_json([ships, *known], json, force=force)
        return
    rows = [(BUNDLED, "yes", "", BUNDLED_TITLE)]
    rows += [
        (str(row["name"]), _yes(row["here"]), _number(cast(int | None, row["documents"])), str(row["title"]))
        for row in known
    ]
    print_table("Data sets", ("name", "here", "documents", "what"), rows)


@app.command()
def show(name: Name, json: JsonOutput = None, force: Force = False) -> None:
    """Describe a dataset: its terms, whom to cite, its files and where they belong.

    Example: gyges datasets show spia-tab
    """
    from gyges.cli._output import print_table, write_json
    from gyges.corpus import dataset

    if name == BUNDLED:
        typer.echo(f"{BUNDLED_TITLE}. Apache-2.0. See: gyges datasets stats {BUNDLED}")
        return
    found = dataset(name)
    described = _as_json(found)
    if json is not None:
        write_json(described, json, force=force)
        return
    shown = ("title", "documents", "truth", "page", "licence", "citation", "redistribution", "note", "folder")
    rows = [(key, str(described[key])) for key in shown if described[key]]
    if not found.checked:
        rows.append(("addresses", "not tried yet; the page above is where to look if one fails"))
    print_table(name, ("", ""), rows)
    here = _files_here(found)
    files = [(file.name, file.url or found.page, _yes(here[file.name] is not None)) for file in found.files]
    print_table("Files", ("name", "address", "here"), files)


@app.command()
def stats(
    source: NameOrPath,
    path: DataPath = None,
    text_field: TextField = None,
    id_field: IdField = None,
    format: FormatOption = None,
    encoding: EncodingOption = None,
    delimiter: DelimiterOption = None,
    max_text: MaxText = None,
    skip_bad: SkipBad = False,
    json: JsonOutput = None,
    force: Force = False,
) -> None:
    """Count what a data set holds: documents, people, facts, certainty, tags, lengths, mentions.

    Example: gyges datasets stats bundled
    """
    from gyges.cli._inputs import ReadFlags
    from gyges.cli._notes import Notes
    from gyges.cli._output import report_skipped, write_json
    from gyges.corpus import SkippedRows, corpus_stats, place_of

    skipped = SkippedRows() if skip_bad else None
    notes, flags = Notes(), ReadFlags(text_field, id_field, skip_bad, format, encoding, delimiter, max_text)
    counted = corpus_stats(_open(source, path, flags, skipped, notes))
    notes.say()
    if skipped is not None:
        report_skipped(skipped)
    if json is not None:
        write_json(counted.to_json(), json, force=force)
    else:
        _print_stats(str(place_of(source)), counted)


@app.command()
def get(name: Name, path: DataPath = None, config: ConfigFile = None, force: Force = False) -> None:
    """Fetch a dataset into the data folder (or --path), and count its documents.

    Example: gyges datasets get spia-tab
    """
    from gyges.cli._printable import one_line
    from gyges.corpus import dataset, fetch_dataset, load_dataset
    from gyges.models import load_settings

    if name == BUNDLED:
        typer.echo("The bundled corpus ships with Gyges; there is nothing to fetch.")
        return
    found = dataset(name)
    typer.echo(f"Licence: {found.licence}. Passing it on: {found.redistribution}.", err=True)
    for file in fetch_dataset(found, path, force=force, proxy=load_settings(config).proxy):
        typer.echo(one_line(str(file)))
    if found.documents is not None:
        count = sum(1 for _ in load_dataset(name, path))
        match = "as published" if count == found.documents else f"but {found.documents} were published"
        typer.echo(f"{count} documents, {match}.", err=True)


@app.command()
def convert(
    source: NameOrPath,
    target: Annotated[str, typer.Argument(help="The .jsonl, .csv, .tsv or .parquet file to make; - for JSONL here.")],
    path: DataPath = None,
    text_field: TextField = None,
    id_field: IdField = None,
    format: FormatOption = None,
    encoding: EncodingOption = None,
    delimiter: DelimiterOption = None,
    max_text: MaxText = None,
    skip_bad: SkipBad = False,
    force: Force = False,
) -> None:
    """Read any data set and write it as one file of Gyges' own keys.

    Example: gyges datasets convert notes.csv notes.jsonl --text-field note
    """
    from gyges.cli._inputs import ReadFlags
    from gyges.cli._notes import Notes
    from gyges.cli._output import report_skipped
    from gyges.cli._printable import one_line
    from gyges.cli._stores import say_if_stored
    from gyges.corpus import SkippedRows, place_of, require_free, write_documents

    place = place_of(target)
    if target != "-":
        require_free(place, force=force)
    say_if_stored(place, "a copy goes")
    skipped = SkippedRows() if skip_bad else None
    notes, flags = Notes(), ReadFlags(text_field, id_field, skip_bad, format, encoding, delimiter, max_text)
    read = _open(source, path, flags, skipped, notes)
    count = write_documents(read, place, force=force, private=True)  # a copy is no more open than its source
    notes.say()
    if skipped is not None:
        report_skipped(skipped)
    where = "standard output" if target == "-" else one_line(str(place))
    typer.echo(f"Wrote {count} documents to {where}.", err=True)


def _open(
    source: str, path: Path | None, flags: "ReadFlags", skipped: "SkippedRows | None", notes: "Notes"
) -> "Iterator[Document]":
    """Read a data set by its name or its path; a name wins, and ``./name`` is always a path."""
    from gyges.corpus import bundled_corpus, dataset, datasets, load_dataset, place_of
    from gyges.errors import ConfigError

    if source == BUNDLED:
        return iter(bundled_corpus())
    if path is None and source not in {known.name for known in datasets()}:
        place = place_of(source)
        if source != "-" and isinstance(place, Path) and not place.suffix and not place.exists():
            dataset(source)  # raises, with names that are near
        return flags.open(source, skipped, notes)
    if flags.text_field or flags.id_field or flags.format or flags.encoding or flags.delimiter:
        raise ConfigError(
            f"the dataset '{source}' knows its own fields",
            "leave out --text-field, --id-field, --format, --encoding and --delimiter",
        )
    return load_dataset(source, path, skipped=skipped, max_text=flags.max_text)


def _as_json(found: "Dataset") -> dict[str, object]:
    from dataclasses import asdict

    from gyges._home import data_home

    here = _files_here(found)
    required = [file.name for file in found.files if not file.optional]
    described = {**asdict(found), "shape": found.shape if isinstance(found.shape, str) else "own function"}
    return {**described, "folder": str(data_home() / found.name), "here": all(here[name] for name in required)}


def _files_here(found: "Dataset") -> dict[str, Path | None]:
    from gyges._home import data_home
    from gyges.corpus import local_files

    return {file.name: path for file, path in local_files(found, data_home() / found.name).items()}


def _yes(value: object) -> str:
    return "yes" if value else "no"


def _print_stats(name: str, counted: "CorpusStats") -> None:
    from gyges.cli._output import print_table
    from gyges.cli._printable import one_line

    subjects, facts, mentions, length = counted.subjects, counted.facts, counted.mentions, counted.length
    rows: list[tuple[str, int | float | None]] = [
        ("documents", counted.documents),
        ("  with annotated people", counted.with_subjects),
        ("  with annotated mentions", counted.with_mentions),
        ("characters per document", length.mean),
        ("  shortest", length.shortest),
        ("  longest", length.longest),
        ("people", subjects.count),
        ("  per document", subjects.per_document),
        ("  without a fact of certainty 3 or more", subjects.without_sure_fact),
        ("facts", facts.count),
        ("  certainty 3 or more", facts.sure),
        ("  per person", facts.per_subject),
        ("mentions", mentions.count),
        ("  entities", mentions.entities),
    ]
    print_table(one_line(name), ("", ""), [(label, _number(value)) for label, value in rows])
    tags = [(tag, _number(n), _number(facts.sure_by_tag.get(tag, 0))) for tag, n in facts.by_tag.items()]
    tables: list[tuple[str, tuple[str, ...], list[tuple[str, ...]]]] = [
        ("Facts by tag", ("tag", "all", "certainty 3 or more"), [*tags]),
        ("People per document", ("people", "documents"), _pairs(subjects.distribution)),
        ("Facts per person", ("facts", "people"), _pairs(facts.distribution)),
        ("Certainty", ("level", "facts"), _pairs(facts.by_certainty)),
        ("Hardness", ("level", "facts"), _pairs(facts.by_hardness)),
        ("Length in steps of 500 characters", ("from", "documents"), _pairs(length.distribution)),
        ("Mentions by type", ("type", "mentions"), _pairs(mentions.by_type)),
        ("Mentions by identifier type", ("identifier", "mentions"), _pairs(mentions.by_identifier)),
    ]
    for title, header, cells in tables:
        if cells:
            print_table(title, header, cells)


def _pairs(counts: "Mapping[int, int] | Mapping[str, int]") -> list[tuple[str, ...]]:
    return [(str(key), _number(n)) for key, n in counts.items()]


def _number(value: float | None) -> str:
    if value is None:
        return "–"
    return f"{value:,}" if isinstance(value, int) else f"{value:,.2f}"
