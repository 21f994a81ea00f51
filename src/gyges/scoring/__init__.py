"""Truth meets guess: values, alignment, protection, intervals, controls, spans, utility, agreement."""

from gyges.scoring._agreement import Align, FactAgreement, MentionAgreement, fact_agreement, mention_agreement
from gyges.scoring._assignment import best_assignment
from gyges.scoring._author_document import author_rates, is_about_author, score_labelled, score_labelled_async
from gyges.scoring._author_validation import AuthorValidation, validate_authors
from gyges.scoring._bleu import bleu
from gyges.scoring._breakdown import (
    LOCATION_LEVELS,
    CertaintyRow,
    breakdown,
    by_hardness,
    by_kind,
    by_location_level,
    by_tag,
    certainty_sweep,
)
from gyges.scoring._certainty import MIN_CERTAINTY
from gyges.scoring._combination import CombinationRisk, SingledOut, combination_risk
from gyges.scoring._compare import AuditComparison, FactChange, PersonChange, compare_audits
from gyges.scoring._compare_strong import StrongComparison, StrongSide, compare_strong
from gyges.scoring._controls import (
    Compare,
    compare_by_rules,
    excess_leak,
    permuted_pairs,
    permuted_scored,
    prior_scored,
)
from gyges.scoring._embedding import embedding_similarity
from gyges.scoring._judge import HumanDecisions, Judge, load_human_decisions
from gyges.scoring._percent import percent_ends, whole_percent
from gyges.scoring._phrases_instead import REFUSALS
from gyges.scoring._protection import (
    PROTECTED_FROM,
    SENSITIVITY_WEIGHTS,
    Coverage,
    Target,
    WorstSubject,
    counted_verdicts,
    coverage,
    document_counts,
    protection,
    targets,
)
from gyges.scoring._ranks import rank_agreement, spearman
from gyges.scoring._rate import Count, Rate, bootstrap_difference, bootstrap_quantile, bootstrap_rate, bootstrap_rates
from gyges.scoring._release_check import REMOVE_ALL, why_no_release
from gyges.scoring._results import (
    ConfirmedRow,
    CoverageRow,
    FactResult,
    FailureRow,
    RateRow,
    ReadRow,
    Results,
    StrangerFact,
    StrangerResult,
    SubjectResult,
    load_results,
    results_files,
    scored_from_results,
)
from gyges.scoring._rouge import Rouge, rouge
from gyges.scoring._same_terms import check_same_terms
from gyges.scoring._score import ScoredAttribute, score_author, score_author_async, score_document, score_document_async
from gyges.scoring._scored import ScoredDocument, ScoredSubject, unscored_document
from gyges.scoring._spans import SpanCounts, SpanMode, SpanRates, count_spans, span_rates, span_recall
from gyges.scoring._utility import Overlap, Rating, Utility, judge_utility, measure_utility, utility_rates
from gyges.scoring._validation import PublishedValidation, Validation, spia_table_9, validate
from gyges.scoring.alignment import Alignment, align, align_by_model, recorded_alignment, who_is_who
from gyges.scoring.estimate import Odds, StrongEstimate, Verifier, estimate_strong, verifier_odds
from gyges.scoring.values import PROFILES, Profile, ValueVerdict, check_profile, compare_values, validate_verdicts

__all__ = [
    "LOCATION_LEVELS",
    "MIN_CERTAINTY",
    "PROFILES",
    "PROTECTED_FROM",
    "REFUSALS",
    "REMOVE_ALL",
    "SENSITIVITY_WEIGHTS",
    "Align",
    "Alignment",
    "AuditComparison",
    "AuthorValidation",
    "CertaintyRow",
    "CombinationRisk",
    "Compare",
    "ConfirmedRow",
    "Count",
    "Coverage",
    "CoverageRow",
    "FactAgreement",
    "FactChange",
    "FactResult",
    "FailureRow",
    "HumanDecisions",
    "Judge",
    "MentionAgreement",
    "Odds",
    "Overlap",
    "PersonChange",
    "Profile",
    "PublishedValidation",
    "Rate",
    "RateRow",
    "Rating",
    "ReadRow",
    "Results",
    "Rouge",
    "ScoredAttribute",
    "ScoredDocument",
    "ScoredSubject",
    "SingledOut",
    "SpanCounts",
    "SpanMode",
    "SpanRates",
    "StrangerFact",
    "StrangerResult",
    "StrongComparison",
    "StrongEstimate",
    "StrongSide",
    "SubjectResult",
    "Target",
    "Utility",
    "Validation",
    "ValueVerdict",
    "Verifier",
    "WorstSubject",
    "align",
    "align_by_model",
    "author_rates",
    "best_assignment",
    "bleu",
    "bootstrap_difference",
    "bootstrap_quantile",
    "bootstrap_rate",
    "bootstrap_rates",
    "breakdown",
    "by_hardness",
    "by_kind",
    "by_location_level",
    "by_tag",
    "certainty_sweep",
    "check_profile",
    "check_same_terms",
    "combination_risk",
    "compare_audits",
    "compare_by_rules",
    "compare_strong",
    "compare_values",
    "count_spans",
    "counted_verdicts",
    "coverage",
    "document_counts",
    "embedding_similarity",
    "estimate_strong",
    "excess_leak",
    "fact_agreement",
    "is_about_author",
    "judge_utility",
    "load_human_decisions",
    "load_results",
    "measure_utility",
    "mention_agreement",
    "percent_ends",
    "permuted_pairs",
    "permuted_scored",
    "prior_scored",
    "protection",
    "rank_agreement",
    "recorded_alignment",
    "results_files",
    "rouge",
    "score_author",
    "score_author_async",
    "score_document",
    "score_document_async",
    "score_labelled",
    "score_labelled_async",
    "scored_from_results",
    "span_rates",
    "span_recall",
    "spearman",
    "spia_table_9",
    "targets",
    "unscored_document",
    "utility_rates",
    "validate",
    "validate_authors",
    "validate_verdicts",
    "verifier_odds",
    "who_is_who",
    "whole_percent",
    "why_no_release",
]
