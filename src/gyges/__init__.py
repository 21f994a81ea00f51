"""Gyges: what a text still says about each person in it, and how to make it say less."""

from importlib import import_module
from typing import TYPE_CHECKING

from gyges._version import __version__

if TYPE_CHECKING:
    from gyges.api import AnonymizeResult, AuditResult, anonymize, anonymize_async, audit, audit_async

__all__ = ["AnonymizeResult", "AuditResult", "__version__", "anonymize", "anonymize_async", "audit", "audit_async"]

_ROOMS = (
    "anonymizers",
    "api",
    "attacks",
    "bridges",
    "corpus",
    "errors",
    "factory",
    "models",
    "reading",
    "records",
    "reports",
    "runs",
    "scoring",
    "studio",
    "testing",
    "tuning",
)


def __getattr__(name: str) -> object:
    """Load doors and rooms only when somebody asks for one, so that the package itself imports at once."""
    if name in _ROOMS:
        return import_module(f"gyges.{name}")
    if name in __all__:
        return getattr(import_module("gyges.api"), name)
    raise AttributeError(f"module 'gyges' has no attribute '{name}'")


def __dir__() -> list[str]:
    return sorted({*__all__, *_ROOMS, *(name for name in globals() if name.startswith("__"))})
