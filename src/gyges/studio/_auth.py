"""Who may come in and under which name: names, passwords, users, sessions, and how fast somebody may guess."""

import base64
import binascii
import hashlib
import hmac
import re
import secrets
import threading
import time
import unicodedata
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field

from gyges.errors import InputError, SignInError, SignInPausedError
from gyges.studio._store._database import Database, note

LONGEST_NAME = 60
NAME_PATTERN = r"^[^\x00-\x1f:]+$"
"""No control characters, and no colon, which divides names from other things in files."""

IMPORTED = "imported"
"""The author of sheets that came with the documents; nobody works under that name."""

_UNSEEN = frozenset({"Cc", "Cf", "Cs", "Co", "Zl", "Zp"})
"""Categories of signs that cannot be seen: two names would look the same and be two people."""
_SCRYPT = {"n": 2**14, "r": 8, "p": 5}  # OWASP's password storage cheat sheet, 2024
_SHORTEST = 15  # NIST SP 800-63B-4, where a password is all there is
_LONGEST = 1_000
NOBODY = f"{'00' * 16}:{'00' * 64}"
"""What no password fits: tried for names that nobody has, so that they take as long as others."""
_SESSION = "session "
_ALL = f"{_SESSION}*"
COOKIE_SECONDS = 7 * 86_400
_FREE = 5  # failures before anybody has to wait
_MOST_SECONDS = 60.0  # short enough that strangers cannot shut out whom they guess at
_REMEMBERED = 10_000
_AT_ONCE = 2  # hashing is meant to cost: no storm of guesses may take every thread of the server
_WAIT_SECONDS = 3.0


def tidy_name(name: str) -> str:
    """Return a name in the one form in which it is kept: composed, without blanks at its ends."""
    return unicodedata.normalize("NFC", name).strip()


def proper_name(name: str) -> str:
    """Return a name in the form in which it is kept."""
    tidy = tidy_name(name)
    unseen = any(unicodedata.category(sign) in _UNSEEN or (sign.isspace() and sign != " ") for sign in tidy)
    if len(tidy) > LONGEST_NAME or not re.fullmatch(NAME_PATTERN, tidy) or unseen:
        raise InputError(
            "this is no name", f"take 1 to {LONGEST_NAME} characters that can be seen, without colons and line breaks"
        )
    if tidy.casefold() == IMPORTED:
        raise InputError(f"'{tidy}' is what annotations that came with documents are kept under", "take another name")
    return tidy


def check_password(password: str) -> None:
    """Refuse a password that is too easily guessed."""
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


@dataclass(frozen=True)
class Users:
    """Reads and sets who may sign in."""

    database: Database

    def names(self) -> list[str]:
        """Return who may sign in."""
        query = "select name from users where secret is not null order by name"
        return [row["name"] for row in self.database.connection.execute(query)]

    def secret_of(self, name: str) -> str | None:
        """Return what is kept of somebody's password; None where there is nobody of that name."""
        row = self.database.connection.execute("select secret from users where name = ?", (name,)).fetchone()
        return None if row is None else row["secret"]

    def set(self, name: str, secret: str, who: str) -> None:
        """Let somebody sign in from now on; a new secret ends what was open under the old one."""
        with self.database.write() as connection:
            connection.execute("insert or replace into users values (?, ?)", (name, secret))
            note(connection, who, "added user", name, of=name)

    def open_session(self, number: str, now: int, until: int) -> None:
        """Keep that a session is open; those whose time is over are forgotten."""
        with self.database.write() as connection:
            connection.execute("delete from settings where name glob ? and cast(value as integer) < ?", (_ALL, now))
            connection.execute("insert into settings values (?, ?)", (_SESSION + number, str(until)))

    def has_session(self, number: str) -> bool:
        """Whether a session is open."""
        query = "select 1 from settings where name = ?"
        return self.database.connection.execute(query, (_SESSION + number,)).fetchone() is not None

    def end_session(self, number: str) -> None:
        """Forget a session, so that its cookie opens nothing any more, wherever it was copied to."""
        with self.database.write() as connection:
            connection.execute("delete from settings where name = ?", (_SESSION + number,))

    def remove(self, name: str, who: str) -> bool:
        """Let somebody sign in no more; return whether there was anybody of that name. Their sheets stay."""
        with self.database.write() as connection:
            gone = connection.execute("delete from users where name = ?", (name,)).rowcount > 0
            if gone:
                note(connection, who, "removed user", name, of=name)
        return gone


@dataclass(frozen=True)
class Sessions:
    """Makes and checks cookies; they stay good when the server is started again."""

    key: bytes  # the secret of the project
    users: Users | None = None  # who may sign in with a password; None on one's own machine, where the link is enough
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


@dataclass
class _Failures:
    count: int = 0
    last: float = 0.0

    def wait(self, now: float) -> float:
        """Return the seconds until the next try: 2, 4, 8... after the last."""
        if self.count < _FREE:
            return 0.0
        pause: float = min(2.0 ** min(self.count - _FREE + 1, 30), _MOST_SECONDS)
        return max(0.0, self.last + pause - now)


@dataclass
class SignIns:
    """Checks passwords."""

    users: Users  # who may sign in
    clock: Callable[[], float] = time.monotonic  # seconds that only count up
    _failed: OrderedDict[str, _Failures] = field(default_factory=OrderedDict)
    _lock: threading.Lock = field(default_factory=threading.Lock)
    _hashing: threading.Semaphore = field(default_factory=lambda: threading.Semaphore(_AT_ONCE))

    def check(self, name: str, password: str, address: str) -> int:
        """Let somebody in; return how many sign-ins under that name failed since the last that did not."""
        kept = self.users.secret_of(name)
        # Names that nobody has are not remembered: there is no end of them.
        keys = [f"address {address}", *([f"name {name}"] if kept is not None else [])]
        self._require_no_wait(keys)
        if not self._hashing.acquire(timeout=_WAIT_SECONDS):
            raise SignInPausedError("many sign in at this moment", "try again in a few seconds")
        try:
            fits = password_fits(password, kept or NOBODY)
        finally:
            self._hashing.release()
        if not fits:
            self._count(keys)
            raise SignInError("name and password do not fit", "type them again, or ask whoever runs the studio")
        with self._lock:
            failed = [self._failed.pop(key, _Failures()).count for key in keys]
        return failed[-1]

    def _require_no_wait(self, keys: list[str]) -> None:
        with self._lock:
            wait = max(self._failed.get(key, _Failures()).wait(self.clock()) for key in keys)
        if wait > 0:
            raise SignInPausedError("too many sign-ins failed", f"try again in {int(wait) + 1} seconds")

    def _count(self, keys: list[str]) -> None:
        with self._lock:
            for key in keys:
                found = self._failed.setdefault(key, _Failures())
                found.count, found.last = found.count + 1, self.clock()
                self._failed.move_to_end(key)
            while len(self._failed) > _REMEMBERED:
                self._failed.popitem(last=False)
