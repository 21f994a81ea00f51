"""Linkage: a few known facts about a person lead to the released record, and the record gives away the rest."""

from gyges.attacks.linkage._auxiliary import (
    MOST_KNOWN,
    Auxiliary,
    Draw,
    draw_auxiliary,
    match_known,
    paraphrase,
    read_auxiliary,
)
from gyges.attacks.linkage._claims import Claim, Claimer, ModelClaimer, is_dialogue
from gyges.attacks.linkage._linkers import LINKERS, RecordLinker, open_linker
from gyges.attacks.linkage._ranked import (
    RANK_BORDERS,
    TOP,
    Ranked,
    tally_links,
)
from gyges.attacks.linkage._rules_claims import RulesClaimer

__all__ = ["LINKERS", "RecordLinker", "open_linker", "read_auxiliary"]
