"""Passwords: how long they must be, and what is kept of them."""

import hashlib
import hmac
import secrets
import unicodedata

from gyges.errors import InputError

__all__ = ["NOBODY", "check_password", "hash_password", "password_fits"]

_SCRYPT = {"n": 2**14, "r": 8, "p": 5}  # OWASP's password storage cheat sheet, 2024
_SHORTEST = 15  # NIST SP 800-63B-4, where a password is all there is
_LONGEST = 1_000


def check_password(password: str) -> None:
    """Refuse a password that is too easily guessed.

    Raises:
        InputError: It is too short, or too long to be typed.
    """
    if not _SHORTEST <= len(password) <= _LONGEST:
        raise InputError(
            f"a password has {_SHORTEST} to {_LONGEST:,} characters", "take several words that only you put together"
        )


def hash_password(password: str) -> str:
    """Return what is kept of a password."""
    salt = secrets.token_bytes(16)
    return f"{salt.hex()}:{_scrypt(password, salt).hex()}"


def password_fits(password: str, kept: str) -> bool:
    """Whether a password is the one that was kept."""
    salt, _, expected = kept.partition(":")
    return hmac.compare_digest(_scrypt(password, bytes.fromhex(salt)), bytes.fromhex(expected))


def _scrypt(password: str, salt: bytes) -> bytes:
    # The same letters may come composed or not, by the keyboard (NIST SP 800-63B-4, 3.1.1.2).
    typed = unicodedata.normalize("NFKC", password).encode("utf-8", "surrogatepass")
    return hashlib.scrypt(typed, salt=salt, **_SCRYPT)


NOBODY = f"{'00' * 16}:{'00' * 64}"
"""What no password fits: tried for names that nobody has, so that they take as long as others."""
