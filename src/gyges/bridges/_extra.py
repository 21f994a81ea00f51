"""What a bridge says when the library on its other side is not there."""

from collections.abc import Iterator
from contextlib import contextmanager

from gyges.errors import MissingExtraError


@contextmanager
def needs(library: str) -> Iterator[None]:
    """Import a library inside; the extra has its name."""
    try:
        yield
    except ModuleNotFoundError as error:
        raise MissingExtraError(library, f"the bridge to {library}") from error
