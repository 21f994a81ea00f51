"""Names a text speaks of as words: what they mean, what they are short for, whom others call by a play on them."""

import re

from gyges.anonymizers.replacement._word_kinds import is_word
from gyges.reading.lookups import fold

_OF_NAMES = re.compile(
    r"\b(?:surname|last name|family name|maiden name|nicknames?d?|namesake|first name|named after|short for|name means|"
    r"my name|(?:her|his|your) name|same name|spelt|spelled|rhymes|pronounced?|mispronounce\w*|pun)\b(?!\s?[:|/(\n])",
    re.IGNORECASE,
)
_IS_NAME = re.compile(r"\bname(?:\sis|['’]s)\s$", re.IGNORECASE)  # "My name is Ana"
_GLOSSED = re.compile(
    r"[\"”]?,?\s(?:yes,\s|that\s|which\s|it\s|only\s)*(?:like\s(?:an?\s|the\s)?[a-z]+,|means?\b|meaning\b|as\sin\b)"
)
_MEANT = re.compile(
    r"\b(?:sur|last |family |first )?name\s(?:also\s|only\s|just\s)?(?:means|translates|is the word)\b", re.IGNORECASE
)
_FAR = 700  # characters between a name and the sentence that says what it means
_NEAR = 200  # characters between a name and a word about names
_SHORTEST = 4  # letters of a name that others play on


def is_spoken_of(text: str, names: list[str]) -> bool:
    """Tell whether an invented name would make nonsense of what a text says about a real one."""
    folded = fold(text)
    for name in names:
        for match in re.finditer(rf"\b{re.escape(name)}\b", text):
            around = text[max(0, match.start() - _NEAR) : match.end() + _NEAR]
            called = _IS_NAME.search(text[max(0, match.start() - 10) : match.start()])
            if (not called and _OF_NAMES.search(around)) or _GLOSSED.match(text, match.end()):
                return True
            if _MEANT.search(text, match.end(), min(len(text), match.end() + _FAR)):
                return True  # "Yes, his surname means wolf"
        low = fold(name)
        if is_word(name) and re.search(rf"(?<![\w@._-]){re.escape(name.lower())}s?(?![\w@_-]|\.\w)", text):
            return True  # "Wood ... a wood"
        played = re.search(rf"(?<!\w){re.escape(low)}(?!(?:s|es|a|á|ova|ová)\b|\w{{5}}|\W|$|_)\w+", folded)
        if len(low) >= _SHORTEST and played is not None and not is_word(played[0]):
            return True  # "Pike", "Pikey"
    return False
