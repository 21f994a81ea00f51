"""English words, and the lists of words by which mentions are found."""

from functools import cache, lru_cache

from gyges.reading.lexicon._tables import common_words, first_name, read_table

__all__ = ["bare", "is_known", "is_pronoun", "phrases", "vocabulary", "words"]

_CLITICS = ("'s", "'m", "'re", "'ve", "'d", "'ll")
_USUAL = 0.3  # weight of a first name from which on it is no word put together of others


def bare(key: str) -> str:
    """Return a folded word without its possessive ending."""
    return key[:-2] if key.endswith("'s") else key.rstrip("'")


def is_pronoun(key: str) -> bool:
    """Tell whether a folded word is a personal pronoun, alone or with a short verb: ``he's``."""
    plain = next((key[: -len(end)] for end in _CLITICS if key.endswith(end)), key)
    return plain in words("subjects_and_objects")


@cache
def vocabulary() -> frozenset[str]:
    """Return the English words that are written small."""
    return frozenset(read_table("vocabulary.txt.xz").split("\n")) | common_words()


@lru_cache(maxsize=16384)
def is_known(key: str) -> bool:
    """Tell whether a folded word is an English word, or put together of some."""
    key = bare(key).removesuffix("n't")
    if key in vocabulary() or key in words("slang") or key in words("british"):
        return True
    stat = first_name(key)
    if stat is not None and not stat.ambiguous and stat.weight >= _USUAL and key not in words("derived_words"):
        return False  # "ingrid" is no grid, "aisling" does nothing with an aisle
    if "-" in key or "'" in key:
        return all(len(part) < 3 or is_known(part) for part in key.replace("'", "-").split("-"))
    return _derived(key) or (
        key.startswith(_PREFIXES)
        and any(
            key.startswith(front)
            and len(key) > len(front) + 3
            and (key[len(front) :] in vocabulary() or _derived(key[len(front) :]))
            for front in _PREFIXES
        )
    )


def _derived(key: str) -> bool:
    return any(key.endswith(end) and key[: -len(end)] + put in vocabulary() for end, put in _ENDINGS)


_PREFIXES = (
    "un",
    "in",
    "im",
    "re",
    "non",
    "pre",
    "post",
    "anti",
    "sub",
    "over",
    "under",
    "co",
    "mis",
    "dis",
    "inter",
    "out",
    "semi",
    "multi",
    "counter",
    "self",
)


_ENDINGS = (
    ("s", ""), ("es", ""), ("ed", ""), ("d", ""), ("ing", ""), ("ing", "e"), ("ly", ""), ("er", ""), ("ers", ""),
    ("ness", ""), ("less", ""), ("ies", "y"), ("ied", "y"), ("ish", ""), ("able", ""), ("ment", ""), ("isation", "ize"),
    ("ably", "able"), ("ibly", "ible"), ("ability", "able"), ("ibility", "ible"), ("ally", "al"), ("ation", "e"),
    ("ation", ""), ("ist", ""), ("ists", ""), ("ism", ""), ("ive", "e"), ("ful", ""), ("hood", ""), ("ship", ""),
    ("ise", "ize"), ("ised", "ize"), ("ising", "ize"), ("our", "or"),
)  # fmt: skip


@cache
def _lists() -> dict[str, tuple[str, ...]]:
    lists: dict[str, tuple[str, ...]] = {}
    for table in ("span_words.txt", "traits.txt"):
        for line in read_table(table).splitlines():
            if line.startswith("["):
                name, _, rest = line[1:].partition("] ")
                parts = rest.split(" | ") if " | " in rest else rest.split()
                lists[name] = tuple(part.strip() for part in parts if part.strip())
    return lists


@cache
def words(name: str) -> frozenset[str]:
    """Return one of the lists of words of the finder."""
    return frozenset(_lists()[name])


@cache
def phrases(*names: str) -> dict[str, str]:
    """Return the phrases of some lists, each with the name of its list."""
    return {" ".join(phrase.replace(".", " ").split()): name for name in names for phrase in _lists()[name]}
