"""What ``gyges models prompts`` does: list ours, export them, check those of the user."""

from collections.abc import Sequence
from pathlib import Path

from gyges.cli._output import print_table, say, write_json
from gyges.corpus import Place
from gyges.models import ShippedPrompt, export_prompts, find_prompt, read_prompts, shipped_prompts


def list_prompts(names: Sequence[str], json: Place | None, *, force: bool) -> None:
    """Print name, purpose and fields of prompts that ship."""
    chosen = [find_prompt(name) for name in names] or list(shipped_prompts().values())
    if json is not None:
        write_json([_row(one) for one in chosen], json, force=force)
        return
    rows = [(one.name, one.what, _fields(one)) for one in chosen]
    print_table("Prompts (* holds a document and cannot be left out)", ("name", "what for", "fields"), rows)


def export_to(folder: Path, names: Sequence[str], *, force: bool) -> None:
    """Write prompts that ship into a folder."""
    written = export_prompts(folder, names, force=force)
    say(f"{len(written)} prompts are in {folder}. Change them and name the folder with --prompts; delete the others.")


def check_prompts(folder: Path, json: Place | None, *, force: bool) -> None:
    """Say which prompts of the user's own stand in a folder."""
    digests = read_prompts(folder).digests()
    if json is not None:
        write_json(digests, json, force=force)
        return
    print_table(f"Your prompts in {folder}", ("in the place of", "digest"), list(digests.items()))


def _row(one: ShippedPrompt) -> dict[str, object]:
    return {
        "name": one.name,
        "what": one.what,
        "fields": list(one.fields),
        "documents": list(one.documents),
        "part": one.is_part,
    }


def _fields(one: ShippedPrompt) -> str:
    return ", ".join(f"{name}*" if name in one.documents else name for name in one.fields)
