"""``gyges anonymize``: releases, by any method."""

import inspect
import os
import stat
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated, Literal
from urllib.parse import urlsplit

import typer

from gyges._secret import Secret
from gyges.anonymizers import METHODS, Anonymizer, Purpose, Tools, find_method
from gyges.anonymizers import restore as restore_release
from gyges.cli import EXIT_FAILED
from gyges.cli._inputs import ReadFlags
from gyges.cli._model_flags import CrewFlags, ModelFlags, announce_hosts
from gyges.cli._options import JudgeModel, PlaceName, TextsArgument, ToJson, ToRun, as_place, named_values
from gyges.cli._output import print_table, say, write_result
from gyges.cli._releasing import ReleaseCount, Target
from gyges.cli._reviewing import REVIEW_FILES, review_edits, warn_of_review
from gyges.cli._running import in_folder, in_pool, take_folder, tell_folder
from gyges.cli._saying import notice, one_line
from gyges.corpus import Place, place_of, read_releases, take_back, write_releases
from gyges.errors import ConfigError, InputError, RemoteFileError
from gyges.models import ModelPool, ModelSettings
from gyges.records import Document, JsonValue, Release
from gyges.runs import (
    HELD,
    IDS,
    PUBLIC,
    PUBLIC_TEXTS,
    UNREACHED,
    Anonymized,
    AnonymizeOptions,
    FolderClaim,
    IdRule,
    Listener,
    RunSummary,
    anonymize_corpus,
    check_budget,
    hold_back,
    open_for_purpose,
    public_ids,
    public_rows,
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

    model: Annotated[str | None, typer.Option(metavar="MODEL", help="Model that rewrites.")] = None
    attacker: Annotated[str | None, typer.Option(metavar="NAME", help="Who attacks inside the method.")] = None
    judge: JudgeModel = None
    protect: Annotated[str, typer.Option(metavar="SENTENCE", help="What must not be learned.")] = ""
    preserve: Annotated[str, typer.Option(metavar="SENTENCE", help="What must stay in the text.")] = ""
    key_file: Annotated[Path | None, typer.Option(help="Secret key of pseudonyms and reversible masks.")] = None

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


def anonymize(
    read: ReadFlags,
    request: AnonymizeRequest,
    models: ModelFlags,
    crew: CrewFlags,
    to: ToRun,
    texts: TextsArgument = None,
    method: Annotated[str, typer.Option("--method", metavar="NAME", help="See --methods.")] = "subjectwise",
    level: Annotated[
        str | None,
        typer.Option(
            metavar="NAME",
            help="How far subjectwise goes. light: nobody is named or numbered; standard (default): what people are is "
            "broader too; strong: cues and telling sentences go too; paranoid: what remains is what happened.",
        ),
    ] = None,
    option: Annotated[
        list[str] | None, typer.Option("--set", metavar="NAME=VALUE", help="An option of the method.")
    ] = None,
    hide: Annotated[
        Literal["special"] | None,
        typer.Option("--hide", help="Hide also: special, words that tell a special category (GDPR, article 9)."),
    ] = None,
    strict: Annotated[bool, typer.Option("--strict", help="A release with a direct identifier fails.")] = False,
    review: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="Write proposed edits here, with whom each protects from what and what undoing it costs; a terminal "
            "asks about each. If it is there, apply it.",
        ),
    ] = None,
    restore: Annotated[bool, typer.Option("--restore", help="TEXTS are reversible releases: undo them.")] = False,
    methods: Annotated[bool, typer.Option("--methods", help="List methods and options, then stop.")] = False,
    no_text: Annotated[
        bool, typer.Option("--no-text", help="Say counts only: name no document and no word of one.")
    ] = False,
    keep_ids: Annotated[
        bool, typer.Option("--keep-ids", help="Publish texts under your own ids; they get neutral ones without it.")
    ] = False,
    id_key: Annotated[
        Path | None,
        typer.Option(
            "--id-key", metavar="FILE", help="Secret key of public ids: the same in every release made with it."
        ),
    ] = None,
    output: Annotated[
        PlaceName | None,
        typer.Option(
            "-o",
            "--output",
            metavar="FILE|URL",
            parser=as_place,
            help="Also write the released texts here: .jsonl, .csv, .tsv, .parquet, a folder of .txt, one .txt, "
            "or a .docx or .html that looks like its original.",
        ),
    ] = None,
) -> int:
    """Make a release of every text. Exit 1 when a text has none.

    One text is printed; -o writes one or many to a file or folder.

    Example: gyges anonymize letter.txt > released.txt
    """
    if methods:
        _print_methods()
        return 0
    if restore:
        _restore_texts(read, texts, request.key_file, to)
        return 0
    if str(output) == "-" and str(to.json) == "-":
        raise ConfigError("-o - and --json - both write to standard output", "name a file for one of them")
    settings = models.settings()
    workers = crew.crew() or settings.jobs
    options = AnonymizeOptions(method, _method_options(option or (), level), strict, bool(hide), jobs=workers)
    documents = read.all_documents(texts)
    target = None if output is None else Target(output, place_of(texts or "-"), read.encoding)
    if target is not None:
        target.check(documents, keep_ids=keep_ids, force=to.force)
    rule = _id_rule(id_key, keep_ids=keep_ids)
    made = _releases_of(documents, request, options, settings, review, rule, to)
    return 0 if made is None else _finish(documents, made, target, to, show_text=not no_text)


