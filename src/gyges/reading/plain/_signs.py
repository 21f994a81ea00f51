"""Single signs: those nobody sees, blanks of other widths, letters in another dress, look-alikes, marks."""

import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from unicodedata import bidirectional, category, combining, decomposition, name, normalize

from gyges.reading.lexicon._load import common_words
from gyges.reading.plain._layers import Change

_TAGS = 0xE0000  # ASCII once more, drawn as nothing
_BLANK_LETTERS = frozenset("\u115f\u1160\u2800\u3164\uffa0")  # drawn as blanks, though letters or symbols by category
_SELECTORS = re.compile("[\u034f\u180b-\u180d\u180f\ufe00-\ufe0f\U000e0100-\U000e01ef]")
_SHOWN_FORMATS = re.compile("[\u0600-\u0605\u06dd\u070f\u0890\u0891\u08e2\U000110bd\U000110cd]")
_STOPS = ".!?,;:"
_JOINERS = "\u200c\u200d"
_TURNS = "\u200e\u200f"  # from right to left, and back
_NO_BLANKS = re.compile("[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff]")  # Thai, Lao, Burmese, Khmer
_PICTURE_LETTERS = frozenset("\u2139\u3030")  # which a selector makes emoji of
_DRESSES = ("<wide>", "<narrow>", "<font>", "<circle>", "<square>", "<compat>", "<super>", "<sub>")
_NO_DRESS = frozenset("ªº™℠℡№")
_WIDE_SIGNS = frozenset("＠．＿－：／")
_NAMED = re.compile(
    r"(?:LATIN LETTER |MODIFIER LETTER )?SMALL CAPITAL (?P<small>[A-Z])"
    r"|(?:NEGATIVE|CROSSED NEGATIVE) (?:CIRCLED|SQUARED) LATIN CAPITAL LETTER (?P<large>[A-Z])"
)
_MARK = re.compile("[\u0300-\u036f\u20d0-\u20f0]")
_MARKED = re.compile(".[\u0300-\u036f\u20d0-\u20f0]+", re.DOTALL)
_DRAWN_OVER = re.compile("[\u0305\u0332-\u0338\u033f\u035c-\u0362\u20d0-\u20f0]")
_MOST_MARKS = 2  # on one letter, in any language
_OVERRIDE = re.compile("\u202e([^\u202a-\u202e\u2066-\u2069\n]+)(\u202c?)")

_SURE = dict(
    zip(
        "аеорсухіјѕԁԛԝһӏАВЕКМНОРСТУХІЈЅԌԚԜονρικΑΒΕΖΗΙΚΜΝΟΡΤΥΧօոսհᎪᏴᏟᎠᎬᏀᎻᎫᏦᏞᎷᏢᎡᏚᎢᏙᎳᏃɑɡ",
        "aeopcyxijsdqwhlABEKMHOPCTYXIJSGQWovpikABEZHIKMNOPTYXonuhABCDEGHJKLMPRSTVWZag",
        strict=True,
    )
)
_ALIKE = _SURE | dict(zip("ктмнвёїαυτεηχγω", "ktmhbeiautenxyw", strict=True))
"""Letters that look like Latin ones; the others than the sure ones only within words that have Latin letters."""
_AN_ALIKE = re.compile(f"[{''.join(_ALIKE)}]")
_LETTERS = re.compile(r"[^\W\d_]+")
_LATIN_END = "\u0250"
_SHORTEST_MIXED = 3  # letters: "Hα" is a name of its own

_APART = re.compile("(?<=[A-Z])[\u0300-\u036f]")
_FEW, _FEW_ACCENTS = 3, 0.1  # below which nothing is counted
_FEWEST_CAPITALS = 8
_ACCENTED = 1 / 3  # of the capitals
_TIMES_SMALL = 6  # as many as of the small letters: nobody writes them so
_ACCENTS = 0.15  # of all letters, from which on words are compared with and without
_WORDS_GAINED = 0.25  # of all words, which are English only without accents


@cache
def shown(sign: str) -> str | None:
    """Return what is seen of a sign, None if that is the sign itself."""
    code, kind = ord(sign), category(sign)
    if sign in "\t\n\v\f\r " or code in range(0x21, 0x7F):
        return None
    if kind == "Cc":
        return _control(code)
    if kind in ("Zs", "Zl", "Zp") or sign in _BLANK_LETTERS:
        return "\n" if kind in ("Zl", "Zp") else " "
    if kind == "Cf" or _SELECTORS.match(sign):
        if _SHOWN_FORMATS.match(sign):
            return None
        return chr(code - _TAGS) if _TAGS + 0x20 <= code < _TAGS + 0x7F else ""
    return _undressed(sign)


