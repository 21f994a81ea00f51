"""Label the texts that the tagger of the finder learns from, and export what it learned.

Run: python -m training.finder prepare WINDOWS.npz [--data FOLDER]
     python -m training.tagger WINDOWS.npz BASE WEIGHTS.pt
     python -m training.finder export WEIGHTS.pt BASE

BASE is a folder with all-MiniLM-L6-v2 (sha256 of model.safetensors 53aa5117...). Labels come from `training.spans`, the
bundled mentions, the factory, the open half of ``benchmarks/floor`` and, with ``--data``, the development files of
SPIA. A fifth of every source, by the hash of the id (`training.readings.is_measured`), is for measuring only.

Each token gets 16 logits of kinds (none and `training.spans.KINDS`), one that it helps to tell who somebody is, and one
that it does so by itself. The text is uncased: letter case is a signal of the finder's own, not of the encoder.
"""

import argparse
import hashlib
import json
import random
import re
import shutil
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from gyges.corpus import bundled_corpus, read_documents
from gyges.factory import make_documents
from gyges.reading.finder import pieces_of, vocabulary
from gyges.records import Document, IdentifierType, Mention
from training.readings import is_measured
from training.spans import EVERYDAY, KINDS, AnnotatedSpan, annotated, is_fitted

FLOOR = Path(__file__).parents[1] / "benchmarks" / "floor" / "open.jsonl"
GENRES = Path(__file__).parent / "spans" / "genres.jsonl"
UNKNOWN = -100
PACKAGED = Path(__file__).parents[1] / "src/gyges/reading/finder/weights"
WINDOW, STRIDE = 190, 158
COPIES = 6
"""How many copies of every text are made, each with noise of its own."""
SEED = 7
KIND_OF_TYPE = {
    "PERSON": "person",
    "CODE": "code",
    "LOC": "place",
    "ORG": "organisation",
    "DATETIME": "date",
}
"""TAB's types that are one of ours; DEM, QUANTITY and MISC are several."""
KIND_OF_FLOOR = {
    **dict.fromkeys(("school", "club", "pub", "church", "surgery", "firm_after_person"), "organisation"),
    **dict.fromkeys(("family_plural", "nickname", "initials"), "person"),
    **dict.fromkeys(("phone", "mail", "extension"), "contact"),
    **dict.fromkeys(("file_link", "profile_link"), "link"),
    **dict.fromkeys(("coordinates", "what3words", "plus_code"), "position"),
    "address": "address",
    "small_place": "place",
    "handle": "handle",
    "date_of_birth": "birth_date",
    "age_with_birthday": "age",
}
"""Kinds of the benchmark; those that begin with "person" are people, the rest are codes."""
TIMES = {
    "everyday": 4,
    "spans": 2,
    "planted": 4,
    "floor": 4,
    "genres": 4,
    "bundled": 2,
    "panorama": 2,
    "factory": 1,
    "tab": 1,
}
"""How often a pass shows the documents of a source: what is annotated by our conventions most."""


@dataclass(frozen=True, slots=True)
class Labelled:
    """A text with a kind, whether it helps to tell who somebody is, and whether by itself, for every character."""

    id: str
    source: str
    text: str
    kind: NDArray[np.int16]
    hides: NDArray[np.int16]
    direct: NDArray[np.int16]

    @classmethod
    def blank(cls, id: str, source: str, text: str, value: int = 0) -> "Labelled":
        """Return a text without spans, or one of which nothing is known."""
        return cls(id, source, text, *(np.full(len(text), value, dtype=np.int16) for _ in range(3)))

    def put(self, start: int, end: int, kind: str | None, hides: int, direct: int) -> None:
        """Label a span."""
        self.kind[start:end] = UNKNOWN if kind is None else KINDS.index(kind) + 1
        self.hides[start:end], self.direct[start:end] = hides, direct


