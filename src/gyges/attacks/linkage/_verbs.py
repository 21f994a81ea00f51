"""Which English words are finite verbs, as far as that can be told word by word."""

from collections.abc import Sequence

__all__ = ["ADVERBS", "COPULAS", "PRONOUNS", "first_verb", "looks_like_verb"]


def _set(words: str) -> frozenset[str]:
    return frozenset(words.split())


PRONOUNS = _set("i he she it we they you i'm i've i'd i'll he's she's it's we're we've they're you're that's there's")
"""Words that open a clause: a verb follows, or is part of them."""

COPULAS = _set("is was are were be been am became becomes remains remained")

ADVERBS = _set(
    "also then later subsequently eventually soon finally never still now often once again thus even just first"
)

_AUXILIARIES = COPULAS | _set(
    "has have had do does did will would can could may might must shall should isn't wasn't aren't weren't hasn't "
    "haven't hadn't don't doesn't didn't won't wouldn't can't couldn't shouldn't i'm i've i'd i'll he's she's it's "
    "we're we've they're you're that's there's gonna gotta"
)
_PAST = _set(
    "born began broke brought built bought came caught chose drew drove fell felt fought found flew forgot gave went "
    "got grew held heard hid hit kept knew laid led left lent lost made meant met paid put ran read rose said sang "
    "sat saw sold sent set shot showed shut slept spent spoke stood stole swam taught took thought threw told "
    "understood won wore wrote dealt died lay rode rang sought struck swore tore woke wound withdrew undertook "
    "overcame overthrew arose awoke bore bent bet bound cast cost cut hurt let quit spread split swept wept dug hung "
    "spun stuck sank"
)
_PRESENT = _set(
    "plays lives works serves teaches holds runs writes leads studies includes appears contains belongs comes goes "
    "gets makes takes says knows thinks feels keeps speaks owns loves likes hates wants needs seems looks means gives "
    "finds begins continues performs sings records competes coaches manages directs produces represents resides earns "
    "sells buys drives suffers complains reports denies smokes drinks uses spends pays sits stands turns"
)
_NO_VERB = _set("hundred indeed united red need bed kindred sacred naked wicked rugged aged breed seed speed embed")
_BEFORE_NOUNS = _set(
    "the a an his her its their our my your this that these those of to in on at by for with from and or"
)


def looks_like_verb(word: str) -> bool:
    """Tell whether a word in lower case can be a finite verb; words ending in -ed count as past tense."""
    if word in _AUXILIARIES or word in _PAST or word in _PRESENT:
        return True
    return len(word) > 3 and word.endswith("ed") and word not in _NO_VERB and word.isalpha()


def first_verb(words: Sequence[str], start: int, end: int) -> int | None:
    """Return the place of the first finite verb in a stretch of words in lower case, None if it has none."""
    return next((place for place in range(start, end) if _is_verb(words, place)), None)


def _is_verb(words: Sequence[str], place: int) -> bool:
    word, before = words[place], words[place - 1] if place else ""
    if looks_like_verb(word):
        return word in _AUXILIARIES or before not in _BEFORE_NOUNS  # his painted house, the said house
    after_pronoun = before in PRONOUNS and "'" not in before
    return after_pronoun and word.isalpha() and word not in ADVERBS and word not in _BEFORE_NOUNS
