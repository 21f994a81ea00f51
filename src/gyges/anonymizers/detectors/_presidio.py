"""``presidio``: Microsoft Presidio finds, and its spans are masked. Runs on this machine and fetches nothing.

Presidio's analyzer finds the spans and its anonymizer settles which one wins where they overlap; a spaCy model gives it
names and places. Whatever Presidio would download by itself (that model, a list of internet domains) stays where it is.
"""

import difflib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import partial
from importlib.metadata import version
from pathlib import Path
from typing import Annotated, Any

import anyio.to_thread
from pydantic import Field

from gyges.anonymizers._method import Method
from gyges.anonymizers._tools import Tools
from gyges.anonymizers.detectors._detected import Detected, Style, edits_for, load_extra, without_overlap
from gyges.errors import ConfigError, RewriteFailedError, UnknownNameError
from gyges.reading import split_windows
from gyges.records import Document, JsonValue, Release, apply_edits, edits_to_json

_TAB_TYPES = {
    "PERSON": "PERSON",
    "LOCATION": "LOC",
    "ORGANIZATION": "ORG",
    "NRP": "DEM",
    "AGE": "DEM",
    "TITLE": "DEM",
    "DATE_TIME": "DATETIME",
    "QUANTITY": "QUANTITY",
    "MISC": "MISC",
}
_OTHER_TYPE = "CODE"  # all else that Presidio finds are numbers, addresses of machines and accounts
_NAMES = {type_: name for name, type_ in reversed(_TAB_TYPES.items())}


def tab_type(name: str) -> str:
    """Return TAB's type for a name of Presidio's."""
    return _TAB_TYPES.get(name, _OTHER_TYPE)


def presidio_name(type_: str) -> str:
    """Return Presidio's name for one of TAB's types, or the type where Presidio has no one name for it."""
    return _NAMES.get(type_, type_)


PAPER_ENTITIES = ("PERSON", "EMAIL_ADDRESS", "PHONE_NUMBER", "LOCATION", "NRP")
"""The five kinds that Staab et al. mask in their comparison, without a threshold."""

_IGNORED_BY_DEFAULT = "ORGANIZATION"  # Presidio leaves organisations out unless asked: many false alarms
_EXTRA, _PURPOSE = "presidio", "the method 'presidio'"
_WINDOW, _OVERLAP = 100_000, 500  # characters; spaCy refuses a million, and memory grows with the text


@dataclass(frozen=True, slots=True)
class PresidioOptions:
    """Options of the method ``presidio``."""

    nlp: str = "en_core_web_lg"  # the spaCy model: an installed package, or the folder of a saved model
    language: str = "en"  # the language of the texts, as Presidio names it
    entities: str | tuple[str, ...] = "default"
    threshold: Annotated[float, Field(ge=0, le=1)] = 0.0  # spans with a lower score are left alone
    replacement: Style = "angle"


class Presidio:
    """Masks what Presidio finds."""

    name = "presidio"

    def __init__(self, options: PresidioOptions) -> None:
        self._options = options
        load_extra("presidio_anonymizer", _EXTRA, _PURPOSE)
        load_extra("presidio_analyzer", _EXTRA, _PURPOSE)
        self._model_version = _model_version(options.nlp)
        self._analyzer: Any = None
        self._one_at_a_time = anyio.Lock()  # spaCy pipelines share their vocabulary and are not meant for threads

    @property
    def settings(self) -> Mapping[str, JsonValue]:
        """Options, and the versions of what found the spans."""
        options = self._options
        return {
            "nlp": options.nlp,
            "nlp_version": self._model_version,
            "presidio": version("presidio-analyzer"),
            "language": options.language,
            "entities": options.entities,
            "threshold": options.threshold,
            "replacement": options.replacement,
        }

    async def anonymize(self, document: Document) -> Release:
        """Return the text with what Presidio found masked."""
        async with self._one_at_a_time:
            spans = await anyio.to_thread.run_sync(partial(self._find, document.text))
        edits = edits_for(spans, self._options.replacement, "Presidio")
        trace: dict[str, JsonValue] = {"edits": edits_to_json(edits)}
        return Release(document.id, apply_edits(document.text, edits), self.name, trace)

    def _find(self, text: str) -> list[Detected]:
        if self._analyzer is None:
            self._analyzer = _analyzer(self._options)
        return without_overlap(
            replace(span, start=window.start + span.start, end=window.start + span.end)
            for window in split_windows(text, _WINDOW, _OVERLAP)
            for span in self._in_window(window.text)
        )

    def _in_window(self, text: str) -> list[Detected]:
        options = self._options
        wanted = _wanted(options, self._analyzer)
        try:
            results = self._analyzer.analyze(
                text, language=options.language, entities=wanted, score_threshold=options.threshold
            )
        except (ValueError, RuntimeError) as error:
            raise RewriteFailedError(f"Presidio could not read the text ({error})", "try another model") from error
        return _settled(text, results)


