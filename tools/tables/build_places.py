"""Build the tables of countries, regions and cities."""

import math
from collections import Counter, defaultdict
from collections.abc import Iterator
from difflib import SequenceMatcher
from typing import Any

from tools.tables import sources

_MOST_NAMESAKES = 9
_ALIAS_FROM = 250_000
_SMALL_FROM = 1_000
_ALIKE = 0.75
_WORD_RANK = 60_000


def _languages(codes: str, english: Any) -> Iterator[str]:
    for code in codes.split(","):
        name = english.languages.get(code.partition("-")[0])
        if name:
            yield name


def _native_names(iso: str, codes: str) -> Iterator[str]:
    for code in codes.split(",")[:4]:
        locale = sources.babel_locale(code.partition("-")[0])
        name = locale and locale.territories.get(iso)
        if name and sources.fold(name).replace(" ", "").isascii():
            yield name


def countries() -> list[str]:
    """Return rows: iso2, name, aliases, demonyms, languages, calling code, domains, money."""
    geo, english = sources.geo_countries(), sources.babel_locale("en")
    rows = []
    for line in sources.hand("countries.tsv"):
        iso, name, aliases, demonyms, money = (line.split("\t") + [""] * 4)[:5]
        facts = geo[iso]
        names = [alias for alias in aliases.split(";") if alias]
        for other in (facts["name"], english.territories.get(iso, ""), *_native_names(iso, facts["languages"])):
            if other and other != name and other not in names and "&" not in other:
                names.append(other)
        phone = (
            "+" + facts["phone"].strip("+").replace("-", "") if facts["phone"] and "and" not in facts["phone"] else ""
        )
        phone = {"DO": "+1", "PR": "+1"}.get(iso, phone)
        tlds = {"GB": ".uk"}.get(iso, facts["tld"])
        currency = ";".join(part for part in (facts["currencycode"], money) if part)
        languages = ";".join(dict.fromkeys(_languages(facts["languages"], english)))
        rows.append("\t".join([iso, name, ";".join(names), demonyms, languages, phone, tlds, currency]))
    return rows


def _pops(places: list[dict[str, Any]], iso: str, name: str) -> str | None:
    wanted = sources.fold(name)
    found = [
        place for place in places
        if place["countrycode"] == iso
        and (sources.fold(place["name"]) == wanted or wanted in map(sources.fold, place["alternatenames"]))
    ]  # fmt: skip
    return str(max(found, key=lambda place: int(place["population"]))["admin1code"]) if found else None


def regions() -> list[str]:
    """Return rows: iso2, name, aliases, GeoNames code of the region where it is known."""
    by_country: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for place in sources.cities():
        if place["population"] > 3_000:
            by_country[place["countrycode"]].append(place)
    rows, iso = [], ""
    for line in sources.hand("regions.txt"):
        if line.startswith("["):
            iso = line.strip("[]")
            continue
        name, aliases, anchor = [*line.split("|"), "", ""][:3]
        if iso == "US" and aliases:
            code: str | None = aliases.split(";")[0]
        else:
            code = _pops(by_country[iso], iso, anchor) if anchor else ""
        if code is None:
            raise SystemExit(f"{anchor} in {iso} is not in GeoNames")
        rows.append(f"{iso}\t{name}\t{aliases}\t{code}")
    return rows


def _flags(key: str, names: dict[str, int], last: set[str]) -> str:
    lexicon, ranks = sources.lower_case_words_cached(), sources.word_ranks_cached()
    words = key.split(" ")
    flags = ""
    if len(words) == 1:
        if key in lexicon or (ranks.get(key, 10**6) < _WORD_RANK and key in lexicon) or len(key) < 3:
            flags += "w"
        if names.get(key, 0) >= 30:
            flags += "n"
        if key in last:
            flags += "s"
        if not flags and key in ranks:
            flags += "d"
    elif all(word in lexicon for word in words):
        flags += "w"
    return flags


def _alias_ok(alias: str) -> bool:
    plain = alias.replace(" ", "").replace("-", "").replace("'", "")
    return (
        plain.isalpha() and plain[0].isupper() and not plain.isupper() and 4 <= len(plain) <= 20
        and sources.fold(plain).isascii() and "'" not in alias and alias.count(" ") <= 2
        and not alias.startswith(("Gorad ", "Lungsod ", "Horad ", "Ciudad de", "City of", "Siudad ", "Dakbayan"))
    )  # fmt: skip


def _alike(alias: str, key: str) -> bool:
    return abs(len(alias) - len(key)) <= 3 and SequenceMatcher(None, alias, key).ratio() >= _ALIKE


def cities(first: dict[str, int], last: set[str]) -> list[str]:
    """Return rows: key, flags, name where it is not the key in capitals, ``country.region.population`` of each."""
    named: dict[str, list[tuple[int, str, str, str]]] = defaultdict(list)
    aliases: dict[str, list[tuple[int, str, str, str]]] = defaultdict(list)
    also: dict[tuple[str, str], list[tuple[int, str, str, str]]] = defaultdict(list)
    for place in sources.cities():
        people = int(place["population"])
        if people < _SMALL_FROM or place["countrycode"] in {"AQ"}:
            continue
        key = sources.fold(place["name"])
        entry = (people, place["countrycode"], str(place["admin1code"]), place["name"])
        named[key].append(entry)
        for alias in {sources.fold(name) for name in (place["name"], *place["alternatenames"])}:
            also[place["countrycode"], alias].append(entry)
        if people >= _ALIAS_FROM:
            for alias in place["alternatenames"]:
                if _alias_ok(alias) and _alike(sources.fold(alias), key):
                    aliases[sources.fold(alias)].append((people, entry[1], entry[2], ""))
    for key in [key for key in named if key.endswith(" city")]:
        aliases[key.removesuffix(" city")] += [(*entry[:3], "") for entry in named[key]]
    for line in sources.hand("city_names.txt"):
        alias, _, rest = line.partition("=")
        iso, _, name = rest.partition(" ")
        found = also.get((iso, sources.fold(name)))
        if not found:
            raise SystemExit(f"city_names.txt: {line}: no such city")
        people, _, region, display = max(found)
        aliases[sources.fold(alias)] = [(people, iso, region, "=" + display if alias.isupper() else "")]
    for key, entries in aliases.items():
        taken = named.get(key)
        if (taken is None and _flags(key, first, last).strip("d") == "") or key in _forced():
            named[key] = [max(entries), *(taken or [])]
    rows = []
    for key, entries in sorted(named.items()):
        entries.sort(reverse=True)
        best = list({entry[1:3]: entry for entry in reversed(entries)}.values())[::-1][:_MOST_NAMESAKES]
        display = Counter(entry[3] for entry in entries).most_common(1)[0][0]
        shown = "" if display == "" or display == _title(key) else display
        packed = " ".join(f"{iso}.{region}.{round(10 * math.log10(people))}" for people, iso, region, _ in best)
        rows.append(f"{key}\t{_flags(key, first, last)}\t{shown if display else '-'}\t{packed}")
    return rows


def _title(key: str) -> str:
    return " ".join(word.capitalize() for word in key.split(" "))


def _forced() -> set[str]:
    return {sources.fold(line.partition("=")[0]) for line in sources.hand("city_names.txt")}
