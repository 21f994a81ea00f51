"""Asks for a text that points a reader to other values."""

from collections.abc import Sequence
from dataclasses import dataclass

from gyges.anonymizers._tools import Purpose
from gyges.anonymizers.randomizing._draw import Drawn
from gyges.anonymizers.rewriting import Rewrite, RewriteRules, Rewritten, rewrite_text
from gyges.models import DocumentText, Model, Prompt

__all__ = ["LeadAstray", "lead_astray"]


@dataclass(frozen=True)
class LeadAstray(Prompt[Rewrite]):
    """Change the text so that a reader concludes other values about its people.

    Attributes:
        text: The text, or a window of it.
        targets: One line for each person and kind: what a reader finds, by which words, and where to lead.
        glossary: What names became in earlier windows.
        purpose: What the user wants to protect and to keep.
        layout: How to answer.
    """

    template = "randomize.jinja"
    answer = Rewrite

    text: DocumentText
    targets: DocumentText
    glossary: str
    purpose: Purpose
    layout: str


async def lead_astray(
    model: Model, text: str, drawn: Sequence[Drawn], purpose: Purpose, rules: RewriteRules
) -> Rewritten:
    """Rewrite a text so that it points to the values that were drawn.

    Raises:
        RewriteFailedError: The model gave something that is no rewrite of the text.
    """
    lines = DocumentText("\n".join(_line(one) for one in drawn))

    def ask(window: DocumentText, glossary: str) -> LeadAstray:
        return LeadAstray(window, lines, glossary, purpose, rules.layout)

    return await rewrite_text(model, text, ask, rules)


def _line(one: Drawn) -> str:
    words = " | ".join(" ".join(quote.split()) for quote in one.evidence) or "no words in particular"
    lead = f"lead to: {one.to}" if one.to else "take out"
    return f"{one.called}; {one.tag}; found: {', '.join(one.found)}; by: {words}; {lead}"