def _analyzer(options: PresidioOptions) -> Any:
    """Load Presidio with the spaCy model that was named."""
    _keep_domain_list()
    analyzer = load_extra("presidio_analyzer", _EXTRA, _PURPOSE)
    engines = load_extra("presidio_analyzer.nlp_engine", _EXTRA, _PURPOSE)
    recipe = engines.NlpEngineProvider().nlp_configuration
    recipe["models"] = [{"lang_code": options.language, "model_name": options.nlp}]
    if options.entities not in ("default", "papers"):
        ignored = recipe["ner_model_configuration"]["labels_to_ignore"]
        recipe["ner_model_configuration"]["labels_to_ignore"] = [x for x in ignored if x != _IGNORED_BY_DEFAULT]
    try:
        engine = engines.NlpEngineProvider(nlp_configuration=recipe).create_engine()
        return analyzer.AnalyzerEngine(nlp_engine=engine, supported_languages=[options.language])
    except (OSError, ValueError) as error:
        raise ConfigError(
            f"Presidio cannot use the spaCy model '{options.nlp}' for the language '{options.language}' ({error})",
            "give a model of that language with the option 'nlp'",
        ) from error


def _keep_domain_list() -> None:
    """Let the list of internet domains be the installed one: it would be fetched with the first e-mail address."""
    domains = load_extra("tldextract.tldextract", _EXTRA, _PURPOSE)
    domains.TLD_EXTRACTOR.suffix_list_urls = ()


def _wanted(options: PresidioOptions, analyzer: Any) -> list[str] | None:
    """Return the kinds to look for; None is all that Presidio knows."""
    if options.entities in ("default", "all"):
        return None
    named = PAPER_ENTITIES if options.entities == "papers" else _names(options.entities)
    known = sorted(analyzer.get_supported_entities(options.language))
    for name in named:
        if name not in known and options.entities != "papers":
            near = difflib.get_close_matches(name.upper(), known, n=1)
            remedy = f"did you mean {near[0]}?" if near else f"use default, papers, all or any of {', '.join(known)}"
            raise UnknownNameError(f"Presidio knows no entity '{name}'", remedy)
    if not named:
        raise ConfigError("the option 'entities' names nothing", "use default, papers, all or Presidio's names")
    return list(named)


def _names(entities: str | tuple[str, ...]) -> tuple[str, ...]:
    return tuple(entities.replace(",", " ").split()) if isinstance(entities, str) else entities


def _settled(text: str, results: list[Any]) -> list[Detected]:
    """Let Presidio's anonymizer settle overlaps: told to keep every span, it says where the spans are in the text."""
    presidio = load_extra("presidio_anonymizer", _EXTRA, _PURPOSE)
    entities = load_extra("presidio_anonymizer.entities", _EXTRA, _PURPOSE)
    kept = presidio.AnonymizerEngine().anonymize(
        text,
        results,
        operators={"DEFAULT": entities.OperatorConfig("keep")},
        conflict_resolution=entities.ConflictResolutionStrategy.REMOVE_INTERSECTIONS,
    )
    if kept.text != text:
        raise RewriteFailedError("Presidio moved words it was told to keep", "report this with the version of Presidio")
    return [
        Detected(item.start, item.end, item.entity_type, tab_type(item.entity_type), item.score)
        for item in sorted(kept.items, key=lambda item: int(item.start))
    ]


def _model_version(nlp: str) -> str:
    """Return the version of a spaCy model that is on this machine; Presidio would fetch one that is not."""
    spacy = load_extra("spacy", _EXTRA, _PURPOSE)
    if Path(nlp).is_dir():
        try:
            meta: dict[str, Any] = spacy.util.load_meta(Path(nlp) / "meta.json")
        except (OSError, ValueError) as error:
            raise ConfigError(f"the folder {nlp} holds no spaCy model", "give the folder of a saved model") from error
        return str(meta.get("version", ""))
    if not spacy.util.is_package(nlp):
        raise ConfigError(
            f"the spaCy model '{nlp}' is not installed",
            f"run: python -m spacy download {nlp}, or give the folder of a model with the option 'nlp'",
        )
    return version(nlp)


def _make(_tools: Tools, options: PresidioOptions, _argument: str) -> Presidio:
    return Presidio(options)


METHOD = Method(
    "presidio",
    "Masks what Microsoft Presidio finds with a spaCy model.",
    _make,
    options=PresidioOptions,
    extra=_EXTRA,
)
