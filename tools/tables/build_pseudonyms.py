"""Build the pools invented names are drawn from, out of the tables of ``gyges.reading``.

Run: python -m tools.tables.build_pseudonyms

A pool is part of what a key means: another pool gives other pseudonyms for the same key. Build it only on purpose.
"""

import random
import sys
from collections import defaultdict
from pathlib import Path

import gyges.anonymizers.replacement
from gyges.reading.lexicon._load import common_words, is_common_word, read_pairs
from gyges.reading.lexicon._names import country, kin_words, titles
from gyges.reading.places._gazetteer import city, city_rows, region_names
from gyges.reading.time._dates import months

_FOLDER = Path(gyges.anonymizers.replacement.__file__).parent / "pools"
_GIVEN, _SURNAMES, _PER_ORIGIN = 600, 4000, 60
_CITIES, _LEAST_CITIES, _REGIONS = 20, 3, 8
_LONGEST = 14  # letters of a town's name that stands well in any sentence


def _taken() -> set[str]:
    return {*titles(), *kin_words(), *months(), *common_words()}


def _given() -> tuple[list[str], list[str]]:
    women: list[tuple[int, str]] = []
    men: list[tuple[int, str]] = []
    taken, surnames, places = _taken(), read_pairs("surnames.tsv.xz"), city_rows()
    for key, row in read_pairs("first_names.tsv.xz").items():
        share, weight, ambiguous, _ = row.split("\t")
        plain = key.isascii() and key.isalpha() and 4 <= len(key) <= 9
        if ambiguous or not plain or key in taken or key in surnames or key in places or country(key):
            continue
        if not 3 < int(share) < 97:
            (women if int(share) >= 97 else men).append((-int(weight), key))
    return [key for _, key in sorted(women)[:_GIVEN]], [key for _, key in sorted(men)[:_GIVEN]]


def _surnames() -> list[str]:
    names, taken, first, places = read_pairs("surnames.tsv.xz"), _taken(), read_pairs("first_names.tsv.xz"), city_rows()
    by_origin: defaultdict[str, list[str]] = defaultdict(list)
    for key, origin in names.items():
        plain = key.isascii() and key.isalpha() and 5 <= len(key) <= 9
        if plain and key not in taken and key not in first and key not in places and not country(key):
            by_origin[origin].append(key)
    chance = random.Random(4)  # noqa: S311
    for keys in by_origin.values():
        chance.shuffle(keys)
    some = [key for origin, keys in sorted(by_origin.items()) if origin for key in keys[:_PER_ORIGIN]]
    return sorted([*some, *by_origin[""]][:_SURNAMES])


def _stands_well(name: str) -> bool:
    """Tell whether the name of a town is short and written in letters every reader knows."""
    plain = name.replace(" ", "")
    return plain.isalpha() and name.count(" ") < 2 and len(name) <= _LONGEST and all(map(_is_usual, plain))


def _is_usual(letter: str) -> bool:
    return ord(letter) < 0x180 or 0x1EA0 <= ord(letter) <= 0x1EF9  # Latin, and that of Vietnamese


def _places() -> list[str]:
    towns: defaultdict[str, list[tuple[int, str]]] = defaultdict(list)
    for key in city_rows():
        found = city(key)
        if found is None or found[0] or is_common_word(key) or country(key):
            continue  # a part of a city, or a word
        _, shown, spots = found
        if shown.startswith(("=", "-")) or key.startswith("the ") or key in read_pairs("first_names.tsv.xz"):
            continue  # another spelling of a city
        name = shown or " ".join(word.capitalize() for word in key.split(" "))
        if len({spot.iso for spot in spots}) == 1 and _stands_well(name):
            towns[spots[0].iso].append((-spots[0].size, name))
    regions: defaultdict[str, list[str]] = defaultdict(list)
    for (iso, _), name in sorted(region_names().items()):
        regions[iso].append(name)
    return [
        "\t".join(
            (iso, ";".join(name for _, name in sorted(found)[:_CITIES]), ";".join(sorted(regions[iso])[:_REGIONS]))
        )
        for iso, found in sorted(towns.items())
        if len(found) >= _LEAST_CITIES
    ]


def main() -> None:
    """Write the pools."""
    _FOLDER.mkdir(exist_ok=True)
    women, men = _given()
    names = [("women", women), ("men", men), ("surnames", _surnames())]
    rows = "".join(f"[{name}] {' '.join(word.capitalize() for word in words)}\n" for name, words in names)
    (_FOLDER / "names.txt").write_text(rows, encoding="utf-8")
    (_FOLDER / "places.tsv").write_text("\n".join(_places()) + "\n", encoding="utf-8")
    sys.stdout.write(f"{len(women)} women, {len(men)} men, {len(names[2][1])} surnames, {len(_places())} countries\n")


if __name__ == "__main__":
    main()
