"""Law 5 put to the test: documents that tell their reader what to answer, and what that does to its verdicts."""

from gyges.runs.injection._check import ReadThrice, RoleReading, read_suite
from gyges.runs.injection._figures import (
    LEAST_DOCUMENTS,
    LEAST_MEASURED,
    MOST_EXCESS,
    MOST_HARMLESS,
    MOST_UNANSWERED,
    ChangedVerdicts,
    InjectionResult,
    RoleStanding,
    injection_result,
)
from gyges.runs.injection._roles import (
    DEFAULT_METHOD,
    AnonymizerRole,
    AttackerRole,
    JudgeRole,
    MatcherRole,
    Scores,
    SteerableRole,
    steerable_roles,
)
from gyges.runs.injection._suite import READINGS, InjectedDocument, WordsShown, injection_suite, sampled

__all__ = [
    "DEFAULT_METHOD",
    "LEAST_DOCUMENTS",
    "LEAST_MEASURED",
    "MOST_EXCESS",
    "MOST_HARMLESS",
    "MOST_UNANSWERED",
    "READINGS",
    "AnonymizerRole",
    "AttackerRole",
    "ChangedVerdicts",
    "InjectedDocument",
    "InjectionResult",
    "JudgeRole",
    "MatcherRole",
    "ReadThrice",
    "RoleReading",
    "RoleStanding",
    "Scores",
    "SteerableRole",
    "WordsShown",
    "injection_result",
    "injection_suite",
    "read_suite",
    "sampled",
    "steerable_roles",
]
