"""Looks at documents with the reader as it is now, in one process or several."""

from collections.abc import Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from multiprocessing import get_context

import anyio

from golden.rows import Row, row_of
from golden.sources import sources
from gyges.attacks import AuthorRulesAttack
from gyges.attacks._rules import finding_of
from gyges.reading import Reading, read_text, why_unread
from gyges.records import Document
from gyges.scoring import ScoredDocument, is_about_author, score_labelled, unscored_document


@dataclass(frozen=True, slots=True)
class Look:
    """What the reader says about a document now, and how good that is where the truth is known."""

    part: str
    row: Row
    scored: ScoredDocument | None


def look_at(part: str, document: Document, *, score: bool) -> Look:
    """Read a document once, for its row and its score."""
    reading = read_text(document.text)
    scored = scored_by_rules(document, reading) if score and document.subjects else None
    return Look(part, row_of(document, reading), scored)


def scored_by_rules(document: Document, reading: Reading | None = None) -> ScoredDocument:
    """Return what ``gyges validate`` scores: the attacker ``rules``, for one about its author the author attack."""
    if reason := why_unread(document.text):
        return unscored_document(document.id, document.subjects or (), reason)
    if is_about_author(document):
        finding = anyio.run(partial(AuthorRulesAttack().attack, document.text, id=document.id))
    else:
        finding = finding_of(reading or read_text(document.text), document.text, document.id, "rules")
    return score_labelled(document, finding)


def look_at_all(parts: Iterable[str], *, score: bool, jobs: int = 1) -> list[Look]:
    """Look at all documents of some parts."""
    wanted = [(part, document.id) for part in parts for document in sources(part)]
    if jobs == 1:
        return _look(wanted, score=score)
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
        shares = pool.map(partial(_look, score=score), [wanted[job::jobs] for job in range(jobs)])
        return [look for share in shares for look in share]


def _look(wanted: Sequence[tuple[str, str]], *, score: bool) -> list[Look]:
    by_id = {(part, document.id): document for part in {part for part, _ in wanted} for document in sources(part)}
    return [look_at(part, by_id[part, id_], score=score) for part, id_ in wanted]
