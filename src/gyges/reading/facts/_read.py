"""Which cue belongs to whom: every family of tags reads the cues and gives them to their owners."""

from gyges.reading.facts._age import read_ages
from gyges.reading.facts._beside import read_beside
from gyges.reading.facts._bonds import read_bonds
from gyges.reading.facts._codes import read_codes
from gyges.reading.facts._home import read_homes
from gyges.reading.facts._identity import read_identities
from gyges.reading.facts._school import read_schooling
from gyges.reading.facts._signature import read_signatures
from gyges.reading.facts._trade import read_trades
from gyges.reading.facts._work import read_work
from gyges.reading.people._owners import Owners

__all__ = ["read_facts"]


def read_facts(owners: Owners) -> None:
    """Give every cue to its owner."""
    read_identities(owners)
    read_codes(owners)
    read_ages(owners)
    read_beside(owners)
    read_work(owners)
    read_trades(owners)
    read_signatures(owners)
    read_schooling(owners)
    read_bonds(owners)
    read_homes(owners)
