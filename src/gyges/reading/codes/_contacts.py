"""Addresses of the net, accounts, and hashtags that tell something.

Most accounts are known by their form; those that are words by where they stand: ``reply by driftwood``.
"""

import re
from collections.abc import Iterator

from gyges.reading.lexicon._fold import fold
from gyges.reading.lexicon._known_words import is_known
from gyges.reading.lexicon._load import words
from gyges.reading.lexicon._names import first_name, is_surname
from gyges.reading.page._forms import find_forms, pattern
from gyges.reading.page._layout import is_machine
from gyges.reading.page._page import Page
from gyges.reading.page._spans import Cue
from gyges.reading.traits._traits import is_trait

__all__ = ["find_accounts", "find_contacts"]

_PARTS = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])|\d+")
_BRACKETED = pattern("accounts.bracketed")
_SHORT = 2
_LEAST = 2  # lines of a chat with names in angle brackets


def find_contacts(page: Page) -> Iterator[Cue]:
    """Yield links, domains, handles, user names and telling hashtags."""
    return find_forms(page, "contacts", _CONTACTS)


def find_accounts(page: Page) -> Iterator[Cue]:
    """Yield names of accounts, whatever word they are."""
    yield from find_forms(page, "accounts", _ACCOUNTS)
    speakers = list(_BRACKETED.finditer(page.text)) if page.text.count("> ") >= _LEAST else []
    if len(speakers) >= _LEAST:
        yield from (Cue(*match.span("who"), "PERSON", True) for match in speakers)


def _is_domain(match: re.Match[str]) -> bool:
    """Tell a domain from two sentences that lack a space, and from abbreviations."""
    value = match[0]
    host = value.split("/", 1)[0]
    parts = host.split(".")
    if len(parts[-1]) == 2 and len(parts) == 2 and "/" not in value:
        return value.islower() and len(parts[0]) > 3 and parts[-1] in words("short_domains")
    return host.islower() and ("/" in value or min(map(len, parts)) > 1) and not parts[0].isdigit()


def _is_dotted(match: re.Match[str]) -> bool:
    """Tell an account such as ``owen.fenning`` from a file or two words run together."""
    parts = match[0].rstrip("0123456789").split(".")
    named = any(first_name(part) is not None or is_surname(part) for part in parts)
    if len(parts[-1]) == 1:  # "priya.r", but no "i.e"
        return named and len(parts[0]) > _SHORT
    return named and len(parts[-1]) > _SHORT and not all(map(is_known, parts))


def _is_camel(match: re.Match[str]) -> bool:
    """Tell an account such as ``JamesCruz`` from a brand and from ``McNeil``."""
    key = fold(match[0].rstrip("0123456789"))
    return len(match[0]) > 2 * _SHORT and key not in words("brands") and not key.startswith(("mc", "mac"))


def _tells(match: re.Match[str]) -> bool:
    """Tell whether a hashtag says something about somebody."""
    parts = [fold(part) for part in _PARTS.findall(match[1])] or [fold(match[1])]
    if any(is_trait(part) or part in words("people") or part in words("telling_tags") for part in parts):
        return True
    return any(part.isdigit() or not is_known(part) for part in parts)


def _has_letters(match: re.Match[str]) -> bool:
    return any(map(str.isalpha, match[0]))


def _is_account(match: re.Match[str]) -> bool:
    """Tell an account from a label, a role, or a word that says how the account is."""
    key = match["who"].lower()
    plain = any(key in words(listed) for listed in ("no_account", "who_labels", "generic_capitals"))
    return not plain and not is_machine(key)


def _has_answered(match: re.Match[str]) -> bool:
    key = match["who"].lower()
    return _is_account(match) and not (key.endswith("ing") and is_known(key))  # "a response by saying"


def _has_signed(match: re.Match[str]) -> bool:
    return _is_account(match) and not is_known(match["who"].lower())


def _has_spoken(match: re.Match[str]) -> bool:
    return _is_account(match) and (match["who"][0].islower() or not is_known(match["who"].lower()))


def _is_owned(match: re.Match[str]) -> bool:
    return _is_account(match) and (bool(match["own"]) or match["sign"] in ":=→")


_CONTACTS = {
    "domain": _is_domain, "dotted": _is_dotted, "has_letters": _has_letters, "camel": _is_camel, "tag": _tells,
}  # fmt: skip
_ACCOUNTS = {
    "account": _is_account, "by": _has_answered, "signed_by": _has_signed, "spoken": _has_spoken, "owned": _is_owned,
}  # fmt: skip
