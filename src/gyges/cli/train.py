"""``gyges train``: taggers of one's own."""

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

app = typer.Typer(no_args_is_help=True)


@app.callback()
def _train() -> None:
    """Train what the methods of Gyges use.

    Example: gyges train tagger tab.jsonl --base longformer-base-4096 --out taggers/tab
    """


@app.command()
def tagger(
    documents: Annotated[str, typer.Argument(help="Documents with annotated mentions, 'bundled' or a dataset.")],
    base: Annotated[str, base_option("The encoder: a folder, or a name on the Hugging Face hub.")],
    out: Annotated[Path, typer.Option("--out", parser=as_folder, metavar="<path>", help="The folder of the tagger.")],
    path: Annotated[Path | None, typer.Option("--path", help="Where the benchmark lies.")] = None,
    split: Annotated[str | None, typer.Option("--split", help="Only documents whose meta.split is this.")] = None,
    exclude: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME_OR_PATH", help="Leave out documents that are in this data set too; repeatable."),
    ] = None,
    epochs: Annotated[int, typer.Option(min=1, help="How often to go through the documents.")] = 2,
    learning_rate: LearningRate = 2e-5,
    batch_size: Annotated[int, typer.Option(min=1, help="Windows per step.")] = 1,
    mask_weight: Annotated[float, typer.Option(help="Weight of masking labels in the loss.")] = 10.0,
    max_length: Annotated[int, typer.Option(min=16, help="The most tokens read at once.")] = 4096,
    overlap: Annotated[int, typer.Option(min=0, help="Tokens that neighbouring windows share.")] = 128,
    typed: Annotated[bool, typer.Option("--typed", help="Learn TAB's types, not only what to mask.")] = False,
    threshold: Annotated[float, typer.Option(help="Probability at which a span opens.")] = 0.55,
    seed: Seed = 0,
    dev_share: Annotated[float, typer.Option(help="Share of the documents held out to measure on.")] = 0.1,
    patience: Annotated[int, typer.Option(min=0, help="Stop after so many epochs without progress; 0: never.")] = 0,
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
    """Fine-tune an encoder on annotated documents, for the method tagger:FOLDER. Interrupted, it goes on.

    Example: gyges train tagger tab.jsonl --base longformer-base-4096 --out taggers/tab
    """
    from gyges.anonymizers.tagger import Recipe
    from gyges.cli._inputs import ReadFlags
    from gyges.cli._training import leave_out, train_and_tell

    recipe = Recipe(
        base=base,
        epochs=epochs,
        learning_rate=learning_rate,
        batch_size=batch_size,
        mask_weight=mask_weight,
        max_length=max_length,
        overlap=overlap,
        typed=typed,
        threshold=threshold,
        seed=seed,
        dev_share=dev_share,
        patience=patience,
        device=device.value,
    )
    flags = ReadFlags(text_field, id_field, skip_bad, format, encoding, delimiter, max_text)
    read = leave_out(flags.documents(documents, path, split), exclude or ())
    train_and_tell(read, recipe, out, json, force=force)
