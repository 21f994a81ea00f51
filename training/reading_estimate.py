"""Fits and measures the estimate of the strong reader that goes by what `local` told (`scoring/estimate/_reading.py`).

python -m training.reading_estimate record TEXTS.jsonl ANSWERS.jsonl BASE.gguf    keeps what `local` answered
python -m training.reading_estimate fit        fits on readings of watched documents, and writes local.json
python -m training.reading_estimate measure    holds the estimate against the readings that are for measuring only

`local` learned most recorded readings by heart, so what it tells of those says nothing of what it tells of a text of
yours. It is fitted on the readings that were only watched (`training.local.is_watched`), a few weights on top of what
the light make says, which was fitted on all.
"""

import argparse
import gzip
import json
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path

import numpy as np

import gyges.scoring.estimate as room
from gyges.records import Finding
from gyges.scoring import score_document
from gyges.scoring.estimate._light import light_model
from gyges.scoring.estimate._reading import FactTold, read_design, reading_model, told_of
from training.estimate import Floats, Row, figures, predicted, regressed, rows_of, say
from training.gguf import Gguf, token_bytes
from training.local import _people, is_watched
from training.readings import FOLDER, LocalAnswer, Reading, answer_key, local_answers, readings

WEIGHTS = Path(room.__file__).parent / "local.json"
VERSION = "local-1"
RIDGE = 3.0


@dataclass(frozen=True, slots=True)
class ReadRow:
    """One true fact in one release: what the light make says, what `local` told, and what the strong reader did."""

    row: Row
    light: float
    told: FactTold


def read_rows(chosen: Iterable[Reading], answers: dict[str, LocalAnswer]) -> list[ReadRow]:
    """Return a row for every fact that counts in releases that `local` read to the end."""
    model = light_model()
    rows: list[ReadRow] = []
    for one in chosen:
        answer = answers.get(answer_key(one.release.text))
        if answer is None or not answer.whole:
            continue
        own = rows_of(one, dict(model.guesses))
        light = predicted(own, np.array(model.weights), model.tags).tolist()
        found = Finding(one.document.id, "local", _people(answer.text, answer.whole, one.release.text))
        scored = score_document(one.document, found, release=one.release)
        told = [told_of(v, known=person.matched_to is not None) for person in scored.subjects for v in person.verdicts]
        rows += [ReadRow(*each) for each in zip(own, light, told, strict=True)]
    return rows


def columns(rows: Sequence[ReadRow]) -> Floats:
    """Return the columns of the model."""
    return read_design([row.light for row in rows], [row.told for row in rows])


def chances_of(rows: Sequence[ReadRow], weights: Floats) -> Floats:
    """Return the chances that weights give to rows."""
    chances: Floats = 1 / (1 + np.exp(-(columns(rows) @ weights)))
    return chances


def fitted(rows: Sequence[ReadRow]) -> Floats:
    """Return the weights."""
    return regressed(columns(rows), np.array([row.row.leaked for row in rows]), RIDGE)


def errors(rows: Sequence[ReadRow]) -> tuple[float, float]:
    """Return the error of a release of a method never seen, and of a single document, each one standard deviation.

    Both come from weights that saw neither the document nor the method. A method has few documents here, so the first
    holds some of the second too and is rather too large.
    """
    by_method, residuals = [], []
    for method in sorted({row.row.method for row in rows}):
        off = []
        for id in sorted({row.row.document for row in rows if row.row.method == method}):
            weights = fitted([row for row in rows if row.row.method != method and row.row.document != id])
            own = [row for row in rows if row.row.method == method and row.row.document == id]
            off.append(float(np.mean(chances_of(own, weights) - [row.row.leaked for row in own])))
        by_method.append(float(np.mean(off)))
        residuals += [one - by_method[-1] for one in off]
    return float(np.sqrt(np.mean(np.square(by_method)))), float(np.std(residuals))


def record(texts: Path, answered: Path, base: Path) -> None:
    """Keep the answers, given as tokens, to texts."""
    spelled = token_bytes(Gguf(base).fields["tokenizer.ggml.tokens"])
    keys = {json.loads(line)["key"] for line in texts.read_text(encoding="utf-8").splitlines()}
    rows = [json.loads(line) for line in answered.read_text(encoding="utf-8").splitlines()]
    with gzip.GzipFile(FOLDER / "local.jsonl.gz", "wb", mtime=0) as out:
        for row in sorted((one for one in rows if one["key"] in keys), key=lambda one: one["key"]):
            text = b"".join(spelled[id] for id in row["ids"]).decode("utf-8", "replace").removesuffix("<|im_end|>")
            kept = {"key": row["key"], "answer": text, "whole": row["whole"]}
            out.write((json.dumps(kept, ensure_ascii=False) + "\n").encode())
    say(f"{len(rows)} answers, {sum(row['whole'] for row in rows)} of them to the end")


def fit() -> None:
    """Fit on what was watched, and write the weights."""
    chosen = [one for one in readings() if not one.measured and is_watched(one.document.id)]
    rows = read_rows(chosen, dict(local_answers()))
    by_method, by_document = errors(rows)
    releases = len({(row.row.document, row.row.method) for row in rows})
    model = {
        "version": VERSION,
        "trained_on": f"{releases} releases of {len({row.row.document for row in rows})} invented documents read by a "
        f"strong language model and by 'local', {date.today().isoformat()}; {light_model().version}",
        "weights": [round(weight, 5) for weight in fitted(rows).tolist()],
        "method_error": round(by_method, 4),
        "document_error": round(by_document, 4),
    }
    WEIGHTS.write_text(json.dumps(model, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    say(f"{len(rows)} facts; {model['trained_on']}; error by method {by_method:.3f}, by document {by_document:.3f}")


def measure() -> None:
    """Print the figures on what is for measuring only, beside those of the light make on the same facts."""
    model, rows = reading_model(), read_rows((one for one in readings() if one.measured), dict(local_answers()))
    plain, light = [row.row for row in rows], np.array([row.light for row in rows])
    leaked = np.array([row.leaked for row in plain])
    told = np.array([row.told.right + row.told.half / 2 for row in rows])
    say(f"told by the strong reader {leaked.mean():.3f}, by local {told.mean():.3f}")
    figures(plain, light, light_model())
    figures(plain, chances_of(rows, np.array(model.weights)), model)


def main() -> int:
    """Record, fit or measure."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    steps = parser.add_subparsers(dest="step", required=True)
    one = steps.add_parser("record")
    for name in ("texts", "answers", "base"):
        one.add_argument(name, type=Path)
    steps.add_parser("fit")
    steps.add_parser("measure")
    asked = parser.parse_args()
    if asked.step == "record":
        record(asked.texts, asked.answers, asked.base)
    else:
        {"fit": fit, "measure": measure}[asked.step]()
    return 0


if __name__ == "__main__":
    sys.exit(main())