def _claim(
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
        **({"hide": "special"} if options.hide_special else {}),
        "request": replace(request, model=request.model or settings.roles.get("anonymizer"), key_file=None),
        "judge": request.judge or settings.roles.get("judge"),
        "key_mark": Secret(key).check if key is not None else "",
        "review": review,
        **settings.prompts.setting(),
    }
    if rule.mark:  # folders of earlier versions stay good without
        asked["ids"] = rule.mark
    return FolderClaim.of(
        "anonymize", documents, asked, (_RELEASES, IDS, PUBLIC, HELD, *(REVIEW_FILES if review else ()))
    )


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


def _id_rule(key_file: Path | None, *, keep_ids: bool) -> IdRule:
    """Return how released texts are called, and warn where that gives something away."""
    if not keep_ids:
        return IdRule(key=read_key(key_file) if key_file else None)
    if key_file is not None:
        raise ConfigError("--keep-ids and --id-key exclude each other", "leave one of them out")
    notice("WARNING: --keep-ids publishes your own ids; a file name or a row id can name a person by itself")
    return IdRule(keep=True)


def _method_options(pairs: Sequence[str], level: str | None = None) -> dict[str, JsonValue]:
    """Return options by name from ``NAME=VALUE``, and the level if one was named."""
    options: dict[str, JsonValue] = dict(named_values(pairs, "--set NAME=VALUE"))
    if level is not None and options.setdefault("level", level) != level:
        raise ConfigError(f"--level {one_line(level)} and --set level differ", "leave one of them out")
    return options


def _releases_of(
    documents: Sequence[Document],
    request: AnonymizeRequest,
    options: AnonymizeOptions,
    settings: ModelSettings,
    review: Path | None,
    rule: IdRule,
    to: ToRun,
) -> Made | None:
    """Return the releases, or None when proposals were written for somebody to review."""
    if not documents:
        raise InputError("there are no texts", "check the file")
    key = read_key(request.key_file) if request.key_file else None
    mine = _claim(documents, request, options, settings, key, rule, review=review is not None)
    if to.force:  # results that are there go when the folder is taken; they must not go for a run that cannot start
        _require_method(request, options, settings, key)
    folder = take_folder(to.out, mine, force=to.force)
    if review is not None and review.exists():
        return Made(apply_review(documents, review, strict=options.strict), None, folder, rule)
    made = _run(documents, request, options, settings, key, folder)
    if review is None:
        return Made(made.releases, made.summary, folder, rule)
    check_budget(made.summary)  # half of the proposals would be taken for all
    if review_edits(documents, made.releases, review, folder):
        return Made(apply_review(documents, review, strict=options.strict), None, folder, rule)
    tell_folder(to.out, folder)
    return None


def _require_method(
    request: AnonymizeRequest, options: AnonymizeOptions, settings: ModelSettings, key: bytes | None
) -> None:
    """Refuse a method that is not there, or misses something it needs."""

    async def main(pool: ModelPool) -> None:
        open_for_purpose(options.method, request.tools(pool, settings, key), options.options)

    in_pool(settings, main)


def _run(
    documents: Sequence[Document],
    request: AnonymizeRequest,
    options: AnonymizeOptions,
    settings: ModelSettings,
    key: bytes | None,
    out: Path,
) -> Anonymized:
    async def main(pool: ModelPool, listener: Listener) -> Anonymized:
        tools = request.tools(pool, settings, key)
        return await anonymize_corpus(
            documents, out, tools, options, listener=listener, announce=lambda made: _announce(made, pool)
        )

    return in_folder(out, settings, main)


def _announce(anonymizer: Anonymizer, pool: ModelPool) -> None:
    """Say which hosts texts go to, those of services that are no models too."""
    announce_hosts(pool)
    endpoint = anonymizer.settings.get("endpoint")
    if isinstance(endpoint, str):
        notice(f"texts go to {one_line(urlsplit(endpoint).netloc or endpoint)}")


