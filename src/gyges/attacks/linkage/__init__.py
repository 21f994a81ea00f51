"""Linkage: a few known facts about a person lead to the released record, and the record gives away the rest."""

from gyges.attacks.linkage._auxiliary import MOST_KNOWN, Auxiliary, Draw, draw_auxiliary, read_auxiliary
from gyges.attacks.linkage._claims import NOWHERE, Claim, Claimer
from gyges.attacks.linkage._known import match_known
from gyges.attacks.linkage._locate import Locator
from gyges.attacks.linkage._model_claims import ModelClaimer, is_dialogue
from gyges.attacks.linkage._paraphrase import paraphrase
from gyges.attacks.linkage._ranked import PLAUSIBLE_SHARE, TOP, Linker, Ranked, TrueRank
from gyges.attacks.linkage._registry import LINKERS, RecordLinker, open_linker
from gyges.attacks.linkage._rules_claims import RulesClaimer
from gyges.attacks.linkage._tally import RANK_BORDERS, LinkTally, tally_links

__all__ = [
    "LINKERS",
    "MOST_KNOWN",
    "NOWHERE",
    "PLAUSIBLE_SHARE",
    "RANK_BORDERS",
    "TOP",
    "Auxiliary",
    "Claim",
    "Claimer",
    "Draw",
    "LinkTally",
    "Linker",
    "Locator",
    "ModelClaimer",
    "Ranked",
    "RecordLinker",
    "RulesClaimer",
    "TrueRank",
    "draw_auxiliary",
    "is_dialogue",
    "match_known",
    "open_linker",
    "paraphrase",
    "read_auxiliary",
    "tally_links",
]
