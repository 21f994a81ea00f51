"""Words that are cut or spelled: line ends inside words, single letters in a row, figures in the place of letters."""

import re
from collections import Counter
from collections.abc import Iterator
from itertools import chain, product

from gyges.reading.lexicon._fold import fold
from gyges.reading.lexicon._load import is_common_word
from gyges.reading.lexicon._names import first_name, is_known, is_surname
from gyges.reading.plain._layers import Change, changed

_CUT = re.compile(r"[-\u2010\u2011][ \t]{0,9}\r?\n[ \t]{0,40}(?=(?P<rest>[^\W\d_]{1,40}))")
_LAST_LETTERS = re.compile(r"[^\W\d_]{1,40}$")
_LONGEST = 40  # letters of a word
_CONJUNCTIONS = frozenset(("and", "or", "und", "oder", "bzw", "et", "y"))

_A_LETTER_ALONE = re.compile(r" \S {1,3}\S(?!\S)|\A\S {1,3}\S(?!\S)|\n\S {1,3}\S(?!\S)")
_SPACED = re.compile(r"(?<!\S)\S(?: {1,7}\S(?!\S)){2,}+")
_BLANKS = re.compile(r" +")
_SIGN = r"[-_*·•|~+./]"
_A_SIGN_ALONE = re.compile(rf"{_SIGN}[^\W\d_]{_SIGN}[^\W\d_]")
_SPELLED = re.compile(rf"(?<!\w)(?<!{_SIGN})[^\W\d_]({_SIGN})[^\W\d_](?:\1[^\W\d_])+(?!\w)(?![-_*·•|~+/]\w)")
_SPELLED_SHORT = re.compile(rf"(?<!\w)[^\W\d_]({_SIGN})[^\W\d_](?:\1[^\W\d_](?!\w))*+(?!\w)")
_MANY = 5  # words that are spelled so, from which on short ones are too
_FEWEST = 3  # letters that are spelled; one more of capitals, which may be initials
_FEWEST_DOTTED = 4  # with dots
_FEWEST_SUMMED = 5  # with signs of sums and choices
_FEWEST_UNKNOWN = 5  # of a word that is not known; one less with a capital, and twice as many in capitals
_LETTERS_IN_A_ROW = re.compile(r"[^\W\d_]+")
_LETTERS = 0.7  # of the signs in a row
_A_LONG_RUN = 40  # signs and blanks, from which on a text is written so

_FIGURE = re.compile(r"(?:[a-zA-Z][013457][a-z0-9]*+|(?<![\w.,@/-])0[a-z]++)(?![\w@/])(?!-\d)")
_BEFORE = re.compile(r"(?<![\w.@/])(?<!\d-)(?:[A-Z][a-z]*|[a-z]+)\Z")
_FIGURES = {"0": "o", "1": "il", "3": "e", "4": "a", "5": "s", "7": "t"}
_SCANNED = frozenset("015")  # those that look like letters on paper
_MOST_FIGURES = 5  # of one word, each of which may be one of two letters
_FEWEST_LETTERS = 3  # of a word that is known, and one more of any other
_VOWELS = frozenset("aeiouy")


def cut_words(text: str) -> Iterator[Change]:
    """Yield hyphens and line ends inside words; what is a compound of two words stays as it is."""
    for match in _CUT.finditer(text) if "\n" in text else ():
        before = _LAST_LETTERS.search(text, max(0, match.start() - _LONGEST), match.start())
        if before is None:
            continue
        first, rest = before[0], match["rest"]
        compound = first[0].islower() and is_common_word(first) and is_common_word(rest)
        compound = compound and not is_common_word(first + rest)
        compound = compound or (rest in _CONJUNCTIONS and not _is_word(first + rest))
        if rest[0].islower() and first[-1].islower() and not compound:
            yield match.start(), match.end(), ""


def spelled_words(text: str) -> Iterator[Change]:
    """Yield what stands between single letters in a row."""
    found: list[Change] = []
    if _A_LETTER_ALONE.search(text):
        found += _between_blanks(text)
    if _A_SIGN_ALONE.search(text):
        found += _between_signs(text)
    last = 0
    for start, end, words in sorted(found):
        if start >= last:
            yield start, end, words
            last = end


def _between_blanks(text: str) -> Iterator[Change]:
    runs = list(_SPACED.finditer(text))
    throughout = any(_is_spelled(run[0]) and len(run[0]) >= _A_LONG_RUN for run in runs)
    for match in runs:
        if throughout or _is_spelled(match[0]):
            yield from ((match.start() + start, match.start() + end, words) for start, end, words in _joined(match[0]))


def _joined(run: str) -> Iterator[Change]:
    several = "  " in run
    for gap in _BLANKS.finditer(run):
        start, end = gap.span()
        apart = len(gap[0]) > 1 if several else run[end].isupper() and run[start - 1].islower()
        if not apart or several:
            yield start, end, " " if apart else ""