def _control(code: int) -> str:
    if code in range(0x1C, 0x20):
        return " "
    if code == 0x85:
        return "\n"
    return bytes([code]).decode("cp1252", "ignore") if code > 0x7F else ""


def _undressed(sign: str) -> str | None:
    dress, whole = decomposition(sign).partition(" ")[0], normalize("NFKC", sign)
    if dress in _DRESSES and sign not in _NO_DRESS and whole.isascii():
        letters = whole.isalpha() if dress in ("<super>", "<sub>") else any(map(str.isalnum, whole))
        return whole if (letters and whole.strip("().,").isalnum()) or sign in _WIDE_SIGNS else None
    named = _NAMED.fullmatch(name(sign, ""))
    return None if named is None else (named["large"] or named["small"].lower())


def is_unseen(sign: str) -> bool:
    """Return True if a sign is drawn as nothing, or as what another sign is."""
    return not (sign.isascii() and sign.isprintable()) and (
        shown(sign) == "" or ord(sign) in range(_TAGS, _TAGS + 0x80)
    )


def signs(text: str) -> Iterator[Change]:
    """Yield signs that are seen as others or not at all; those of emoji and of scripts that need them stay."""
    odd = {sign for sign in set(text) if shown(sign) is not None}
    if not odd:
        return
    flag = False
    for at, sign in enumerate(text):
        if sign not in odd:
            flag = sign == "\U0001f3f4"  # a black flag, which becomes that of a country by tags after it
            continue
        seen = shown(sign)
        flag = flag and ord(sign) > _TAGS
        if seen is not None and not flag and not _is_needed(text, at, sign):
            yield at, at + 1, _apart(text, at, seen) if ord(sign) > _TAGS and seen else seen


def _apart(text: str, at: int, seen: str) -> str:
    """Return a hidden letter with a blank where a sentence ends between it and what is written openly."""
    before, after = text[max(0, at - 1) : at], text[at + 1 : at + 2]
    first = " " if before and before in _STOPS and seen.isalnum() else ""
    return f"{first}{seen} " if seen in _STOPS and after.isalnum() else f"{first}{seen}"


def _is_needed(text: str, at: int, sign: str) -> bool:
    """Return True if a sign is part of an emoji, or of a script that is written with it."""
    before, after = text[max(0, at - 1) : at], text[at + 1 : at + 2]
    if sign in _PICTURE_LETTERS:
        return after == "\ufe0f"
    if sign == "\u200b":
        return all(map(_NO_BLANKS.match, (before, after)))
    if sign in _TURNS:
        turned = [one != "" and bidirectional(one) in ("R", "AL") for one in (before, after)]
        return any(turned) and not (before.isalpha() and after.isalpha())
    if sign in _JOINERS:
        return any("\u0600" <= one < "\u1e00" for one in (before, after) if one) or (
            _is_picture(before) or _is_picture(after)  # a mask may stand for one of them
        )
    return "\ufe00" <= sign <= "\ufe0f" and (_is_picture(before) or after == "\u20e3")


def _is_picture(sign: str) -> bool:
    pictured = sign in _PICTURE_LETTERS or "\ufe00" <= sign <= "\ufe0f"
    return bool(sign) and (pictured or category(sign) in ("So", "Sk", "Sm", "Po")) and sign > "\x7f"


def has_marks(text: str) -> bool:
    """Return True if a text has combining marks."""
    return not text.isascii() and _MARK.search(text) is not None


def marks(text: str) -> Iterator[Change]:
    """Yield letters with their marks as one sign each, and without those that are drawn over them."""
    if not has_marks(text):
        return
    for match in _MARKED.finditer(text):
        rest = _DRAWN_OVER.sub("", match[0]) if match[0][0].isalnum() else match[0]
        whole = normalize("NFC", rest)
        if len(rest) - 1 > _MOST_MARKS and rest[0].isalnum():
            whole = "".join(sign for sign in whole if not combining(sign))
        if whole != match[0]:
            yield match.start(), match.end(), whole


