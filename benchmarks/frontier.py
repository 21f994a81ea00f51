"""What each level and method keeps of texts, and what a strong reader would leave protected.

Run: python benchmarks/frontier.py FILE [--limit N] [--readings FOLDER]
FILE holds documents with their people; releases are made here, without a model. With a folder of findings, one file
METHOD.jsonl for each label below, CPR by those readings stands beside the estimate.
"""

import argparse
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import mean
from tempfile import TemporaryDirectory

import anyio

from gyges.anonymizers import Tools, open_anonymizer
from gyges.corpus import read_documents
from gyges.models import ModelPool
from gyges.records import Document, JsonValue, Release
from gyges.runs import AuditOptions, audit_corpus
from gyges.scoring import rouge

METHODS: dict[str, tuple[str, dict[str, JsonValue]]] = {
    "none": ("none", {}),
    "mask": ("mask", {}),
    "general": ("mask", {"style": "general"}),
    "pseudonyms": ("mask", {"style": "pseudonyms"}),
    **{name: ("subjectwise", {"level": name}) for name in ("light", "standard", "strong", "paranoid")},
}
"""The points of the frontier, by label."""
