"""``azure``: Azure AI Language finds, and its spans are masked. Texts leave this machine for the host that was named.

Two of its services are used in the papers: the recognition of personal data (``pii``, Xin et al.) and of entities in
general (``entities``, Staab et al.). The service may run on this machine too, in a container of its maker's.
"""

import os
from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from typing import Annotated, Literal
from urllib.parse import urlsplit

import anyio.to_thread
from pydantic import Field, SecretStr

from gyges.anonymizers._method import Method
from gyges.anonymizers._tools import Tools
from gyges.anonymizers.detectors._azure_client import AzureService
from gyges.anonymizers.detectors._detected import Detected, Style, edits_for, load_extra, without_overlap
from gyges.errors import AccessDeniedError, ConfigError, EgressRefusedError
from gyges.models import ModelPool, ModelSpec, is_allowed, parse_spec
from gyges.reading import split_windows
from gyges.records import Document, JsonValue, Release, apply_edits, edits_to_json

KEY_NAME = "AZURE_LANGUAGE_KEY"
"""The environment variable that holds the key of the service."""

ENDPOINT_NAME = "AZURE_LANGUAGE_ENDPOINT"
"""The environment variable that holds its address, where no option names one."""

MOST_CHARACTERS = 5120
"""What the service takes as one document (its data limits; they count text elements, never more than code points)."""

_OVERLAP = 256  # characters that windows share, so that a name at a border is seen whole once
_PEOPLE_AND_PLACES = ("Person", "PersonType", "Location", "Organization", "Event", "Address", "DateTime")
_ENTITY_CATEGORIES = frozenset((*_PEOPLE_AND_PLACES, "PhoneNumber", "Email", "URL", "IP"))  # Staab et al.
_QUANTITIES = frozenset(("Age", "Currency", "Number"))  # Staab et al.
_ENTITY_THRESHOLD = 0.4  # Staab et al.
_TAB_TYPES = {
    "Person": "PERSON",
    "PersonType": "DEM",
    "Age": "DEM",
    "Organization": "ORG",
    "Location": "LOC",
    "Address": "LOC",
    "Date": "DATETIME",
    "DateTime": "DATETIME",
    "Quantity": "QUANTITY",
    "Event": "MISC",
}
_OTHER_TYPE = "CODE"  # numbers and addresses of all countries


@dataclass(frozen=True, slots=True)
class AzureOptions:
    """Options of the method ``azure``."""

    endpoint: str = ""  # such as ``https://NAME.cognitiveservices.azure.com``; else ``AZURE_LANGUAGE_ENDPOINT``
    mode: Literal["pii", "entities"] = "pii"
    threshold: Annotated[float, Field(ge=0, le=1)] | None = None
    language: str = "en"  # the language of the texts
    model_version: str = ""  # the version of the service's model; its newest stable one if not given
    replacement: Style = "stars"


class Azure:
    """Masks what Azure AI Language finds."""

    name = "azure"

    def __init__(self, options: AzureOptions, pool: ModelPool) -> None:
        load_extra("azure.ai.textanalytics", "azure", "the method 'azure'")
        self._options = options
        spec = _endpoint(options.endpoint)
        _require_allowed(spec, pool)
        self._service = AzureService(
            spec.endpoint, _key(spec), options.mode, options.language, options.model_version, pool.settings.timeout
        )

    @property
    def settings(self) -> Mapping[str, JsonValue]:
        """Where texts go and what is looked for; never the key."""
        options = self._options
        return {
            "endpoint": self._service.endpoint,
            "mode": options.mode,
            "threshold": self._threshold,
            "language": options.language,
            "model_version": options.model_version,
            "replacement": options.replacement,
        }

    @property
    def _threshold(self) -> float:
        default = _ENTITY_THRESHOLD if self._options.mode == "entities" else 0.0
        return default if self._options.threshold is None else self._options.threshold

    async def anonymize(self, document: Document) -> Release:
        """Return the text with what the service found masked; any trouble with the service is an error."""
        windows = split_windows(document.text, MOST_CHARACTERS, _OVERLAP)
        texts = [window.text for window in windows]
        ask = partial(self._service.recognize, texts)
        # Left behind when the run is stopped: the client may be waiting for minutes because the service told it to.
        answers = await anyio.to_thread.run_sync(ask, abandon_on_cancel=True) if texts else []
        spans = [
            Detected(window.start + found.start, window.start + found.end, kind, type_, found.score)
            for window, answer in zip(windows, answers, strict=True)
            for found in answer
            if found.score >= self._threshold
            for kind, type_ in self._kind(found.category, found.subcategory)
        ]
        edits = edits_for(without_overlap(spans), self._options.replacement, "Azure")
        trace: dict[str, JsonValue] = {"edits": edits_to_json(edits), "calls": self._service.calls_for(len(texts))}
        return Release(document.id, apply_edits(document.text, edits), self.name, trace)

    def _kind(self, category: str, subcategory: str) -> list[tuple[str, str]]:
        """Return the name of a span that is to be masked and TAB's type for it; nothing for a span that may stay."""
        if self._options.mode == "entities":
            wanted = category in _ENTITY_CATEGORIES or (category == "Quantity" and subcategory in _QUANTITIES)
            if not wanted:
                return []
        type_ = _TAB_TYPES.get(subcategory, _TAB_TYPES.get(category, _OTHER_TYPE))
        return [(subcategory or category, type_)]


def _endpoint(address: str) -> ModelSpec:
    """Read the address by the rules for addresses of models: no password, no query, a port that is one."""
    example = f"set endpoint=https://NAME.cognitiveservices.azure.com, or {ENDPOINT_NAME} in the environment"
    address = address.strip() or os.environ.get(ENDPOINT_NAME, "")
    if not address.strip():
        raise ConfigError("the method 'azure' needs the address of the service", example)
    if not address.strip().startswith(("http://", "https://")):
        raise ConfigError(f"'{address}' is not an address", example)
    spec = parse_spec(f"{address.strip()}#azure")
    if not spec.is_local and urlsplit(spec.endpoint).scheme != "https":
        raise ConfigError(f"texts and the key would go to {spec.host} unencrypted", "use an address with https://")
    return spec


def _require_allowed(spec: ModelSpec, pool: ModelPool) -> None:
    host = spec.host or ""
    if not is_allowed(host, urlsplit(spec.endpoint).port, pool.settings.allow_hosts):
        raise EgressRefusedError(
            f"the method 'azure' would send texts to {host}", f"pass --allow-host {host} if that is what you want"
        )


def _key(spec: ModelSpec) -> SecretStr:
    """Read the key from the environment; a container on this machine asks for none."""
    found = os.environ.get(KEY_NAME, "").strip()
    if found and not (found.isascii() and found.isprintable() and " " not in found):
        raise AccessDeniedError(f"{KEY_NAME} holds characters that no key has", f"set {KEY_NAME} again")
    if not found and not spec.is_local:
        raise AccessDeniedError("the method 'azure' needs a key", f"set {KEY_NAME} in the environment")
    return SecretStr(found or "no-key-needed")


def _make(tools: Tools, options: AzureOptions, _argument: str) -> Azure:
    return Azure(options, tools.pool)


METHOD = Method(
    "azure",
    "Masks what Azure AI Language finds; texts go to the endpoint you name.",
    _make,
    options=AzureOptions,
    extra="azure",
)
