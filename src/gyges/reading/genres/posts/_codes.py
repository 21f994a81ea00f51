"""Codes in a post and whose they are: the author's own, or those of somebody in a record."""

import re
from dataclasses import dataclass

from gyges.reading._cues import Cues
from gyges.reading.genres.posts._phrases import load, rows
from gyges.reading.lexicon._countries import country

__all__ = ["PostCode", "find_post_codes", "phone_place", "record_word"]

_MAIL = re.compile(r"(?<![\w.+-])[\w.+'-]{1,64}@[A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63}){1,4}")
_STATE_CODE = re.compile(r"\b([A-Z]{2})-(ID|DL|PP|PASS|SSN|TIN|NIN|MED)-?[A-Z0-9]{4,18}\b")
_SSN = re.compile(r"(?<![\d-])\d{3}-\d{2}-\d{4}(?![\d-])")
_PASSPORT = re.compile(r"\b[Pp]assports?\b[^\n.;:(]{0,36}[(:#\s\"“]*(?P<code>\b[A-Z]{0,2}\d{6,9}\b)")
_LABELLED = re.compile(
    r"\b(?:ID|Id|identifier|[Ii]dentification|SSN|Aadhaar|PESEL|NIN|[Nn]ational (?:ID|id)|"
    r"[Pp]atient (?:ID|id))\b(?: (?:number|no\.?|code|card))?"
    r"[^\n\w]{0,4}(?P<code>[A-Z]{0,3}\d{6,12})\b"
)
_PHONE = re.compile(
    r"(?<![\w.+-])(?:\+\d{1,3}[ .\-]?(?:\(\d{1,4}\)[ .\-]?)?\d[\d .\-]{5,13}\d|\(\d{3}\) ?\d{3}[-. ]\d{4}|"
    r"\(\d{2,5}\) ?\d{3,4}[-. ]?\d{3,4}|1-\d{3}-\d{3}-\d{4}|\d{3}[-.]\d{3}[-.]\d{4}|"
    r"0\d{1,4}[ -]\d{3,4}[ -]?\d{3,4}|0\d{8,10}|"
    r"\d{10})(?:\s?(?:x|ext\.?)\s?\d{1,6})?(?![\w-])"
)
_MINE = re.compile(r"\b(?:my|our)\b(?P<between>(?: [\w'’/-]+){0,4})[\s(:#\"“-]*$", re.IGNORECASE)
_MY = re.compile(r"\bmy\b(?P<between>[^.;\n]{0,48})$", re.IGNORECASE)
_REACH = re.compile(
    r"\b(?:contact|call|calls|phone|reach|email|e-mail|message|text|dm|whatsapp|tel|mobile|"
    r"work (?:phone|number|line|contact|email)|work calls|phone line|workstation|contact number|"
    r"dial(?:ed|led)?)\b"
    r"[^.;\n]{0,40}$",
    re.IGNORECASE,
)
_NOBODY = re.compile(r"\b(?:model|running on(?: an?)?|serial|firmware|device id)\s*:?\s*$", re.IGNORECASE)
_AFTER_NOBODY = re.compile(
    r"\s+(?:certified|licensed|compliant)\s+(?:rig|equipment|hardware|machine|unit|device)", re.I
)
_NOT_PHONE = re.compile(
    r"\b(?:transaction|order|invoice|ticket|reference|ref|tracking|case|policy)\b[^.;\n]{0,14}$", re.I
)
_KIND = {
    "ID": "IDENTIFICATION_NUMBER", "SSN": "IDENTIFICATION_NUMBER", "TIN": "IDENTIFICATION_NUMBER",
    "NIN": "IDENTIFICATION_NUMBER", "MED": "IDENTIFICATION_NUMBER", "DL": "DRIVER_LICENSE_NUMBER",
    "PP": "PASSPORT_NUMBER", "PASS": "PASSPORT_NUMBER",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class PostCode:
    """A code, the place its form points to, and whose it is: ``author``, ``other`` or ``nobody``."""

    start: int
    end: int
    tag: str
    value: str
    place: tuple[str, ...]
    owner: str


def find_post_codes(text: str, cues: Cues, body: int) -> list[PostCode]:
    """Return the codes of a post in order; codes before `body` stand in its header and are the author's."""
    found: list[PostCode] = []
    taken: list[tuple[int, int]] = []

    def add(start: int, end: int, tag: str, place: tuple[str, ...]) -> None:
        if any(start < other_end and end > other_start for other_start, other_end in taken):
            return
        taken.append((start, end))
        owner = "author" if start < body else _owner(text, start, end, tag)
        found.append(PostCode(start, end, tag, text[start:end], place, owner))

    for match in _MAIL.finditer(text):
        end = match.start() + len(match[0].rstrip(".-'"))
        add(match.start(), end, "EMAIL_ADDRESS", _mail_place(text[match.start() : end]))
    for match in _STATE_CODE.finditer(text):
        add(match.start(), match.end(), _KIND[match[2]], _letters_place(match[1], match[2]))
    for match in _SSN.finditer(text):
        add(match.start(), match.end(), "IDENTIFICATION_NUMBER", ("United States",))
    for match in _PASSPORT.finditer(text):
        add(match.start("code"), match.end("code"), "PASSPORT_NUMBER", ())
    for match in _LABELLED.finditer(text):
        add(match.start("code"), match.end("code"), "IDENTIFICATION_NUMBER", ())
    for match in _PHONE.finditer(text):
        digits = sum(sign.isdigit() for sign in match[0])
        if 7 <= digits <= 21 and not _NOT_PHONE.search(text, max(0, match.start() - 40), match.start()):
            add(match.start(), match.end(), "PHONE_NUMBER", phone_place(match[0]))
    for code in cues.codes:
        if code.kind != "OTHER" and code.label:
            add(code.start, code.end, code.kind, (code.country,) if code.country else ())
    return sorted(found, key=lambda code: code.start)


def _owner(text: str, start: int, end: int, tag: str) -> str:
    head = text[max(0, start - 90) : start]
    if _NOBODY.search(head) or _AFTER_NOBODY.match(text, end):
        return "nobody"
    reachable = tag in {"EMAIL_ADDRESS", "PHONE_NUMBER"}
    mine = _MY.search(head) or (_MINE.search(head) if tag != "EMAIL_ADDRESS" else None)
    if mine and (record_word(mine["between"]) is None or (reachable and "work" in mine["between"].lower())):
        return "author"
    if tag != "PHONE_NUMBER":
        return "other"
    record = record_word(head)
    if (record is None and _REACH.search(head)) or re.search(r"\bwork (?:phone|number)\b", head):
        return "author"
    return "nobody" if record in {None, "individual"} else "other"


def record_word(text: str) -> str | None:
    """Return the last word for somebody in a record, such as ``patient``, or else ``individual`` for a mere record."""
    words: dict[str, str] = load("roles")["record"]
    found = [words[key] for match in _LETTERS.finditer(text) if (key := match[0].lower()) in words]
    return next((word for word in reversed(found) if word != "individual"), found[-1] if found else None)


_LETTERS = re.compile(r"[A-Za-z]+")


def _mail_place(address: str) -> tuple[str, ...]:
    domain = address.rpartition("@")[2].lower()
    labels = domain.split(".")
    for label in labels[:-1]:
        host = load("headers")["host_countries"].get(label)
        if host:
            return (str(host),)
    tld = labels[-1]
    if len(tld) == 2 and tld not in {"io", "co", "me", "tv", "ai", "cc", "fm", "gg"}:
        land = country("GB" if tld == "uk" else tld.upper())
        return (land.name,) if land else ()
    return ()


def _letters_place(letters: str, kind: str) -> tuple[str, ...]:
    if letters == "CA" and kind == "DL":
        return ("California", "United States")
    land = country(letters)
    return (land.name,) if land else ()


_AREAS: dict[str, tuple[str, ...]] = {}


def phone_place(number: str) -> tuple[str, ...]:
    """Return where a phone number is at home, most specific first; empty if its form does not tell.

    Example:
        >>> phone_place("+1-817-555-0100"), phone_place("0151 496 0000")
        (('Texas', 'United States'), ('Liverpool', 'United Kingdom'))
    """
    if not _AREAS:
        for prefix, *place in rows("phones"):
            for one in prefix.split(","):
                _AREAS[one] = tuple(part for part in place if part)
    plain = re.split(r"x|ext", number, flags=re.IGNORECASE)[0]
    digits = re.sub(r"\D", "", plain)
    if number.lstrip("( ").startswith("+"):
        key = "+" + digits
    elif digits.startswith("0"):
        key = digits
    elif (len(digits) == 11 and digits[0] == "1") or (len(digits) == 10 and re.search(r"[-.() ]", plain)):
        key = "+1" + digits[-10:]
    else:
        return ()
    for size in range(min(8, len(key)), 1, -1):
        if key[:size] in _AREAS:
            return _AREAS[key[:size]]
    return ()
