"""The user's key for what lies on disk: from a file or the environment, never from the command line itself."""

import hashlib
import hmac
import os
import secrets
from pathlib import Path

from gyges.errors import ConfigError, InputError, OutputExistsError

__all__ = ["SHORTEST_KEY", "AtRestKey", "new_key_file", "stretched"]

SHORTEST_KEY = 32
"""Bytes; a passphrase that people remember is shorter, and can be guessed from what is encrypted with it."""

_SALT = b"gyges at rest 1"
_COST = {"n": 2**14, "r": 8, "p": 1}  # RFC 7914's interactive setting: slow to guess, 50 ms to use
_CHECK = 16  # hexadecimal digits that tell one key from another
_ENVIRONMENT = "env:"
_NAME = "name it: --at-rest-key FILE, or --at-rest-key env:NAME"
_MAKE = "make one with: gyges runs new-key FILE"


def stretched(key: bytes, salt: bytes) -> bytes:
    """Return 32 bytes made of a key by scrypt."""
    return hashlib.scrypt(key, salt=salt, dklen=32, **_COST)


class AtRestKey:
    """A key, from which those of journals, replies and files are derived.

    Args:
        secret: At least 32 bytes; what `new_key_file` writes is best.

    Raises:
        ConfigError: It is too short.

    Example:
        >>> AtRestKey(b"x" * 32).check == AtRestKey(b"y" * 32).check
        False
    """

    def __init__(self, secret: bytes) -> None:
        if len(secret) < SHORTEST_KEY:
            raise ConfigError(f"the key has {len(secret)} bytes, and {SHORTEST_KEY} are needed", _MAKE)
        self._secret = stretched(secret, _SALT)

    @classmethod
    def named(cls, where: str) -> "AtRestKey":
        """Read a key.

        Args:
            where: A file, or ``env:NAME`` for a variable of the environment.

        Raises:
            ConfigError: The variable is not set, or the key is too short.
            InputError: The file cannot be read.
        """
        if where.startswith(_ENVIRONMENT):
            name = where.removeprefix(_ENVIRONMENT)
            if not name:
                raise ConfigError("the key is to come from the environment, and no variable is named", _NAME)
            found = _tidy(os.environ.get(name, "").encode("utf-8", "surrogateescape"))
            if not found:
                raise ConfigError(f"the environment has no {name}", f"set {name} to the key")
            return cls(found)
        if not where.strip():
            raise ConfigError("no file is named that holds the key", _NAME)
        try:
            return cls(_tidy(Path(where).read_bytes()))
        except OSError as error:
            raise InputError(f"the key file {where} cannot be read ({error.strerror})", "name another file") from error

    @property
    def check(self) -> str:
        """A mark by which one key is told from another; it tells nothing of the key."""
        return self._digest(b"check").hex()[:_CHECK]

    def derived(self, purpose: str, salt: bytes = b"") -> bytes:
        """Return a key of 32 bytes for one purpose."""
        return self._digest(b"derived\0" + purpose.encode("ascii") + b"\0" + salt)

    def _digest(self, label: bytes) -> bytes:
        return hmac.digest(self._secret, label, "sha256")


def _tidy(secret: bytes) -> bytes:
    """Return a key without the blanks and newlines that editors and shells put around text; other bytes are all key."""
    try:
        secret.decode("utf-8")
    except UnicodeDecodeError:
        return secret
    return secret.strip()


def new_key_file(path: Path) -> None:
    """Write a new random key to a file that only its owner can read.

    Raises:
        OutputExistsError: The file is there: whatever it was a key for would be lost.
        InputError: It cannot be written.
    """
    try:
        fd = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        try:
            with os.fdopen(fd, "wb") as stream:
                stream.write(secrets.token_hex(SHORTEST_KEY).encode("ascii") + b"\n")
                stream.flush()
                os.fsync(stream.fileno())
        except OSError:
            path.unlink()  # half a key would stand in the way of a whole one
            raise
    except FileExistsError as error:
        raise OutputExistsError(f"{path} is there already", "name another file: a key is never replaced") from error
    except OSError as error:
        raise InputError(f"{path} cannot be written ({error.strerror})", "name another place") from error
