"""What a linked record gives away in meaning: claims rated against it, beside the lexical measures that miss it."""

from gyges.scoring.semantic._categories import (
    UNCATEGORISED,
    CategorySet,
    categories_by_model,
    categories_by_tag,
    leak_categories,
    leaks_by_category,
)
from gyges.scoring.semantic._distance import (
    SAME,
    SIMILAR,
    UNSUPPORTED,
    ClaimRating,
    DistanceBin,
    RatedRecord,
    SemanticRates,
    distance_histogram,
    semantic_distance,
)
from gyges.scoring.semantic._divergence import divergence_of_halves, word_divergence
from gyges.scoring.semantic._lexical import (
    LEXICAL_VARIANTS,
    embedding_distance,
    identifiers_left,
    lexical_distances,
    mauve_distance,
)
from gyges.scoring.semantic._link_results import (
    LeftOutRecord,
    Linkage,
    LinkCoverage,
    LinkedRecord,
    LinkResults,
    PersonAcross,
    Semantic,
)
from gyges.scoring.semantic._raters import CLAIMS_AT_ONCE, SAMPLES, rate_by_model, rate_by_rules
from gyges.scoring.semantic._tasks import (
    MultipleChoice,
    Rubric,
    answer_choice,
    draw_shots,
    label_text,
    label_utility,
    labels_kept,
    rate_coherence,
    task_names,
)

__all__ = ["LinkResults"]
