"""What somebody who reads by hand still has to read: exactly what was drawn, never what they happened to choose."""

import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TypeAlias

from gyges.attacks import AttackOptions, RecordedAttack, open_attacker, recorded_file, text_digest
from gyges.corpus import atomic_file
from gyges.errors import NoReadingError
from gyges.models import ModelPool

__all__ = ["TO_READ", "ToRead", "require_readings"]

TO_READ = "to_read.jsonl"
"""The file in the run folder that holds what is left to read."""

ToRead: TypeAlias = Mapping[str, str]
"""Released texts by the id of their document."""


def require_readings(
    spec: str,
    drawn: Sequence[ToRead],
    folder: Path,
    pool: ModelPool,
    options: AttackOptions,
    tell: Callable[[str], None],
) -> None:
    """Refuse to go on where somebody reads by hand and has not read everything that was drawn.

    The texts are written with their digests and without ``people``: a line counts as a reading only once somebody
    wrote down whom they found, and a reading of another version of a text is never taken for one of this.

    Args:
        spec: Who reads; nothing is done for a model.
        drawn: What was drawn, for each release.
        folder: The run folder.
        pool: Where attackers are opened.
        options: How attacks are carried out.
        tell: Told of readings that do not count.

    Raises:
        NoReadingError: Something is left to read; it stands in ``to_read.jsonl``.
    """
    file = recorded_file(spec)
    if file is None:
        return
    wanted = {text_digest(text): (id_, text) for texts in drawn for id_, text in texts.items()}
    there = set(_readings(spec, file, pool, options))
    chosen = len(there - wanted.keys())
    if chosen:
        tell(
            f"{chosen:,} of the readings in {file} are of documents that were not drawn and do not count: what "
            "somebody chose to read is no random sample"
        )
    missing = {digest: pair for digest, pair in wanted.items() if digest not in there}
    place = folder / TO_READ
    if not missing:
        place.unlink(missing_ok=True)
        return
    lines = [json.dumps({"id": id_, "digest": digest, "text": text}) for digest, (id_, text) in missing.items()]
    with atomic_file(place, force=True, private=True) as stream:
        stream.write(("\n".join(lines) + "\n").encode())
    raise NoReadingError(
        f"{len(missing):,} of the {len(wanted):,} texts that were drawn are not read in {file}",
        f'they stand in {place}: add "people" to each line, put the lines into {file} and run the same command again',
    )


def _readings(spec: str, file: Path, pool: ModelPool, options: AttackOptions) -> Mapping[str, object]:
    """Return the readings by digest; none where the file is not there yet or has nothing in it."""
    if not file.exists() or (file.is_file() and not file.read_bytes().strip()):
        return {}
    attacker = open_attacker(spec, pool, options)
    return attacker.readings if isinstance(attacker, RecordedAttack) else {}
