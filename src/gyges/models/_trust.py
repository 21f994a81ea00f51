"""Which settings files the user confirmed. One that merely lies in the working folder came with the data, perhaps."""

import hashlib
import json
from collections.abc import Collection
from pathlib import Path

from gyges._home import config_home, write_private
from gyges.errors import ConfigError

__all__ = ["require_trust", "trust_settings"]


def trust_settings(path: Path, prompts: bytes = b"") -> Path:
    """Remember that a settings file may be used wherever it is found, until it changes.

    Args:
        path: The file.
        prompts: The fingerprint of the prompts it names, which are confirmed with it.

    Returns:
        The absolute path it is remembered by.
    """
    try:
        content = path.read_bytes() + prompts
        known = {**_known(), str(path.resolve()): _digest(content)}
        store = _store()
        store.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        write_private(store, f"{json.dumps(known, indent=1, sort_keys=True)}\n".encode())
    except OSError as error:
        raise ConfigError(
            f"{error.filename} cannot be used ({error.strerror})", "check the path, and the room on its disk"
        ) from error
    return path.resolve()


def require_trust(path: Path, content: bytes, named: Collection[str]) -> None:
    """Refuse a settings file that was found and not confirmed, if it says where texts go.

    Args:
        path: The file.
        content: What it holds, and the fingerprint of the prompts it names; the very bytes that are used, so that
            nobody changes them in between.
        named: The settings in it that need the user's word.
    """
    if named and _known().get(str(path.resolve())) != _digest(content):
        raise ConfigError(
            f"the {path} found in this folder sets {', '.join(sorted(named))}, and you have not confirmed it as it is",
            f"look at it, then run: gyges models trust {path} (or name it with --config {path})",
        )


def _store() -> Path:
    return config_home() / "trusted.json"


def _known() -> dict[str, str]:
    store = _store()
    try:
        known = json.loads(store.read_text(encoding="utf-8")) if store.exists() else {}
    except (OSError, ValueError) as error:
        raise ConfigError(f"{store} cannot be read", "delete it and confirm your settings again") from error
    return known if isinstance(known, dict) else {}


def _digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()
