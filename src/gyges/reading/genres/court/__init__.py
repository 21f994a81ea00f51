"""Judgments, tribunal and arbitration decisions: their formulas, parties, representatives, benches and roles."""

from gyges.reading._cues import Cues
from gyges.reading.genres.court._bench import meet_bench
from gyges.reading.genres.court._case import open_case
from gyges.reading.genres.court._counsel import meet_counsel
from gyges.reading.genres.court._lives import read_lives
from gyges.reading.genres.court._nobody import fill_gaps, sweep
from gyges.reading.genres.court._parties import meet_parties
from gyges.reading.genres.court._roles import meet_roles
from gyges.reading.people._owners import Owners

__all__ = ["add"]


def add(owners: Owners, written: Cues) -> None:
    """Add what the formulas of a decision tell to what the general reader found.

    Args:
        owners: The people so far, and whose a cue is.
        written: The cues of the text as it is written.
    """
    case = open_case(owners, written)
    meet_parties(case)
    meet_counsel(case)
    meet_bench(case)
    read_lives(case)
    meet_roles(case)
    sweep(case)
    fill_gaps(case)
