"""Do people agree? Two annotators pair by pair, any number side by side, raters on a scale."""

from gyges.scoring.agreement._alpha import Reliability, krippendorff_alpha, reliability
from gyges.scoring.agreement._figures import (
    FactAgreement,
    MentionAgreement,
    fact_agreement,
    fact_figures,
    mention_agreement,
    mention_figures,
)
from gyges.scoring.agreement._pairs import (
    Align,
    MentionsCompared,
    PeopleCompared,
    compare_mentions,
    compare_people,
)
from gyges.scoring.agreement._ratings import RatingFigures, rating_figures
from gyges.scoring.agreement._side_by_side import (
    AlignedFact,
    AlignedMention,
    AlignedPerson,
    RowStanding,
    mentions_side_by_side,
    people_side_by_side,
)

__all__ = [
    "Align",
    "AlignedFact",
    "AlignedMention",
    "AlignedPerson",
    "FactAgreement",
    "MentionAgreement",
    "MentionsCompared",
    "PeopleCompared",
    "RatingFigures",
    "Reliability",
    "RowStanding",
    "compare_mentions",
    "compare_people",
    "fact_agreement",
    "fact_figures",
    "krippendorff_alpha",
    "mention_agreement",
    "mention_figures",
    "mentions_side_by_side",
    "people_side_by_side",
    "rating_figures",
    "reliability",
]
