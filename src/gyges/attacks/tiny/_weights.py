"""Where the weights of the tiny attacker are: the base on this machine once it was fetched, the adapter in here."""

from importlib.resources import as_file, files
from importlib.util import find_spec
from pathlib import Path

from gyges.attacks.tiny._likelihood import Likelihood
from gyges.attacks.tiny._runtime import TinyModel
from gyges.errors import ConfigError, MissingExtraError
from gyges.models import TINY_BASE, weights_path

__all__ = ["adapter_path", "base_is_here", "open_likelihood", "open_tiny", "tiny_is_here"]


_READER = "gguf"
_LIBRARIES = ("xllamacpp", _READER)
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


def open_likelihood() -> Likelihood:
    """Return the base weights as a measure of texts, not loaded yet.

    Raises:
        MissingExtraError: What reads them is not installed.
        ConfigError: The weights are not on this machine.
    """
    if find_spec(_READER) is None:
        raise MissingExtraError("local", "the ranker 'tiny'")
    base = weights_path(TINY_BASE)
    if not base.is_file():
        raise ConfigError("the weights of the ranker 'tiny' are not on this machine", "run: gyges models get tiny")
    return Likelihood(base)


def base_is_here() -> bool:
    """Whether the base weights can be read on this machine."""
    return find_spec(_READER) is not None and weights_path(TINY_BASE).is_file()


def tiny_is_here() -> bool:
    """Whether the tiny model can be opened on this machine: its weights and what runs them."""
    return all(find_spec(library) is not None for library in _LIBRARIES) and weights_path(TINY_BASE).is_file()


def adapter_path() -> Path:
    """Return where the adapter lies that ships with the package."""
    with as_file(files("gyges.attacks.tiny") / "adapter.gguf") as path:
        if not path.is_file():
            raise ConfigError("this copy of Gyges holds no adapter for 'tiny'", "install a released version")
        return path
