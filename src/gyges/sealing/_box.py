"""Bytes encrypted with AES-256-GCM under a random nonce, and bound to what they belong to."""

import secrets

from gyges.errors import MissingExtraError

__all__ = ["Box"]

NONCE = 12
"""Bytes of a nonce, as AES-GCM wants them; random ones are good for 2^32 messages under one key (NIST SP 800-38D)."""


class Box:
    """Shuts and opens bytes.

    Args:
        key: 32 bytes.
        purpose: What for, in the words of an error: "sealing a run".

    Raises:
        MissingExtraError: The package that encrypts is not installed.
    """

    def __init__(self, key: bytes, purpose: str) -> None:
        try:
            from cryptography.hazmat.primitives.ciphers.aead import AESGCM
        except ImportError as error:
            raise MissingExtraError("reversible", purpose) from error
        self._cipher = AESGCM(key)

    def shut(self, plain: bytes, bound: bytes, nonce: bytes | None = None) -> bytes:
        """Return the nonce and the encrypted bytes; one that is given must be new for this key, and is left out."""
        if nonce is not None:
            return self._cipher.encrypt(nonce, plain, bound)
        fresh = secrets.token_bytes(NONCE)
        return fresh + self._cipher.encrypt(fresh, plain, bound)

    def open(self, closed: bytes, bound: bytes, nonce: bytes | None = None) -> bytes:
        """Return the bytes again.

        Raises:
            ValueError: Another key, or other bytes than were shut, or bound to something else.
        """
        from cryptography.exceptions import InvalidTag

        if nonce is None:
            nonce, closed = closed[:NONCE], closed[NONCE:]
        try:
            return self._cipher.decrypt(nonce, closed, bound)
        except InvalidTag:
            raise ValueError("the seal does not hold") from None
