"""``gyges attack``: findings only, per person."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from gyges.attacks import AttackOptions
from gyges.cli import EXIT_FAILED
from gyges.cli._gates import unread_line
from gyges.cli._inputs import ReadFlags
from gyges.cli._model_flags import AttackFlags, CrewFlags, ModelFlags, announce_hosts
from gyges.cli._options import Attackers, TextsArgument, ToRun
from gyges.cli._output import print_table, say, write_result
from gyges.cli._running import in_folder, take_folder, tell_folder
from gyges.cli._saying import notice, one_line
from gyges.models import ModelPool, ModelSettings, Spending
from gyges.reading import unread_kinds
from gyges.records import Document, Finding, UnreadableDocument
from gyges.runs import (
    UNREACHED,
    Attacked,
    FolderClaim,
    Listener,
    RunSummary,
    attack_corpus,
    check_budget,
    finding_to_json,
)
from gyges.runs.workers import Jobs


def attack(
    read: ReadFlags,
    models: ModelFlags,
    how: AttackFlags,
    crew: CrewFlags,
    to: ToRun,
    texts: TextsArgument = None,
    attacker: Attackers = None,
) -> int:
    """Say what an attacker infers about each person in texts; no truth is needed. Exit 1 when a text failed.

    Example: echo "Ana, 41, is a nurse in Porto." | gyges attack -
    """
    documents = read.all_documents(texts)
    who = tuple(attacker or ())
    found = find(documents, who, how.options(), models.settings(), to.out, "attack", jobs=crew.crew(), force=to.force)
    if to.json is not None:
        rows = [finding_to_json(finding) for finding in found.findings.values()]
        failed = [{"id": id_, "reason": reason} for id_, reason in found.failures.items()]
        whole = found.summary.stopped is None
        write_result({"findings": rows, "failed": failed}, to.json, whole=whole, force=to.force)
        warn_of_failures(found.failures, len(found.findings))
    else:
        print_findings(found.findings, found.failures)
    tell_folder(to.out, found.folder)
    check_budget(found.summary)
    return EXIT_FAILED if found.failures else 0


@dataclass(frozen=True, slots=True)
class AttackFindings:
    """What all attackers together found."""

    findings: Mapping[str, Finding]  # by document
    failures: Mapping[str, str]  # why there is none, by document
    summary: RunSummary  # how the run ended
    spent: Spending  # what the models have used in this run of the command
    folder: Path  # the run folder


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

    async def main(pool: ModelPool, listener: Listener) -> tuple[str, Attacked, Spending]:
        texts = {one.id: one.text for one in documents if not isinstance(one, UnreadableDocument)}
        name, attacked = await attack_corpus(
            texts, names, options, folder, pool, listener=listener, announce=announce_hosts, jobs=jobs or settings.jobs
        )
        return name, attacked, pool.ledger.total

    name, attacked, spent = in_folder(folder, settings, main)
    unread = {one.id: f"read: {one.why}" for one in documents if isinstance(one, UnreadableDocument)}
    failures = {**attacked.failures[name], **unread}
    return AttackFindings(attacked.findings[name], failures, attacked.summary, spent, folder)


def print_findings(findings: Mapping[str, Finding], failures: Mapping[str, str]) -> None:
    """Print everybody who was found, with what was inferred and by which words."""
    for id_, finding in findings.items():
        genre = f", genre {finding.notes['genre']}" if "genre" in finding.notes else ""
        say(one_line(f"{id_}: {len(finding.subjects)} people found by {finding.attacker}{genre}"))
        for subject in finding.subjects:
            rows = [
                (f.tag, f.value, str(f.certainty), " … ".join(f.evidence)[:80])
                for f in (*subject.facts, *subject.special)
            ]
            print_table(subject.description, ("fact", "value", "certainty", "given away by"), rows)
    warn_of_failures(failures, len(findings))


def warn_of_failures(failures: Mapping[str, str], attacked: int) -> None:
    """Say on standard error which texts could not be attacked, and why."""
    unread = unread_kinds(failures.values())
    if unread:
        notice(f"{unread_line(unread, attacked + len(failures))}")
    for id_, reason in failures.items():
        if reason == UNREACHED:  # one line tells of all of them
            continue
        notice(f"{id_} could not be attacked: {reason}")
