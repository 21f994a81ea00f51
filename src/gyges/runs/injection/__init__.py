"""Law 5 put to the test: documents that tell their reader what to answer, and what that does to its verdicts."""

from gyges.runs.injection._figures import (
    ChangedVerdicts,
    InjectionResult,
    ReadThrice,
    RoleReading,
    RoleStanding,
    injection_result,
    read_suite,
)
from gyges.runs.injection._roles import Scores, SteerableRole, anonymizer_role, judge_role, steerable_roles
from gyges.runs.injection._suite import READINGS, InjectedDocument, WordsShown, injection_suite, sampled
