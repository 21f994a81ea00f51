"""Names and firms out of handles, mail addresses and domains."""

import re
from functools import lru_cache

from gyges.reading.codes._find import mail_hosts
from gyges.reading.lexicon._fold import fold
from gyges.reading.lexicon._load import is_common_word, words
from gyges.reading.lexicon._names import first_name, is_surname

_HUMP = re.compile(r"(?<=[a-z])(?=[A-Z])")
_PIECES = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*")
_COMMON = 0.25
_RARE = 0.02


@lru_cache(maxsize=4096)
def given_name(word: str, least: float = _RARE) -> bool:
    """Tell whether a word is a first name of some frequency."""
    stat = first_name(word)
    return stat is not None and stat.weight >= least


def _title(piece: str) -> str:
    if len(piece) == 1:
        return piece.upper() + "."
    if piece.startswith("mc") and len(piece) > 4:
        return "Mc" + piece[2:].capitalize()
    return piece if any(letter.isupper() for letter in piece[1:]) else piece.capitalize()


@lru_cache(maxsize=1024)
def handle_name(handle: str) -> str:
    """Return the name a handle is made of, or the handle without its sign."""
    body = handle.lstrip("@").strip()
    pieces = [part for piece in _PIECES.findall(body) for part in _HUMP.split(piece)]
    kept = [piece for piece in pieces if fold(piece) not in words("handles.noise")] if len(pieces) > 1 else pieces
    if len(kept) == 1 and len(pieces) == 2 and pieces[1] == kept[0] and given_name(pieces[0], _COMMON):
        kept = pieces
    kept = [piece for piece in kept if len(piece) > 1 or piece.islower() or len(kept) > 1]
    if not kept:
        return body
    if len(kept) == 1:
        return _one_piece(kept[0])
    names = [piece for piece in kept if given_name(piece, 0.1) or is_surname(piece) or len(piece) == 1]
    if names and len(names) < len(kept) and any(is_common_word(piece) for piece in kept if piece not in names):
        kept = names
    if len(kept) == 2 and len(kept[1]) == 1 and given_name(kept[0], 0.1):
        return kept[0].capitalize()
    return " ".join(_title(piece) for piece in kept)


def _one_piece(piece: str) -> str:
    low = fold(piece)
    if given_name(low, _COMMON) or (is_surname(low) and len(low) > 3) or len(low) < 5:
        return piece if piece[0].isupper() else piece.capitalize()
    split = _two_names(low, _COMMON if is_surname(low[:-1]) else 0.0)
    if split:
        return split
    if is_surname(low[1:]) and len(low) > 4:
        return f"{low[0].upper()}. {_title(low[1:])}"
    if given_name(low):
        return low.capitalize()
    if given_name(low[:-1], _COMMON) or is_surname(low[:-1]):
        return f"{_title(low[:-1])} {low[-1].upper()}."
    return piece if piece[0].isupper() else piece.capitalize()


def _two_names(word: str, least: float = 0.0) -> str | None:
    best, found = 0.0, None
    for at in range(3, len(word) - 2):
        head, tail = word[:at], word[at:]
        stat = first_name(head)
        if stat is None or stat.weight < 1.4 * least or not _may_follow(tail, stat.weight, len(head)):
            continue
        score = stat.weight + 0.02 * min(len(head), len(tail))
        if score > best:
            best, found = score, f"{head.capitalize()} {_title(tail)}"
    return found


def _may_follow(tail: str, weight: float, size: int) -> bool:
    """Tell whether a piece may be the surname after a first name of some frequency and length."""
    known = is_surname(tail) or given_name(tail, _COMMON)
    if weight >= _COMMON:
        return known or (weight >= 2 * _COMMON and len(tail) > 3 and is_common_word(tail))
    return known and size >= 5 and len(tail) >= 5


def mail_name(local: str) -> str:
    """Return the name in the part of a mail address before its sign; empty if it is no name."""
    low = fold(local)
    if low.strip("0123456789._-") in words("handles.mail_roles"):
        return ""
    pieces = [piece for piece in _PIECES.findall(low) if piece]
    if not pieces or len("".join(pieces)) < 3:
        return ""
    if len(pieces) == 1:
        return _one_piece(pieces[0])
    return " ".join(_title(piece) for piece in pieces[:3])


@lru_cache(maxsize=1024)
def domain_name(domain: str) -> str | None:
    """Return the organisation a mail domain names; None for providers and documentation domains."""
    labels = [label for label in domain.lower().split(".") if label]
    while labels and (labels[-1] in words("handles.domain_tails") or len(labels[-1]) == 2):
        labels.pop()
    if not labels or labels[-1] in mail_hosts():
        return None
    core = labels[-1]
    if "-" in core:
        return "-".join(_title(part) for part in core.split("-") if part)
    return _split_words(core)


def _split_words(word: str) -> str:
    """Cut a run of letters into the fewest known words or surnames, an unknown start in capitals."""
    if is_surname(word) or is_common_word(word) or len(word) < 6:
        return _title(word)
    for at in sorted(range(3, len(word) - 2), key=lambda place: abs(place - len(word) / 2)):
        if _known(word[:at]) and _known(word[at:]):
            return f"{_title(word[:at])} {_title(word[at:])}"
    for at in range(2, min(5, len(word) - 4)):
        if is_common_word(word[at:]):
            return f"{word[:at].upper()} {_title(word[at:])}"
    return _title(word)


def _known(word: str) -> bool:
    return is_surname(word) or (len(word) > 3 and is_common_word(word))


def spells(address: str, name: str, work: bool) -> bool:
    """Tell whether a mail address spells somebody's name, for a work address also by an initial and another surname."""
    pieces = [piece for piece in re.split(r"[^a-z]+", fold(address.partition("@")[0])) if piece]
    parts = [fold(word).strip(".") for word in name.split()]
    if any(len(word) > 2 and word in "".join(pieces) for word in parts):
        return True
    return work and len(pieces) == 2 and len(parts) == 1 and pieces[0] == parts[0][:1]
