"""A secret from which invented words are drawn: the same words for the same key, and no way back without it."""

import hashlib
import hmac
import secrets
from collections.abc import Iterator, Sequence
from typing import TypeVar

from gyges.errors import ConfigError

Item = TypeVar("Item")

_SALT = b"gyges mask 1"  # the same everywhere: one key must mean the same pseudonyms in all documents
_COST = {"n": 2**14, "r": 8, "p": 1}  # RFC 7914's interactive setting: slow to guess, 50 ms to use
_CHECK = 8  # hexadecimal digits that tell one key from another


class Secret:
    """Draws by HMAC-SHA256 from the user's key, stretched by scrypt, or from a random key that is kept nowhere."""

    def __init__(self, key: bytes | None = None) -> None:
        if key is not None and not key:
            raise ConfigError("the key is empty", "give a key of your own, the longer the better")
        self.random = key is None
        self._key = hashlib.scrypt(key, salt=_SALT, dklen=32, **_COST) if key else secrets.token_bytes(32)

    @property
    def check(self) -> str:
        """A short mark by which one key is told from another; "random" where the user gave none."""
        return "random" if self.random else self._digest("check").hex()[:_CHECK]

    def derived(self, purpose: str) -> bytes:
        """Return a key of 32 bytes for one purpose."""
        return self._digest("derived", purpose)

    def number(self, *labels: str) -> int:
        """Return the number that belongs to some labels."""
        return int.from_bytes(self._digest("number", *labels)[:8], "big")

    def pick(self, items: Sequence[Item], *labels: str) -> Item:
        """Return the item that belongs to some labels."""
        return items[self.number(*labels) % len(items)]

    def numbers(self, *labels: str) -> Iterator[int]:
        """Yield numbers without end that belong to some labels."""
        block = 0
        while True:
            digest = self._digest("stream", str(block), *labels)
            yield from (int.from_bytes(digest[at : at + 4], "big") for at in range(0, 32, 4))
            block += 1

    def _digest(self, *labels: str) -> bytes:
        parts = [label.encode("utf-8", "surrogatepass") for label in labels]
        message = b"".join(len(part).to_bytes(4, "big") + part for part in parts)  # no two lists of labels look alike
        return hmac.digest(self._key, message, "sha256")


def key_bytes(key: str | bytes) -> bytes:
    r"""Return a key as bytes; a string counts as the same words in a key file, without blanks and line ends around."""
    return key.strip().encode() if isinstance(key, str) else key
