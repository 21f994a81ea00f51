"""The key in force: whoever opens a store looks here, so that no layer between must hand it on or may forget it."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from gyges.sealing._key import AtRestKey

__all__ = ["at_rest", "current_key"]

_KEY: ContextVar[AtRestKey | None] = ContextVar("at_rest_key", default=None)


@contextmanager
def at_rest(key: AtRestKey | None) -> Iterator[None]:
    """Seal with a key what runs inside the block keep on disk, and open with it what they find; None for no key.

    Example:
        >>> with at_rest(AtRestKey(b"x" * 32)):
        ...     current_key() is None
        False
    """
    token = _KEY.set(key)
    try:
        yield
    finally:
        _KEY.reset(token)


def current_key() -> AtRestKey | None:
    """Return the key in force, if there is one."""
    return _KEY.get()
