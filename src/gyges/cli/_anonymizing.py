"""What ``gyges anonymize`` does: flags to tools, releases to files, and a word about how it went."""

import inspect
import os
import stat
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from urllib.parse import urlsplit

import anyio
import typer

from gyges.anonymizers import METHODS, Anonymizer, Purpose, Tools, find_method, open_anonymizer, restore
from gyges.anonymizers.replacement import Secret
from gyges.cli import EXIT_FAILED, EXIT_INTERRUPTED
from gyges.cli._folders import take_folder, tell_folder
from gyges.cli._inputs import ReadFlags
from gyges.cli._model_flags import ModelFlags, announce_hosts, notice
from gyges.cli._output import print_table, say, write_json, write_result
from gyges.cli._printable import one_line
from gyges.cli._progress import progress
from gyges.cli._release_count import ReleaseCount, count_of
from gyges.cli._reviewing import REVIEW_FILES, review_edits, warn_of_review
from gyges.cli._targets import Target
from gyges.corpus import Place, place_of, read_releases, take_back, write_releases
from gyges.errors import ConfigError, InputError, RemoteFileError
from gyges.models import ModelPool, ModelSettings
from gyges.records import Document, JsonValue, Release
from gyges.runs import (
    IDS,
    PUBLIC,
    PUBLIC_TEXTS,
    UNREACHED,
    Anonymized,
    AnonymizeOptions,
    FolderClaim,
    IdRule,
    RunSummary,
    anonymize_corpus,
    check_budget,
    public_ids,
    public_rows,
    run_mark,
    write_public,
)
from gyges.runs.review import apply_review

_RELEASES = "releases.jsonl"
_SHORTEST_KEY = 16
"""Bytes of a key below which somebody could try them all."""

_CALLED = {False: "shuffled, under neutral ids", True: "shuffled, under your own ids"}


@dataclass(frozen=True, slots=True)
class AnonymizeRequest:
    """What the user said about models, purpose and key."""

    model: str | None = None
    attacker: str | None = None
    judge: str | None = None
    protect: str = ""
    preserve: str = ""
    key_file: Path | None = None

    def tools(self, pool: ModelPool, settings: ModelSettings, key: bytes | None) -> Tools:
        """Return the tools; the anonymizer and the judge of gyges.yaml stand in for flags that were not given.

        Its attacker does not: it is the one of audits, and a method that trains against the attacker that later judges
        it looks better than it is.
        """
        return Tools(
            pool,
            model=self.model or settings.roles.get("anonymizer"),
            attacker=self.attacker,
            judge=self.judge or settings.roles.get("judge"),
            purpose=Purpose(self.protect, self.preserve),
            key=key,
        )


@dataclass(frozen=True, slots=True)
class Made:
    """Releases by document id, how the run that made them ended (None where a review made them), its folder and ids."""

    releases: Mapping[str, Release]
    summary: RunSummary | None
    folder: Path
    rule: IdRule

    @property
    def whole(self) -> bool:
        """Whether no document was left for the next run."""
        return self.summary is None or self.summary.stopped is None


def claim(
    documents: Sequence[Document],
    request: AnonymizeRequest,
    options: AnonymizeOptions,
    settings: ModelSettings,
    key: bytes | None,
    rule: IdRule,
    *,
    review: bool,
) -> FolderClaim:
    """Return what the run folder is for; reviewed releases are others than those of the method."""
    _, _, file = options.method.partition(":")
    asked = {
        "method": options.method,
        "instruction": Path(file).read_bytes().hex() if file and Path(file).is_file() else "",
        "options": options.options,
        "strict": options.strict,
        "request": replace(request, model=request.model or settings.roles.get("anonymizer"), key_file=None),
        "judge": request.judge or settings.roles.get("judge"),
        "key_mark": Secret(key).check if key is not None else "",
        "review": review,
        **settings.prompts.setting(),
    }
    if rule.mark:  # folders of earlier versions stay good without
        asked["ids"] = rule.mark
    return FolderClaim.of("anonymize", documents, asked, (_RELEASES, IDS, PUBLIC, *(REVIEW_FILES if review else ())))


def read_key(path: Path) -> bytes:
    """Return the secret in a file, without the line end an editor puts there."""
    try:
        key = path.read_bytes().strip()
    except OSError as error:
        raise InputError(f"the key file {path} cannot be read ({error.strerror})", "name another file") from error
    if len(key) < _SHORTEST_KEY:
        raise ConfigError(
            f"the key in {path} has {len(key)} bytes",
            f"use {_SHORTEST_KEY} or more: (umask 077; openssl rand -hex 32 > {path})",
        )
    if os.name == "posix" and path.stat().st_mode & (stat.S_IRGRP | stat.S_IROTH):
        notice(f"others on this machine can read the key in {path}; run: chmod 600 {path}")
    return key


