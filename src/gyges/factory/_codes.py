"""Numbers and addresses that identify an invented person."""

import random
from datetime import date

from gyges.reading.lookups import fold

__all__ = ["email_of", "fill", "handle_of", "tells_birth"]

_LETTERS = "ABCDEFGHJKLMNPRSTVWXYZ"
_DOMAINS = ("example.org", "example.com", "example.net", "mail.example")
_BIRTH = ("yymmdd", "YYYYmmdd", "ddmmyy", "yyPPdd")
_NEW_CENTURY = 2000
_HANDLE_ENDS = ("", "_", "x", ".89", "_at_home", "the2nd", "_runs", "007", "_bakes", "on2wheels", ".writes", "_reads")
_HANDLE_WORDS = ("rainy", "salt", "quiet", "moss", "tin", "north", "paper", "copper", "late", "blue", "lazy", "stray")
_HANDLE_NOUNS = ("otter", "kettle", "badger", "lantern", "teapot", "magpie", "gravel", "fern", "biscuit", "anchor")


def fill(form: str, draw: random.Random, born: date, male: bool) -> str:
    """Fill the form of a code; the data file of the locales describes the signs."""
    late = born.year >= _NEW_CENTURY
    one = 1 if male else 2
    for sign, value in (
        ("YYYY", f"{born.year}"),
        ("PP", f"{born.month + (20 if late else 0):02d}"),
        ("yy", f"{born.year % 100:02d}"),
        ("mm", f"{born.month:02d}"),
        ("dd", f"{born.day:02d}"),
        ("o", draw.choice("13579" if male else "02468")),
        ("c", "3" if late else "2"),
        ("f", str(one)),
        ("h", "H" if male else "M"),
        ("k", str(one + (2 if late else 0))),
        ("r", str(one + (4 if late else 0))),
        ("s", draw.choice("56789" if male else "01234")),
    ):
        form = form.replace(sign, value)
    return "".join(_sign(sign, draw) for sign in form)


def _sign(sign: str, draw: random.Random) -> str:
    if sign == "#":
        return draw.choice("0123456789")
    return draw.choice(_LETTERS) if sign == "L" else sign


def tells_birth(form: str) -> bool:
    """Tell whether a code of this form holds the whole birth date."""
    return any(part in form for part in _BIRTH)


def email_of(first: str, last: str, tld: str, draw: random.Random) -> str:
    """Return a mail address in a domain kept for examples."""
    one, two = _plain(first), _plain(last)
    local = draw.choice(
        (f"{one}.{two}", f"{one[0]}{two}", f"{two}.{one}", f"{one}{draw.randint(2, 98)}", f"{one}_{two}")
    )
    country = tld.rpartition(".")[2]
    return f"{local}@{draw.choice((*_DOMAINS, f'example.{country}', f'post.example.{country}'))}"


def handle_of(first: str, draw: random.Random) -> str:
    """Return a name as people give themselves online, half of the time without their own in it."""
    if draw.random() < 0.5:
        return f"{_plain(first)}{draw.choice(_HANDLE_ENDS[1:])}"
    word, noun = draw.choice(_HANDLE_WORDS), draw.choice(_HANDLE_NOUNS)
    return f"{word}{draw.choice(('', '_', '-'))}{noun}{draw.choice(_HANDLE_ENDS[:5])}"


def _plain(name: str) -> str:
    return "".join(sign for sign in fold(name) if sign.isalpha()) or "me"
