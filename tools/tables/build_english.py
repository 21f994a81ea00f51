"""What English words can be: ``english.tsv.gz``, from LemmInflect and Brill's lexicon."""

import gzip
from pathlib import Path

__all__ = ["english_table"]


def english_table(lemmas: Path, lexicon: Path) -> bytes:
    """Return the table, packed: word in lower case, its parts of speech with dictionary forms, its usual tag.

    Args:
        lemmas: ``lemma_lu.csv.gz`` of LemmInflect.
        lexicon: ``en-lexicon.txt`` of TextBlob.
    """
    rows: dict[str, list[str]] = {}
    for line in gzip.decompress(lemmas.read_bytes()).decode("utf-8").splitlines():
        word, part, forms = line.split(",")
        if word == word.lower():
            rows.setdefault(word, []).append(f"{part}={forms.split('/')[0]}")
    usual = dict(_usual_tags(lexicon))
    lines = [f"{word}\t{' '.join(parts)}\t{usual.get(word, '')}" for word, parts in sorted(rows.items())]
    return gzip.compress("\n".join([*lines, ""]).encode("utf-8"), mtime=0)


def _usual_tags(lexicon: Path) -> "list[tuple[str, str]]":
    pairs = (line.split(" ") for line in lexicon.read_text(encoding="utf-8").splitlines() if not line.startswith(";"))
    return [(pair[0], pair[1]) for pair in pairs if len(pair) == 2]
