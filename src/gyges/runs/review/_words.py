"""A proposal in words, as the review file and a terminal show it."""

from collections.abc import Iterator

from gyges.runs.review._proposal import Proposal, ProposedEdit
from gyges.runs.review._worth import EditWorth, Loss
from gyges.scoring import whole_percent

__all__ = ["cost_words", "expected_words", "protects_words"]

_MOST = 3  # people named one by one


def expected_words(proposal: Proposal) -> list[str]:
    """Return what a strong reader is expected to leave protected before and after: of the document, of each person."""
    if proposal.worth.kept is None:
        return [f"not estimated: {proposal.not_estimated}"]
    rows = [("the document", proposal.worth.undone, proposal.worth.kept)]
    rows += [(one.description, one.before, one.after) for one in proposal.people]
    return [f"{who}: {_percent(before)} before, {_percent(after)} after" for who, before, after in rows]


def protects_words(one: ProposedEdit) -> str:
    """Return whom an edit protects from what, empty where the estimate sees nobody."""
    return "; ".join(_named(one.worth))


def cost_words(one: ProposedEdit) -> str:
    """Return what undoing an edit costs."""
    worth = one.worth
    words = []
    if worth.kept is not None:
        people = [f"{loss.description} {_fall(loss.kept, loss.undone)}" for loss in worth.people[:_MOST]]
        words = [", ".join([f"the document {_fall(worth.kept, worth.undone)}", *people])]
    if one.brings_back:
        words.append("brings back direct identifiers: " + ", ".join(f"'{back}'" for back in one.brings_back))
    return "; ".join(words)


def _named(worth: EditWorth) -> Iterator[str]:
    for loss in worth.people[:_MOST]:
        yield f"{loss.description}: {_kinds(loss)}"
    if len(worth.people) > _MOST:
        yield f"and {len(worth.people) - _MOST} more"


def _kinds(loss: Loss) -> str:
    return ", ".join(tag.lower().replace("_", " ") for tag in loss.kinds)


def _fall(kept: float | None, undone: float | None) -> str:
    return f"{_percent(kept)} to {_percent(undone)}"


def _percent(value: float | None) -> str:
    return "-" if value is None else f"{whole_percent(value)} %"
