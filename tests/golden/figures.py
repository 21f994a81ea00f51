"""The gated figures: how good the reader and the finder are, by corpus and by tag, as ``gyges validate`` scores."""

import tomllib
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from golden.look import Look, scored_by_rules
from golden.sources import sources
from gyges.corpus import load_dataset, read_documents
from gyges.reading.finder import find_spans
from gyges.records import Document, JsonValue, Release
from gyges.scoring import Rate, ScoredDocument, span_recall, validate, validate_authors

Figures = dict[str, dict[str, float]]
"""By corpus, then by figure."""
FILE = Path(__file__).parent / "figures.toml"
ALLOWED = 0.002
"""How far a figure may fall below the recorded one."""
_HEAD = (
    "# Written by `python -m tests.golden accept`; a figure may not fall by more than 0.002.\n"
    "# People: subject_match, fact_accuracy, precision, and accuracy by tag. Authors: top_1, top_3, and top_1 by tag.\n"
    "# Masker, by the spans of the finder: R, ERdi, ERqi, and the share of masked words that had to be masked.\n"
)


def figures_of(looks: Iterable[Look]) -> Figures:
    """Return the figures of all corpora that were looked at."""
    by_part: dict[str, list[Look]] = {}
    for look in looks:
        by_part.setdefault(look.part, []).append(look)
    found: Figures = {}
    for part, some in by_part.items():
        documents = {document.id: document for document in sources(part)}
        found |= _scores(part, [look.scored for look in some if look.scored is not None])
        if part == "bundled":
            tested = {id_ for id_, document in documents.items() if document.meta.get("split") == "test"}
            found |= _scores("bundled_test", [look.scored for look in some if look.scored and look.scored.id in tested])
        if part in ("bundled", "spans", "languages"):
            found[f"{part}_masker"] = _mask_rates([documents[look.row["id"]] for look in some])
    return found


def data_figures(data: Path) -> Figures:
    """Return the figures on the development data: numbers only, no word of it is recorded."""
    found: Figures = {}
    for corpus, (benchmark, file) in _BENCHMARKS.items():
        found |= _scores(corpus, [scored_by_rules(one) for one in load_dataset(benchmark, data / file)])
    for corpus, file in _ENTITIES.items():
        found[corpus] = _mask_rates(list(read_documents(data / file)))
    return found


_BENCHMARKS = {
    "data_tab": ("spia-tab", "spia/spia_tab_dev72.jsonl"),
    "data_panorama": ("spia-panorama", "spia/spia_panorama_dev430.jsonl"),
    "data_reddit": ("reddit-synthetic", "reddit_synthetic/synthetic_dev300.jsonl"),
}
_ENTITIES = {
    "data_tab_masker": "spia/entity_tab_dev72.jsonl",
    "data_panorama_masker": "spia/entity_panorama_dev50.jsonl",
}


def _scores(corpus: str, scored: Sequence[ScoredDocument]) -> Figures:
    about_author = [one for one in scored if [subject.truth.id for subject in one.subjects] == ["author"]]
    about_people = [one for one in scored if one not in about_author]
    found: Figures = {}
    if about_people:
        people = validate(about_people)
        named = {
            "subject_match": people.subject_match,
            "fact_accuracy": people.fact_accuracy,
            "precision": people.subject_precision,
        }
        found[corpus] = _values({**named, **people.by_tag})
    if about_author:
        authors = validate_authors(about_author)
        found[f"{corpus}_authors"] = _values({"top_1": authors.top_1, "top_3": authors.top_3, **authors.by_tag})
    return found


def _mask_rates(documents: Sequence[Document]) -> dict[str, float]:
    releases = [Release(document.id, "", "mask", {"edits": _edits(document.text)}) for document in documents]
    rates = span_recall(documents, releases, mode="offsets")
    named = {"R": rates.recall, "ERdi": rates.er_direct, "ERqi": rates.er_quasi, "precision": rates.precision}
    return _values(named)


def _edits(text: str) -> list[JsonValue]:
    """Return what the finder finds as edits; an empty one keeps the trace readable where there is nothing."""
    made: list[JsonValue] = [{"start": one.start, "end": one.end, "text": ""} for one in find_spans(text)]
    return made or [{"start": 0, "end": 0, "text": ""}]


def _values(rates: Mapping[str, Rate]) -> dict[str, float]:
    return {name: round(rate.value, 4) for name, rate in rates.items() if rate.value is not None}


def fallen(recorded: Figures, now: Figures) -> list[str]:
    """Return a line for every recorded figure that fell too far or is gone; corpora not looked at are left alone."""
    return [
        f"{corpus} {name}: {then:.4f} -> {now[corpus].get(name, 'gone')}"
        for corpus, figures in recorded.items()
        if corpus in now
        for name, then in figures.items()
        if now[corpus].get(name, -1.0) < then - ALLOWED
    ]


def load_figures(path: Path = FILE) -> Figures:
    """Return the recorded figures; none where there are none."""
    return tomllib.loads(path.read_text(encoding="utf-8")) if path.exists() else {}


def save_figures(figures: Figures, path: Path = FILE) -> None:
    """Write the figures."""
    tables = (
        f"\n[{corpus}]\n" + "".join(f"{name} = {value:.4f}\n" for name, value in some.items())
        for corpus, some in figures.items()
    )
    path.write_text(_HEAD + "".join(tables), encoding="utf-8")
