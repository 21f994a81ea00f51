"""Which cue belongs to whom: every family of tags reads the cues and gives them to their owners."""

from gyges.reading.facts._ages import read_ages
from gyges.reading.facts._beside import read_beside, read_signatures
from gyges.reading.facts._bonds import read_bonds
from gyges.reading.facts._codes import read_codes
from gyges.reading.facts._home import read_homes
from gyges.reading.facts._identity import read_identities
from gyges.reading.facts._told import learn
from gyges.reading.facts._trade import read_schooling, read_trades
from gyges.reading.facts._work import read_work
from gyges.reading.people._owners import Owners

__all__ = ["read_facts"]

_READERS = (
    read_identities, read_codes, read_ages, read_beside, read_work, read_trades, read_signatures, read_schooling,
    read_bonds, read_homes,
)  # fmt: skip


def read_facts(owners: Owners) -> None:
    """Give every cue to its owner, what tells most surely first."""
    for reader in _READERS:
        learn(reader(owners))
