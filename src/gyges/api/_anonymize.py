"""``gyges.anonymize`` and its twin for event loops."""

import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import overload

from gyges._secret import key_bytes
from gyges.anonymizers import Purpose, Tools
from gyges.api._anonymize_result import AnonymizeResult
from gyges.api._places import run_folder
from gyges.corpus import DataFrame, Source, StoreUrl, is_file_name, place_of, read_documents
from gyges.errors import ConfigError, InputError
from gyges.models import ModelPool, ModelSettings
from gyges.records import Document, JsonValue
from gyges.runs import AnonymizeOptions, anonymize_corpus, aside, run_mark, wait_for
from gyges.runs.workers import Jobs

_Texts = Path | StoreUrl | DataFrame | Iterable[str | Mapping[str, object] | Document]
_ONE = "text"
"""The id of the only text of a call."""


def _hides_special(hide: Sequence[str]) -> bool:
    if set(hide) - {"special"} or isinstance(hide, str):
        raise ConfigError(f"nothing hides {hide!r}", 'give hide=["special"] or leave it out')
    return bool(hide)


@overload
def anonymize(  # type: ignore[overload-overlap]  # a string holds strings, and it is the text itself that is meant
    texts: str,
    method: str = ...,
    *,
    text_field: str | None = ...,
    model: str | None = ...,
    attacker: str | None = ...,
    judge: str | None = ...,
    protect: str = ...,
    preserve: str = ...,
    key: str | bytes | None = ...,
    strict: bool = ...,
    hide: Sequence[str] = ...,
    folder: str | Path | None = ...,
    settings: ModelSettings | None = ...,
    jobs: Jobs = ...,
    **options: JsonValue,
) -> str: ...
@overload
def anonymize(
    texts: _Texts,
    method: str = ...,
    *,
    text_field: str | None = ...,
    model: str | None = ...,
    attacker: str | None = ...,
    judge: str | None = ...,
    protect: str = ...,
    preserve: str = ...,
    key: str | bytes | None = ...,
    strict: bool = ...,
    hide: Sequence[str] = ...,
    folder: str | Path | None = ...,
    settings: ModelSettings | None = ...,
    jobs: Jobs = ...,
    **options: JsonValue,
) -> AnonymizeResult: ...
def anonymize(
    texts: str | _Texts,
    method: str = "subjectwise",
    *,
    text_field: str | None = None,
    model: str | None = None,
    attacker: str | None = None,
    judge: str | None = None,
    protect: str = "",
    preserve: str = "",
    key: str | bytes | None = None,
    strict: bool = False,
    hide: Sequence[str] = (),
    folder: str | Path | None = None,
    settings: ModelSettings | None = None,
    jobs: Jobs = None,
    **options: JsonValue,
) -> str | AnonymizeResult:
    """Make a release of one text or of many. Works in notebooks too, where a loop is running.

    Args:
        texts: A text, for its release as text; or a `Path`, a `StoreUrl`, a data frame, or texts, mappings or documents
            in memory, for a result with all releases and failures. A string is never opened as a file; one that names a
            file or a folder is refused, and in a list it is a text all the same.
        method: A method by its spec; ``gyges anonymize --methods`` lists them.
        text_field: The field or column with the text; found by its name when not given, and in a data frame also as
            the only column of texts.
        model: The model that rewrites.
        attacker: Who attacks inside the method.
        judge: Who judges inside the method.
        protect: What must not be learned, in a sentence.
        preserve: What must stay, in a sentence.
        key: The secret behind pseudonyms and reversible masks; a string counts as the same words in a key file.
        strict: Whether a release that still holds a direct identifier is a failed one.
        hide: ``["special"]`` hides words that tell special categories (GDPR, article 9), too.
        folder: The run folder, to go on after a crash; a temporary one if not given.
        settings: Hosts, limits and budget of models.
        jobs: How many processes compute, or a cluster; None for one on each core, and one alone for few texts.
        **options: Options of the method.

    Raises:
        ReleaseError: The one text has no release; the original is never handed back.
        InputError: The string is the name of a file or a folder, or the texts cannot be found.

    Example:
        >>> anonymize("Ask Tom Berger.", "mask")
        'Ask [NAME].'
        >>> anonymize([Document("a", "Ask Tom Berger.")], "mask").texts["a"]
        'Ask [NAME].'
    """
    chosen = AnonymizeOptions(method, options, strict, _hides_special(hide), jobs=jobs)
    task = _AnonymizeTask(texts, text_field, chosen, model, attacker, judge, Purpose(protect, preserve), key)
    made = wait_for(task.made, folder, settings)
    return made.only(_ONE) if isinstance(texts, str) else made


