"""Where the weights of the tiny attacker are: the base on this machine once it was fetched, the adapter in here."""

from importlib.resources import as_file, files
from importlib.util import find_spec
from pathlib import Path

from gyges.attacks.tiny._runtime import TinyModel
from gyges.errors import ConfigError, MissingExtraError
from gyges.models import TINY_BASE, weights_path

__all__ = ["adapter_path", "open_tiny", "tiny_is_here"]


_LIBRARIES = ("xllamacpp", "gguf")
"""What runs the weights and what puts them together, both of the extra ``local``."""


def open_tiny() -> TinyModel:
    """Return the tiny model, not loaded yet.

    Raises:
        MissingExtraError: The runtime is not installed.
        ConfigError: The weights are not on this machine.
    """
    if any(find_spec(library) is None for library in _LIBRARIES):  # now, and not at the first text
        raise MissingExtraError("local", "the attacker 'tiny'")
    base = weights_path(TINY_BASE)
    if not base.is_file():
        raise ConfigError("the weights of the attacker 'tiny' are not on this machine", "run: gyges models get tiny")
    return TinyModel(base, adapter_path())


def tiny_is_here() -> bool:
    """Whether the tiny model can be opened on this machine: its weights and what runs them."""
    return all(find_spec(library) is not None for library in _LIBRARIES) and weights_path(TINY_BASE).is_file()


def adapter_path() -> Path:
    """Return where the adapter lies that ships with the package."""
    with as_file(files("gyges.attacks.tiny") / "adapter.gguf") as path:
        if not path.is_file():
            raise ConfigError("this copy of Gyges holds no adapter for 'tiny'", "install a released version")
        return path
