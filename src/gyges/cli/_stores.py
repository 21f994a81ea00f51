"""Results that go to a store: said before the work, for it is the store that decides who reads them."""

import sys

from gyges.cli._printable import one_line
from gyges.corpus import Place, StoreUrl

__all__ = ["say_if_stored"]


def say_if_stored(place: Place, what: str) -> None:
    """Say on standard error that something which may quote originals leaves this machine, if it does."""
    if isinstance(place, StoreUrl):
        told = f"{what} to {place}: it may quote originals, and that store decides who reads it"
        sys.stderr.write(one_line(f"gyges: {told}") + "\n")
