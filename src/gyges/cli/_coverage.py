"""Too little could be attacked: said in one line before any figure, with exit status 1."""

import sys

from gyges.cli._gate import LEAST_COVERAGE
from gyges.cli._printable import printable
from gyges.scoring import CoverageRow


def shortfall(covered: CoverageRow) -> str:
    """Return why a figure speaks for too little, in one line; nothing where it speaks for enough."""
    share = covered.share
    if share is not None and share >= LEAST_COVERAGE:
        return ""
    scored = f"{covered.facts - covered.unscored:,} of {covered.facts:,} facts"
    sentence = (
        f"only {covered.attacked:,} of {covered.documents:,} documents and {scored} could be scored, "
        f"and {LEAST_COVERAGE:.0%} are asked for"
    )
    return f"{sentence}; the first failure: {covered.failed[0].reason}" if covered.failed else sentence


def say_short(sentence: str) -> None:
    """Say on standard error that too little could be attacked, in one line."""
    if sentence:
        sys.stderr.write(printable("gyges: " + " ".join(sentence.split())) + "\n")
