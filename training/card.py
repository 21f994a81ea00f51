"""Writes the figures of the model card: ``python -m training.card --figures eval.json --log log.jsonl``.

``card.json`` beside the adapter holds everything with intervals; in ``card.md`` the part between the two marks is
replaced. The words around it are written by hand.
"""

import argparse
import hashlib
import json
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from gyges.models import TINY_BASE

FOLDER = Path(__file__).parents[1] / "src" / "gyges" / "attacks" / "tiny"
MARKS = "<!-- figures -->", "<!-- end of figures -->"
NAMES = {
    "spia_tab_dev72": "SPIA court decisions",
    "tab_masked, masked": "SPIA court decisions, masked (DIRECT and QUASI)",
    "spia_panorama_dev430": "SPIA posts",
    "written": "written one by one, and bundled",
    "written, masked": "written one by one, and bundled, masked",
    "releases": "originals as a strong reader got them",
    "releases, masked": "releases as a strong reader got them",
    "factory, genre left out": "factory, genre left out",
    "factory, genre left out, masked": "factory, genre left out, masked",
}
COLUMNS = {
    "subject_match": "people found",
    "fact_accuracy": "facts right, of people found",
    "fact_accuracy_all": "facts right, of all",
    "subject_precision": "people named who are real",
}
ATTACKERS = ("rules", "tiny", "rules+tiny")
PRIOR = "blind prior"


def card(figures: Mapping[str, Any], log: list[dict[str, Any]], authors: Mapping[str, Any]) -> dict[str, Any]:
    """Return what the card says, for programs."""
    adapter = FOLDER / "adapter.gguf"
    kept = ("trained", "watched", "watch", "repeat", "rank", "alpha", "dropout", "rate", "batch_tokens", "seed")
    return {
        "name": "gyges-tiny",
        "base": {"file": TINY_BASE.file, "licence": TINY_BASE.licence, "sha256": TINY_BASE.sha256},
        "adapter": {
            "file": adapter.name,
            "bytes": adapter.stat().st_size,
            "sha256": hashlib.sha256(adapter.read_bytes()).hexdigest(),
        },
        "training": {**{name: log[0][name] for name in kept}, **log[-1]},
        "figures": {
            NAMES[name]: {
                attacker: {figure: result[figure] for figure in (*COLUMNS, "cpr")}
                for attacker, result in figures[name].items()
            }
            for name in NAMES
        },
        "authors_of_comments": dict(authors),
        "reliability": json.loads((FOLDER / "calibration.json").read_text(encoding="utf-8"))["reliability"],
    }


def lines(whole: Mapping[str, Any]) -> Iterator[str]:
    """Yield the lines of the part of ``card.md`` that holds figures."""
    yield "| file | sha256 |\n| --- | --- |"
    yield f"| `{whole['adapter']['file']}` | `{whole['adapter']['sha256']}` |"
    yield f"| base weights | `{whole['base']['sha256']}` |\n"
    yield f"| text | attacker | {' | '.join(COLUMNS.values())} | CPR |"
    yield "| --- " * (len(COLUMNS) + 3) + "|"
    for name, results in whole["figures"].items():
        for attacker in ATTACKERS:
            cells = " | ".join(_share(results[attacker][figure]) for figure in COLUMNS)
            yield f"| {name if attacker == ATTACKERS[0] else ''} | {attacker} | {cells} | {_cpr(results[attacker])} |"
        blind = results[PRIOR]
        yield f"| | reads nothing | | {_share(blind['fact_accuracy'])} | | | {_cpr(blind)} |"
    yield "\n| authors of comments | first guess right |\n| --- | --- |"
    for attacker, rate in whole["authors_of_comments"].items():
        yield f"| {attacker} | {_share(rate)} [{rate['low']:.0%}-{rate['high']:.0%}] |"
    for what, rows in whole["reliability"].items():
        yield f"\n| certainty, {what} | facts | promised | right |\n| --- | --- | --- | --- |"
        for row in rows:
            yield f"| {row['certainty']} | {row['facts']:,} | {row['expected']:.0%} | {row['right']:.0%} |"


def _share(rate: Mapping[str, float]) -> str:
    return f"{rate['numerator']:g}/{rate['denominator']:g} ({rate['value']:.0%})"


def _cpr(result: Mapping[str, Mapping[str, float]]) -> str:
    return f"{result['cpr']['value']:.2f}"


def main() -> int:
    """Write both files."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--figures", type=Path, required=True, help="what training.evaluate --json wrote")
    parser.add_argument("--log", type=Path, required=True, help="log.jsonl of the training of the adapter")
    parser.add_argument("--authors", type=Path, nargs="*", default=[], help="NAME.json of gyges validate --json")
    given = parser.parse_args()
    log = [json.loads(line) for line in given.log.read_text(encoding="utf-8").splitlines()]
    authors = {path.stem: json.loads(path.read_text(encoding="utf-8"))["top_1"] for path in given.authors}
    whole = card(json.loads(given.figures.read_text(encoding="utf-8")), log, authors)
    (FOLDER / "card.json").write_text(json.dumps(whole, indent=1) + "\n", encoding="utf-8")
    page = FOLDER / "card.md"
    before, _, rest = page.read_text(encoding="utf-8").partition(MARKS[0])
    _, _, after = rest.partition(MARKS[1])
    page.write_text(f"{before}{MARKS[0]}\n" + "\n".join(lines(whole)) + f"\n{MARKS[1]}{after}", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
