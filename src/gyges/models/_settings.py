"""Settings of models, from flags or from the file ``gyges.yaml``, and which of these files the user confirmed."""

import hashlib
import json
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

import yaml
from pydantic import BaseModel, Field, ValidationError

from gyges._home import config_home, write_private
from gyges._yaml import parse_yaml
from gyges.errors import ConfigError
from gyges.models._ledger import Price, Spending
from gyges.models._own_prompts import read_prompts
from gyges.models._shipped import OURS, SampledRole, Sampling, Wording


def trust_settings(path: Path, prompts: bytes = b"") -> Path:
    """Remember that a settings file may be used wherever it is found, until it changes."""
    try:
        content = path.read_bytes() + prompts
        known = {**_known(), str(path.resolve()): _digest(content)}
        store = _store()
        store.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        write_private(store, f"{json.dumps(known, indent=1, sort_keys=True)}\n".encode())
    except OSError as error:
        raise ConfigError(
            f"{error.filename} cannot be used ({error.strerror})", "check the path, and the room on its disk"
        ) from error
    return path.resolve()


def require_trust(path: Path, content: bytes, named: Collection[str]) -> None:
    """Refuse a settings file that was found and not confirmed, if it says where texts go."""
    if named and _known().get(str(path.resolve())) != _digest(content):
        raise ConfigError(
            f"the {path} found in this folder sets {', '.join(sorted(named))}, and you have not confirmed it as it is",
            f"look at it, then run: gyges models trust {path} (or name it with --config {path})",
        )


def _store() -> Path:
    return config_home() / "trusted.json"


def _known() -> dict[str, str]:
    store = _store()
    try:
        known = json.loads(store.read_text(encoding="utf-8")) if store.exists() else {}
    except (OSError, ValueError) as error:
        raise ConfigError(f"{store} cannot be read", "delete it and confirm your settings again") from error
    return known if isinstance(known, dict) else {}


def _digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


CONFIG_NAME = "gyges.yaml"
_NEED_TRUST = frozenset({"allow_hosts", "anonymizer", "attacker", "judge", "prices", "prompts", "proxy"})
"""What decides where texts and money go and what is asked: in a file that was merely found it counts only once the user
confirmed it."""

DEFAULT_CONCURRENCY = 32
DEFAULT_TIMEOUT = 120.0


@dataclass(frozen=True, slots=True)
class ModelSettings:
    """How models are used in one run.

    Attributes:
        allow_hosts: Hosts besides this machine that texts may go to.
        concurrency: The most requests at once per endpoint.
        timeout: Seconds to wait for one answer.
        max_calls: The most calls of the run.
        max_usd: The most money of the run.
        prices: Prices by model, over the shipped ones.
        roles: Models by role (anonymizer, attacker, judge).
        cache: The file of the reply cache; None for the usual place.
        proxy: The address of a proxy for all hosts besides this machine; those of the environment are never used.
        prompts: Whose words the prompts are: ours, or the user's own as `read_prompts` gives them.
        seed: The number of an independent run: another one asks every question anew.
        jobs: How many processes compute what asks no model; None for one on each core, and one alone for few texts.
    """

    allow_hosts: tuple[str, ...] = ()
    concurrency: int = DEFAULT_CONCURRENCY
    timeout: float = DEFAULT_TIMEOUT
    max_calls: int | None = None
    max_usd: float | None = None
    prices: Mapping[str, Price] = field(default_factory=dict)
    roles: Mapping[str, str] = field(default_factory=dict)
    cache: Path | None = None
    proxy: str | None = None
    prompts: Wording = OURS
    seed: int = 0
    jobs: int | None = None

    def less(self, spent: Spending) -> "ModelSettings":
        """Return the settings with what is left of the budget."""
        calls, usd = self.max_calls, self.max_usd
        return replace(
            self,
            max_calls=None if calls is None else max(0, calls - spent.calls),
            max_usd=None if usd is None else max(0.0, usd - (spent.usd or 0.0)),
        )


class _PriceRow(BaseModel, extra="forbid"):
    input: float = Field(ge=0)
    output: float = Field(ge=0)


class _SettingsFile(BaseModel, extra="forbid"):
    """The keys of ``gyges.yaml``; an unknown one is an error, so that a slip of the pen is not a silent default."""

    allow_hosts: tuple[str, ...] = ()
    concurrency: int = Field(default=DEFAULT_CONCURRENCY, ge=1)
    timeout: float = Field(default=DEFAULT_TIMEOUT, gt=0)
    max_calls: int | None = Field(default=None, ge=0)
    max_usd: float | None = Field(default=None, ge=0)
    prices: dict[str, _PriceRow] = {}
    anonymizer: str | None = None
    attacker: str | None = None
    judge: str | None = None
    proxy: str | None = Field(default=None, pattern=r"^https?://[^\s@]+$")
    prompts: Path | None = None
    sampling: dict[SampledRole, Sampling] = {}
    jobs: int | None = Field(default=None, ge=1)


def load_settings(path: Path | None = None) -> ModelSettings:
    """Read ``gyges.yaml``.

    Args:
        path: The file; None looks in the working folder and takes the defaults where there is none.

    Raises:
        ConfigError: The file cannot be used; or it was found, names hosts or models, and the user has not confirmed it.
    """
    wanted = path or Path(CONFIG_NAME)
    if not wanted.is_file():
        if path is not None:
            raise ConfigError(f"there is no settings file {path}", "check the path")
        return ModelSettings()
    try:
        content = wanted.read_bytes()
        data = parse_yaml(content.decode("utf-8")) or {}
        file = _SettingsFile.model_validate(data)
    except (yaml.YAMLError, UnicodeDecodeError) as error:
        raise ConfigError(f"{wanted} is not YAML ({error})", "fix the file") from error
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        where = ".".join(str(part) for part in first["loc"]) or "the file"
        raise ConfigError(f"{wanted}: {where}: {first['msg']}", "fix the setting") from error
    prompts = OURS if file.prompts is None else read_prompts(wanted.parent / file.prompts)
    if path is None:
        require_trust(wanted, content + prompts.fingerprint, _NEED_TRUST & file.model_fields_set)
    roles = {"anonymizer": file.anonymizer, "attacker": file.attacker, "judge": file.judge}
    return ModelSettings(
        allow_hosts=file.allow_hosts,
        concurrency=file.concurrency,
        timeout=file.timeout,
        max_calls=file.max_calls,
        max_usd=file.max_usd,
        prices={name: Price(row.input, row.output) for name, row in file.prices.items()},
        roles={role: spec for role, spec in roles.items() if spec},
        proxy=file.proxy,
        prompts=prompts.drawn(file.sampling),
        jobs=file.jobs,
    )
