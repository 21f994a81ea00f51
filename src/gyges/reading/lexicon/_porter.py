"""Porter's stemmer in two variants: the one ROUGE scores are usually computed with, and the one search engines use.

The rules are those of M. F. Porter, "An algorithm for suffix stripping" (1980). `stem` has the extensions that NLTK
made its default and that the package rouge-score therefore uses: a list of irregular words, ``dies`` to ``die``, y to i
after consonants only, ``alli`` before ``bli``, ``fulli`` and ``logi``. `stem_plainly` has the two departures of
Porter's own program only (``bli`` and ``logi``), as Lucene does.
"""

from functools import lru_cache

_MEMO = 1 << 17
"""Words remembered; a text collection seldom has more, and a word takes some 150 bytes."""

_IRREGULAR = {
    **dict.fromkeys(("sky", "skies"), "sky"),
    "dying": "die",
    "lying": "lie",
    "tying": "tie",
    "news": "news",
    **dict.fromkeys(("innings", "inning"), "inning"),
    **dict.fromkeys(("outings", "outing"), "outing"),
    **dict.fromkeys(("cannings", "canning"), "canning"),
    **{word: word for word in ("howe", "proceed", "exceed", "succeed")},
}

_Rules = tuple[tuple[str, str], ...]

# In each list the first ending that fits decides, whether its condition holds or not: the order is part of the rule.
_STEP_2: _Rules = (
    ("ational", "ate"),
    ("tional", "tion"),
    ("enci", "ence"),
    ("anci", "ance"),
    ("izer", "ize"),
    ("bli", "ble"),
    ("alli", "al"),
    ("entli", "ent"),
    ("eli", "e"),
    ("ousli", "ous"),
    ("ization", "ize"),
    ("ation", "ate"),
    ("ator", "ate"),
    ("alism", "al"),
    ("iveness", "ive"),
    ("fulness", "ful"),
    ("ousness", "ous"),
    ("aliti", "al"),
    ("iviti", "ive"),
    ("biliti", "ble"),
    ("fulli", "ful"),
)
_PLAIN_STEP_2: _Rules = (*(rule for rule in _STEP_2 if rule[0] != "fulli"), ("logi", "log"))
_STEP_3: _Rules = (
    ("icate", "ic"),
    ("ative", ""),
    ("alize", "al"),
    ("iciti", "ic"),
    ("ical", "ic"),
    ("ful", ""),
    ("ness", ""),
)
_STEP_4: _Rules = tuple(
    (ending, "")
    for ending in (
        *("al", "ance", "ence", "er", "ic", "able", "ible", "ant", "ement", "ment", "ent"),
        *("ion", "ou", "ism", "ate", "iti", "ous", "ive", "ize"),
    )
)

_SHAPES = str.maketrans({chr(code): "v" if chr(code) in "aeiou" else "c" for code in range(128) if chr(code) != "y"})


@lru_cache(maxsize=_MEMO)
def stem(word: str) -> str:
    """Return the stem of a word in lower case."""
    if word in _IRREGULAR:
        return _IRREGULAR[word]
    if len(word) <= 2:
        return word
    word = _without_past(_without_plural(word))
    if word.endswith("y") and len(word) > 2 and _shape(word)[-2] == "c":
        word = word[:-1] + "i"
    word = _step_2(word)
    word = _replaced(word, _STEP_3, 1)
    word = _replaced(word, _STEP_4, 2)
    return _tidied(word)


@lru_cache(maxsize=_MEMO)
def stem_plainly(word: str) -> str:
    """Return the stem of a word in lower case by the rules of 1980."""
    if len(word) <= 2:
        return word
    word = word[:-2] if word.endswith("ies") else _without_plural(word)
    word = _without_past(word, plainly=True)
    if word.endswith("y") and "v" in _shape(word[:-1]):
        word = word[:-1] + "i"
    word = _replaced(word, _PLAIN_STEP_2, 1)
    word = _replaced(word, _STEP_3, 1)
    word = _replaced(word, _STEP_4, 2)
    return _tidied(word, plainly=True)


def _shape(word: str) -> str:
    """Return a ``c`` for each consonant and a ``v`` for each vowel; y is a vowel after a consonant."""
    shape = word.translate(_SHAPES)
    if "y" not in shape:
        return shape
    letters: list[str] = []
    for letter in shape:
        vowel_y = letter == "y" and letters and letters[-1] == "c"
        letters.append("v" if letter == "v" or vowel_y else "c")
    return "".join(letters)


def _measure(part: str) -> int:
    """Return how often a vowel is followed by a consonant: Porter's m."""
    return _shape(part).count("vc")


def _ends_short(part: str, *, plainly: bool = False) -> bool:
    """Tell whether a part ends consonant, vowel, consonant other than w, x, y (or is vowel and consonant only)."""
    shape = _shape(part)
    return (shape == "vc" and not plainly) or (shape.endswith("cvc") and part[-1] not in "wxy")


def _without_plural(word: str) -> str:
    if word.endswith("ies"):
        return word[:-1] if len(word) == 4 else word[:-2]
    if word.endswith("sses"):
        return word[:-2]
    return word[:-1] if word.endswith("s") and not word.endswith("ss") else word


def _without_past(word: str, *, plainly: bool = False) -> str:
    if word.endswith("ied") and not plainly:
        return word[:-1] if len(word) == 4 else word[:-2]
    if word.endswith("eed"):
        return word[:-1] if _measure(word[:-3]) else word
    for ending in ("ed", "ing"):
        part = word[: -len(ending)]
        if word.endswith(ending) and "v" in _shape(part):
            return _completed(part, plainly=plainly)
    return word


def _completed(part: str, *, plainly: bool) -> str:
    """Give a part that lost its -ed or -ing a proper end: hoping to hope, hopping to hop."""
    if part.endswith(("at", "bl", "iz")):
        return part + "e"
    if len(part) > 1 and part[-1] == part[-2] and _shape(part)[-1] == "c":
        return part if part[-1] in "lsz" else part[:-1]
    return part + "e" if _measure(part) == 1 and _ends_short(part, plainly=plainly) else part


def _step_2(word: str) -> str:
    while word.endswith("alli") and _measure(word[:-4]):
        word = word[:-2]
    if not word.endswith("logi"):  # no other ending of the list ends in -logi
        return _replaced(word, _STEP_2, 1)
    return word[:-1] if _measure(word[:-3]) else word


def _replaced(word: str, rules: _Rules, least: int) -> str:
    for ending, replacement in rules:
        if word.endswith(ending):
            part = word[: -len(ending)]
            fits = _measure(part) >= least and (ending != "ion" or part[-1] in "st")
            return part + replacement if fits else word
    return word


def _tidied(word: str, *, plainly: bool = False) -> str:
    if word.endswith("e"):
        part = word[:-1]
        measure = _measure(part)
        if measure > 1 or (measure == 1 and not _ends_short(part, plainly=plainly)):
            word = part
    return word[:-1] if word.endswith("ll") and _measure(word[:-1]) > 1 else word