def id_rule(key_file: Path | None, *, keep_ids: bool) -> IdRule:
    """Return how released texts are called, and warn where that gives something away."""
    if not keep_ids:
        return IdRule(key=read_key(key_file) if key_file else None)
    if key_file is not None:
        raise ConfigError("--keep-ids and --id-key exclude each other", "leave one of them out")
    notice("WARNING: --keep-ids publishes your own ids; a file name or a row id can name a person by itself")
    return IdRule(keep=True)


def method_options(pairs: Sequence[str], level: str | None = None) -> dict[str, JsonValue]:
    """Return options by name from ``NAME=VALUE``, and the level if one was named."""
    options: dict[str, JsonValue] = {}
    for pair in pairs:
        name, sign, value = pair.partition("=")
        if not sign or not name.strip():
            raise ConfigError(f"'{one_line(pair)}' sets nothing", "write --set NAME=VALUE")
        options[name.strip().replace("-", "_")] = value
    if level is not None and options.setdefault("level", level) != level:
        raise ConfigError(f"--level {one_line(level)} and --set level differ", "leave one of them out")
    return options


def releases_of(
    documents: Sequence[Document],
    request: AnonymizeRequest,
    options: AnonymizeOptions,
    models: ModelFlags,
    out: Path | None,
    review: Path | None,
    rule: IdRule,
    *,
    force: bool,
) -> Made | None:
    """Return the releases, or None when proposals were written for somebody to review."""
    if not documents:
        raise InputError("there are no texts", "check the file")
    settings = models.settings()
    options = replace(options, jobs=options.jobs or settings.jobs)
    key = read_key(request.key_file) if request.key_file else None
    mine = claim(documents, request, options, settings, key, rule, review=review is not None)
    if force:  # results that are there go when the folder is taken; they must not go for a run that cannot start
        _require_method(request, options, settings, key)
    folder = take_folder(out, mine, force=force)
    if review is not None and review.exists():
        return Made(apply_review(documents, review, strict=options.strict), None, folder, rule)
    made = _run(documents, request, options, settings, key, folder)
    if review is None:
        return Made(made.releases, made.summary, folder, rule)
    check_budget(made.summary)  # half of the proposals would be taken for all
    if review_edits(documents, made.releases, review, folder):
        return Made(apply_review(documents, review, strict=options.strict), None, folder, rule)
    tell_folder(out, folder)
    return None


def _require_method(
    request: AnonymizeRequest, options: AnonymizeOptions, settings: ModelSettings, key: bytes | None
) -> None:
    """Refuse a method that is not there, or misses something it needs."""

    async def main() -> None:
        async with ModelPool(settings) as pool:
            open_anonymizer(options.method, request.tools(pool, settings, key), options.options)

    anyio.run(main)


def _run(
    documents: Sequence[Document],
    request: AnonymizeRequest,
    options: AnonymizeOptions,
    settings: ModelSettings,
    key: bytes | None,
    out: Path,
) -> Anonymized:
    async def main() -> Anonymized:
        async with ModelPool(settings, notify=notice) as pool:
            pool.works_for(run_mark(out))
            listener = progress(usage=lambda: pool.ledger.total)
            tools = request.tools(pool, settings, key)
            return await anonymize_corpus(
                documents, out, tools, options, listener=listener, announce=lambda made: _announce(made, pool)
            )

    try:
        return anyio.run(main)
    except KeyboardInterrupt:
        sys.stderr.write(f"gyges: stopped; what is done is kept in {out}. Run the same command again to go on.\n")
        raise typer.Exit(EXIT_INTERRUPTED) from None


def _announce(anonymizer: Anonymizer, pool: ModelPool) -> None:
    """Say which hosts texts go to, those of services that are no models too."""
    announce_hosts(pool)
    endpoint = anonymizer.settings.get("endpoint")
    if isinstance(endpoint, str):
        sys.stderr.write(f"gyges: texts go to {one_line(urlsplit(endpoint).netloc or endpoint)}\n")


def refuse_two_on_one_stream(output: Place | None, json: Place | None) -> None:
    """Refuse texts and JSON on standard output together, which nobody could take apart again.

    Raises:
        ConfigError: Both were asked for.
    """
    if str(output) == "-" and str(json) == "-":
        raise ConfigError("-o - and --json - both write to standard output", "name a file for one of them")


def target_of(
    output: Place | None,
    source: str | None,
    encoding: str | None,
    documents: Sequence[Document],
    *,
    keep_ids: bool,
    force: bool,
) -> Target | None:
    """Return where texts go besides the run folder, checked before the work."""
    if output is None:
        return None
    target = Target(output, place_of(source or "-"), encoding)
    target.check(documents, keep_ids=keep_ids, force=force)
    return target


