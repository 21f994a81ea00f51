"""``gyges synth-corpus``: invented documents about invented people, fully annotated."""

from typing import Annotated

import typer

from gyges.cli._options import Force, PlaceName, Seed, as_place


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
    masked: Annotated[float, typer.Option("--masked", min=0, max=1, help="Share of masked variants, 0-1.")] = 0.0,
    force: Force = False,
) -> None:
    """Write annotated documents without real people: subjects, facts, mentions, evidence.

    Example: gyges synth-corpus --n 10000 --seed 0 --masked 0.3 --out invented.jsonl
    """
    import sys

    from gyges.corpus import write_documents
    from gyges.errors import UnknownNameError
    from gyges.factory import GENRES, make_documents

    if unknown := sorted({*(without or ())} - {*GENRES}):
        raise UnknownNameError(f"there is no genre '{unknown[0]}'", f"use one of {', '.join(GENRES)}")
    genres = [name for name in genre or GENRES if name not in (without or ())]
    written = write_documents(make_documents(n, seed=seed, genres=genres, masked_share=masked), out, force=force)
    sys.stderr.write(f"gyges: wrote {written} documents to {out}\n")
