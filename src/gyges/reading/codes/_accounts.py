"""Accounts that are words, known by where they stand: ``reply by driftwood``, ``my insta is lemonade``."""

import re
from collections.abc import Iterator

from gyges.reading.lexicon._known_words import is_known
from gyges.reading.lexicon._load import words
from gyges.reading.page._cue import Cue
from gyges.reading.page._layout import is_machine
from gyges.reading.page._page import Page

__all__ = ["find_accounts"]

_WHO = r"@?(?P<who>[^\W\d_](?:[\w.-]{0,28}\w)?)"
_CLOSED = r"(?=[ \t]*(?:[\n|·»,;(\[]|—|–|$))"
_BY = re.compile(
    r"(?:(?:^|[\n|·»—–(>*\]])[ \t]*(?:posted|submitted|started|asked|written|uploaded|quoted|edited|answered|replied|"
    r"reviewed|commented|shared)|(?<![\w-])(?:reply|review|comment|post|thread|answer|topic|question|response|quote))"
    rf"[ \t](?:by|from)[ \t]+{_WHO}(?=[ \t]*(?:[\n|·»,;(\[]|—|–|on\b|at\b|in\b|\d|$))",
    re.I,
)
_BOLD = re.compile(rf"(?:^|\n)[ \t>]*(?P<mark>\*\*|__)[ \t]*{_WHO}[ \t]*(?::(?P=mark)|(?P=mark)[ \t]*(?::|\n|—|–|-))")
_BRACKETED = re.compile(rf"(?:^|\n)[ \t]*(?:[\[(]?[\d:.,/ -]{{4,20}}[\])]?[ \t]*)?<[ \t]?{_WHO}>[ \t]")
_WROTE = re.compile(
    rf"(?:^|\n)[ \t>*]*{_WHO}\*{{0,2}}[ \t](?:wrote|writes|said|says|posted|replied|asks?|commented|answered)"
    r"(?:[ \t][^:\n]{1,40})?:[ \t]*(?=\n|$|[\"“>])"
)
_LABELLED = re.compile(
    r"(?:^|[\n|;·])[ \t>*]*(?:op|user(?:[ \t]?name)?|author|member|poster|reviewer|seller|buyer|player|handle|"
    rf"nick(?:name)?|host|login|screen[ \t]?name|gamertag|posted[ \t]by|by)\*{{0,2}}"
    rf"[ \t]?:\*{{0,2}}[ \t]*{_WHO}{_CLOSED}",
    re.I,
)
_SERVICE = (
    r"(?:ig|insta(?:gram)?|snap(?:chat)?|telegram|tg|discord|tik[ ]?tok|skype|steam|psn|xbox|twitch|venmo|cash[ ]?app|"
    r"kik|wechat|viber|signal|threads|mastodon|bluesky|twitter|facebook|fb|soundcloud|strava|reddit|tumblr|etsy|ebay|vinted|"
    r"gamertag|user[ ]?name|user[ ]id|screen[ ]?name|handle|login)"
)
_OWNED = re.compile(
    rf"(?<![\w-])(?P<own>(?:my|his|her|their|our|ur|your)[ ])?{_SERVICE}(?:[ ](?:name|handle|id|account|tag|profile))?"
    rf"[ ]?(?P<sign>[:=→]|[ ](?:is|was))[ ]{_WHO}(?![\w'’])",
    re.I,
)
_ADDED = re.compile(
    rf"(?<![\w-])(?:add|find|follow|dm|message|msg|reach|pm)[ ](?:me|us|him|her)[ ](?:on|at|via)[ ]{_SERVICE}"
    rf"(?:[:,]|[ ](?:as|under|at)|[ ]?[-–—@])[ ]?{_WHO}(?![\w'’])",
    re.I,
)
_SIGNED_BY = re.compile(
    r"(?<!\w)(?:taken|logged|written|typed|entered|completed|recorded|noted|checked|updated|closed|"
    r"signed(?:[ ]off)?)[ ]by:?[ ](?P<who>[a-z]{2,3})(?![\w'’])"
)
_BY_LINE = re.compile(rf"\n[ \t]*(?:by|from|—|–)[ \t]+{_WHO}[ \t]*(?=\n)")
_LEAST = 2  # lines of a chat with names in angle brackets


def find_accounts(page: Page) -> Iterator[Cue]:
    """Yield names of accounts, whatever word they are."""
    text, keys = page.text, page.keys
    forms = [_BY, _BY_LINE, _SIGNED_BY] if "by" in keys or "from" in keys else []
    forms += [_BOLD] if "**" in text or "__" in text else []
    forms += [_WROTE] if ":" in text and not keys.isdisjoint(words("wrote")) else []
    forms += [_LABELLED] if ":" in text and not keys.isdisjoint(words("account_labels")) else []
    forms += [_OWNED, _ADDED] if not keys.isdisjoint(words("services")) else []
    for form in forms:
        yield from (Cue(*match.span("who"), "PERSON", True) for match in form.finditer(text) if _is_account(match))
    if text.count("> ") >= _LEAST:
        speakers = list(_BRACKETED.finditer(text))
        if len(speakers) >= _LEAST:
            yield from (Cue(*match.span("who"), "PERSON", True) for match in speakers)


def _is_account(match: re.Match[str]) -> bool:
    """Tell an account from a label, a role, or a word that says how the account is."""
    who = match["who"]
    key = who.lower()
    if key in words("no_account") or is_machine(key) or key in words("who_labels") or key in words("generic_capitals"):
        return False
    if match.re is _BY and key.endswith("ing") and is_known(key):
        return False  # "a response by saying"
    if match.re is _SIGNED_BY:
        return not is_known(key)
    if match.re is _OWNED:
        return bool(match["own"]) or match["sign"] in ":=→"
    if match.re is _BOLD:
        return who[0].islower() or not is_known(key)
    return match.re is not _WROTE or who[0].islower() or not is_known(key)
