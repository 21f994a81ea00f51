"""Who is asking: a link with a token, or a password, opens the studio; a signed cookie keeps it open."""

import base64
import binascii
import hashlib
import hmac
import secrets
import time
from dataclasses import dataclass, field

from gyges.studio.store import Users

__all__ = ["COOKIE_SECONDS", "Sessions"]

COOKIE_SECONDS = 7 * 86_400


@dataclass(frozen=True)
class Sessions:
    """Makes and checks cookies; they stay good when the server is started again.

    Attributes:
        key: The secret of the project.
        users: Who may sign in with a password; None on one's own machine, where the link is enough.
        token: What the opening link carries; new at every start.
    """

    key: bytes
    users: Users | None = None
    token: str = field(default_factory=lambda: secrets.token_urlsafe(32))

    def opens(self, token: str) -> bool:
        """Whether a token is the one of the link; where there are users, no link opens anything."""
        return self.users is None and hmac.compare_digest(token.encode(), self.token.encode())

    def cookie(self, name: str) -> str:
        """Return a cookie for somebody of that name."""
        until = int(time.time()) + COOKIE_SECONDS
        number = secrets.token_hex(16)
        if self.users is not None:
            self.users.open_session(number, int(time.time()), until)
        said = base64.urlsafe_b64encode(f"{until}:{number}:{name}".encode()).decode()
        return f"{said}.{self._signed(said, name)}"

    def name_in(self, cookie: str) -> str | None:
        """Return who a cookie was made for; None where it is not ours, was changed, is too old or was signed out."""
        found = self._open(cookie)
        return None if found is None else found[1]

    def end(self, cookie: str) -> None:
        """End what a cookie keeps open; a copy of it opens nothing any more. The link of one's own machine stays."""
        found = self._open(cookie)
        if found is not None and self.users is not None:
            self.users.end_session(found[0])

    def _open(self, cookie: str) -> tuple[str, str] | None:
        """Return the number of a session that is open, and whose it is."""
        said, _, signature = cookie.partition(".")
        try:
            until, number, name = base64.urlsafe_b64decode(said.encode()).decode().split(":", 2)
        except (binascii.Error, ValueError):
            return None
        expected = self._signed(said, name)
        if expected is None or not hmac.compare_digest(signature.encode(), expected.encode()):
            return None
        if int(until) <= time.time() or (self.users is not None and not self.users.has_session(number)):
            return None
        return number, name

    def _signed(self, said: str, name: str) -> str | None:
        """Sign with the project's key; for users also with what is kept of the password, so that a new one ends all."""
        kept = "" if self.users is None else self.users.secret_of(name)
        if kept is None:
            return None
        return hmac.new(self.key, f"{said}:{kept}".encode(), hashlib.sha256).hexdigest()
