"""What ``gyges attack`` and ``gyges validate`` have in common."""

import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import anyio
import typer

from gyges.attacks import AttackOptions
from gyges.cli import EXIT_INTERRUPTED
from gyges.cli._folders import take_folder
from gyges.cli._hints import hint_at_tiny, unread_line
from gyges.cli._model_flags import announce_hosts, notice
from gyges.cli._output import print_table, say
from gyges.cli._printable import one_line
from gyges.cli._progress import progress
from gyges.models import ModelPool, ModelSettings, Spending
from gyges.reading import unread_kinds
from gyges.records import Document, Finding
from gyges.runs import UNREACHED, Attacked, FolderClaim, RunSummary, attack_corpus, run_mark
from gyges.runs.workers import Jobs


@dataclass(frozen=True, slots=True)
class AttackFindings:
    """What all attackers together found.

    Attributes:
        findings: By document.
        failures: Why there is none, by document.
        summary: How the run ended.
        spent: What the models have used.
        folder: The run folder.
    """

    findings: Mapping[str, Finding]
    failures: Mapping[str, str]
    summary: RunSummary
    spent: Spending
    folder: Path


def find(
    documents: Sequence[Document],
    attackers: tuple[str, ...],
    options: AttackOptions,
    settings: ModelSettings,
    out: Path | None,
    verb: str,
    *,
    jobs: Jobs,
    force: bool,
) -> AttackFindings:
    """Attack texts with progress; return what all attackers together found."""
    names = attackers or (settings.roles.get("attacker", "rules"),)
    claim = FolderClaim.of(verb, documents, {"attackers": names, "options": options, **settings.prompts.setting()})
    folder = take_folder(out, claim, force=force)
    count = jobs or settings.jobs

    async def main() -> tuple[str, Attacked, Spending]:
        async with ModelPool(settings, notify=notice) as pool:
            pool.works_for(run_mark(folder))
            listener = progress(usage=lambda: pool.ledger.total)
            texts = {document.id: document.text for document in documents}
            name, attacked = await attack_corpus(
                texts,
                names,
                options,
                folder,
                pool,
                listener=listener,
                announce=announce_hosts,
                jobs=count,
            )
            return name, attacked, pool.ledger.total

    try:
        name, attacked, spent = anyio.run(main)
    except KeyboardInterrupt:
        sys.stderr.write(f"gyges: stopped; what is done is kept in {folder}. Run the same command again to go on.\n")
        raise typer.Exit(EXIT_INTERRUPTED) from None
    return AttackFindings(attacked.findings[name], attacked.failures[name], attacked.summary, spent, folder)


def print_findings(findings: Mapping[str, Finding], failures: Mapping[str, str]) -> None:
    """Print everybody who was found, with what was inferred and by which words."""
    for id_, finding in findings.items():
        genre = f", genre {finding.notes['genre']}" if "genre" in finding.notes else ""
        say(one_line(f"{id_}: {len(finding.subjects)} people found by {finding.attacker}{genre}"))
        for subject in finding.subjects:
            rows = [(f.tag, f.value, str(f.certainty), " … ".join(f.evidence)[:80]) for f in subject.facts]
            print_table(subject.description, ("fact", "value", "certainty", "given away by"), rows)
    hint_at_tiny(
        next((finding.attacker for finding in findings.values()), ""),
        Counter(str(finding.notes["genre"]) for finding in findings.values() if "genre" in finding.notes),
    )
    warn_of_failures(failures, len(findings))


def warn_of_failures(failures: Mapping[str, str], attacked: int) -> None:
    """Say on standard error which texts could not be attacked, and why.

    Args:
        failures: Reasons by document.
        attacked: How many others there are.
    """
    unread = unread_kinds(failures.values())
    if unread:
        sys.stderr.write(f"gyges: {unread_line(unread, attacked + len(failures))}\n")
    for id_, reason in failures.items():
        if reason == UNREACHED:  # one line tells of all of them
            continue
        sys.stderr.write(one_line(f"gyges: {id_} could not be attacked: {reason}") + "\n")
