"""What should stay longest: the openings that say what a text is about, and what was decided or asked for."""

import re

from gyges.anonymizers.subjectwise._layout import Layout

__all__ = ["weights_of"]

_ABOUT = re.compile(r"\W*(?:subject|re|topic|title|matter|concerns?|regarding|purpose|what happened)\b.{0,20}:", re.I)
_OUTCOME = re.compile(
    r"[\W\d]*(?:[\w'’]+ ){0,2}(?:outcome|decision|decided|plan|vote|voted|results?|actions?|agreed|settlement|order"
    r"|ordered|request|conclusions?|verdict|resolved|resolution|findings?|recommendations?|next steps?|summary"
    r"|complaint|diagnosis|impression|assessment|ruling|by consent)\b[^.]{0,24}[:.]"
    r"|\W*(?:accordingly|therefore|(?:accordingly,? )?it is (?:hereby |therefore )?(?:ordered|decided|resolved))\b",
    re.IGNORECASE,
)
_ASKING = re.compile(r"\b(?:please|could you|would you|i (?:ask|request|apply|appeal)|we (?:ask|request))\b", re.I)
_FIRST, _TITLE, _RESULT, _LAST, _ASKED = 8.0, 4.0, 4.0, 2.0, 1.5  # tuned by eye on development documents


def weights_of(layout: Layout) -> list[float]:
    """Return how much more than others each statement is worth."""
    weights = [1.0] * len(layout.statements)
    told = [number for number, block in enumerate(layout.blocks) if block.kind == "text"]
    over = {below for heading, own in layout.over.items() if _is_outcome(layout, heading) for below in own}
    announced = False  # whether the block before says that a result follows
    for place, block in enumerate(layout.blocks):
        words = layout.text[block.start : block.end]
        weight = 1.0
        if place == 0 or _ABOUT.match(words):
            weight = _TITLE
        elif place in over or _OUTCOME.match(words) or (announced and not block.apart):
            weight = _RESULT
        elif told and place == told[-1]:
            weight = _LAST
        announced = weight == _RESULT and (announced or words.endswith(":"))
        for number in range(block.first, block.last):
            own = layout.statements[number]
            asked = _ASKED if _ASKING.search(layout.text, own.start, own.end) else 1.0
            weights[number] = max(weight if weight != _TITLE or own.opens else 1.0, asked)
    if told:
        opening = layout.blocks[told[0]].first
        weights[opening] = max(weights[opening], _FIRST)
    return weights


def _is_outcome(layout: Layout, block: int) -> bool:
    one = layout.blocks[block]
    return _OUTCOME.match(f"{layout.text[one.start : one.end].strip()}:") is not None
