"""Settings of models, from flags or from the file ``gyges.yaml``."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

import yaml
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from gyges.errors import ConfigError
from gyges.models._ledger import Price

__all__ = ["CONFIG_NAME", "ModelSettings", "load_settings"]

CONFIG_NAME = "gyges.yaml"
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
    """

    allow_hosts: tuple[str, ...] = ()
    concurrency: int = DEFAULT_CONCURRENCY
    timeout: float = DEFAULT_TIMEOUT
    max_calls: int | None = None
    max_usd: float | None = None
    prices: Mapping[str, Price] = field(default_factory=dict)
    roles: Mapping[str, str] = field(default_factory=dict)
    cache: Path | None = None


class _PriceRow(BaseModel):
    model_config = ConfigDict(extra="forbid")
    input: float = Field(ge=0)
    output: float = Field(ge=0)


class _File(BaseModel):
    """The keys of ``gyges.yaml``; an unknown one is an error, so that a slip of the pen is not a silent default."""

    model_config = ConfigDict(extra="forbid")
    allow_hosts: tuple[str, ...] = ()
    concurrency: int = Field(default=DEFAULT_CONCURRENCY, ge=1)
    timeout: float = Field(default=DEFAULT_TIMEOUT, gt=0)
    max_calls: int | None = Field(default=None, ge=0)
    max_usd: float | None = Field(default=None, ge=0)
    prices: dict[str, _PriceRow] = {}
    anonymizer: str | None = None
    attacker: str | None = None
    judge: str | None = None


def load_settings(path: Path | None = None) -> ModelSettings:
    """Read ``gyges.yaml``.

    Args:
        path: The file; None looks in the working folder and takes the defaults where there is none.
    """
    wanted = path or Path(CONFIG_NAME)
    if not wanted.is_file():
        if path is not None:
            raise ConfigError(f"there is no settings file {path}", "check the path")
        return ModelSettings()
    try:
        data = yaml.safe_load(wanted.read_text(encoding="utf-8")) or {}
        file = _File.model_validate(data)
    except (yaml.YAMLError, UnicodeDecodeError) as error:
        raise ConfigError(f"{wanted} is not YAML ({error})", "fix the file") from error
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        where = ".".join(str(part) for part in first["loc"]) or "the file"
        raise ConfigError(f"{wanted}: {where}: {first['msg']}", "fix the setting") from error
    roles = {"anonymizer": file.anonymizer, "attacker": file.attacker, "judge": file.judge}
    return ModelSettings(
        allow_hosts=file.allow_hosts,
        concurrency=file.concurrency,
        timeout=file.timeout,
        max_calls=file.max_calls,
        max_usd=file.max_usd,
        prices={name: Price(row.input, row.output) for name, row in file.prices.items()},
        roles={role: spec for role, spec in roles.items() if spec},
    )
