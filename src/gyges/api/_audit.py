"""``gyges.audit`` and its twin for event loops."""

import os
import textwrap
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from gyges.api._anonymize_result import AnonymizeResult
from gyges.api._audit_result import AuditResult
from gyges.api._places import run_folder
from gyges.attacks import AttackOptions
from gyges.corpus import DataFrame, Place, Source, StoreUrl, place_of, read_documents, read_known, read_releases
from gyges.errors import ConfigError, InputError
from gyges.models import ModelPool, ModelSettings
from gyges.records import Release
from gyges.runs import (
    SAMPLE,
    AuditOptions,
    Confirm,
    accepted_names,
    aside,
    audit_corpus,
    run_mark,
    wait_for,
)
from gyges.runs.workers import Jobs
from gyges.scoring import LEAST_KEPT, Profile

_Releases = str | Place | DataFrame | AnonymizeResult | Iterable[str | Mapping[str, object] | Release]
_SHOWN = 80  # characters of a string that names no file
_KnownFiles = str | Place | Sequence[str | Place] | None


def audit(
    originals: Source,
    releases: _Releases | None = None,
    *,
    text_field: str | None = None,
    attacker: str | tuple[str, ...] = "rules",
    judge: str | None = None,
    profile: Profile = "strict",
    confirm: str | None = None,
    sample: int = SAMPLE,
    seed: int = 0,
    known: _KnownFiles = None,
    accept: Sequence[str] = (),
    least_kept: float | None = None,
    folder: str | Path | None = None,
    settings: ModelSettings | None = None,
    jobs: Jobs = None,
) -> AuditResult:
    """Tell what can still be inferred about each person. Works in notebooks too, where a loop is running.

    Args:
        originals: Documents: a path, a URL, a data frame, or texts, mappings or documents in memory.
        releases: What `anonymize` made, or released texts with the ids of their documents; None audits the originals
            themselves.
        text_field: The field or column with the original text, as for `anonymize`.
        attacker: Who attacks; several are scored together.
        judge: The model asked about values that rules do not settle.
        profile: ``strict``, or ``paper`` for the published rules.
        confirm: A strong reader for a drawn sample: a model, or ``recorded:FILE``.
        sample: How many documents it reads.
        seed: Another one draws other documents.
        known: Files of what an adversary knows already: registers, or documents that the attacker reads.
        accept: Shortcomings that are accepted by name and stand in the results: ``weak-reader``, ``unknown-ids``.
        least_kept: The share of the words of an original that its release must keep, 0.1 if not given; 0 takes any.
        folder: The run folder, to go on after a crash; a temporary one if not given.
        settings: Hosts, limits and budget of models.
        jobs: How many processes compute, or a cluster; None for one on each core, and one alone for few texts.

    Example:
        >>> from gyges.corpus import bundled_corpus
        >>> result = audit(bundled_corpus()[:3]).results
        >>> result.coverage.documents
        3
    """
    options = _options(attacker, judge, profile, confirm, sample, seed, accept, least_kept)
    return wait_for(_audited, originals, text_field, releases, options, known, folder, settings, jobs)


async def audit_async(
    originals: Source,
    releases: _Releases | None = None,
    *,
    text_field: str | None = None,
    attacker: str | tuple[str, ...] = "rules",
    judge: str | None = None,
    profile: Profile = "strict",
    confirm: str | None = None,
    sample: int = SAMPLE,
    seed: int = 0,
    known: _KnownFiles = None,
    accept: Sequence[str] = (),
    least_kept: float | None = None,
    folder: str | Path | None = None,
    settings: ModelSettings | None = None,
    jobs: Jobs = None,
) -> AuditResult:
    """Do the same inside an event loop, which stays free meanwhile; arguments as for `audit`."""
    options = _options(attacker, judge, profile, confirm, sample, seed, accept, least_kept)
    return await aside(_audited, originals, text_field, releases, options, known, folder, settings, jobs)


def _options(
    attacker: str | tuple[str, ...],
    judge: str | None,
    profile: Profile,
    confirm: str | None,
    sample: int,
    seed: int,
    accept: Sequence[str],
    least_kept: float | None,
) -> AuditOptions:
    names = (attacker,) if isinstance(attacker, str) else attacker
    reader = None if confirm is None else Confirm(confirm, sample, seed)
    if least_kept is not None and not 0 <= least_kept <= 1:
        raise ConfigError(f"a release cannot keep {least_kept:g} of its original", "give least_kept from 0 to 1")
    return AuditOptions(
        attackers=names,
        judge=judge,
        profile=profile,
        attack=AttackOptions(special=profile != "paper"),
        confirm=reader,
        least_kept=LEAST_KEPT if least_kept is None else least_kept,
        accepted=accepted_names([accept] if isinstance(accept, str) else accept),
    )


async def _audited(
    originals: Source,
    text_field: str | None,
    releases: _Releases | None,
    options: AuditOptions,
    known: _KnownFiles,
    folder: str | Path | None,
    settings: ModelSettings | None,
    jobs: Jobs,
) -> AuditResult:
    if isinstance(originals, str) and not _may_be_there(originals):
        shown = textwrap.shorten(originals, _SHOWN)
        raise InputError(f"there is no file or folder {shown}", "check the path; a text itself goes in a list")
    before = None if known is None else read_known([known] if isinstance(known, str | Path | StoreUrl) else known)
    if isinstance(releases, AnonymizeResult):
        releases = releases.releases.values()
    released = {} if releases is None else {"release": {r.id: r for r in read_releases(releases)}}
    with run_folder(folder) as place:
        async with ModelPool(settings) as pool:
            if folder is not None:
                pool.works_for(run_mark(place))
            documents = read_documents(originals, text_field=text_field)
            (one,) = await audit_corpus(documents, released, place, pool, options=options, known=before, jobs=jobs)
    return AuditResult(one.name, one.results, one.scored, one.texts, people=one.people)


def _may_be_there(name: str) -> bool:
    return isinstance(place_of(name), StoreUrl) or os.path.exists(name)  # noqa: PTH110  # which a long text does not break
