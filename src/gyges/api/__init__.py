"""The door for Python code: audits and releases in one call, in scripts, notebooks and event loops."""

from importlib import import_module
from typing import TYPE_CHECKING

from gyges.api._audit import audit, audit_async
from gyges.api._audit_result import AuditResult

if TYPE_CHECKING:
    from gyges.api._anonymize import anonymize, anonymize_async
    from gyges.api._anonymize_result import AnonymizeResult

__all__ = ["AnonymizeResult", "AuditResult", "anonymize", "anonymize_async", "audit", "audit_async"]

_MADE = {"AnonymizeResult": "_anonymize_result", "anonymize": "_anonymize", "anonymize_async": "_anonymize"}


def __getattr__(name: str) -> object:
    """Load what makes releases only when somebody asks for it: an audit needs no anonymizer."""
    if name in _MADE:
        return getattr(import_module(f"gyges.api.{_MADE[name]}"), name)
    raise AttributeError(f"module 'gyges.api' has no attribute '{name}'")
