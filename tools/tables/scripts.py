"""Romanisation, just good enough to make look-up keys of names written in other alphabets."""

_CYRILLIC = {
    "а": "a", "б": "b", "в": "v", "г": "g", "д": "d", "е": "e", "ё": "yo", "ж": "zh", "з": "z", "и": "i", "й": "y",
    "к": "k", "л": "l", "м": "m", "н": "n", "о": "o", "п": "p", "р": "r", "с": "s", "т": "t", "у": "u", "ф": "f",
    "х": "kh", "ц": "ts", "ч": "ch", "ш": "sh", "щ": "shch", "ъ": "a", "ы": "y", "ь": "", "э": "e", "ю": "yu",
    "я": "ya", "і": "i", "ї": "yi", "є": "ye", "ґ": "g", "ѓ": "gj", "ѕ": "dz", "ј": "j", "љ": "lj", "њ": "nj",
    "ќ": "kj", "џ": "dzh",
}  # fmt: skip
_GREEK = {
    "α": "a", "β": "v", "γ": "g", "δ": "d", "ε": "e", "ζ": "z", "η": "i", "θ": "th", "ι": "i", "κ": "k", "λ": "l",
    "μ": "m", "ν": "n", "ξ": "x", "ο": "o", "π": "p", "ρ": "r", "σ": "s", "ς": "s", "τ": "t", "υ": "y", "φ": "f",
    "χ": "ch", "ψ": "ps", "ω": "o", "ά": "a", "έ": "e", "ή": "i", "ί": "i", "ό": "o", "ύ": "y", "ώ": "o", "ϊ": "i",
    "ΐ": "i", "ϋ": "y", "ΰ": "y",
}  # fmt: skip
_GEORGIAN = dict(zip("აბგდევზთიკლმნოპჟრსტუფქღყშჩცძწჭხჯჰ", [
    "a", "b", "g", "d", "e", "v", "z", "t", "i", "k", "l", "m", "n", "o", "p", "zh", "r", "s", "t", "u", "p", "k",
    "gh", "q", "sh", "ch", "ts", "dz", "ts", "ch", "kh", "j", "h",
], strict=True))  # fmt: skip
_ARMENIAN = dict(zip("աբգդեզէըթժիլխծկհձղճմյնշոչպջռսվտրցւփքօֆև", [
    "a", "b", "g", "d", "e", "z", "e", "y", "t", "zh", "i", "l", "kh", "ts", "k", "h", "dz", "gh", "ch", "m", "y",
    "n", "sh", "o", "ch", "p", "j", "r", "s", "v", "t", "r", "ts", "u", "p", "k", "o", "f", "ev",
], strict=True))  # fmt: skip
_ALL = str.maketrans({**_CYRILLIC, **_GREEK, **_GEORGIAN, **_ARMENIAN})


def latin(name: str) -> str:
    """Return a name in Latin letters; scripts that are not known stay as they are."""
    lowered = name.lower()
    greek = lowered.replace("ου", "ou").replace("ού", "ou").replace("μπ", "b").replace("ντ", "d")
    return (greek if greek != lowered else lowered).translate(_ALL)
