"""Runs: carry documents through stages, survive being killed, go on where they were, pay nothing twice.

A run folder holds ``plan.json``, ``journal``, ``lock`` and ``summary.json``; docs/design/journal.md says how and why.
"""

from gyges.runs._anonymize import Anonymized, AnonymizeOptions, anonymize_corpus
from gyges.runs._audit import audit_releases
from gyges.runs._audit_corpus import Audit, audit_corpus, check_audit
from gyges.runs._audited import SAMPLE, AuditedRelease, AuditOptions, Confirm, StrongMake, Truth
from gyges.runs._authors import are_about_authors, author_attackers
from gyges.runs._calls import models_asked, tokens_of
from gyges.runs._claim import FolderClaim, claim_folder, find_folder
from gyges.runs._compare_runs import RunComparison, compare_results
from gyges.runs._contents import OWN_FILES
from gyges.runs._events import (
    DocumentFinished,
    Event,
    Listener,
    RunStarted,
    RunStopped,
    StillWorking,
    Tick,
    UnitFinished,
    Usage,
)
from gyges.runs._findings import Attacked, attack_corpus, attack_texts, finding_from_json, finding_to_json
from gyges.runs._folder import private_journal
from gyges.runs._journal import Journal
from gyges.runs._lock import folder_lock
from gyges.runs._loops import aside, wait_for
from gyges.runs._mark import mark_above, run_mark
from gyges.runs._outcome import (
    UNREACHED,
    FailedUnit,
    RunSummary,
    StageCount,
    Stopped,
    UnitOutcome,
    UnitStatus,
    check_budget,
    closing_sentence,
    used_up,
)
from gyges.runs._plan import Plan, Stage, Task, unit_digest
from gyges.runs._progress import progress_listener
from gyges.runs._progress_file import RunProgress, look_at_progress
from gyges.runs._public import (
    IDS,
    PUBLIC,
    PUBLIC_TEXTS,
    IdRule,
    PublicRow,
    original_ids,
    public_ids,
    public_rows,
    write_public,
)
from gyges.runs._result import Run, RunInterrupted
from gyges.runs._run import CONCURRENCY, run, run_plan
from gyges.runs._run_folders import PurgedRun, RunFolder, RunState, find_runs, look_at_run, open_run, purge_run
from gyges.runs._to_read import TO_READ

__all__ = [
    "CONCURRENCY",
    "IDS",
    "OWN_FILES",
    "PUBLIC",
    "PUBLIC_TEXTS",
    "SAMPLE",
    "TO_READ",
    "UNREACHED",
    "AnonymizeOptions",
    "Anonymized",
    "Attacked",
    "Audit",
    "AuditOptions",
    "AuditedRelease",
    "Confirm",
    "DocumentFinished",
    "Event",
    "FailedUnit",
    "FolderClaim",
    "IdRule",
    "Journal",
    "Listener",
    "Plan",
    "PublicRow",
    "PurgedRun",
    "Run",
    "RunComparison",
    "RunFolder",
    "RunInterrupted",
    "RunProgress",
    "RunStarted",
    "RunState",
    "RunStopped",
    "RunSummary",
    "Stage",
    "StageCount",
    "StillWorking",
    "Stopped",
    "StrongMake",
    "Task",
    "Tick",
    "Truth",
    "UnitFinished",
    "UnitOutcome",
    "UnitStatus",
    "Usage",
    "anonymize_corpus",
    "are_about_authors",
    "aside",
    "attack_corpus",
    "attack_texts",
    "audit_corpus",
    "audit_releases",
    "author_attackers",
    "check_audit",
    "check_budget",
    "claim_folder",
    "closing_sentence",
    "compare_results",
    "find_folder",
    "find_runs",
    "finding_from_json",
    "finding_to_json",
    "folder_lock",
    "look_at_progress",
    "look_at_run",
    "mark_above",
    "models_asked",
    "open_run",
    "original_ids",
    "private_journal",
    "progress_listener",
    "public_ids",
    "public_rows",
    "purge_run",
    "run",
    "run_mark",
    "run_plan",
    "tokens_of",
    "unit_digest",
    "used_up",
    "wait_for",
    "write_public",
]
