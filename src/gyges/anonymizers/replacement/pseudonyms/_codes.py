"""Invented codes: the same shape with any letters and digits, and reserved ranges where there are such."""

import re
from collections.abc import Iterator

from gyges._secret import Secret
from gyges.anonymizers.replacement.pseudonyms._cast import InventedNames
from gyges.reading import find_codes
from gyges.reading.english import is_english_word
from gyges.reading.lookups import countries, first_name, fold, is_surname

DOMAIN = "example.org"
"""Reserved for examples (RFC 2606)."""

_IP4 = re.compile(r"(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.(?:25[0-5]|2[0-4]\d|1?\d?\d)){3}")  # no "1.017.555.338"
_IP6 = re.compile(r"[0-9A-Fa-f]{0,4}(?::[0-9A-Fa-f]{0,4}){3,7}")
_WEB = re.compile(r"(https?://|www\.)", re.IGNORECASE)
_TEST_NETS = ("192.0.2", "198.51.100", "203.0.113")  # RFC 5737
_NORTH_AMERICAN = re.compile(r"(?:\+?1[-. ]?)?\(?[2-9]\d{2}\)?[-. ]?\d{3}[-. ]?\d{4}")
_BRITISH = re.compile(r"(?:\+44|0044|0)[\s().-]*\d(?:[\s().-]*\d){8,9}")
_BORN = re.compile(
    r"(?:\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])|(?:0[1-9]|[12]\d|3[01])(?:0[1-9]|1[0-2])\d\d)"
    r"(?:-\d\d-\d{4}|\d{7}|[ /-]\d{4,7}|\d{5}|[ ]\d{3}[ ]\d\d)$"
)
_LONG_MONTHS = ("01", "03", "05", "07", "08", "10", "12")
_LABEL = re.compile(r"(?:ID|[A-Za-z]{3,}(?:-\d)?)\.?:?\s+(?=\S*\d)")  # what kind of number it is: "ID NF-4420917"
_FEWEST_SIGNS = 2
_LETTERS = "abcdefghijklmnopqrstuvwxyz"


def has_invented_form(words: str) -> bool:
    """Tell whether a shape has codes enough: of one digit nine are left, and several releases name the tenth."""
    return sum(sign.isalnum() for sign in words) >= _FEWEST_SIGNS


def invented_code(words: str, secret: Secret, cast: InventedNames, attempt: str) -> str:
    """Return an invented code of the same kind and shape: mail, web and network address, phone, any other number."""
    labels = ("code", fold("".join(words.split())), attempt)
    if "@" in words:
        return _mail(words, secret, cast, labels)
    web = _WEB.match(words)
    if web is not None:
        return f"{web[0]}{DOMAIN}/{secret.number(*labels) % 16**6:06x}"
    numbers = secret.numbers(*labels)
    if _IP4.fullmatch(words):
        return f"{_TEST_NETS[next(numbers) % 3]}.{next(numbers) % 254 + 1}"
    if _IP6.fullmatch(words) and words.count(":") > 1:
        return f"2001:db8::{next(numbers) % 16**4:x}"  # RFC 3849
    if not _BORN.match(words) and any(code.kind == "PHONE_NUMBER" for code in find_codes(f"phone {words}")):
        return _phone(words, numbers)
    label = _LABEL.match(words)
    head = label[0] if label else ""
    return head + _with_a_birthday(words[len(head) :], same_shape(words[len(head) :], numbers), numbers)


def _with_a_birthday(words: str, code: str, numbers: Iterator[int]) -> str:
    """Return a code that begins with a day of the real year where the real one does, as numbers of citizens do.

    Year and day stand first or third and stay; the month between them is another long one.
    """
    if not _BORN.match(words):
        return code
    return words[:2] + _LONG_MONTHS[next(numbers) % len(_LONG_MONTHS)] + words[4:6] + code[6:]


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


def _mail(words: str, secret: Secret, cast: InventedNames, labels: tuple[str, ...]) -> str:
    local = words.partition("@")[0]
    parts = re.findall(r"[^\W\d_]+", fold(local))
    again = "" if labels[-1] == "0" else labels[-1]
    made = cast.called(fold(local)) or _local(local, parts, cast)
    return f"{made}{again}@{DOMAIN}"


def _local(local: str, parts: list[str], cast: InventedNames) -> str:
    """Return the part of an address before "@": somebody's name is the invented one, English words stay."""
    name = cast.of_words(parts)
    if name is not None:
        return name.account(local).lower() or name.given.lower()
    whose = next((found for part in parts if (found := cast.of_words([part]) or cast.alike(part))), None)
    if whose is None and parts and all(_is_role(part) for part in parts):
        return local.lower()  # "trustees@"
    if whose is None:
        return "mail"

    def other(match: re.Match[str]) -> str:
        part = fold(match[0])
        if _is_role(part) and not cast.of_word(part):
            return match[0].lower()
        if len(part) == 1:
            return whose.given[0].lower()
        return (cast.of_word(part) or (whose.given if match.start() == 0 else whose.family)).lower()

    return re.sub(r"[^\W\d_]+", other, local)


def _is_role(word: str) -> bool:
    """Tell whether a word of an address is nobody's name: "tours", "office"."""
    return is_english_word(word) and not is_surname(word) and first_name(word) is None


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
