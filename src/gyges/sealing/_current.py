"""The key in force: whoever opens a store looks here, so that no layer between must hand it on or may forget it."""

import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from gyges.errors import ConfigError
from gyges.sealing._key import SHORTEST_KEY, AtRestKey

__all__ = ["at_rest", "current_key", "passing_key", "refuse_key"]

_KEY: ContextVar[AtRestKey | None] = ContextVar("at_rest_key", default=None)


@contextmanager
def at_rest(key: AtRestKey | None) -> Iterator[None]:
    """Seal with a key what runs inside the block keep on disk, and open with it what they find; None for no key.

    Runs are those that anonymize, attack, audit, validate, link and benchmark. What else would keep texts (trainings,
    tunings, projects of the studio) refuses to work inside.

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


def refuse_key(what: str) -> None:
    """Refuse work that would write in the open what somebody wants sealed.

    Args:
        what: What cannot be sealed, in the plural: "trainings".

    Raises:
        ConfigError: A key is in force.
    """
    if _KEY.get() is not None:
        raise ConfigError(f"{what} cannot be sealed", "leave the key out, and use a disk that is encrypted as a whole")


def passing_key() -> AtRestKey | None:
    """Return a new random key for what lies on disk only while this process works; None where no key is in force."""
    return None if _KEY.get() is None else AtRestKey(secrets.token_bytes(SHORTEST_KEY))


def current_key() -> AtRestKey | None:
    """Return the key in force, if there is one."""
    return _KEY.get()
