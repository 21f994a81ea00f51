"""What ``gyges train tagger`` tells while it works."""

import sys
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any, cast

from gyges.anonymizers.tagger import Epoch, Recipe, train_tagger
from gyges.cli import EXIT_INTERRUPTED
from gyges.cli._inputs import ReadFlags
from gyges.cli._output import print_table, write_json
from gyges.cli._printable import one_line
from gyges.corpus import Place, without_documents
from gyges.errors import InputError
from gyges.records import Document

_LINES_PER_EPOCH = 10  # progress lines, so that logs stay short
_FEW_STEPS = 40  # an epoch this short is told at its end only


def leave_out(documents: Sequence[Document], data_sets: Sequence[str]) -> list[Document]:
    """Return the documents without those of other data sets, and say how many went.

    Raises:
        InputError: A data set has none of them, so that its name must be a mistake; or nothing is left.
    """
    kept = list(documents)
    for name in data_sets:
        barred = ReadFlags().documents(name)
        kept, gone = without_documents(kept, barred)
        if not gone:
            raise InputError(
                f"none of the documents to learn from is in '{name}'", "name a data set that shares texts, or none"
            )
        _say(f"left out {len(gone)} documents that are in {name} too ({len(barred)} documents)")
    if not kept:
        raise InputError("nothing is left to learn from", "leave out fewer data sets")
    return kept


def train_and_tell(
    documents: Sequence[Document], recipe: Recipe, out: Path, json_path: Place | None, *, force: bool
) -> None:
    """Train a tagger, say how far it is, and show its figures."""
    finished: list[int] = []

    def tell_epoch(epoch: Epoch) -> None:
        finished.append(epoch.number)
        _say(f"epoch {epoch.number} of {recipe.epochs}: loss {epoch.loss:.4f}{_figures(epoch.dev)}")

    try:
        card = train_tagger(documents, recipe, out, force=force, on_step=_tell_step, on_epoch=tell_epoch)
    except KeyboardInterrupt:
        kept = f"{len(finished)} of {recipe.epochs} epochs are kept" if finished else "no epoch was finished yet"
        _say(f"stopped; {kept} in {out}, and the same command goes on")
        sys.exit(EXIT_INTERRUPTED)
    if json_path is not None:
        write_json(asdict(card), json_path, force=force)
        return
    rows = [
        (
            str(row["number"]),
            f"{row['loss']:.4f}",
            *_cells(row["dev"]),
            "yes" if row["number"] == card.kept_epoch else "",
        )
        for row in card.epochs
    ]
    heads = ("epoch", "loss", "recall", "direct", "quasi", "precision", "kept")
    print_table(f"Figures on held-out documents, {card.documents} learned from", heads, rows)
    _say(f"use it with --method tagger:{out}")


def _tell_step(done: int, steps: int) -> None:
    every = max(1, steps // _LINES_PER_EPOCH)
    if steps > _FEW_STEPS and done % every == 0 and done != steps:
        _say(f"step {done} of {steps}")


def _say(text: str) -> None:
    sys.stderr.write(f"gyges: {one_line(text)}\n")


def _figures(dev: Mapping[str, Any] | None) -> str:
    names = ("recall", "direct", "quasi", "precision")
    return "".join(f", {name} {cell}" for name, cell in zip(names, _cells(dev), strict=True) if dev)


def _cells(dev: Mapping[str, Any] | None) -> tuple[str, ...]:
    """Return the figures of one epoch as words, a dash where there are none."""
    names = ("recall", "er_direct", "er_quasi", "precision")
    values = [cast(Any, dev[name])["value"] if dev else None for name in names]
    return tuple("–" if value is None else f"{value:.3f}" for value in values)
