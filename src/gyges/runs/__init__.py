"""Runs: carry documents through stages, survive being killed, go on where they were, pay nothing twice.

A run folder holds ``plan.json``, ``journal``, ``lock`` and ``summary.json``; docs/design/journal.md says how and why.
"""

from importlib import import_module
from typing import TYPE_CHECKING

from gyges.runs._audit_corpus import Audit, audit_corpus, check_audit
from gyges.runs._audited import (
    SAMPLE,
    WEAK_READER,
    AuditOptions,
    Confirm,
    accepted_names,
    are_about_authors,
    author_attackers,
)
from gyges.runs._claim import FolderClaim, claim_folder, find_folder, hold_back, mark_above, run_mark
from gyges.runs._compare_runs import RunComparison, compare_results, shortcomings
from gyges.runs._confirm import TO_READ
from gyges.runs._contents import HELD, OWN_FILES
from gyges.runs._engine import run, run_stage
from gyges.runs._events import (
    DocumentFinished,
    Event,
    Listener,
    RunStarted,
    RunStopped,
    StillWorking,
    Tick,
)
from gyges.runs._findings import Attacked, attack_corpus, attack_texts, finding_from_json, finding_to_json
from gyges.runs._folder import private_journal
from gyges.runs._journal import Journal
from gyges.runs._lock import folder_lock
from gyges.runs._loops import aside, wait_for
from gyges.runs._outcome import (
    UNREACHED,
    Anonymized,
    FailedUnit,
    RunSummary,
    UnitOutcome,
    check_budget,
    closing_sentence,
    used_up,
)
from gyges.runs._plan import Stage, unit_digest
from gyges.runs._progress import RunProgress, look_at_progress, progress_listener
from gyges.runs._public import (
    IDS,
    PUBLIC,
    PUBLIC_TEXTS,
    IdRule,
    PublicRow,
    original_ids,
    original_ids_in_run,
    public_ids,
    public_rows,
    write_public,
)
from gyges.runs._result import Run
from gyges.runs._run_folders import RunFolder, RunState, find_runs, look_at_run, purge_run
from gyges.runs._spending import models_asked, paid_in, tokens_of

if TYPE_CHECKING:
    from gyges.runs._anonymize import AnonymizeOptions, anonymize_corpus, open_for_purpose

__all__ = [
    "AnonymizeOptions",
    "Anonymized",
    "Audit",
    "AuditOptions",
    "Confirm",
    "Journal",
    "Run",
    "RunSummary",
    "Stage",
    "anonymize_corpus",
    "attack_corpus",
    "audit_corpus",
    "closing_sentence",
    "compare_results",
    "find_runs",
    "purge_run",
    "run",
    "wait_for",
]

_MADE = ("AnonymizeOptions", "anonymize_corpus", "open_for_purpose")


def __getattr__(name: str) -> object:
    """Load what makes releases only when somebody asks for it: an audit needs no anonymizer."""
    if name in _MADE:
        return getattr(import_module("gyges.runs._anonymize"), name)
    raise AttributeError(f"module 'gyges.runs' has no attribute '{name}'")
