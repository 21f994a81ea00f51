"""Review by a person: what a method proposes, whom each edit protects from what, what undoing it costs."""

from gyges.runs.review._apply import apply_review
from gyges.runs.review._file import write_review
from gyges.runs.review._proposal import Proposal, ProposedEdit, propose
from gyges.runs.review._words import cost_words, expected_words, protects_words
from gyges.runs.review._worth import EditWorth, Loss, PersonWorth

__all__ = [
    "EditWorth",
    "Loss",
    "PersonWorth",
    "Proposal",
    "ProposedEdit",
    "apply_review",
    "cost_words",
    "expected_words",
    "propose",
    "protects_words",
    "write_review",
]