def _finish(documents: Sequence[Document], made: Made, target: Target | None, to: ToRun, *, show_text: bool) -> int:
    """Write releases and say how it went; exit 1 when a document has no release, 3 when the budget is used up."""
    releases, folder = made.releases, made.folder
    count = ReleaseCount()
    write_releases(count.counted(releases.values()), folder / _RELEASES, force=True, private=True)
    hold_back(folder, standing=count.with_residual, unread=len(count.unread))
    write_public(releases.values(), folder, made.rule)
    _write_beside(documents, made, target, to)
    if to.json is None and len(documents) == 1:
        if (
            target is None and not count.failed
        ):  # standard output holds the text or nothing: no report is taken for a text
            say(next(iter(releases.values())).text)
        _warn_of_standing(count, show_text=show_text)
    elif to.json is None and (target is None or str(target.path) != "-"):
        _summary(count, folder, made.rule, show_text=show_text)
    else:
        _warn_of_standing(count, show_text=show_text)
    count.warn()
    if show_text:
        _name(made, count.failed)
    elif count.failed:
        notice(f"{len(count.failed):,} of {count.releases:,} documents have no release")
    tell_folder(to.out, folder)
    if made.summary is not None:
        check_budget(made.summary)
    return EXIT_FAILED if count.failed else 0


def _write_beside(documents: Sequence[Document], made: Made, target: Target | None, to: ToJson) -> None:
    """Write what was asked for beside the run folder: all of it, or nothing that was not there, else it says so."""
    releases = made.releases
    written: Sequence[Place] = ()
    if target is not None and made.whole:
        originals = {document.id: document for document in documents}
        rows = public_rows(releases.values(), public_ids(made.folder, releases, made.rule))
        written = target.write(rows, originals, releases, keep_ids=made.rule.keep, force=to.force)
    if to.json is None:
        return
    try:
        write_result([_row(release) for release in releases.values()], to.json, whole=made.whole, force=to.force)
    except InputError:
        for place in () if to.force else written:  # or the same command would find them in its way
            _take_back(place)
        raise


def _take_back(place: Place) -> None:
    try:
        take_back(place)
    except RemoteFileError as error:
        notice(f"{error.problem}, so it stays there; delete it, or pass --force to the same command")


def _row(release: Release) -> dict[str, object]:
    return {"id": release.id, "text": release.text, "method": release.method, "trace": dict(release.trace)}


def _summary(count: ReleaseCount, out: Path, rule: IdRule, *, show_text: bool) -> None:
    replaced = f", {count.edits:,} spans replaced" if count.masks else ""
    say(f"{count.releases - len(count.failed)} of {count.releases} documents released{replaced}.")
    for line in count.standing(show_text=show_text):
        say(one_line(line))
    if len(count.failed) == count.releases:
        say(f"Nothing may be published, and all in {out} gives originals away: keep it where they are.")
        return
    texts = f"the texts alone, {_CALLED[rule.keep]}"
    if count.held:
        said = f"has to be held back ({texts}): review the edits, use another method, or leave them out with --strict."
    elif count.failed:
        said = f"has the other documents ({texts}); no direct identifier stands in them."
    else:
        said = f"may be published: {texts}."
    say(
        f"{out / PUBLIC_TEXTS} {said}\n"
        f"All else in {out} gives originals away ({IDS}: which text is which): keep it where they are."
    )


def _warn_of_standing(count: ReleaseCount, *, show_text: bool) -> None:
    for line in count.standing(show_text=show_text) if count.held else ():
        notice(f"{line}")


def _name(made: Made, failed: Mapping[str, str]) -> None:
    """Say what a review undid and which documents have no release, by their ids and with their words."""
    if made.summary is None:
        warn_of_review(made.releases)
    for id_, reason in failed.items():
        if reason != UNREACHED:  # one line tells of all of them
            notice(f"{id_} has no release: {reason}")


def _restore_texts(read: ReadFlags, source: str | None, key_file: Path | None, to: ToJson) -> None:
    """Give back the originals of reversible releases."""
    if source is None or key_file is None:
        raise ConfigError("releases and their key are needed to restore texts", "name a file and --key-file")
    key = read_key(key_file)
    texts = {release.id: restore_release(release, key) for release in read_releases(source, id_field=read.id_field)}
    if to.write([{"id": id_, "text": text} for id_, text in texts.items()]):
        return
    for text in texts.values():
        say(text)


def _print_methods() -> None:
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
