"""All models of a run: what they share (cache, budget, gates) and how they are opened."""

import hashlib
import logging
import os
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from urllib.parse import urlsplit

import anyio
from pydantic import SecretStr

from gyges.errors import AccessDeniedError, EgressRefusedError
from gyges.models._anthropic import API_VERSION, AnthropicProvider
from gyges.models._cache import ReplyCache, default_cache_path
from gyges.models._exchange import Provider
from gyges.models._gate import CircuitBreaker, EndpointGate
from gyges.models._ledger import FREE, Ledger, price_of
from gyges.models._local import SLOTS, GgufProvider, GgufServer
from gyges.models._model import Model
from gyges.models._openai import OpenAIProvider
from gyges.models._settings import ModelSettings
from gyges.models._spec import ModelSpec, Protocol, parse_spec
from gyges.models._transport import HttpEndpoint, is_allowed

_log = logging.getLogger("gyges.models")


class ModelPool:
    """Opens models and closes them again; use it as an async context manager.

    Args:
        settings: Hosts, limits, budget, prices.
        cache: Where replies are kept; None for the file of the settings or the usual place.
        notify: Called with a sentence when an endpoint is paused; logged by default.

    Example:
        >>> async def main() -> None:
        ...     async with ModelPool() as pool:
        ...         model = pool.model("http://127.0.0.1:8000/v1#qwen")
        ...         answer = await model.ask(some_prompt)
    """

    def __init__(
        self,
        settings: ModelSettings | None = None,
        *,
        cache: ReplyCache | None = None,
        notify: Callable[[str], None] = _log.warning,
    ) -> None:
        self.settings = settings or ModelSettings()
        self.ledger = Ledger(self.settings.max_calls, self.settings.max_usd)
        place = self.settings.cache or default_cache_path()
        self._cache = cache or ReplyCache(place, notify=notify)
        self._notify = notify
        self._gates: dict[tuple[str, str], EndpointGate] = {}
        self._models: dict[str, Model] = {}
        self._servers: dict[tuple[Path, Path], GgufServer] = {}
        self._under_way: dict[str, anyio.Event] = {}

    async def __aenter__(self) -> "ModelPool":
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        with anyio.CancelScope(shield=True):
            for model in self._models.values():
                await model.provider.aclose()
            for server in self._servers.values():
                server.close()
        self._cache.close()

    def works_for(self, *runs: str) -> None:
        """Note from now on that replies are used by the runs with these marks, so that they can go with them."""
        self._cache.works_for(*runs)

    @property
    def remote_hosts(self) -> tuple[str, ...]:
        """The hosts besides this machine that texts go to with the models opened so far."""
        specs = [parse_spec(name) for name in self._models]
        return tuple(sorted({spec.host for spec in specs if spec.host and not spec.is_local}))

    def model(self, spec: str) -> Model:
        """Open a model by name, or return it if it is open already.

        Raises:
            EgressRefusedError: Texts would go to a host that was not named.
            AccessDeniedError: A key is needed and not in the environment.
        """
        if spec not in self._models:
            parsed = parse_spec(spec)
            self._require_allowed(parsed)
            price = price_of(parsed, self.settings.prices)
            self.ledger.require_price(parsed, price)
            key = _key(parsed)
            self._models[spec] = Model(
                name=spec,
                provider=self._provider(parsed, key),
                gate=self._gate(parsed, key),
                cache=self._cache,
                ledger=self.ledger,
                price=price,
                under_way=self._under_way,
                wording=self.settings.prompts,
                seed=self.settings.seed,
            )
        return self._models[spec]

    def gguf_server(self, base: Path, adapter: Path) -> GgufServer:
        """Return what runs a base with an adapter in this process, one for all who ask; loaded when first asked.

        It answers one at a time: what is decoded together is rounded in another way, and may read otherwise.
        """
        return self._servers.setdefault((base, adapter), GgufServer(base, adapter, slots=1))

    def _require_allowed(self, spec: ModelSpec) -> None:
        host = spec.host
        if host is not None and not is_allowed(host, urlsplit(spec.endpoint).port, self.settings.allow_hosts):
            raise EgressRefusedError(
                f"'{spec.text}' would send texts to {host}", f"pass --allow-host {host} if that is what you want"
            )

    def _provider(self, spec: ModelSpec, key: SecretStr | None) -> Provider:
        if spec.protocol is Protocol.GGUF:
            return GgufProvider(spec.endpoint, self.settings.timeout)
        secret = key.get_secret_value() if key else ""
        if spec.protocol is Protocol.ANTHROPIC:
            headers = {"x-api-key": secret, "anthropic-version": API_VERSION}
        else:
            headers = {"authorization": f"Bearer {secret}"} if secret else {}
        settings = self.settings
        http = HttpEndpoint(
            spec.endpoint, key, spec.key_name, headers, settings.allow_hosts, settings.timeout, settings.proxy
        )
        if spec.protocol is Protocol.ANTHROPIC:
            return AnthropicProvider(http, spec.model)
        return OpenAIProvider(http, spec.model)

    def _gate(self, spec: ModelSpec, key: SecretStr | None) -> EndpointGate:
        account = hashlib.sha256(key.get_secret_value().encode()).hexdigest() if key else ""
        place = (spec.endpoint, account)
        if place not in self._gates:
            ceiling = SLOTS if spec.protocol is Protocol.GGUF else self.settings.concurrency
            breaker = CircuitBreaker(spec.endpoint, self._notify)
            self._gates[place] = EndpointGate(spec.endpoint, ceiling, breaker)
        return self._gates[place]


def model_of(provider: Provider, *, cache: ReplyCache | None = None, ledger: Ledger | None = None) -> Model:
    """Return a model over a provider of your own, with parsing, correction, cache and budget around it."""
    gate = EndpointGate(provider.endpoint, ModelSettings().concurrency, CircuitBreaker(provider.endpoint, _log.warning))
    own_ledger = ledger or Ledger()
    return Model(provider.endpoint, provider, gate, cache or ReplyCache(), own_ledger, FREE, {})


def _key(spec: ModelSpec) -> SecretStr | None:
    """Read the key from the environment, the only place keys come from."""
    for name in spec.key_names:
        found = os.environ.get(name, "").strip()
        if found and not (found.isascii() and found.isprintable() and " " not in found):
            raise AccessDeniedError(f"{name} holds characters that no key has", f"set {name} again")
        if found:
            return SecretStr(found)
    if spec.key_name in ("OPENAI_API_KEY", "ANTHROPIC_API_KEY"):
        raise AccessDeniedError(f"'{spec.text}' needs a key", f"set {spec.key_name} in the environment")
    return None
