"""Which make of the estimate of a strong reader a run has: one for all its releases, and never minutes unasked."""

from pathlib import Path

import pytest

import gyges
from gyges.corpus import write_documents
from gyges.errors import ConfigError
from gyges.models import TINY_BASE, ModelPool, weights_path
from gyges.records import Document, Fact, Release, Subject
from gyges.runs import Audit, AuditOptions, audit_corpus
from gyges.runs._strong import MOST_ASKED
from gyges.runs.benchmark import BenchmarkPlan, DatasetChoice, MethodChoice, prepare_benchmark


@pytest.fixture
def _weights() -> None:
    """Weights that are there and break whoever opens them."""
    pytest.importorskip("xllamacpp")
    pytest.importorskip("gguf")
    path = weights_path(TINY_BASE)
    path.parent.mkdir(parents=True)
    path.write_bytes(b"no weights")


def _documents(count: int) -> list[Document]:
    people = (Subject("0", "a nurse", (Fact("OCCUPATION", "Nurse", 5, 1),)),)
    return [Document(f"d{n}", f"A nurse walked {n} miles to the hospital on Monday.", people) for n in range(count)]


async def _audited(folder: Path, documents: list[Document], options: AuditOptions, releases: int = 2) -> list[Audit]:
    made = {f"r{n}": {one.id: Release(one.id, f"{n}: {one.text}", "t") for one in documents} for n in range(releases)}
    async with ModelPool() as pool:
        return await audit_corpus(documents, made, folder, pool, options=options)


def _makes(audits: list[Audit]) -> list[str]:
    return [audit.results.strong.by["make"] if audit.results.strong else "none" for audit in audits]


@pytest.mark.anyio
@pytest.mark.usefixtures("_weights")
async def test_many_texts_of_all_releases_together_are_not_put_to_the_verifier_unasked(tmp_path: Path) -> None:
    audits = await _audited(tmp_path, _documents(MOST_ASKED // 2 + 1), AuditOptions())
    assert all(make.startswith("light") for make in _makes(audits))


@pytest.mark.anyio
@pytest.mark.usefixtures("_weights")
async def test_who_asks_for_the_light_make_gets_it_where_the_weights_are(tmp_path: Path) -> None:
    (make, _) = _makes(await _audited(tmp_path, _documents(2), AuditOptions(strong="light")))
    assert make.startswith("light")


@pytest.mark.anyio
async def test_the_verifier_without_its_weights_is_refused_before_any_text_is_read(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="tiny"):
        await _audited(tmp_path, _documents(2), AuditOptions(strong="verified"))
    assert not list(tmp_path.iterdir())


def test_the_make_can_be_chosen_in_python() -> None:
    with pytest.raises(ConfigError, match="tiny"):
        gyges.audit(_documents(1), strong="verified")
    assert _makes([gyges.audit(_documents(2), strong="light")])[0].startswith("light")


@pytest.mark.anyio
@pytest.mark.usefixtures("_weights")
async def test_a_benchmark_counts_the_texts_of_all_its_cells(tmp_path: Path) -> None:
    write_documents(_documents(MOST_ASKED // 2 + 1), tmp_path / "own.jsonl")
    data = (DatasetChoice("own", str(tmp_path / "own.jsonl")),)
    async with ModelPool() as pool:
        one, two = (
            prepare_benchmark(BenchmarkPlan("test", datasets=data, methods=tuple(map(MethodChoice, methods))), pool)
            for methods in (("mask",), ("mask", "none"))
        )
    assert (one.audit_options("own", "rules").strong, two.audit_options("own", "rules").strong) == ("verified", "light")
