"""Review by a person: what a method proposes, whom each edit protects from what, what undoing it costs."""

from gyges.runs.review._apply import apply_review, reviewed_release
from gyges.runs.review._file import cost_words, expected_words, protects_words, write_review
from gyges.runs.review._proposal import Proposal, ProposedEdit, edits_of, propose, proposed_edits
from gyges.runs.review._worth import Appraiser, EditWorth
