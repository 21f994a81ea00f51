"""What ``gyges distill`` does: a run and its originals in, the folder of a student out."""

import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import anyio
import typer

from gyges.anonymizers.distillation import DISTILLED_FILES, Distilled, Role, distill, read_teaching
from gyges.anonymizers.synthesis import EpochDone, SynthesisRecipe
from gyges.cli import EXIT_INTERRUPTED
from gyges.cli._folders import take_folder
from gyges.cli._inputs import ReadFlags
from gyges.cli._model_flags import notice
from gyges.cli._output import print_table, say, write_json
from gyges.corpus import Place
from gyges.errors import ConfigError, InputError
from gyges.reports import rate_words
from gyges.runs import FolderClaim, folder_lock
from gyges.scoring import RateRow

_FIGURES = {
    "attacker": {"agrees": "conclusions of the teacher drawn too", "right": "labelled attributes guessed"},
    "anonymizer": {"hidden": "told conclusions whose words are gone", "kept": "ROUGE-1 with the original"},
}


def distill_verb(
    run: Path,
    originals: str,
    role: Role,
    recipe: SynthesisRecipe,
    read: ReadFlags,
    out: Path,
    held_out: float,
    converter: Path | None,
    *,
    json: Place | None,
    force: bool,
) -> None:
    """Do what ``gyges distill`` was asked to do."""
    if not 0 < held_out < 1:
        raise ConfigError(f"the share held out is {held_out}", "use a share between 0 and 1")
    if converter is not None and not converter.is_file():
        raise InputError(f"there is no converter {converter}", "name llama.cpp's convert_hf_to_gguf.py")
    taught = read_teaching(run, role)
    documents = read.documents(originals)
    _, releases = read.releases(run)
    settings = {"role": role, "recipe": recipe.learning(), "held_out": held_out, "teacher": taught.teacher(role)}
    take_folder(
        out, FolderClaim.of("distill", [*documents, *releases.values()], settings, DISTILLED_FILES), force=force
    )
    if force:
        (out / "training.pt").unlink(missing_ok=True)

    async def main() -> Distilled:
        return await distill(
            taught,
            documents,
            releases,
            role,
            recipe,
            out,
            held_out=held_out,
            converter=converter,
            on_epoch=_tell(recipe),
            say=notice,
        )

    try:
        with folder_lock(out):
            done = anyio.run(main)
    except KeyboardInterrupt:
        sys.stderr.write(f"gyges: stopped; finished epochs are kept in {out}, and the same command goes on.\n")
        raise typer.Exit(EXIT_INTERRUPTED) from None
    card = done.card(recipe)
    if json is not None:
        write_json(card, json, force=force)
    else:
        print_student(card, out)


def print_student(card: Mapping[str, Any], out: Path) -> None:
    """Print teacher, base and student, and what lies in the folder."""
    figures = _FIGURES[card["role"]]
    shown = [name for name in figures if any(name in row for row in card["held_out"])]
    rows = []
    for row in card["held_out"]:
        cells = [rate_words(RateRow.model_validate(row[name])) if name in row else "–" for name in shown]
        rows.append((str(row["who"]), *cells, str(row["documents"]), str(row["failed"])))
    print_table(
        f"{card['role']} on held-out documents, {card['lessons']} lessons learned",
        ("who", *(figures[name] for name in shown), "documents", "failed"),
        rows,
    )
    for why, count in card["dropped"].items():
        say(f"No lesson: {count} ({why}).")
    say(f"Merged model: {out / 'model'}; serve it with any OpenAI-compatible server. Adapter: {out / 'adapter'}.")
    if card["files"]["gguf"]:
        say(f"GGUF: use it as gguf:{out / 'student.gguf'}")
    else:
        say(f"No GGUF was made, as no converter was named: in {out} run {card['to_gguf']}, or pass --convert-with.")
    say("The weights remember texts of the run: keep the folder where the originals are.")


def _tell(recipe: SynthesisRecipe) -> Any:
    def tell(epoch: EpochDone) -> None:
        notice(f"epoch {epoch.number} of {recipe.epochs}: loss {epoch.loss:.4f}")

    return tell
