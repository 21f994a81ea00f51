"""``gyges train`` and ``gyges distill``: taggers of one's own, and small models that learn from strong ones."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Annotated, Any, Literal, cast

import anyio
import typer

from gyges.anonymizers.distillation import DISTILLED_FILES, Distilled, read_teaching
from gyges.anonymizers.distillation import distill as teach
from gyges.anonymizers.synthesis import EpochDone, SynthesisRecipe
from gyges.anonymizers.tagger import Epoch, Recipe, train_tagger
from gyges.cli import EXIT_FAILED
from gyges.cli._gates import answers_shortfall, say_short
from gyges.cli._inputs import ReadFlags
from gyges.cli._options import (
    DataPath,
    Device,
    LearningRate,
    Seed,
    Split,
    ToJson,
    as_folder,
    base_option,
    keep_in,
    verb_group,
)
from gyges.cli._output import print_table, say
from gyges.cli._running import take_folder
from gyges.cli._saying import notice
from gyges.corpus import without_documents
from gyges.errors import ConfigError, InputError
from gyges.records import Document
from gyges.reports import rate_words
from gyges.runs import FolderClaim, folder_lock
from gyges.scoring import RateRow

_FIGURES = {
    "attacker": {"agrees": "conclusions of the teacher drawn too", "right": "labelled attributes guessed"},
    "anonymizer": {"hidden": "told conclusions whose words are gone", "kept": "ROUGE-1 with the original"},
}
_LINES_PER_EPOCH = 10  # progress lines, so that logs stay short
_FEW_STEPS = 40  # an epoch this short is told at its end only

app = verb_group(no_args_is_help=True)


@app.callback()
def _train() -> None:
    """Train what the methods of Gyges use.

    Example: gyges train tagger tab.jsonl --base longformer-base-4096 --out taggers/tab
    """


@dataclass(frozen=True, slots=True)
class TaggerFlags:
    """What the user said about how a tagger learns; a `Recipe` in Python has more to turn."""

    base: Annotated[str, base_option("The encoder: a folder, or a name on the Hugging Face hub.")]
    epochs: Annotated[int, typer.Option(min=1, help="How often to go through the documents.")] = 2
    learning_rate: LearningRate = 2e-5
    batch_size: Annotated[int, typer.Option(min=1, help="Windows per step.")] = 1
    max_length: Annotated[int, typer.Option(min=16, help="The most tokens read at once.")] = 4096
    typed: Annotated[bool, typer.Option("--typed", help="Learn TAB's types, not only what to mask.")] = False
    seed: Seed = 0
    dev_share: Annotated[float, typer.Option(help="Share of the documents held out to measure on.")] = 0.1
    device: Device = "auto"


@app.command()
def tagger(
    read: ReadFlags,
    how: TaggerFlags,
    to: ToJson,
    documents: Annotated[str, typer.Argument(help="Documents with annotated mentions, 'bundled' or a dataset.")],
    out: Annotated[Path, typer.Option("--out", parser=as_folder, metavar="<path>", help="The folder of the tagger.")],
    path: DataPath = None,
    split: Split = None,
    exclude: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME_OR_PATH", help="Leave out documents that are in this data set too; repeatable."),
    ] = None,
) -> None:
    """Fine-tune an encoder on annotated documents, for the method tagger:FOLDER. Interrupted, it goes on.

    Example: gyges train tagger tab.jsonl --base longformer-base-4096 --out taggers/tab
    """
    recipe = Recipe(**asdict(how))
    given = _leave_out(read.documents(documents, path, split), exclude or ())

    def tell_epoch(epoch: Epoch) -> None:
        notice(f"epoch {epoch.number} of {recipe.epochs}: loss {epoch.loss:.4f}{_figures(epoch.dev)}")

    card = train_tagger(given, recipe, keep_in(out), force=to.force, on_step=_tell_step, on_epoch=tell_epoch)
    if to.write(asdict(card)):
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
    notice(f"use it with --method tagger:{out}")


@dataclass(frozen=True, slots=True)
class StudentFlags:
    """What the user said about how a student learns."""

    base: Annotated[str, base_option("The small model: a folder, or a name on the Hugging Face hub.")]
    rank: Annotated[int, typer.Option(min=1, help="Rank of the LoRA matrices (256 in the paper).")] = 64
    epochs: Annotated[int, typer.Option(min=1, help="How often to go through the lessons.")] = 3
    batch_size: Annotated[int, typer.Option(min=1, help="Lessons a step.")] = 4
    learning_rate: LearningRate = 2e-4
    max_length: Annotated[int, typer.Option(min=16, help="The most tokens of question and answer together.")] = 4096
    seed: Seed = 0
    device: Device = "auto"


def distill(
    read: ReadFlags,
    how: StudentFlags,
    to: ToJson,
    run: Annotated[Path, typer.Argument(help="A folder of gyges anonymize --method adversarial, by a strong model.")],
    originals: Annotated[str, typer.Argument(help="Its originals: a file, a folder, 'bundled' or a dataset.")],
    role: Annotated[Literal["attacker", "anonymizer"], typer.Option(help="What is learned.")],
    out: Annotated[Path, typer.Option("--out", parser=as_folder, metavar="<path>", help="The folder of the student.")],
    held_out: Annotated[float, typer.Option(help="Share of the documents to measure on.")] = 0.2,
    convert_with: Annotated[
        Path | None, typer.Option("--convert-with", help="llama.cpp's convert_hf_to_gguf.py, to export GGUF.")
    ] = None,
) -> int:
    """Teach a small local model what a strong one did, and show both on documents it has not seen.

    A training that was stopped goes on after its last epoch when the same command is given again.

    Example: gyges distill runs/anonymize notes.jsonl --role attacker --base ./llama-3.1-8b --out students/reader
    """
    recipe = SynthesisRecipe(**asdict(how))
    if not 0 < held_out < 1:
        raise ConfigError(f"the share held out is {held_out}", "use a share between 0 and 1")
    if convert_with is not None and not convert_with.is_file():
        raise InputError(f"there is no converter {convert_with}", "name llama.cpp's convert_hf_to_gguf.py")
    taught = read_teaching(run, role)
    documents = read.documents(originals)
    _, releases = read.releases(run)
    settings = {
        "role": role,
        "recipe": recipe.learning(),
        "held_out": held_out,
        "teacher": taught.teacher(role),
    }
    texts = [*documents, *releases.values()]
    take_folder(out, FolderClaim.of("distill", texts, settings, DISTILLED_FILES), force=to.force)
    if to.force:
        (out / "training.pt").unlink(missing_ok=True)

    def tell(epoch: EpochDone) -> None:
        notice(f"epoch {epoch.number} of {recipe.epochs}: loss {epoch.loss:.4f}")

    async def main() -> Distilled:
        return await teach(
            taught,
            documents,
            releases,
            role,
            recipe,
            out,
            held_out=held_out,
            converter=convert_with,
            on_epoch=tell,
            say=notice,
        )

    with folder_lock(out):
        done = anyio.run(main)
    card = done.card(recipe)
    student = done.figures[-1]
    short = answers_shortfall(student.failed, student.documents, "held-out documents were answered by the student")
    say_short(short)  # first, so that no figure is read without it
    if not to.write(card):
        _print(card, out)
    return EXIT_FAILED if short else 0


def _leave_out(documents: Sequence[Document], data_sets: Sequence[str]) -> list[Document]:
    """Return the documents without those of other data sets, and say how many went."""
    kept = list(documents)
    for name in data_sets:
        barred = ReadFlags().documents(name)
        kept, gone = without_documents(kept, barred)
        if not gone:
            raise InputError(
                f"none of the documents to learn from is in '{name}'", "name a data set that shares texts, or none"
            )
        notice(f"left out {len(gone)} documents that are in {name} too ({len(barred)} documents)")
    if not kept:
        raise InputError("nothing is left to learn from", "leave out fewer data sets")
    return kept


def _tell_step(done: int, steps: int) -> None:
    every = max(1, steps // _LINES_PER_EPOCH)
    if steps > _FEW_STEPS and done % every == 0 and done != steps:
        notice(f"step {done} of {steps}")


def _figures(dev: Mapping[str, Any] | None) -> str:
    names = ("recall", "direct", "quasi", "precision")
    return "".join(f", {name} {cell}" for name, cell in zip(names, _cells(dev), strict=True) if dev)


def _cells(dev: Mapping[str, Any] | None) -> tuple[str, ...]:
    """Return the figures of one epoch as words, a dash where there are none."""
    names = ("recall", "er_direct", "er_quasi", "precision")
    values = [cast(Any, dev[name])["value"] if dev else None for name in names]
    return tuple("–" if value is None else f"{value:.3f}" for value in values)


def _print(card: Mapping[str, Any], out: Path) -> None:
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
    tried = card["lessons"] + sum(card["dropped"].values())
    for why, count in card["dropped"].items():
        say(f"No lesson: {count:,} of {tried:,} ({why}).")
    say(f"Merged model: {out / 'model'}; serve it with any OpenAI-compatible server. Adapter: {out / 'adapter'}.")
    if card["files"]["gguf"]:
        say(f"GGUF: use it as gguf:{out / 'student.gguf'}")
    else:
        say(f"No GGUF was made, as no converter was named: in {out} run {card['to_gguf']}, or pass --convert-with.")
    say("The weights remember texts of the run: keep the folder where the originals are.")
