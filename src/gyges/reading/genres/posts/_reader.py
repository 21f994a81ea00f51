"""Short posts, comments, chat messages, reviews and adverts: one author, a few others, a header, some codes."""

import re

from gyges.reading._cues import Cues
from gyges.reading.genres.posts._gaps import fill_speakers
from gyges.reading.genres.posts._header import read_header
from gyges.reading.genres.posts._merge import bring_together
from gyges.reading.genres.posts._people import PostReader
from gyges.reading.page._letter_case import caseless
from gyges.reading.people._draft import Draft

__all__ = ["add", "looks_like"]

_BASE = ((450, 0.35), (900, 0.3), (4000, 0.15))
"""What a text of at most so many characters starts with."""
_READ = 4000
_ALONE = 1800
_TOO_LONG = 20_000
_LEAD = re.compile(
    r"[\"“\s]*(?!(?:From|To|Cc|Subject|Date|Dear|Patient|Re|Ref|Minutes|Present|Ward|Case|Attn)\b)"
    r"(?:@[\w.\-]+|[A-Z]\w+|\[[A-Z_]+\d*\])\s?:\s"
)
_SIGNS = re.compile(r"(?<!\w)[#@][A-Za-z]\w+|[\U0001F300-\U0001FAFF❤☆★]")
_INVISIBLE = re.compile("[\u200b-\u200d\u2060\ufeff]")
_VOICE = re.compile(r"\b(?:I|I['’]m|I['’]ve|my|our|i|im)\b")
_CHATTY = re.compile(  # asked of texts in lower case
    r"\b(?:anyone|folks|hey|hi all|lol|a?haha\w*|heh\w*|tbh|thanks in advance|shoutout|selling|for sale|asking|dm|"
    r"pickup|review|stars|gonna|gotta|ya|y['’]know|ya know|forum|comment|mate|oh man|oh|ah|yeah|nah|btw|imo|pls|u|"
    r"ain['’]t|kinda|wanna|lemme|totally|reddit|dude|bro|man|cheers|omg|wow|guess)\b|[:;]-?[)dp(](?!\w)|!!|\.\.\."
)
_FORMAL = re.compile(
    r"\b(?:applicant|respondent|plaintiff|the Court|Article \d+|Dear (?:Dr|Mr|Ms|Mrs|Sir)|diagnosis|"
    r"Re:|Minutes|hereby|judgment|"
    r"tribunal|Subject:|Yours sincerely|patient is an?|the claimant|the defendant)\b"
)


def looks_like(text: str) -> float:
    """Tell how much a text reads like a post, comment, chat message, review or advert, 0-1.

    Example:
        >>> looks_like("@bo_77 : Anyone selling a bike? #cycling") > 0.7
        True
    """
    if not text.strip():
        return 0.0
    head = _INVISIBLE.sub("", text[:_READ])  # or letters kept apart would look like chat
    score = next((base for size, base in _BASE if len(text) <= size), 0.0)
    if _LEAD.match(head):
        score += 0.35
    if read_header(head).fields:
        score += 0.3
    score += min(0.3, 0.1 * len(_SIGNS.findall(head)))
    score += 0.15 if _VOICE.search(head) else 0.0
    score += min(0.3, 0.1 * len(_CHATTY.findall(caseless(head))))
    score -= min(0.9, 0.3 * len(_FORMAL.findall(head)))
    return max(0.0, min(1.0, score))


def add(draft: Draft, cues: Cues) -> None:
    """Add the people of a post and what it tells about them; people the general reader found are kept and completed."""
    if not draft.text.strip() or len(draft.text) > _TOO_LONG:
        return
    own = Draft(draft.text)
    reader = PostReader(own, cues)
    reader.read()
    alone = _one_author(cues)
    formed = reader.formed or not draft.people
    bring_together(draft, own, alone=alone, formed=formed, body=reader.header.body)
    if not alone:
        fill_speakers(draft, cues)


def _one_author(cues: Cues) -> bool:
    """Tell whether a text is one post by one person, not a conversation or a long text."""
    return len({turn.who.casefold() for turn in cues.layout.turns}) < 2 and len(cues.text) <= _ALONE
