"""Opens the ranker that the user asked for."""

import logging

from gyges.anonymizers.subjectwise._options import RankerName
from gyges.anonymizers.wording import Ranker, TinyRanker
from gyges.attacks.tiny import base_is_here, open_likelihood

__all__ = ["open_ranker"]

_log = logging.getLogger("gyges.anonymizers")


def open_ranker(name: RankerName) -> Ranker | None:
    """Return the ranker; None where the order of the rules stands.

    Raises:
        MissingExtraError: It was asked for by name, and its extra is not installed.
        ConfigError: It was asked for by name, and its weights are not on this machine.
    """
    if name == "none":
        return None
    if name == "auto" and not base_is_here():
        _log.warning("the weights of 'tiny' are not on this machine, so the rules choose wordings alone")
        return None
    return TinyRanker(open_likelihood())
