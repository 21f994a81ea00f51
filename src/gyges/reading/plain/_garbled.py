"""What cannot be made plain with certainty: codes that tell nothing, signs in the place of letters."""

import re
from unicodedata import category

from gyges.reading.plain._plain import plain_text

GARBLED = "hidden or garbled text"
"""What a text is called whose words are hidden in a way that cannot be undone with certainty."""

_CODE_SHARE = 0.1  # of the signs of a text
_CODE_SIGNS = 200  # or so many, in which a paragraph fits, of a text that is not far longer
_LEAST_SHARE = 0.02
_ID_SHARE = 0.5  # of codes as short as keys and digests, which texts name
_WORD_SHARE = 0.1
_FEWEST_WORDS = 5

_LONG = re.compile(r"[A-Za-z0-9+/_-]{24}")
_RUN = re.compile(r"(?:https?://|www\.)\S+|[A-Za-z0-9+/_-]{24,}+={0,2}")
_LONG_PIECE = re.compile(r"[^/]{24,}")
_ADDRESS = ("http", "www.")
_LONGEST_ID = 60
_HEX = re.compile(r"[0-9a-f-]+|[0-9A-F-]+")
_ENDLESS = 40  # letters and figures, which no word has
_CLASSES = (re.compile("[a-z]"), re.compile("[A-Z]"), re.compile("[0-9]"))
_SIGNS = r"[*#$%^~§¤¬°•●○◦█@?!]"
_A_SIGN = re.compile(rf"{_SIGNS}|<[^<>\s]{{1,40}}>[^\W\d_]|[a-z][0-9]{{1,4}}[a-z]")
_IN_WORD = re.compile(rf"[^\W\d_](?:{_SIGNS}+|<[^<>\s]{{1,40}}>)[^\W\d_]|[a-z][0-9]{{1,4}}[a-z]")
_SHORTENED = re.compile(r"[A-Za-z][0-9]{1,2}[a-z]")  # as in "k8s" and "i18n"
_BOTH_GENDERS = re.compile(r"(?<=[^\W\d_])\*(?=in(?:nen)?\b)")
_EMPHASIS = re.compile(r"(?<![\w*])\*{1,3}([^\s*](?:[^*\n]{0,200}[^\s*])?)\*{1,3}(?!\w)")
_STOPS = ".,;:()\"'“”‘’[]"
_ADDRESS_WORD = re.compile(r"@[^\s@]+\.\w|://|www\.")


def why_garbled(text: str, *, to_a_model: bool = False) -> str | None:
    """Return that a text cannot be read with certainty even when it is made plain, None if it can."""
    made = plain_text(text)
    text = made.text
    if not made.settled or _has_codes(text):
        return f"there is {GARBLED}"
    return f"there is {GARBLED}" if not to_a_model and _has_signs_for_letters(text) else None


def _has_codes(text: str) -> bool:
    """Return True if a good part of a text may be hidden in codes or signs of a private font."""
    codes, private = _codes(text), _private_signs(text)
    if not codes and not private:
        return False
    seen = len(text) - sum(map(text.count, " \n\t\r"))
    long = sum(len(code) for code in codes if len(code) >= _LONGEST_ID and not _HEX.fullmatch(code))
    return (
        private >= _CODE_SIGNS
        or long >= max(_CODE_SIGNS, _LEAST_SHARE * seen)
        or long + private > _CODE_SHARE * seen
        or sum(map(len, codes)) > _ID_SHARE * seen
    )


def _codes(text: str) -> list[str]:
    """Return the codes of a text; addresses have some of their own, and paths are no codes for their strokes."""
    if _LONG.search(text) is None:
        return []
    runs = (match[0] for match in _RUN.finditer(text))
    return [run for run in runs if not run.startswith(_ADDRESS) and any(map(_is_code, _LONG_PIECE.findall(run)))]


def _is_code(run: str) -> bool:
    kinds = sum(kind.search(run) is not None for kind in _CLASSES)
    return kinds == len(_CLASSES) or (len(run) >= _ENDLESS and run.isalnum())


def _private_signs(text: str) -> int:
    """Return how many signs are letters of nobody's but one font."""
    if text.isascii():
        return 0
    private = {sign for sign in set(text) if category(sign) == "Co"}
    return sum(map(text.count, private))


def _has_signs_for_letters(text: str) -> bool:
    """Return True if many words have other signs in the place of letters."""
    if sum(1 for _ in _A_SIGN.finditer(text)) < _FEWEST_WORDS:
        return False
    words = _BOTH_GENDERS.sub("", _EMPHASIS.sub(r"\1", text)).split()
    odd = [word.strip(_STOPS).lower() for word in words if _is_odd(word)]
    several = len(set(odd)) >= _FEWEST_WORDS  # a few swear words come again and again
    return several and len(odd) > _WORD_SHARE * sum(any(map(str.isalpha, word)) for word in words)


def _is_odd(word: str) -> bool:
    """Return True if a word has signs between its letters, or a star at one end only: two are an emphasis."""
    if _A_SIGN.search(word) is None or _ADDRESS_WORD.search(word):
        return False
    bare = word.strip(_STOPS)
    if _SHORTENED.fullmatch(bare):
        return False
    at_one_end = (bare[:1] == "*") != (bare[-1:] == "*") and "**" not in bare and bare.strip("*").isalpha()
    return at_one_end or _IN_WORD.search(bare.strip("*")) is not None