def _is_spelled(run: str) -> bool:
    """Return True if single signs in a row are letters of words."""
    letters = [sign for sign in run if sign.isalpha()]
    telling = any(map(str.islower, letters[1:])) or len(letters) > _FEWEST
    enough = len(letters) >= max(_FEWEST, _LETTERS * (len(run) - run.count(" ")))
    if not (enough and telling and len(set(letters)) >= _FEWEST):
        return False
    words = changed(run, list(_joined(run)))[0]
    return any(map(_may_be_word, _LETTERS_IN_A_ROW.findall(words)))


def _may_be_word(word: str) -> bool:
    """Return True if letters in a row are a word, or enough of them to be one that is not known."""
    unknown = 2 * _FEWEST_UNKNOWN if word.isupper() else _FEWEST_UNKNOWN - word.istitle()
    cased = word != word.swapcase()  # scripts without have words of one letter
    return (cased and len(word) >= unknown) or (len(word) >= _FEWEST and _is_word(word))


def _is_word(word: str) -> bool:
    return is_known(fold(word)) or first_name(word) is not None or is_surname(word.title())


def _between_signs(text: str) -> Iterator[Change]:
    runs = [match for match in _SPELLED.finditer(text) if _is_between(match[0][::2], match[1])]
    if len(runs) >= _MANY:
        sign = Counter(match[1] for match in runs).most_common(1)[0][0]
        runs = [match for match in _SPELLED_SHORT.finditer(text) if match[1] == sign]
    for match in runs:
        yield from ((at, at + 1, "") for at in range(match.start() + 1, match.end(), 2))


def _is_between(letters: str, sign: str) -> bool:
    least = _FEWEST_SUMMED if sign in "+*/" else _FEWEST_DOTTED if sign == "." else _FEWEST
    return len(letters) >= least + letters.isupper() and len(set(letters)) > 1 and _may_be_word(letters)


def read_figures(text: str) -> Iterator[Change]:
    """Yield figures that stand for letters in words, as in ``J0hn``; codes and products keep theirs."""
    found: list[tuple[bool, list[Change]]] = []
    for match in _FIGURE.finditer(text):
        first = match.start() + 1
        head = _BEFORE.search(text, max(0, first - _LONGEST), first)
        if head is None and match[0][0] != "0":
            continue
        start = match.start() if head is None else head.start()
        word = text[start : match.end()]
        figures = [at for at, sign in enumerate(word) if sign.isdecimal()]
        if any(word[at] not in _FIGURES for at in figures):
            continue
        read = _known(word, figures) or _guessed(word, figures)
        if read:
            inside = not word.rstrip("0123456789").isalpha()
            found.append((inside, [(start + at, start + at + 1, read[at]) for at in figures]))
    throughout = sum(inside for inside, _ in found) >= _MANY  # otherwise a figure at the end is a number
    for inside, changes in found:
        yield from changes if inside or throughout else ()


def _known(word: str, figures: list[int]) -> str:
    """Return the known word or name that a word with figures is, nothing if there is none."""
    if len(word) > _LONGEST or len(figures) > _MOST_FIGURES or len(word) - len(figures) < _FEWEST_LETTERS:
        return ""
    at_end = figures[-1] == len(word) - 1
    made = [
        "".join(_letter(sign, next(rest) if sign == "1" else "", at) for at, sign in enumerate(word))
        for tall in product("il", repeat=sum(word[at] == "1" for at in figures))
        for rest in [iter(tall)]
    ]
    large = word[0].isupper()
    names = (one for one in made if (large or not at_end) and first_name(one) is not None)
    more = (one for one in made if large and not at_end and is_surname(one))
    words = (one for one in made if is_known(fold(one)))
    return next(chain(*((names, more, words) if large else (words, names))), "")


def _guessed(word: str, figures: list[int]) -> str:
    """Return a capitalised word with letters in the place of figures inside it, nothing if it may be a code."""
    letters = len(word) - len(figures)
    inside = all(0 < at < len(word) - 1 and word[at] in _SCANNED for at in figures)
    if not inside or not word[0].isupper() or letters <= max(_FEWEST_LETTERS, 2 * len(figures)):
        return ""
    return "".join(_letter(sign, _tall(word, at) if sign == "1" else "", at) for at, sign in enumerate(word))


def _tall(word: str, at: int) -> str:
    """Return the likelier of the two letters that look like a one: ``l`` beside a vowel, ``i`` between consonants."""
    return "l" if _VOWELS.intersection((word[at - 1].lower(), word[at + 1])) else "i"


def _letter(sign: str, tall: str, at: int) -> str:
    letter = tall if sign == "1" else _FIGURES.get(sign, sign)
    return letter if at else letter.upper() if sign.isdecimal() else letter
