"""``gyges synthesize``: new records instead of the originals, with or without differential privacy."""

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
    RunFolder,
    SkipBad,
    TextField,
)


def synthesize(
    base: Annotated[str, base_option("Causal language model: a folder, or a name on the hub.")],
    texts: Annotated[str | None, typer.Argument(help="Texts: file, folder, -, 'bundled' or a dataset.")] = None,
    count: Annotated[int | None, typer.Option(min=1, help="Records to write; as many as there are texts.")] = None,
    full: Annotated[bool, typer.Option("--full", help="Learn all weights instead of small adapters.")] = False,
    rank: Annotated[int, typer.Option(min=1, help="Rank of the adapters.")] = 16,
    epochs: Annotated[int, typer.Option(min=1, help="How often to go through the texts.")] = 3,
    batch_size: Annotated[int, typer.Option(min=1, help="Records a step.")] = 8,
    learning_rate: LearningRate = 2e-4,
    max_length: Annotated[int, typer.Option(min=2, help="The most tokens of a record.")] = 512,
    control: Annotated[list[str] | None, typer.Option(metavar="KEY", help="Key of meta as a control code.")] = None,
    temperature: Annotated[float, typer.Option(help="Of sampling.")] = 1.0,
    top_p: Annotated[float, typer.Option(help="Of sampling.")] = 1.0,
    epsilon: Annotated[float | None, typer.Option(help="Privacy budget; none without it.")] = None,
    delta: Annotated[float | None, typer.Option(help="Chance that the guarantee fails.")] = None,
    clip: Annotated[float, typer.Option(help="The most one record may move the weights.")] = 1.0,
    seed: Annotated[int | None, typer.Option(help="Seed; leave it out where there is an epsilon.")] = None,
    device: Device = DeviceName.auto,
    out: RunFolder = None,
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
    """Fine-tune a language model on texts and sample a new dataset from it. Interrupted, it goes on.

    Example: gyges synthesize notes.jsonl --base models/gpt2 --epsilon 8
    """
    from gyges.anonymizers.synthesis import SynthesisRecipe
    from gyges.cli._inputs import ReadFlags
    from gyges.cli._synthesizing import synthesize_and_tell

    recipe = SynthesisRecipe(
        base=base,
        count=count,
        lora=not full,
        rank=rank,
        epochs=epochs,
        batch_size=batch_size,
        learning_rate=learning_rate,
        max_length=max_length,
        control=tuple(control or ()),
        temperature=temperature,
        top_p=top_p,
        epsilon=epsilon,
        delta=delta,
        clip=clip,
        seed=seed,
        device=device.value,
    )
    documents = ReadFlags(text_field, id_field, skip_bad, format, encoding, delimiter, max_text).documents(texts)
    synthesize_and_tell(documents, recipe, out, json, force=force)
