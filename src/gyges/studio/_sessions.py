"""Who is asking: a link with a token opens the studio, a signed cookie keeps it open."""

import base64
import binascii
import hashlib
import hmac
import secrets
import time
from dataclasses import dataclass, field

__all__ = ["Sessions", "hash_password", "password_fits"]

_DAYS = 7
_SCRYPT = {"n": 2**14, "r": 8, "p": 5}  # OWASP's password storage cheat sheet, 2024


@dataclass(frozen=True)
class Sessions:
    """Makes and checks cookies; they stay good when the server is started again.

    Attributes:
        key: The secret of the project.
        token: What the opening link carries; new at every start.
    """

    key: bytes
    token: str = field(default_factory=lambda: secrets.token_urlsafe(32))

    def opens(self, token: str) -> bool:
        """Whether a token is the one of the link."""
        return hmac.compare_digest(token.encode(), self.token.encode())

    def cookie(self, name: str) -> str:
        """Return a cookie for somebody of that name."""
        until = int(time.time()) + _DAYS * 86_400
        said = base64.urlsafe_b64encode(f"{until}:{name}".encode()).decode()
        return f"{said}.{self._signed(said)}"

    def name_in(self, cookie: str) -> str | None:
        """Return who a cookie was made for; None where it is not ours, was changed or is too old."""
        said, _, signature = cookie.partition(".")
        if not hmac.compare_digest(signature.encode(), self._signed(said).encode()):
            return None
        try:
            until, _, name = base64.urlsafe_b64decode(said.encode()).decode().partition(":")
        except (binascii.Error, UnicodeDecodeError):
            return None
        return name if int(until) > time.time() else None

    def _signed(self, said: str) -> str:
        return hmac.new(self.key, said.encode(), hashlib.sha256).hexdigest()


def hash_password(password: str) -> str:
    """Return what is kept of a password."""
    salt = secrets.token_bytes(16)
    return f"{salt.hex()}:{hashlib.scrypt(password.encode(), salt=salt, **_SCRYPT).hex()}"


def password_fits(password: str, kept: str) -> bool:
    """Whether a password is the one that was kept."""
    salt, _, expected = kept.partition(":")
    made = hashlib.scrypt(password.encode(), salt=bytes.fromhex(salt), **_SCRYPT)
    return hmac.compare_digest(made, bytes.fromhex(expected))
