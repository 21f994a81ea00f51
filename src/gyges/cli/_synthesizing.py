"""What ``gyges synthesize`` tells while it works, and what it leaves behind."""

import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import typer

from gyges.anonymizers.synthesis import SYNTHESIS_FILES, EpochDone, Synthesis, SynthesisRecipe, synthesize
from gyges.cli import EXIT_INTERRUPTED
from gyges.cli._folders import take_folder, tell_folder
from gyges.cli._output import say, write_json
from gyges.corpus import Place, write_releases
from gyges.records import Document
from gyges.runs import IDS, PUBLIC, PUBLIC_TEXTS, FolderClaim, write_public

_RELEASES = "releases.jsonl"


def synthesize_and_tell(
    documents: Sequence[Document], recipe: SynthesisRecipe, out: Path | None, json: Place | None, *, force: bool
) -> None:
    """Make a synthetic release, say how far it is, and what it cost in privacy."""

    def tell(epoch: EpochDone) -> None:
        spent = "" if epoch.epsilon is None else f", epsilon {epoch.epsilon:.3f} spent"
        sys.stderr.write(f"gyges: epoch {epoch.number} of {recipe.epochs}: loss {epoch.loss:.4f}{spent}\n")

    asked = {"recipe": replace(recipe, device="auto")}
    claim = FolderClaim.of("synthesize", documents, asked, (*SYNTHESIS_FILES, _RELEASES, IDS, PUBLIC))
    folder = take_folder(out, claim, force=force)
    try:
        made = synthesize(documents, recipe, folder, force=force, on_epoch=tell)
    except KeyboardInterrupt:
        sys.stderr.write(f"gyges: stopped; finished epochs are kept in {folder}, and the same command goes on.\n")
        raise typer.Exit(EXIT_INTERRUPTED) from None
    write_releases(made.releases, folder / _RELEASES, force=True, private=True)
    write_public(made.releases, folder)
    if json is not None:
        write_json(made.card(recipe), json, force=force)
    else:
        _summary(made, folder)
    if recipe.is_private and recipe.seed is not None:
        sys.stderr.write("gyges: whoever knows the seed can take off the noise; keep it secret or leave --seed out\n")
    tell_folder(out, folder)
    blank = sum(1 for release in made.releases if not release.text)
    raise typer.Exit(1 if blank else 0)


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
