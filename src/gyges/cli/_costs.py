"""What is left to do and what it costs, as a dry run prints it."""

from collections.abc import Iterable, Sequence

from gyges.cli._output import print_table, say, write_json
from gyges.cli._printable import one_line
from gyges.corpus import Place
from gyges.runs.benchmark import CostRow, LeftOut

__all__ = ["money_of", "report_cost"]


def money_of(cost: Sequence[CostRow]) -> str:
    """Return what all steps cost together, in words."""
    known = [row.usd for row in cost if row.usd is not None]
    return f"about ${sum(known):,.2f}" if len(known) == len(cost) else "cost unknown for want of a price"


def report_cost(
    cost: Sequence[CostRow],
    total: str,
    left_out: Iterable[LeftOut],
    notes: Iterable[str],
    json: Place | None,
    *,
    force: bool,
) -> None:
    """Print every step with calls, tokens and money, then what is left out; or write the same as JSON."""
    if json is not None:
        absent = [{"what": one.what, "reason": one.reason} for one in left_out]
        write_json({"rows": [row.to_json() for row in cost], "total": total, "left_out": absent}, json, force=force)
        return
    head = ("step", "model", "to do", "done", "calls", "tokens", "US$")
    print_table("What is left to do, estimated", head, [_line(row) for row in cost])
    for sentence in (*(f"Left out: {one.what}: {one.reason}" for one in left_out), *notes):
        say(one_line(sentence))
    say(f"{total}.\nNothing was sent. Answers in the cache cost nothing.")


def _line(row: CostRow) -> tuple[str, ...]:
    counts = (row.units, row.done, row.calls, row.input_tokens + row.output_tokens)
    money = "unknown" if row.usd is None else f"{row.usd:,.2f}"
    return (f"{row.dataset}: {row.step}, {row.who}", row.model, *(f"{count:,}" for count in counts), money)
