"""Invented codes: the same shape with any letters and digits, and reserved ranges where there are such."""

import re
from collections.abc import Iterator

from gyges._secret import Secret
from gyges.reading import find_codes
from gyges.reading.lookups import countries, fold

DOMAIN = "example.org"
"""Reserved for examples (RFC 2606)."""

_IP4 = re.compile(r"(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.(?:25[0-5]|2[0-4]\d|1?\d?\d)){3}")  # no "1.017.555.338"
_IP6 = re.compile(r"[0-9A-Fa-f]{0,4}(?::[0-9A-Fa-f]{0,4}){3,7}")
_WEB = re.compile(r"(https?://|www\.)", re.IGNORECASE)
_TEST_NETS = ("192.0.2", "198.51.100", "203.0.113")  # RFC 5737
_NORTH_AMERICAN = re.compile(r"(?:\+?1[-. ]?)?\(?[2-9]\d{2}\)?[-. ]?\d{3}[-. ]?\d{4}")
_BRITISH = re.compile(r"(?:\+44|0044|0)[\s().-]*\d(?:[\s().-]*\d){8,9}")
_LABEL = re.compile(r"(?:ID|[A-Za-z]{3,}(?:-\d)?)\.?:?\s+(?=\S*\d)")  # what kind of number it is: "ID NF-4420917"
_FEWEST_SIGNS = 2
_LETTERS = "abcdefghijklmnopqrstuvwxyz"


def has_invented_form(words: str) -> bool:
    """Tell whether a shape has codes enough: of one digit nine are left, and several releases name the tenth."""
    return sum(sign.isalnum() for sign in words) >= _FEWEST_SIGNS


def invented_code(words: str, secret: Secret, attempt: str) -> str:
    """Return an invented code of the same kind and shape: mail, web and network address, phone, any other number."""
    labels = ("code", fold("".join(words.split())), attempt)
    if "@" in words:
        return f"mail{'' if attempt == '0' else attempt}@{DOMAIN}"
    web = _WEB.match(words)
    if web is not None:
        return f"{web[0]}{DOMAIN}/{secret.number(*labels) % 16**6:06x}"
    numbers = secret.numbers(*labels)
    if _IP4.fullmatch(words):
        return f"{_TEST_NETS[next(numbers) % 3]}.{next(numbers) % 254 + 1}"
    if _IP6.fullmatch(words) and words.count(":") > 1:
        return f"2001:db8::{next(numbers) % 16**4:x}"  # RFC 3849
    if any(code.kind == "PHONE_NUMBER" for code in find_codes(f"phone {words}")):
        return _phone(words, numbers)
    label = _LABEL.match(words)
    head = label[0] if label else ""
    return head + same_shape(words[len(head) :], numbers)


def same_shape(words: str, numbers: Iterator[int]) -> str:
    """Return any letters for letters and any digits for digits; everything else stays.

    Every sign is as likely at every place, the one that stood there too: if it never came back, several releases under
    different keys would tell it by its absence. Whoever wants another code than the real one draws again.
    A zero at the start stays one and no other digit becomes one there, so that the length of the number stays true.
    """
    made: list[str] = []
    for place, sign in enumerate(words):
        if sign.isdecimal():
            leads = place == 0 or not words[place - 1].isalnum()
            made.append("0" if leads and sign == "0" else _any("123456789" if leads else "0123456789", numbers))
        elif sign.isalpha():
            letter = _any(_LETTERS, numbers)
            made.append(letter.upper() if sign.isupper() else letter)
        else:
            made.append(sign)
    return "".join(made)


def _any(signs: str, numbers: Iterator[int]) -> str:
    return signs[next(numbers) % len(signs)]


def _phone(words: str, numbers: Iterator[int]) -> str:
    """Return a phone number of the same shape, from a range kept for fiction where the form of the number has one."""
    digits = re.sub(r"\D", "", words)
    if _NORTH_AMERICAN.fullmatch(words):
        area = f"{next(numbers) % 8 + 2}{next(numbers) % 9}{next(numbers) % 10}"
        new = ("1" if len(digits) > 10 else "") + f"{area}55501{next(numbers) % 100:02d}"
    elif _BRITISH.fullmatch(words) and (len(digits) == 11 or not digits.startswith("0")):
        new = _british(digits, numbers)
    else:
        new = _abroad(words, digits, numbers)
    filled = iter(new)
    return re.sub(r"\d", lambda _: next(filled), words)


def _british(digits: str, numbers: Iterator[int]) -> str:
    """Ofcom keeps 01632 960xxx and 07700 900xxx for drama."""
    trunk = re.match(r"00440?|440?|0", digits)
    head = trunk[0] if trunk else ""
    body = "7700900" if digits[len(head) :].startswith("7") else "1632960"
    made = body + "".join(str(next(numbers) % 10) for _ in range(3))
    return (head + made).ljust(len(digits), "0")[: len(digits)]


def _abroad(words: str, digits: str, numbers: Iterator[int]) -> str:
    """Return any digits; the calling code of a country stays, so that the number fits what is said beside it."""
    head = "00" if digits.startswith("00") else ""
    code = ""
    if head or words.lstrip().startswith("+"):
        codes = {land.calling_code[1:] for land in countries() if land.calling_code[1:].isdigit()}
        code = next((digits[len(head) :][:size] for size in (3, 2, 1) if digits[len(head) :][:size] in codes), "")
    return head + code + same_shape(digits[len(head) + len(code) :], numbers)
