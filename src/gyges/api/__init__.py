"""The door for Python code: audits and releases in one call, in scripts, notebooks and event loops."""

from gyges.api._anonymize import anonymize, anonymize_async
from gyges.api._anonymize_result import AnonymizeResult
from gyges.api._audit import audit, audit_async
from gyges.api._audit_result import AuditResult

__all__ = ["AnonymizeResult", "AuditResult", "anonymize", "anonymize_async", "audit", "audit_async"]