def labelled(data: Path | None) -> Iterator[Labelled]:
    """Yield the texts of all sources."""
    for one in annotated():
        made = Labelled.blank(one.document.id, _source(one.document.id), one.document.text)
        order = {"not": 0, "together": 1, "direct": 2}
        for span in sorted(one.spans, key=lambda span: (order[span.how], span.start - span.end)):
            helps = int(span.how != "not" and not _tells_little(one.document.text, span))
            made.put(span.start, span.end, span.kind if helps else None, helps, int(span.how == "direct"))
        yield made
    for document in read_documents(GENRES):
        yield _of_mentions(document, "genres")
    for document in bundled_corpus():
        yield _of_mentions(document, "bundled")
    for document in make_documents(500, seed=SEED):
        yield _of_mentions(document, "factory")
    for line in FLOOR.read_text(encoding="utf-8").splitlines():
        yield _of_floor(json.loads(line))
    for source, name in (("tab", "tab_dev72"), ("panorama", "panorama_dev50")) if data else ():
        for document in read_documents(f"{data}/spia/entity_{name}.jsonl"):
            yield _of_mentions(document, source)


def _source(id: str) -> str:
    if id.startswith(EVERYDAY):
        return "everyday"
    return "planted" if id.startswith("planted") else "spans"


def _tells_little(text: str, span: AnnotatedSpan) -> bool:
    """Return True for a detail of a story and a vague date: annotators mark them, a reader of a release misses them."""
    if span.how != "together":
        return False
    words = text[span.start : span.end]
    return span.kind == "other" or (span.kind == "date" and len(words.split()) < 3 and not re.search(r"\d", words))


def _of_mentions(document: Document, source: str) -> Labelled:
    made = Labelled.blank(document.id, source, document.text)
    for one in document.mentions:
        helps = int(one.identifier is not IdentifierType.NO_MASK)
        direct = _is_direct(one) if source == "genres" else _may_be_direct(one)
        made.put(one.start, one.end, KIND_OF_TYPE.get(one.type) if helps else None, helps, direct)
    return made


def _is_direct(one: Mention) -> int:
    """Return the label of a mention whose annotators say what is direct; of a lone first name others say otherwise."""
    lone = one.type == "PERSON" and " " not in one.text.strip()
    direct = one.identifier is IdentifierType.DIRECT
    return UNKNOWN if lone and direct else int(direct)


def _may_be_direct(one: Mention) -> int:
    """Return the label of a mention whose annotators call direct what names one main person."""
    if one.identifier is IdentifierType.NO_MASK or one.type not in ("PERSON", "CODE", "LOC", "ORG"):
        return 0
    whole_name = one.type == "PERSON" and " " in one.text
    return 1 if one.identifier is IdentifierType.DIRECT or whole_name else UNKNOWN


def _of_floor(row: dict) -> Labelled:  # type: ignore[type-arg]
    made = Labelled.blank(row["id"], "floor", row["text"], UNKNOWN)
    for words in row["keep"]:
        for match in re.finditer(re.escape(words), row["text"]):
            made.put(*match.span(), None, 0, 0)
    for one in row["identifiers"]:
        kind = "person" if one["kind"].startswith("person") else KIND_OF_FLOOR.get(one["kind"], "code")
        for match in re.finditer(re.escape(one["words"]), row["text"]):
            made.put(*match.span(), kind, 1, 1)
    return made


_LOOKALIKE = str.maketrans("loseb", "10538")


def noisy(one: Labelled, chance: random.Random) -> Labelled:
    """Return a text as people chat or as a scanner reads it, now and then."""
    draw = chance.random()
    if draw < 0.12:  # no punctuation
        kept = [at for at, char in enumerate(one.text) if char not in ".,;:!?'\"()" or chance.random() < 0.2]
        text = "".join(one.text[at] for at in kept)
        return Labelled(one.id, one.source, text, one.kind[kept], one.hides[kept], one.direct[kept])
    if draw < 0.18:  # a scanner
        text = "".join(c.translate(_LOOKALIKE) if chance.random() < 0.03 else c for c in one.text)
        return Labelled(one.id, one.source, text, one.kind, one.hides, one.direct)
    return one


