"""How records are written: as they are, or sealed. A store that takes a codec has one format and one way to fail."""

import base64
import binascii
from typing import Protocol

from gyges.sealing._box import Box
from gyges.sealing._key import AtRestKey

__all__ = ["PLAIN", "SEALED_NAME", "Codec", "SealedCodec"]

SEALED_NAME = "sealed:"
"""How every sealed name begins: who comes without a key can tell, where nothing else says so any more."""

_PURPOSE = "sealing what lies on disk"


class Codec(Protocol):
    """Turns keys and values of a store into what is written, and back."""

    def name(self, key: str) -> str:
        """Return what is written for a key: always the same, visible ASCII without blanks."""

    def key(self, name: str) -> str:
        """Return the key again.

        Raises:
            ValueError: It was not written by this codec.
        """

    def shut(self, value: str, name: str) -> str:
        """Return what is written for a value, which is JSON in one line, and so is this."""

    def open(self, written: str | bytes, name: str) -> str | bytes:
        """Return the value again.

        Raises:
            ValueError: It was not written by this codec, or under another name.
        """


class _PlainCodec:
    """Writes everything as it is."""

    def name(self, key: str) -> str:
        return key

    def key(self, name: str) -> str:
        if name.startswith(SEALED_NAME):
            raise ValueError("sealed with a key")
        return name

    def shut(self, value: str, name: str) -> str:
        del name
        return value

    def open(self, written: str | bytes, name: str) -> str | bytes:
        del name
        return written


PLAIN: Codec = _PlainCodec()
"""The codec of those who gave no key."""


class SealedCodec:
    """Encrypts values with AES-256-GCM, bound to their names, and names with AES-SIV: the same name for the same key.

    A key is the hash of a whole document and more. In the open it would tell whoever guesses the document that the
    guess is right.

    Args:
        key: The user's key.
        store: What is sealed, such as ``journal``: each store has keys of its own.

    Raises:
        MissingExtraError: The package that encrypts is not installed.
    """

    def __init__(self, key: AtRestKey, store: str) -> None:
        self._box = Box(key.derived(f"{store} values"), _PURPOSE)
        from cryptography.hazmat.primitives.ciphers.aead import AESSIV

        self._names = AESSIV(key.derived(f"{store} names, first half") + key.derived(f"{store} names, second half"))

    def name(self, key: str) -> str:
        """Return the encrypted key."""
        closed = self._names.encrypt(key.encode("utf-8", "surrogatepass"), None)
        return SEALED_NAME + base64.urlsafe_b64encode(closed).decode("ascii")

    def key(self, name: str) -> str:
        """Return the key again; arguments and errors as in `Codec`."""
        from cryptography.exceptions import InvalidTag

        try:
            closed = base64.urlsafe_b64decode(name.removeprefix(SEALED_NAME))
            return self._names.decrypt(closed, None).decode("utf-8", "surrogatepass")
        except (InvalidTag, binascii.Error) as error:
            raise ValueError("written with another key, or without one") from error

    def shut(self, value: str, name: str) -> str:
        """Return the encrypted value as a string of JSON."""
        return f'"{base64.b64encode(self._box.shut(value.encode("utf-8"), name.encode("ascii"))).decode("ascii")}"'

    def open(self, written: str | bytes, name: str) -> bytes:
        """Return the value again; arguments and errors as in `Codec`."""
        raw = written.encode("utf-8", "replace") if isinstance(written, str) else bytes(written)
        return self._box.open(base64.b64decode(raw.strip(b'"\n'), validate=True), name.encode("ascii"))
