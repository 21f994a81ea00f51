"""Which code spoke: findings of an older reader or prompt must not be taken for those of this one.

Replies of models are cached by what was asked, so a new revision costs no call that is still the same.
"""

import hashlib
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable

__all__ = ["anonymizer_revision", "attack_revision", "link_revision"]

_LENGTH = 16


def attack_revision() -> str:
    """Return a hash of everything in the package that decides what an attack finds: code, prompts, tables."""
    return _revision("attacks", "reading")


def anonymizer_revision() -> str:
    """Return a hash of everything in the package that decides what a method releases."""
    return _revision("anonymizers", "attacks", "reading", "scoring")


def link_revision() -> str:
    """Return a hash of everything in the package that decides claims and ratings."""
    return _revision("attacks", "reading", "scoring")


@cache
def _revision(*rooms: str) -> str:
    digest = hashlib.sha256()
    for room in rooms:
        for path, content in sorted(_contents(files("gyges") / room, room)):
            digest.update(f"{path}\0{len(content)}\0".encode())
            digest.update(content)
    return digest.hexdigest()[:_LENGTH]


def _contents(folder: Traversable, path: str) -> list[tuple[str, bytes]]:
    found: list[tuple[str, bytes]] = []
    for item in folder.iterdir():
        place = f"{path}/{item.name}"
        if item.is_dir():
            found += [] if item.name == "__pycache__" else _contents(item, place)
        elif not item.name.endswith(".pyc"):
            found.append((place, item.read_bytes()))
    return found