def finish(
    documents: Sequence[Document],
    made: Made,
    out: Path | None,
    json: Place | None,
    target: Target | None = None,
    *,
    force: bool,
) -> None:
    """Write releases, say how it went, and exit 1 when a document has no release, 3 when the budget is used up."""
    releases, folder = made.releases, made.folder
    count = ReleaseCount()
    write_releases(count.counted(releases.values()), folder / _RELEASES, force=True, private=True)
    write_public(releases.values(), folder, made.rule)
    _write_beside(documents, made, json, target, force=force)
    if json is None and len(documents) == 1:
        if (
            target is None and not count.failed
        ):  # standard output holds the text or nothing: no report is taken for a text
            say(next(iter(releases.values())).text)
        _warn_of_residual(next(iter(releases.values())))
    elif json is None and (target is None or str(target.path) != "-"):
        _summary(count, folder, made.rule)
    count.warn()
    if made.summary is None:
        warn_of_review(releases)
    for id_, reason in count.failed.items():
        if reason != UNREACHED:  # one line tells of all of them
            sys.stderr.write(one_line(f"gyges: {id_} has no release: {reason}") + "\n")
    tell_folder(out, folder)
    if made.summary is not None:
        check_budget(made.summary)
    raise typer.Exit(EXIT_FAILED if count.failed else 0)


def _write_beside(
    documents: Sequence[Document], made: Made, json: Place | None, target: Target | None, *, force: bool
) -> None:
    """Write what was asked for beside the run folder: all of it, or nothing that was not there, else it says so."""
    releases = made.releases
    written: Sequence[Place] = ()
    if target is not None and made.whole:
        originals = {document.id: document for document in documents}
        rows = public_rows(releases.values(), public_ids(made.folder, releases, made.rule))
        written = target.write(rows, originals, releases, keep_ids=made.rule.keep, force=force)
    if json is None:
        return
    try:
        write_result([_row(release) for release in releases.values()], json, whole=made.whole, force=force)
    except InputError:
        for place in () if force else written:  # or the same command would find them in its way
            _take_back(place)
        raise


def _take_back(place: Place) -> None:
    try:
        take_back(place)
    except RemoteFileError as error:
        notice(f"{error.problem}, so it stays there; delete it, or pass --force to the same command")


def _row(release: Release) -> dict[str, object]:
    return {"id": release.id, "text": release.text, "method": release.method, "trace": dict(release.trace)}


def _summary(count: ReleaseCount, out: Path, rule: IdRule) -> None:
    replaced = f", {count.edits:,} spans replaced" if count.masks else ""
    say(f"{count.releases - len(count.failed)} of {count.releases} documents released{replaced}.")
    where = f" (residual in {out / _RELEASES} names them)" if count.with_residual else ""
    say(f"Direct identifiers that still stand: {count.residual:,} in {count.with_residual} documents{where}.")
    if len(count.failed) == count.releases:
        say(f"Nothing may be published, and all in {out} gives originals away: keep it where they are.")
        return
    say(
        f"{out / PUBLIC_TEXTS} may be published: the texts alone, {_CALLED[rule.keep]}.\n"
        f"All else in {out} gives originals away ({IDS}: which text is which): keep it where they are."
    )


def _warn_of_residual(release: Release) -> None:
    count = count_of(release, "residual")
    if count:
        sys.stderr.write(f"gyges: {count} direct identifiers of the original still stand in this text\n")


def restore_texts(
    read: ReadFlags, source: str | None, key_file: Path | None, json: Place | None, *, force: bool
) -> None:
    """Give back the originals of reversible releases."""
    if source is None or key_file is None:
        raise ConfigError("releases and their key are needed to restore texts", "name a file and --key-file")
    key = read_key(key_file)
    texts = {release.id: restore(release, key) for release in read_releases(source, id_field=read.id_field)}
    if json is not None:
        write_json([{"id": id_, "text": text} for id_, text in texts.items()], json, force=force)
        return
    for text in texts.values():
        say(text)


def print_methods() -> None:
    """Print every method that ships with its options and their defaults."""
    rows = []
    for name in METHODS:
        method = find_method(name)
        parameters = inspect.signature(method.options).parameters.values()
        given = ", ".join(f"{one.name}={one.default}" for one in parameters if one.default is not one.empty)
        needs = [f"extra {method.extra}"] if method.extra else []
        needs += ["a model"] if method.needs_model else []
        rows.append((f"{name}:{method.argument}" if method.argument else name, method.summary, ", ".join(needs), given))
    print_table("Methods", ("method", "what it does", "needs", "options (--set NAME=VALUE)"), rows)