@overload
async def anonymize_async(  # type: ignore[overload-overlap]  # as above
    texts: str,
    method: str = ...,
    *,
    text_field: str | None = ...,
    model: str | None = ...,
    attacker: str | None = ...,
    judge: str | None = ...,
    protect: str = ...,
    preserve: str = ...,
    key: str | bytes | None = ...,
    strict: bool = ...,
    hide: Sequence[str] = ...,
    folder: str | Path | None = ...,
    settings: ModelSettings | None = ...,
    jobs: Jobs = ...,
    **options: JsonValue,
) -> str: ...
@overload
async def anonymize_async(
    texts: _Texts,
    method: str = ...,
    *,
    text_field: str | None = ...,
    model: str | None = ...,
    attacker: str | None = ...,
    judge: str | None = ...,
    protect: str = ...,
    preserve: str = ...,
    key: str | bytes | None = ...,
    strict: bool = ...,
    hide: Sequence[str] = ...,
    folder: str | Path | None = ...,
    settings: ModelSettings | None = ...,
    jobs: Jobs = ...,
    **options: JsonValue,
) -> AnonymizeResult: ...
async def anonymize_async(
    texts: str | _Texts,
    method: str = "subjectwise",
    *,
    text_field: str | None = None,
    model: str | None = None,
    attacker: str | None = None,
    judge: str | None = None,
    protect: str = "",
    preserve: str = "",
    key: str | bytes | None = None,
    strict: bool = False,
    hide: Sequence[str] = (),
    folder: str | Path | None = None,
    settings: ModelSettings | None = None,
    jobs: Jobs = None,
    **options: JsonValue,
) -> str | AnonymizeResult:
    """Do the same inside an event loop, which stays free meanwhile; arguments and errors as for `anonymize`."""
    chosen = AnonymizeOptions(method, options, strict, _hides_special(hide), jobs=jobs)
    task = _AnonymizeTask(texts, text_field, chosen, model, attacker, judge, Purpose(protect, preserve), key)
    made = await aside(task.made, folder, settings)
    return made.only(_ONE) if isinstance(texts, str) else made


@dataclass(frozen=True, slots=True)
class _AnonymizeTask:
    """What was asked for."""

    texts: str | _Texts
    text_field: str | None
    options: AnonymizeOptions
    model: str | None
    attacker: str | None
    judge: str | None
    purpose: Purpose
    key: str | bytes | None = field(repr=False)

    async def made(self, folder: str | Path | None, settings: ModelSettings | None) -> AnonymizeResult:
        """Make the releases."""
        documents = read_documents(_source(self.texts), text_field=self.text_field)
        with run_folder(folder) as place:
            async with ModelPool(settings) as pool:
                if folder is not None:
                    pool.works_for(run_mark(place))
                key = None if self.key is None else key_bytes(self.key)
                tools = Tools(pool, self.model, self.attacker, self.judge, purpose=self.purpose, key=key)
                made = await anonymize_corpus(documents, place, tools, self.options)
            releases = dict(made.releases)  # a temporary folder goes now
        return AnonymizeResult(made.method, releases, made.failures, made.summary)


def _source(texts: str | _Texts) -> Source:
    if not isinstance(texts, str):
        return texts
    if is_file_name(texts) or os.path.exists(texts):  # noqa: PTH110  # which a long text does not break
        stored = is_file_name(texts) and isinstance(place_of(texts), StoreUrl)
        there = "folder" if os.path.isdir(texts) else "file"  # noqa: PTH112  # as above
        kind, shown = ("StoreUrl", str(place_of(texts))) if stored else ("Path", texts)
        raise InputError(
            f"'{shown}' is the name of a {there}, and a string counts as a text",
            f"give {kind}({shown!r}) to read the {there}, or [{shown!r}] if it is a text",
        )
    return [Document(_ONE, texts)]
