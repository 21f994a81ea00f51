"""The run folder of a verb: the one the user named, or a free one of its own."""

from pathlib import Path

from gyges.cli._targets import refuse_file_as_folder
from gyges.cli._volume import tell
from gyges.runs import FolderClaim, claim_folder

__all__ = ["RUNS", "take_folder", "tell_folder"]

RUNS = Path("runs")
"""Where run folders are that nobody named."""


def take_folder(out: Path | None, claim: FolderClaim, *, force: bool, default: Path | None = None) -> Path:
    """Take a run folder before any work, and return it.

    Args:
        out: The one the user named; it is refused if it holds another run.
        claim: What it is for.
        force: Take over what is there.
        default: Where runs go if the user named none, ``runs/VERB`` if not given; one that holds another run is left
            alone, and the next number is taken.

    Raises:
        ConfigError: The name asks for a file.
        OutputExistsError: The folder that the user named holds something else.
    """
    refuse_file_as_folder(out, claim.kind)
    return claim_folder(out or default or RUNS / claim.kind, claim, force=force, numbered=out is None)


def tell_folder(out: Path | None, folder: Path) -> None:
    """Say which folder was taken, where the user named none; on standard error, which nothing is piped from."""
    if out is None:
        tell(f"the run folder is {folder}")