Window = tuple[list[int], NDArray[np.int16], NDArray[np.int16], NDArray[np.int16]]


def windows(one: Labelled) -> Iterator[Window]:
    """Yield the windows of a text as pieces, each with the labels of the first character of its word."""
    pieces, known = pieces_of(one.text), vocabulary()
    edge = np.array([UNKNOWN], dtype=np.int16)
    for at in range(0, max(1, len(pieces.ids) - (WINDOW - STRIDE)), STRIDE):
        here = pieces.starts[at : at + WINDOW]
        rows = (np.concatenate([edge, labels[here], edge]) for labels in (one.kind, one.hides, one.direct))
        yield ([known["[CLS]"], *pieces.ids[at : at + WINDOW], known["[SEP]"]], *rows)


def prepare(out: Path, data: Path | None) -> None:
    """Write the windows of the texts to learn from, in noisy copies, and of those to watch."""
    chance = random.Random(SEED)  # noqa: S311
    texts = [one for one in labelled(data) if not is_measured(one.id)]
    learned = [one for one in texts if not is_fitted(one.id)]
    sys.stdout.write(f"{len(learned)} texts, {sum(len(one.text) for one in learned):,} characters\n")
    rows = [
        (window, TIMES[one.source], copy)
        for one in learned for copy in range(COPIES) for window in windows(noisy(one, chance))
    ]  # fmt: skip
    rows += [(window, 0, 0) for one in texts if is_fitted(one.id) for window in windows(one)]
    packed = np.zeros((4, len(rows), WINDOW + 2), dtype=np.int32)
    packed[1:] = UNKNOWN
    for row, (window, _, _) in enumerate(rows):
        for which, values in enumerate(window):
            packed[which, row, : len(values)] = values
    names = dict(zip(("ids", "kind", "hides", "direct"), packed.astype(np.uint16).view(np.int16), strict=True))
    shown = {"times": np.array([row[1] for row in rows]), "copy": np.array([row[2] for row in rows])}
    np.savez_compressed(out, kinds=len(KINDS) + 1, **names, **shown)


def export(weights: Path, base: Path) -> None:
    """Write the tagger into the package as int8, and its vocabulary."""
    import torch
    from onnxruntime.quantization import QuantType, quantize_dynamic

    from training.tagger import Tagger

    model = Tagger(base, len(KINDS) + 1)
    model.load_state_dict({name: one.float() for name, one in torch.load(weights, map_location="cpu").items()})
    model.eval()
    whole = weights.with_suffix(".onnx")
    example = (torch.ones(2, 16, dtype=torch.long), torch.ones(2, 16, dtype=torch.long))
    axes = {0: "texts", 1: "tokens"}
    torch.onnx.export(
        model, example, whole, input_names=["input_ids", "attention_mask"], output_names=["logits"], dynamo=False,
        dynamic_axes={"input_ids": axes, "attention_mask": axes, "logits": axes}, opset_version=17,
    )  # fmt: skip
    made = PACKAGED / "tagger.onnx"
    quantize_dynamic(whole, made, weight_type=QuantType.QInt8, per_channel=True, reduce_range=True)
    whole.unlink()
    shutil.copy(base / "vocab.txt", PACKAGED / "vocab.txt")
    sys.stdout.write(f"{made.stat().st_size / 1e6:.1f} MB, sha256 {hashlib.sha256(made.read_bytes()).hexdigest()}\n")


def main() -> int:
    """Prepare or export."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    verbs = parser.add_subparsers(dest="verb", required=True)
    one = verbs.add_parser("prepare")
    one.add_argument("out", type=Path)
    one.add_argument("--data", type=Path, help="the folder with the development files of SPIA")
    one = verbs.add_parser("export")
    one.add_argument("weights", type=Path)
    one.add_argument("base", type=Path)
    asked = parser.parse_args()
    if asked.verb == "prepare":
        prepare(asked.out, asked.data)
    else:
        export(asked.weights, asked.base)
    return 0


if __name__ == "__main__":
    sys.exit(main())