def reversed_runs(text: str) -> Iterator[Change]:
    """Yield runs that are shown from right to left by a sign, the way round that has more words."""
    if "\u202e" not in text:
        return
    for match in _OVERRIDE.finditer(text):
        there, turned = match[1], match[1][::-1]
        yield match.start(), match.end(), there if _sense(there) > _sense(turned) else turned


def overridden_places(text: str) -> Iterator[tuple[int, int]]:
    """Yield where runs stand that a sign shows from right to left."""
    yield from (match.span() for match in _OVERRIDE.finditer(text) if "\u202e" in text)


def _sense(text: str) -> tuple[int, int]:
    words = _LETTERS.findall(text)
    return sum(word.lower() in common_words() for word in words), sum(map(str.istitle, words))


def look_alikes(text: str) -> Iterator[Change]:
    """Yield letters of other scripts within Latin words, and words of nothing but look-alikes among Latin ones."""
    if text.isascii() or _AN_ALIKE.search(text) is None:
        return
    alone: list[re.Match[str]] = []
    single: list[Change] = []
    found: list[Change] = []
    for match in _LETTERS.finditer(text):
        word = match[0]
        if not any(sign < _LATIN_END for sign in word):
            alone.append(match)
            continue
        (single if _is_single(alone) else found).extend(_only_alike(alone))
        alone = []
        table = _ALIKE if len(word) >= _SHORTEST_MIXED else _SURE
        if not word.isascii() and all(sign in table or sign < _LATIN_END for sign in word):
            found += _replaced(match, table)
    (single if _is_single(alone) else found).extend(_only_alike(alone))
    yield from sorted([*found, *single]) if found else ()


def _is_single(words: list[re.Match[str]]) -> bool:
    """Return True for one letter, which may be what it is unless others are not."""
    return len(words) == 1 and len(words[0][0]) == 1


def _only_alike(words: list[re.Match[str]]) -> Iterator[Change]:
    if all(sign in _SURE for match in words for sign in match[0]):
        for match in words:
            yield from _replaced(match, _SURE)


def _replaced(match: re.Match[str], table: dict[str, str]) -> Iterator[Change]:
    for at, sign in enumerate(match[0], match.start()):
        if sign in table:
            yield at, at + 1, table[sign]


def accents(text: str) -> Iterator[Change]:
    """Yield letters with accents that no language has so many of: of the capitals, or of all letters."""
    if text.isascii():
        return
    bare = {sign: normalize("NFD", sign)[0] for sign in set(text) if "\x7f" < sign < "\u1f00"}
    bare = {sign: base for sign, base in bare.items() if base.isascii() and base.isalpha()}
    counts = {sign: text.count(sign) for sign in bare}
    apart = [match.start() for match in _APART.finditer(text)]  # accents that no letter with them is there for
    if (
        sum(counts.values()) < _FEW_ACCENTS * len(text)
        and len(apart) + sum(counts[one] for one in bare if one.isupper()) < _FEW
    ):
        return
    every = {sign: count for sign, count in Counter(text).items() if sign.isalpha()}
    large = sum(count for sign, count in every.items() if sign.isupper())
    small = sum(every.values()) - large
    accented = len(apart) + sum(counts[sign] for sign in bare if sign.isupper())
    of_large, of_small = (
        accented / max(1, large),
        (sum(counts[sign] for sign in bare if not sign.isupper())) / max(1, small),
    )
    if sum(counts.values()) > _ACCENTS * (large + small) and _gains_words(text, bare):
        chosen = bare
    elif large >= _FEWEST_CAPITALS and small and of_large > max(_ACCENTED, _TIMES_SMALL * of_small):
        chosen = {sign: base for sign, base in bare.items() if sign.isupper()}
    else:
        return
    found = [(at, at + 1, chosen[sign]) for at, sign in enumerate(text) if sign in chosen]
    yield from sorted([*found, *((at, at + 1, "") for at in apart)])


def _gains_words(text: str, bare: dict[str, str]) -> bool:
    """Return True if many more words are English once accents are left out."""
    words = _LETTERS.findall(text.lower())
    lower = {sign.lower(): base.lower() for sign, base in bare.items()}
    table = str.maketrans({sign: base for sign, base in lower.items() if len(sign) == 1})  # "İ" becomes two
    gained = sum(word not in common_words() and word.translate(table) in common_words() for word in words)
    return gained > _WORDS_GAINED * len(words)
