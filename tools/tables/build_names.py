"""Build the tables of first names, surnames and common words."""

import math
from collections import defaultdict
from collections.abc import Iterable
from typing import Any

from tools.tables import sources
from tools.tables.scripts import latin

_FEWEST_SOURCES = 3
_MOST_ORIGINS = 5
_COMMON_WORDS = 9_000
_MONTHS = {"april", "may", "june", "august", "january"}


def hand_words() -> dict[str, set[str]]:
    """Return the groups of words written by hand that are names, words, or both."""
    groups = {}
    for line in sources.hand("words.txt"):
        label, _, words = line.partition("] ")
        groups[label.strip("[")] = set(words.split())
    return groups


def _lists(provider: Any, *wanted: str) -> Iterable[str]:
    for attribute in dir(provider):
        if any(word in attribute for word in wanted) and "kana" not in attribute and "pair" not in attribute:
            value = getattr(provider, attribute)
            if not callable(value) and hasattr(value, "__iter__"):
                yield from (name for name in value if isinstance(name, str))


def _keys(name: str) -> str | None:
    key = sources.fold(latin(name)).strip()
    plain = key.replace("'", "").replace("-", "").replace(" ", "")
    return key if plain.isascii() and plain.isalpha() and 2 <= len(plain) <= 24 else None


def _origins(*wanted: str) -> dict[str, set[str]]:
    found: dict[str, set[str]] = defaultdict(set)
    for locale, provider in sources.faker_people():
        iso = locale.partition("_")[2]
        iso = {"AA": "SA", "QC": "CA", "": ""}.get(iso, iso)
        if locale in {"en_NG", "es_CA"}:
            continue
        for name in _lists(provider, *wanted):
            key = _keys(name)
            if key and " " not in key:
                found[key].update({iso} if iso else set())
    return found


def _origin_column(isos: set[str]) -> str:
    return ",".join(sorted(isos)) if len(isos) <= _MOST_ORIGINS else ""


def first_names() -> list[str]:
    """Return rows: name, percent women, weight in percent, ``a`` if also a word, countries."""
    hand, lexicon, ranks = hand_words(), sources.lower_case_words(), sources.word_ranks()
    origins = _origins("first_names", "first_romanized")
    rows: dict[str, tuple[int, int, str]] = {}
    for name, (count_sources, bearers, women, _) in sources.gendered_names().items():
        key = _keys(name)
        if key is None or key in hand["drop"] or len(key) < 2 or " " in key:
            continue
        known = key in origins
        if count_sources < _FEWEST_SOURCES and not known:
            continue
        word = key in lexicon and key not in hand["name"]
        if word and key not in hand["both"] and (count_sources < 12 or bearers < 3000):
            continue
        if count_sources < 5 and bearers < 5 and not known:
            continue
        ambiguous = (word and ranks.get(key, 10**6) < 25_000) or key in _MONTHS
        share = (count_sources / 33 + math.log10(bearers + 1) / 6.8) / 2
        old = rows.get(key)
        row = (round(women * 100), min(99, max(1, round(share * 100))), "a" if ambiguous else "")
        if old is None or old[1] < row[1]:
            rows[key] = row
    known_women = _origins("first_names_female")
    known_men = _origins("first_names_male")
    for key in origins:
        if key not in rows and key not in hand["drop"] and key not in lexicon and len(key) > 2:
            women = 50 if (key in known_women) == (key in known_men) else 100 * (key in known_women)
            rows[key] = (women, 10, "")
    return [f"{k}\t{w}\t{s}\t{a}\t{_origin_column(origins.get(k, set()))}" for k, (w, s, a) in sorted(rows.items())]


def surnames() -> list[str]:
    """Return rows: surname, countries."""
    lexicon, ranks = sources.lower_case_words(), sources.word_ranks()
    rows: dict[str, set[str]] = defaultdict(set)
    for key, isos in _origins("last_names", "last_romanized").items():
        rows[key] |= isos
    for line in sources.hand("surnames.txt"):
        label, _, names = line.partition("] ")
        for name in names.split():
            key = sources.fold(name)
            if key not in {"dela"}:
                rows[key].add(label.strip("["))
    for name in sources.census_surnames():
        rows.setdefault(sources.fold(name), set())
    stop = hand_words()["drop"]

    def keep(key: str) -> bool:
        return (
            len(key) > 1
            and not (key in stop and key not in {"white", "black", "green", "brown"})
            and not (key in lexicon and ranks.get(key, 10**6) < 400)
        )

    return [f"{key}\t{_origin_column(isos)}" for key, isos in sorted(rows.items()) if keep(key)]


def common_words() -> list[str]:
    """Return frequent English words that are no names first of all."""
    lexicon, ranks, hand = sources.lower_case_words(), sources.word_ranks(), hand_words()
    frequent = [
        word for word in ranks if (word in lexicon and word not in hand["name"] and len(word) > 1) or word in "ai"
    ]
    words = set(frequent[:_COMMON_WORDS])
    words |= {"monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"}
    words |= {"january", "february", "march", "april", "july", "august", "september", "october", "november", "december"}
    words |= {
        "thanks",
        "hello",
        "hey",
        "yeah",
        "okay",
        "ok",
        "i'm",
        "i've",
        "i'd",
        "i'll",
        "it's",
        "don't",
        "can't",
        "that's",
    }
    return sorted(words)
