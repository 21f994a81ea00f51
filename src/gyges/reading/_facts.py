"""Which cue belongs to whom: every family of tags reads the cues and gives them to their owners."""

from gyges.reading._fact_age import read_ages
from gyges.reading._fact_beside import read_beside
from gyges.reading._fact_bonds import read_bonds
from gyges.reading._fact_codes import read_codes
from gyges.reading._fact_home import read_homes
from gyges.reading._fact_identity import read_identities
from gyges.reading._fact_school import read_schooling
from gyges.reading._fact_signature import read_signatures
from gyges.reading._fact_trade import read_trades
from gyges.reading._fact_work import read_work
from gyges.reading._owners import Owners

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
