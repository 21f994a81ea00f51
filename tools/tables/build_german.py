"""Build the table of ordinary German nouns: any other word with a capital inside a sentence is a name of something."""

from tools.tables import sources

_SHORTEST = 4  # of a list that has many words nobody puts others before


def ordinary_words() -> list[str]:
    """Return the rows: words of a list made for pass phrases, and those written by hand."""
    listed = (sources.package("xkcdpass") / "static" / "ger-long").read_text(encoding="utf-8").split()
    lines = (sources.HAND / "german_words.txt").read_text(encoding="utf-8").splitlines()
    hand = {word for line in lines if not line.startswith("#") for word in line.split()}
    return sorted({word.lower() for word in [*listed, *hand] if len(word) >= _SHORTEST or word in hand})
