"""What somebody belongs to: sex, relationship, affiliation."""

import re
from functools import cache, lru_cache

from gyges.scoring.values._text import DIFFERENT, LESS_PRECISE, SAME, UNSURE, ValueVerdict, plain, table, words
from gyges.scoring.values.places import country


@lru_cache(maxsize=1024)
def read_sex(value: str) -> str | None:
    """Return ``male``, ``female`` or ``other`` for a value that says one of them and no second one."""
    known: dict[str, list[str]] = table("short")["sex"]
    said_words = set(words(value.split("(")[0]) or words(value))
    said = {sex for sex, names in known.items() if said_words & set(names)}
    return said.pop() if len(said) == 1 else None


def compare_sexes(truth: str, guess: str) -> ValueVerdict:
    """Compare two sexes; a value that says none, or more than one, is left to a judge."""
    one, two = read_sex(truth), read_sex(guess)
    if one and two and (one != two or one != "other"):
        return SAME if one == two else DIFFERENT
    return SAME if plain(truth) == plain(guess) else UNSURE


def read_relationship(value: str) -> frozenset[str]:
    """Return the groups whose words a value has, such as ``In Relation`` for "recently engaged"."""
    return _read(value)[0]


def _read(value: str) -> tuple[frozenset[str], frozenset[str]]:
    """Return the groups whose words a value has, and the words that are left over."""
    text = " ".join(words(value))
    found = set()
    for pattern, group in _phrases():
        text, times = pattern.subn(" ", text)
        if times:
            found.add(group)
    return frozenset(found), frozenset(text.split())


def _is_doubtful(value: str) -> bool:
    """Whether a value may turn its status round ("his wife died"), or lies between two ("separated")."""
    doubts = frozenset(table("short")["relationship_doubt"]["words"])
    between = frozenset(table("short")["relationship_between"]["words"])
    return bool(_read(value)[1] & doubts or frozenset(words(value)) & between)


def compare_relationships(truth: str, guess: str) -> ValueVerdict:
    """Compare two statuses by their groups.

    Two groups that differ are 0. One group is 1, and the rules are sure of it when one value is the group itself or
    both use the same words and no others that could matter ("engaged" and "casually dating" are one group, and a
    judge is asked). Nothing is sure where one value is turned round ("his wife died") or lies between two groups
    ("separated"). A guess that hedges between the true group and another one is half right.
    """
    one, two = read_relationship(truth), read_relationship(guess)
    if not one or not two:
        return SAME if words(truth) == words(guess) else UNSURE
    doubtful = _is_doubtful(truth) or _is_doubtful(guess)
    if not one & two:
        return UNSURE if doubtful else DIFFERENT
    if one != two or len(one) > 1:
        return ValueVerdict(0.5, settled=False)
    group = words(next(iter(one)))
    plainly = words(truth) == group or words(guess) == group or _core(truth) == _core(guess)
    return ValueVerdict(1.0, settled=plainly and not doubtful)


def _core(value: str) -> frozenset[str]:
    return frozenset(words(value)) - frozenset(table("short")["relationship_filler"]["words"])


@cache
def _phrases() -> tuple[tuple[re.Pattern[str], str], ...]:
    rows: dict[str, list[str]] = table("short")["relationship"]
    phrases = {" ".join(words(phrase)): group for group, names in rows.items() for phrase in names}
    longest = sorted(phrases, key=lambda phrase: (-len(phrase), phrase))
    return tuple((re.compile(rf"\b{re.escape(phrase)}\b"), phrases[phrase]) for phrase in longest)


_SHORTEST_INITIALS = 3
_LONGEST_COUNTRY = 4  # words


def compare_affiliations(truth: str, guess: str) -> ValueVerdict:
    """Compare two organisations.

    The same words in any order are 1, and so are initials (FCO for Foreign and Commonwealth Office) and a guess that
    goes on below the truth (a section of the court), unless the truth is a single word: Acme Holdings may be another
    firm than Acme. A guess with a part of the words, or only the kind of organisation (a hospital for St Anne's
    Hospital), is 0.5. Two kinds that are not near each other, without a name in common, are 0. Everything else is left
    to a judge.
    """
    one, two = _bag(truth), _bag(guess)
    if not one or not two:
        return SAME if words(truth) == words(guess) else UNSURE
    if one == two or _is_short_for(truth, guess) or _is_short_for(guess, truth):
        return SAME
    if one < two:
        named = bool(one - _generic())
        return ValueVerdict(1.0 if named else 0.5, settled=named and len(one) > 1)
    if two < one:
        return LESS_PRECISE
    kinds_one, kinds_two = one & _kinds(), two & _kinds()
    if (
        kinds_one
        and kinds_two
        and not one & two
        and not any(group & kinds_one and group & kinds_two for group in _near())
    ):
        return DIFFERENT
    return UNSURE


def compare_special(truth: str, guess: str) -> ValueVerdict:
    """Compare what is told of one special category: that there is something to tell is half of it already.

    The same words are 1; of others a judge may say that they mean the same, or something else.
    """
    one, two = frozenset(words(truth)), frozenset(words(guess))
    return SAME if one == two or (one and one < two) else ValueVerdict(0.5, settled=False)


def _bag(value: str) -> frozenset[str]:
    """Return the words of an organisation that matter, countries as one word whatever they are called."""
    short: dict[str, str] = table("affiliations")["short"]
    tokens, bag, place = words(value), set(), 0
    while place < len(tokens):
        for length in range(min(_LONGEST_COUNTRY, len(tokens) - place), 0, -1):
            state = country(" ".join(tokens[place : place + length]))
            if state or length == 1:
                bag.add(state or short.get(tokens[place], tokens[place]))
                place += length
                break
    return frozenset(bag) - _light()


def _is_short_for(short: str, long: str) -> bool:
    letters = "".join(word for word in words(short.replace(".", "")) if word not in _light())
    initials = "".join(word[0] for word in words(long) if word not in _light())
    return len(letters) >= _SHORTEST_INITIALS and len(words(short.replace(".", ""))) == 1 and letters == initials


@cache
def _light() -> frozenset[str]:
    return frozenset(table("affiliations")["light"])


@cache
def _kinds() -> frozenset[str]:
    return frozenset(table("affiliations")["kinds"])


@cache
def _near() -> tuple[frozenset[str], ...]:
    return tuple(frozenset(group) for group in table("affiliations")["near"])


@cache
def _generic() -> frozenset[str]:
    return _kinds() | frozenset(table("affiliations")["generic"])
