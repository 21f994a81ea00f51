"""The mark of a sealed folder. It decides how its files are written, whatever process comes with whatever key."""

import json
from pathlib import Path

from gyges.errors import ConfigError, RunError, WrongKeyError
from gyges.sealing._codec import PLAIN, Codec, SealedCodec
from gyges.sealing._current import current_key
from gyges.sealing._key import AtRestKey

__all__ = ["SEAL", "is_seal", "key_of", "record_codec", "reply_codec", "seal_folder", "sealed_above"]

SEAL = "at_rest.json"
"""The file that says which key a folder, with all folders in it, was sealed with."""

_VERSION = 1


def seal_folder(folder: Path, *, fresh: bool) -> None:
    """Mark a run folder as sealed with the key in force, or check that it is; without a key, check that it is not.

    Args:
        folder: It must be there.
        fresh: Whether nothing of a run is in it yet.

    Raises:
        ConfigError: It was begun without a key, or it is sealed and there is none.
        WrongKeyError: It is sealed with another key.
        RunError: The mark cannot be written or read.
    """
    above = sealed_above(folder)
    key = current_key() if above is None else key_of(folder)
    if key is None or above == folder.resolve():
        return
    if above is None and not fresh:
        raise _begun_open(folder)
    SealedCodec(key, "journal")  # what encrypts must be there before anything is marked
    _write_seal(folder, key)  # in a sealed folder too: this one may be moved, or left when that one is purged


def _write_seal(folder: Path, key: AtRestKey) -> None:
    draft = folder / f".{SEAL}.draft"
    try:
        draft.write_text(json.dumps({"version": _VERSION, "key": key.check}) + "\n", encoding="ascii")
        draft.chmod(0o600)
        draft.replace(folder / SEAL)
    except OSError as error:
        raise RunError(
            f"{folder / SEAL} cannot be written ({error.strerror})", "make room or name another folder"
        ) from error


def sealed_above(path: Path) -> Path | None:
    """Return the sealed folder that a path is or is in, or None."""
    place = path.resolve()
    return next((one for one in (place, *place.parents) if (one / SEAL).is_file()), None)


def is_seal(path: Path) -> bool:
    """Whether a file is such a mark."""
    try:
        _check(path)
    except RunError:
        return False
    return True


def key_of(folder: Path) -> AtRestKey | None:
    """Return the key in force if a folder is sealed with it, None if it is not sealed.

    Raises:
        ConfigError: It is sealed, and there is no key.
        WrongKeyError: It is sealed with another key.
        RunError: Its mark cannot be read.
    """
    place = sealed_above(folder)
    if place is None:
        return None
    return require_key(_check(place / SEAL), folder)


def require_key(check: str, what: Path) -> AtRestKey:
    """Return the key in force.

    Args:
        check: The mark of the key it must be.
        what: What is sealed with it.

    Raises:
        ConfigError: There is none.
        WrongKeyError: It is another.
    """
    key = current_key()
    if key is None:
        raise ConfigError(f"{what} is sealed with a key", "name that key with --at-rest-key")
    if key.check != check:
        raise WrongKeyError(f"{what} is sealed with another key", "give --at-rest-key the key it was made with")
    return key


def record_codec(folder: Path) -> Codec:
    """Return how journals in a folder are written.

    Raises:
        ConfigError: A key is in force and the folder is not sealed, or the other way round.
        WrongKeyError: It is sealed with another key.
    """
    key = key_of(folder)
    if key is not None:
        return SealedCodec(key, "journal")
    if current_key() is not None:
        raise _begun_open(folder)
    return PLAIN


def reply_codec() -> Codec:
    """Return how replies of models are kept."""
    key = current_key()
    return PLAIN if key is None else SealedCodec(key, "replies")


def _begun_open(folder: Path) -> ConfigError:
    return ConfigError(
        f"{folder} was begun without a key", "name another folder with --out, or leave --at-rest-key out"
    )


def _check(path: Path) -> str:
    try:
        row = json.loads(path.read_bytes())
        if row["version"] == _VERSION:
            return str(row["key"])
    except (OSError, ValueError, KeyError, TypeError, RecursionError) as error:
        raise _unreadable(path) from error
    raise _unreadable(path)


def _unreadable(path: Path) -> RunError:
    return RunError(f"{path}, which says which key seals the folder, cannot be read", "put it back as it was")
