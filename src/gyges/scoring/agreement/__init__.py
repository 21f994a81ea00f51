"""Do people agree? Two annotators pair by pair, any number side by side, raters on a scale."""

from gyges.scoring.agreement._alpha import RatingFigures, rating_figures, reliability
from gyges.scoring.agreement._figures import (
    FactAgreement,
    MentionAgreement,
    fact_agreement,
    fact_figures,
    mention_agreement,
    mention_figures,
)
from gyges.scoring.agreement._pairs import MentionsCompared, PeopleCompared, compare_mentions, compare_people
from gyges.scoring.agreement._side_by_side import (
    AlignedMention,
    AlignedPerson,
    RowStanding,
    mentions_side_by_side,
    people_side_by_side,
)
