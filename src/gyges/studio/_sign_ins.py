"""Signing in with a password: failures are counted, and slow down whoever and whatever they come from and go for."""

import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field

from gyges.errors import SignInError, SignInPausedError
from gyges.studio._passwords import NOBODY, password_fits
from gyges.studio.store import Users

__all__ = ["SignIns"]

_FREE = 5  # failures before anybody has to wait
_MOST_SECONDS = 60.0  # short enough that strangers cannot shut out whom they guess at
_REMEMBERED = 10_000
_AT_ONCE = 2  # hashing is meant to cost: no storm of guesses may take every thread of the server
_WAIT_SECONDS = 3.0


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
    """Checks passwords.

    Attributes:
        users: Who may sign in.
        clock: Seconds that only count up.
    """

    users: Users
    clock: Callable[[], float] = time.monotonic
    _failed: OrderedDict[str, _Failures] = field(default_factory=OrderedDict)
    _lock: threading.Lock = field(default_factory=threading.Lock)
    _hashing: threading.Semaphore = field(default_factory=lambda: threading.Semaphore(_AT_ONCE))

    def check(self, name: str, password: str, address: str) -> int:
        """Let somebody in; return how many sign-ins under that name failed since the last that did not.

        Args:
            name: Who they say they are.
            password: What they typed.
            address: Where they ask from.

        Raises:
            SignInPausedError: Too many failed from there, or for that name, a moment ago.
            SignInError: Name and password do not fit; which of them is not told.
        """
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
