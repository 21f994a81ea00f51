"""Build the table of job titles of several words."""

import re

from tools.tables import sources

_MOST_WORDS = 3
_SKIP = frozenset(word for line in sources.hand("title_words.txt") for word in line.split())


def heads() -> set[str]:
    """Return the last words of the occupations written by hand."""
    found = set()
    for line in (sources.TABLES / "occupations.tsv").read_text(encoding="utf-8").splitlines():
        if line and line[0] != "#":
            _, name, _, forms = line.split("\t")
            for form in (name, *forms.split(";")):
                if form and not form.startswith("~"):
                    found.add(sources.fold(form).split(" ")[-1])
    return found


def titles() -> list[str]:
    """Return titles of two or three plain words that end in a known occupation, without ranks."""
    known = heads()
    kept = set()
    for title in sources.job_titles():
        key = sources.fold(title).replace("-", " ").strip()
        words = key.split(" ")
        plain = re.fullmatch(r"[a-z]+(?: [a-z]+)+", key)
        if plain and len(words) <= _MOST_WORDS and words[-1] in known and not _SKIP & set(words[:-1]):
            kept.add(key)
    return sorted(kept, key=lambda key: (key.split(" ")[::-1], key))
