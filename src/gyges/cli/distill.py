"""``gyges distill``: a small local model learns from a run of a strong one."""

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from gyges.cli._local_paths import base_option
from gyges.cli._options import (
    DelimiterOption,
    Device,
    DeviceName,
    EncodingOption,
    Force,
    FormatOption,
    IdField,
    JsonOutput,
    LearningRate,
    MaxText,
    Seed,
    SkipBad,
    TextField,
    as_folder,
)


class RoleName(StrEnum):
    """What the student learns to do."""

    attacker = "attacker"
    anonymizer = "anonymizer"


def distill(
    run: Annotated[Path, typer.Argument(help="A folder of gyges anonymize --method adversarial, by a strong model.")],
    originals: Annotated[str, typer.Argument(help="Its originals: a file, a folder, 'bundled' or a dataset.")],
    role: Annotated[RoleName, typer.Option(help="What is learned.")],
    base: Annotated[str, base_option("The small model: a folder, or a name on the Hugging Face hub.")],
    out: Annotated[Path, typer.Option("--out", parser=as_folder, metavar="<path>", help="The folder of the student.")],
    rank: Annotated[int, typer.Option(min=1, help="Rank of the LoRA matrices (256 in the paper).")] = 64,
    epochs: Annotated[int, typer.Option(min=1, help="How often to go through the lessons.")] = 3,
    batch_size: Annotated[int, typer.Option(min=1, help="Lessons a step.")] = 4,
    learning_rate: LearningRate = 2e-4,
    max_length: Annotated[int, typer.Option(min=16, help="The most tokens of question and answer together.")] = 4096,
    held_out: Annotated[float, typer.Option(help="Share of the documents to measure on.")] = 0.2,
    convert_with: Annotated[
        Path | None, typer.Option("--convert-with", help="llama.cpp's convert_hf_to_gguf.py, to export GGUF.")
    ] = None,
    seed: Seed = 0,
    device: Device = DeviceName.auto,
    text_field: TextField = None,
    id_field: IdField = None,
    skip_bad: SkipBad = False,
    format: FormatOption = None,
    encoding: EncodingOption = None,
    delimiter: DelimiterOption = None,
    max_text: MaxText = None,
    json: JsonOutput = None,
    force: Force = False,
) -> None:
    """Teach a small local model what a strong one did, and show both on documents it has not seen.

    A training that was stopped goes on after its last epoch when the same command is given again.

    Example: gyges distill runs/anonymize notes.jsonl --role attacker --base ./llama-3.1-8b --out students/reader
    """
    from gyges.anonymizers.synthesis import SynthesisRecipe
    from gyges.cli._distilling import distill_verb
    from gyges.cli._inputs import ReadFlags

    recipe = SynthesisRecipe(
        base=base,
        rank=rank,
        epochs=epochs,
        batch_size=batch_size,
        learning_rate=learning_rate,
        max_length=max_length,
        seed=seed,
        device=device.value,
    )
    read = ReadFlags(text_field, id_field, skip_bad, format, encoding, delimiter, max_text)
    distill_verb(run, originals, role.value, recipe, read, out, held_out, convert_with, json=json, force=force)
