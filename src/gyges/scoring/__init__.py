"""Truth meets guess: values, alignment, protection, intervals, controls, spans, utility, agreement."""

from gyges.scoring._authors import (
    ANY_PLACE,
    PLACE_LEVELS,
    AuthorValidation,
    author_rates,
    first_guesses,
    first_guesses_by_place,
    first_guesses_by_tag,
    is_about_author,
    score_labelled,
    score_labelled_async,
    validate_authors,
)
from gyges.scoring._breakdown import (
    PEOPLE_IN_TEXT,
    DocumentCounts,
    DocumentFolds,
)
from gyges.scoring._combination import combination_risk
from gyges.scoring._compare import (
    AuditComparison,
    PersonChange,
    StrongComparison,
    StrongSide,
    compare_audits,
    compare_strong,
)
from gyges.scoring._controls import (
    ExcessFold,
    Prior,
    TrueFact,
    compare_by_rules,
    permuted_order,
    true_facts,
)
from gyges.scoring._guard import guarded, residual_identifiers, why_unchecked
from gyges.scoring._judge import HumanDecisions, Judge, load_human_decisions
from gyges.scoring._overlap import bleu, cross_similarity, embedding_similarity, rouge, rouge_l
from gyges.scoring._protection import (
    PROTECTED_FROM,
    ProtectionCounts,
    ProtectionFold,
    WorstSubject,
    counted_verdicts,
    coverage,
    document_counts,
    protection,
    targets,
)
from gyges.scoring._rate import (
    Count,
    CountRow,
    CountTable,
    Rate,
    bootstrap_difference,
    bootstrap_rate,
    bootstrap_rates,
    percent_ends,
    whole_percent,
)
from gyges.scoring._release_check import (
    LEAST_KEPT,
    REMOVE_ALL,
    KeptShare,
    WordRuns,
    foreign_runs,
    kept_of,
    origin_of,
    run_sample,
    why_no_release,
)
from gyges.scoring._results import (
    PEOPLE,
    STRANGERS,
    ConfirmedRow,
    CoverageRow,
    FactResult,
    GateRow,
    KnownPersonRow,
    KnownRow,
    RateRow,
    ReaderRow,
    ReadRow,
    ReleasedRow,
    Results,
    StandingRow,
    StrangerFact,
    StrangerResult,
    SubjectResult,
    UncheckedRow,
    is_direct,
    is_scored,
    leaked_share,
    worst_first,
)
from gyges.scoring._results_file import Smallest, check_same_terms, load_results, results_files, scored_from_results
from gyges.scoring._score import ScoredAttribute, score_author, score_author_async, score_document, score_document_async
from gyges.scoring._scored import (
    FEWEST_SHOWN,
    MIN_CERTAINTY,
    ReaderCount,
    ScoredDocument,
    ScoredSubject,
    unscored_document,
)
from gyges.scoring._spans import (
    SpanCounts,
    SpanFold,
    SpanMode,
    SpanRates,
    count_spans,
    span_recall,
)
from gyges.scoring._stability import (
    difference_over_seeds,
    rank_agreement,
    spearman,
    spearman_interval,
    stability,
)
from gyges.scoring._utility import (
    Overlap,
    Rating,
    Utility,
    UtilityFold,
    judge_utility,
    measure_utility,
    utility_rates,
)
from gyges.scoring._validation import Validation, spia_table_9, validate
from gyges.scoring.agreement import FactAgreement, MentionAgreement, fact_agreement, mention_agreement
from gyges.scoring.alignment import Alignment, align, align_by_model, recorded_alignment, who_is_who
from gyges.scoring.alignment._align import best_assignment
from gyges.scoring.estimate import (
    DocumentChances,
    StrongEstimate,
    StrongFold,
    document_chances,
    estimate_strong,
)
from gyges.scoring.values import PROFILES, Profile, ValueVerdict, check_profile, compare_values, validate_verdicts

__all__ = [
    "AuditComparison",
    "ConfirmedRow",
    "CoverageRow",
    "FactAgreement",
    "HumanDecisions",
    "Judge",
    "MentionAgreement",
    "Profile",
    "Rate",
    "RateRow",
    "Results",
    "ScoredDocument",
    "ScoredSubject",
    "SubjectResult",
    "Validation",
    "compare_audits",
    "compare_values",
    "fact_agreement",
    "load_human_decisions",
    "load_results",
    "mention_agreement",
    "protection",
    "results_files",
    "score_document",
    "score_document_async",
    "validate",
]
