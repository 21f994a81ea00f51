"""``gyges synthesize``: new records instead of the originals, with or without differential privacy."""

from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Annotated

import typer

from gyges.anonymizers.synthesis import SYNTHESIS_FILES, EpochDone, Synthesis, SynthesisRecipe
from gyges.anonymizers.synthesis import synthesize as make_records
from gyges.cli import EXIT_FAILED
from gyges.cli._inputs import ReadFlags
from gyges.cli._options import Device, LearningRate, TextsArgument, ToRun, base_option
from gyges.cli._output import say
from gyges.cli._running import take_folder, tell_folder
from gyges.cli._saying import notice
from gyges.corpus import write_releases
from gyges.runs import IDS, PUBLIC, PUBLIC_TEXTS, FolderClaim, write_public

_RELEASES = "releases.jsonl"


@dataclass(frozen=True, slots=True)
class RecipeFlags:
    """What the user said about learning and sampling."""

    base: Annotated[str, base_option("Causal language model: a folder, or a name on the hub.")]
    count: Annotated[int | None, typer.Option(min=1, help="Records to write; as many as there are texts.")] = None
    full: Annotated[bool, typer.Option("--full", help="Learn all weights instead of small adapters.")] = False
    rank: Annotated[int, typer.Option(min=1, help="Rank of the adapters.")] = 16
    epochs: Annotated[int, typer.Option(min=1, help="How often to go through the texts.")] = 3
    batch_size: Annotated[int, typer.Option(min=1, help="Records a step.")] = 8
    learning_rate: LearningRate = 2e-4
    max_length: Annotated[int, typer.Option(min=2, help="The most tokens of a record.")] = 512
    control: Annotated[list[str] | None, typer.Option(metavar="KEY", help="Key of meta as a control code.")] = None
    temperature: Annotated[float, typer.Option(help="Of sampling.")] = 1.0
    top_p: Annotated[float, typer.Option(help="Of sampling.")] = 1.0
    epsilon: Annotated[float | None, typer.Option(help="Privacy budget; none without it.")] = None
    delta: Annotated[float | None, typer.Option(help="Chance that the guarantee fails.")] = None
    clip: Annotated[float, typer.Option(help="The most one record may move the weights.")] = 1.0
    seed: Annotated[int | None, typer.Option(help="Seed; leave it out where there is an epsilon.")] = None
    device: Device = "auto"

    def recipe(self) -> SynthesisRecipe:
        """Return how to learn and sample."""
        given = asdict(self)
        return SynthesisRecipe(lora=not given.pop("full"), **{**given, "control": tuple(self.control or ())})


def synthesize(read: ReadFlags, how: RecipeFlags, to: ToRun, texts: TextsArgument = None) -> int:
    """Fine-tune a language model on texts and sample a new dataset from it. Interrupted, it goes on.

    Example: gyges synthesize notes.jsonl --base models/gpt2 --epsilon 8
    """
    recipe = how.recipe()
    documents = read.documents(texts)

    def tell(epoch: EpochDone) -> None:
        spent = "" if epoch.epsilon is None else f", epsilon {epoch.epsilon:.3f} spent"
        notice(f"epoch {epoch.number} of {recipe.epochs}: loss {epoch.loss:.4f}{spent}")

    asked = {"recipe": replace(recipe, device="auto")}
    claim = FolderClaim.of("synthesize", documents, asked, (*SYNTHESIS_FILES, _RELEASES, IDS, PUBLIC))
    folder = take_folder(to.out, claim, force=to.force)
    made = make_records(documents, recipe, folder, force=to.force, on_epoch=tell)
    write_releases(made.releases, folder / _RELEASES, force=True, private=True)
    write_public(made.releases, folder)
    if not to.write(made.card(recipe)):
        _summary(made, folder)
    if recipe.is_private and recipe.seed is not None:
        notice("whoever knows the seed can take off the noise; keep it secret or leave --seed out")
    tell_folder(to.out, folder)
    return EXIT_FAILED if any(not release.text for release in made.releases) else 0


def _summary(made: Synthesis, out: Path) -> None:
    written = sum(1 for release in made.releases if release.text)
    say(f"{written} of {len(made.releases)} records written, learned from {made.records} texts ({len(made.cut)} cut).")
    if made.budget is None:
        say("Without differential privacy: records may repeat what was learned. Check with gyges link --unpaired.")
    else:
        say(
            f"Epsilon {made.spent:.3f} spent of {made.budget.epsilon:g} at delta {made.budget.delta:.2g}, "
            f"noise {made.budget.noise:.3f}."
        )
    say(f"{out / PUBLIC_TEXTS} holds the records and may be published; all else in {out} stays with the originals.")
