"""Judgments, tribunal and arbitration decisions: their formulas, parties, representatives, benches and roles."""

from gyges.reading._cues import Cues
from gyges.reading.genres.court._bench import meet_bench, meet_counsel
from gyges.reading.genres.court._case import open_case
from gyges.reading.genres.court._lives import read_lives, read_phrases
from gyges.reading.genres.court._parties import fill_gaps, meet_parties, sweep
from gyges.reading.genres.court._roles import meet_roles
from gyges.reading.people._owners import Owners


def add(owners: Owners, written: Cues) -> None:
    """Add what the formulas of a decision, as it is written, tell to what the general reader found."""
    case = open_case(owners, written)
    meet_parties(case)
    meet_counsel(case)
    meet_bench(case)
    read_lives(case)
    meet_roles(case)
    sweep(case)
    fill_gaps(case)
    read_phrases(case)
