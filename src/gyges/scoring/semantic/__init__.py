"""What a linked record gives away in meaning: claims rated against it, beside the lexical measures that miss it."""

from gyges.scoring.semantic._by_model import CLAIMS_AT_ONCE, SAMPLES, rate_by_model
from gyges.scoring.semantic._by_rules import rate_by_rules
from gyges.scoring.semantic._categories import (
    UNCATEGORISED,
    CategorySet,
    LeakCategory,
    categories_by_model,
    categories_by_tag,
    leak_categories,
    leaks_by_category,
)
from gyges.scoring.semantic._distance import RatedRecord, SemanticRates, semantic_distance
from gyges.scoring.semantic._divergence import divergence_of_halves, word_divergence
from gyges.scoring.semantic._histogram import DistanceBin, distance_histogram
from gyges.scoring.semantic._identifiers import identifiers_left
from gyges.scoring.semantic._labels_kept import labels_kept
from gyges.scoring.semantic._lexical import LEXICAL_VARIANTS, lexical_distances
from gyges.scoring.semantic._link_results import (
    LeftOutRecord,
    Linkage,
    LinkCoverage,
    LinkedRecord,
    LinkResults,
    PersonAcross,
    Semantic,
)
from gyges.scoring.semantic._meaning import embedding_distance, mauve_distance
from gyges.scoring.semantic._ratings import SAME, SIMILAR, UNSUPPORTED, ClaimRating
from gyges.scoring.semantic._task_names import task_names
from gyges.scoring.semantic._tasks import (
    MultipleChoice,
    answer_choice,
    draw_shots,
    label_text,
    label_utility,
    rate_coherence,
)
from gyges.scoring.semantic._word_reader import Example, WordReader

__all__ = [
    "CLAIMS_AT_ONCE",
    "LEXICAL_VARIANTS",
    "SAME",
    "SAMPLES",
    "SIMILAR",
    "UNCATEGORISED",
    "UNSUPPORTED",
    "CategorySet",
    "ClaimRating",
    "DistanceBin",
    "Example",
    "LeakCategory",
    "LeftOutRecord",
    "LinkCoverage",
    "LinkResults",
    "Linkage",
    "LinkedRecord",
    "MultipleChoice",
    "PersonAcross",
    "RatedRecord",
    "Semantic",
    "SemanticRates",
    "WordReader",
    "answer_choice",
    "categories_by_model",
    "categories_by_tag",
    "distance_histogram",
    "divergence_of_halves",
    "draw_shots",
    "embedding_distance",
    "identifiers_left",
    "label_text",
    "label_utility",
    "labels_kept",
    "leak_categories",
    "leaks_by_category",
    "lexical_distances",
    "mauve_distance",
    "rate_by_model",
    "rate_by_rules",
    "rate_coherence",
    "semantic_distance",
    "task_names",
    "word_divergence",
]
