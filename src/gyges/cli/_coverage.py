"""Too little could be attacked: said in one line before any figure, with exit status 1."""

import sys

from gyges.cli._printable import one_line
from gyges.scoring import CoverageRow

LEAST_COVERAGE = 0.95
"""The share of documents and of facts that must have been scored, unless the user asks for less; ours."""


def shortfall(covered: CoverageRow, least: float = LEAST_COVERAGE) -> str:
    """Return why a figure speaks for too little, in one line; nothing where it speaks for enough."""
    share = covered.share
    if share is not None and share >= least:
        return ""
    sentence = (
        f"only {covered.attacked:,} of {covered.documents:,} documents and {covered.facts - covered.unknown:,} of "
        f"{covered.facts:,} facts could be scored, and {least:.0%} are asked for (coverage={least:g}); "
        "the rest counts as leaked"
    )
    if not covered.failed:
        return sentence
    first = covered.failed[0]
    return f"{sentence}; the first failure: {first.id}: {first.reason}"


def links_shortfall(attacked: int, originals: int, least: float = LEAST_COVERAGE) -> str:
    """Return why an attack by linkage speaks for too little; nothing where it speaks for enough."""
    if originals and attacked / originals >= least:
        return ""
    return (
        f"only {attacked:,} of {originals:,} originals could be looked for, and {least:.0%} are asked for; "
        "the rest is in no figure of linkage and is not private"
    )


def say_short(sentence: str) -> None:
    """Say on standard error that too little could be attacked, in one line."""
    if sentence:
        sys.stderr.write(one_line(f"gyges: {sentence}") + "\n")
