"""Correct linkage on real pairs of originals and anonymised texts, three known claims made by rules.

Run: python benchmarks/linkage_pairs.py BIOGRAPHIES.jsonl COMMENTS.jsonl
The files hold `text` and `anonymized_text`, `response` and `anonymized_response`. Exit 1 unless the originals are
linked at 0.99 or better, and the anonymised texts within 0.05 of what three whole sentences gave on all pairs of both
sets. Claims are shorter than sentences. Where that is why fewer are linked, as with the first three claims of a
biography, which are name, dates of life and profession, more claims with as many words make up for it: then five claims
must link as often as three sentences do, within 0.05.
"""

import json
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TypeAlias, get_args

import anyio

from gyges.attacks.linkage import Claim, Draw, RulesClaimer, draw_auxiliary, open_linker
from gyges.reading import split_sentences
from gyges.records import Document
from gyges.scoring import Count, Rate, bootstrap_rate

KNOWN, MOST, ORIGINALS, ALLOWED = 3, 5, 0.99, 0.05
FIELDS = {"biographies": ("text", "anonymized_text"), "comments": ("response", "anonymized_response")}
EXPECTED: dict[str, dict[Draw, float]] = {  # measured on 239 and 207 pairs, with sentences and BM25 without stemming
    "biographies": {"random": 0.94, "first": 0.88, "last": 0.95},
    "comments": {"random": 0.96, "first": 0.98, "last": 0.95},
}
DRAWS: tuple[Draw, ...] = get_args(Draw)
Claims: TypeAlias = Mapping[str, Sequence[Claim]]
LINKERS = (
    ("bm25", "default"),
    ("bm25", "lucene"),
    ("bm25-vote", "default"),
)


def pairs(path: str, fields: tuple[str, str]) -> tuple[dict[str, str], dict[str, str]]:
    """Return originals and anonymised texts by the same ids."""
    rows = [json.loads(line) for line in Path(path).read_text(encoding="utf-8").splitlines()]
    original, anonymised = fields
    return (
        {f"{number:04}": row[original] for number, row in enumerate(rows)},
        {f"{number:04}": row[anonymised] for number, row in enumerate(rows)},
    )


async def by_rules(originals: Mapping[str, str]) -> dict[str, Sequence[Claim]]:
    """Return the claims of each text."""
    return {id: await RulesClaimer().claims(Document(id, text)) for id, text in originals.items()}


def by_sentences(originals: Mapping[str, str]) -> dict[str, Sequence[Claim]]:
    """Return the sentences of each text."""
    return {
        id: [Claim(text[span.start : span.end], span.start, span.end) for span in split_sentences(text)]
        for id, text in originals.items()
    }


def linked(
    claims: Claims,
    records: Mapping[str, str],
    how: Draw,
    k: int = KNOWN,
    linker: str = "bm25",
    analyzer: str = "default",
) -> Rate:
    """Return the correct linkage rate."""
    finder = open_linker(linker, analyzer=analyzer)
    finder.index(records)
    known = [draw_auxiliary(id, claims[id], how=how, k=k).texts for id in claims]
    ranked = finder.link(known, truths=list(claims))
    return bootstrap_rate([Count(row.linked == id, 1) for row, id in zip(ranked, claims, strict=True)])


def words_known(claims: Claims, how: Draw, k: int = KNOWN) -> float:
    """Return how many words an attacker knows on average."""
    drawn = [draw_auxiliary(id, claims[id], how=how, k=k).texts for id in claims]
    return sum(len(text.split()) for texts in drawn for text in texts) / len(drawn)


def tables(claims: Claims, originals: Mapping[str, str], anonymised: Mapping[str, str]) -> None:
    """Print the rates of all linkers, and of all numbers of claims."""
    for linker, analyzer in LINKERS:
        for records, texts in (("originals", originals), ("anonymised", anonymised)):
            rates = [linked(claims, texts, how, linker=linker, analyzer=analyzer) for how in DRAWS]
            print(f"    {linker:10} {analyzer:8} {records:10}  {shown(rates)}")
    for k in range(1, MOST + 1):
        words = "/".join(f"{words_known(claims, how, k):.0f}" for how in DRAWS)
        rates = [linked(claims, anonymised, how, k) for how in DRAWS]
        print(f"    bm25, {k} known ({words} words), anonymised  {shown(rates)}")


def shown(rates: Sequence[Rate]) -> str:
    """Return rates with their intervals."""
    return "  ".join(f"{how} {r.value:.3f} [{r.low:.3f}, {r.high:.3f}]" for how, r in zip(DRAWS, rates, strict=True))


def report(name: str, path: str) -> bool:
    """Print all figures of one set and tell whether they are as they should be."""
    originals, anonymised = pairs(path, FIELDS[name])
    rules, sentences = anyio.run(by_rules, originals), by_sentences(originals)
    print(f"\n{name}: {len(originals)} pairs")
    for claimer, claims in (("rules", rules), ("sentences", sentences)):
        print(f"  claims by {claimer}: {sum(map(len, claims.values())) / len(claims):.1f} a record")
        tables(claims, originals, anonymised)
    good = True
    for how in DRAWS:
        before, after = value(linked(rules, originals, how)), value(linked(rules, anonymised, how))
        near = abs(after - EXPECTED[name][how]) <= ALLOWED
        more, whole = value(linked(rules, anonymised, how, MOST)), value(linked(sentences, anonymised, how))
        verdict = "as expected" if near else f"{MOST} claims {more:.3f}, {KNOWN} sentences {whole:.3f}"
        print(f"  {how}: originals {before:.3f}, anonymised {after:.3f}, expected {EXPECTED[name][how]:.2f}: {verdict}")
        good &= before >= ORIGINALS and (near or abs(more - whole) <= ALLOWED)
    return good


def value(rate: Rate) -> float:
    """Return the value of a rate that has one."""
    assert rate.value is not None
    return rate.value


def main(biographies: str, comments: str) -> int:
    """Report both sets."""
    good = [report("biographies", biographies), report("comments", comments)]
    return 0 if all(good) else 1


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:3]))
