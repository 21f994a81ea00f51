"""``gyges datasets`` and ``synth-corpus``: data sets listed, counted, fetched, in another form, or invented."""

from collections.abc import Iterator, Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Annotated, cast

import typer

from gyges._home import data_home
from gyges.cli._inputs import BUNDLED, Notes, ReadFlags
from gyges.cli._options import ConfigFile, DataPath, Force, PlaceName, Seed, ToJson, as_local_name, as_place, verb_group
from gyges.cli._output import print_table, report_skipped, say_if_stored
from gyges.cli._saying import notice, one_line
from gyges.corpus import (
    CorpusStats,
    Dataset,
    SkippedRows,
    bundled_corpus,
    corpus_stats,
    dataset,
    datasets,
    fetch_dataset,
    load_dataset,
    local_files,
    place_of,
    require_free,
    write_documents,
)
from gyges.errors import ConfigError, UnknownNameError
from gyges.factory import GENRES, make_documents
from gyges.models import load_settings
from gyges.records import Document

BUNDLED_TITLE = "Invented documents about invented people, fully annotated; ships with Gyges"

app = verb_group(help="List, describe, fetch and convert data sets.", no_args_is_help=True)

Name = Annotated[str, typer.Argument(parser=as_local_name, help="A name from 'gyges datasets list'.")]
NameOrPath = Annotated[str, typer.Argument(metavar="NAME_OR_PATH", help="A dataset, 'bundled', a file or a folder.")]


@app.command("list")
def list_datasets(to: ToJson) -> None:
    """Show the data sets that can be named, and which of them are on this machine.

    Example: gyges datasets list
    """
    known = [_as_json(found) for found in datasets()]
    if to.write([{"name": BUNDLED, "title": BUNDLED_TITLE, "here": True}, *known]):
        return
    rows = [(BUNDLED, "yes", "", BUNDLED_TITLE)]
    rows += [
        (str(row["name"]), _yes(row["here"]), _number(cast(int | None, row["documents"])), str(row["title"]))
        for row in known
    ]
    print_table("Data sets", ("name", "here", "documents", "what"), rows)


@app.command()
def show(to: ToJson, name: Name) -> None:
    """Describe a dataset: its terms, whom to cite, its files and where they belong.

    Example: gyges datasets show spia-tab
    """
    if name == BUNDLED:
        typer.echo(f"{BUNDLED_TITLE}. Apache-2.0. See: gyges datasets stats {BUNDLED}")
        return
    found = dataset(name)
    described = _as_json(found)
    if to.write(described):
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
    read: ReadFlags,
    to: ToJson,
    source: NameOrPath,
    path: DataPath = None,
) -> None:
    """Count what a data set holds: documents, people, facts, certainty, tags, lengths, mentions.

    Example: gyges datasets stats bundled
    """
    notes, skipped = Notes(), SkippedRows() if read.skip_bad else None
    counted = corpus_stats(_open(source, path, read, skipped, notes))
    notes.say()
    report_skipped(skipped, counted.documents)
    if not to.write(counted.to_json()):
        _print_stats(str(place_of(source)), counted)


@app.command()
def get(name: Name, path: DataPath = None, config: ConfigFile = None, force: Force = False) -> None:
    """Fetch a dataset into the data folder (or --path), and count its documents.

    Example: gyges datasets get spia-tab
    """
    if name == BUNDLED:
        typer.echo("The bundled corpus ships with Gyges; there is nothing to fetch.")
        return
    found = dataset(name)
    notice(f"Licence: {found.licence}. Passing it on: {found.redistribution}.")
    for file in fetch_dataset(found, path, force=force, proxy=load_settings(config).proxy):
        typer.echo(one_line(str(file)))
    if found.documents is not None:
        count = sum(1 for _ in load_dataset(name, path))
        match = "as published" if count == found.documents else f"but {found.documents} were published"
        notice(f"{count} documents, {match}.")


@app.command()
def convert(
    read: ReadFlags,
    source: NameOrPath,
    target: Annotated[str, typer.Argument(help="The .jsonl, .csv, .tsv or .parquet file to make; - for JSONL here.")],
    path: DataPath = None,
    force: Force = False,
) -> None:
    """Read any data set and write it as one file of Gyges' own keys.

    Example: gyges datasets convert notes.csv notes.jsonl --text-field note
    """
    place = place_of(target)
    if target != "-":
        require_free(place, force=force)
    say_if_stored(place, "a copy goes")
    notes, skipped = Notes(), SkippedRows() if read.skip_bad else None
    rows = _open(source, path, read, skipped, notes)
    count = write_documents(rows, place, force=force, private=True)  # a copy is no more open than its source
    notes.say()
    report_skipped(skipped, count)
    where = "standard output" if target == "-" else one_line(str(place))
    notice(f"wrote {count} documents to {where}")


def _open(
    source: str, path: Path | None, flags: ReadFlags, skipped: SkippedRows | None, notes: Notes
) -> Iterator[Document]:
    """Read a data set by its name or its path; a name wins, and ``./name`` is always a path."""
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


def _as_json(found: Dataset) -> dict[str, object]:
    here = _files_here(found)
    required = [file.name for file in found.files if not file.optional]
    described = {**asdict(found), "shape": found.shape if isinstance(found.shape, str) else "own function"}
    return {**described, "folder": str(data_home() / found.name), "here": all(here[name] for name in required)}


def _files_here(found: Dataset) -> dict[str, Path | None]:
    return {file.name: path for file, path in local_files(found, data_home() / found.name).items()}


def _yes(value: object) -> str:
    return "yes" if value else "no"


def _print_stats(name: str, counted: CorpusStats) -> None:

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


def _pairs(counts: Mapping[int, int] | Mapping[str, int]) -> list[tuple[str, ...]]:
    return [(str(key), _number(n)) for key, n in counts.items()]


def _number(value: float | None) -> str:
    if value is None:
        return "–"
    return f"{value:,}" if isinstance(value, int) else f"{value:,.2f}"


def synth_corpus(
    out: Annotated[
        PlaceName,
        typer.Option(
            "--out",
            parser=as_place,
            metavar="<path>",
            help="File to write: JSONL, CSV or Parquet by its suffix, - for output.",
        ),
    ],
    n: Annotated[int, typer.Option("--n", min=1, help="How many documents.")] = 10_000,
    seed: Seed = 0,
    genre: Annotated[list[str] | None, typer.Option("--genre", help="Only this genre; may be given often.")] = None,
    without: Annotated[
        list[str] | None, typer.Option("--without", help="All genres but this; may be given often.")
    ] = None,
    force: Force = False,
) -> None:
    """Write annotated documents without real people: subjects, facts, mentions, evidence.

    Example: gyges synth-corpus --n 10000 --seed 0 --out invented.jsonl
    """
    if unknown := sorted({*(without or ())} - {*GENRES}):
        raise UnknownNameError(f"there is no genre '{unknown[0]}'", f"use one of {', '.join(GENRES)}")
    genres = [name for name in genre or GENRES if name not in (without or ())]
    written = write_documents(make_documents(n, seed=seed, genres=genres), out, force=force)
    notice(f"wrote {written} documents to {out}")
