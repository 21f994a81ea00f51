"""How far the annotators of a project agree: each pair, all of them, and where they differ most."""

import math
import random
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from functools import partial
from itertools import combinations
from typing import Any, Generic, TypeVar

from gyges.scoring import FactAgreement, MentionAgreement, align, compare_by_rules
from gyges.scoring.agreement import (
    MentionsCompared,
    PeopleCompared,
    compare_mentions,
    compare_people,
    fact_figures,
    mention_figures,
)
from gyges.studio._kinds._agreed import MOST_ALIGNED
from gyges.studio._kinds._mentions import MENTIONS, MentionsBody, mentions_of
from gyges.studio._kinds._people import PeopleBody, people_of
from gyges.studio._kinds._people_remarks import PEOPLE
from gyges.studio._project import Project
from gyges.studio._store._sheets import Sheet

C = TypeVar("C", PeopleCompared, MentionsCompared)
_LAST = ("agreement",)


def share_out(
    items: Sequence[int], people: Sequence[str], *, overlap: float, each: int = 2, seed: int = 0
) -> dict[str, list[int]]:
    """Give every text to one person, and a share of them to several.

    Everybody gets the same number, give or take one round; which texts and who with whom is drawn.
    """
    chance = random.Random(seed)  # noqa: S311 (a draw that can be drawn again)
    drawn = chance.sample(list(items), len(items))
    several = round(overlap * len(drawn))
    held: dict[str, list[int]] = {name: [] for name in people}
    for place, item in enumerate(drawn):
        wanted = min(each if place < several else 1, len(people))
        # Who has least so far, in an order drawn anew each time: pairs of people mix.
        least = sorted(chance.sample(list(people), len(people)), key=lambda name: len(held[name]))
        for name in least[:wanted]:
            held[name].append(item)
    return {name: sorted(mine) for name, mine in held.items()}


@dataclass(frozen=True, slots=True)
class AgreementFigures:
    """How far annotators agree; None where no two of them have finished the same document."""

    people: FactAgreement | None  # on people and facts
    people_documents: int  # documents whose people several have finished
    mentions: MentionAgreement | None  # on mentions
    mentions_documents: int  # documents whose mentions several have finished


@dataclass(frozen=True, slots=True)
class ProjectAgreement:
    """How far everybody agrees."""

    pairs: dict[tuple[str, str], AgreementFigures]  # each two annotators that have both finished a document
    everybody: AgreementFigures  # all pairs together
    differences: dict[int, tuple[int, int]]
    waiting: int  # pairs of sheets that are not compared yet, and so not in the figures
    too_big: int  # pairs of sheets with too many people to be compared here, which are not in the figures either


@dataclass(frozen=True)
class _Compared(Generic[C]):
    """Comparisons of one kind of sheets: by document, and in it by pair of authors."""

    documents: dict[int, dict[tuple[str, str], C]]
    waiting: int
    too_big: int

    def pairs(self) -> set[tuple[str, str]]:
        return {pair for found in self.documents.values() for pair in found}

    def of(self, pair: tuple[str, str]) -> list[list[C]]:
        return [[found[pair]] for found in self.documents.values() if pair in found]

    def all(self) -> list[list[C]]:
        return [list(found.values()) for found in self.documents.values()]

    def differences(self, item: int) -> int:
        return sum(compared.differences for compared in self.documents.get(item, {}).values())


def project_agreement(project: Project, *, seconds: float = math.inf) -> ProjectAgreement:
    """Compare all finished sheets of people and of mentions, each two annotators of a document.

    What was compared is kept for the next time; where no sheet has changed since, so are the figures.
    """
    until = time.monotonic() + seconds
    heads = {kind.name: [head for head in project.sheets.heads(kind.name) if head.done] for kind in (PEOPLE, MENTIONS)}
    state = tuple((head.kind, head.item, head.author, head.version) for found in heads.values() for head in found)
    kept: tuple[object, ProjectAgreement] | None = project.worked_out.get(_LAST)
    if kept is not None and kept[0] == state:
        return kept[1]
    people = _compared(project, heads[PEOPLE.name], _people, until)
    mentions = _compared(project, heads[MENTIONS.name], _mentions, until)
    found = ProjectAgreement(
        pairs={
            pair: _figures(people.of(pair), mentions.of(pair)) for pair in sorted(people.pairs() | mentions.pairs())
        },
        everybody=_figures(people.all(), mentions.all()),
        differences={
            item: (people.differences(item), mentions.differences(item))
            for item in sorted({*people.documents, *mentions.documents})
        },
        waiting=people.waiting + mentions.waiting,
        too_big=people.too_big + mentions.too_big,
    )
    if not found.waiting:
        project.worked_out[_LAST] = (state, found)
    return found


def _figures(people: Sequence[list[PeopleCompared]], mentions: Sequence[list[MentionsCompared]]) -> AgreementFigures:
    on_people = fact_figures(people) if people else None
    on_mentions = mention_figures(mentions) if mentions else None
    return AgreementFigures(on_people, len(people), on_mentions, len(mentions))


def _compared(
    project: Project, heads: Sequence[Sheet], compare: Callable[[Any, Any], C | None], until: float
) -> _Compared[C]:
    by_item: dict[int, list[Sheet]] = {}
    for head in heads:
        by_item.setdefault(head.item, []).append(head)
    found: dict[int, dict[tuple[str, str], C]] = {}
    waiting = too_big = 0
    for item, held in by_item.items():
        for one, two in combinations(held, 2):
            key = (one.kind, item, one.author, one.version, two.author, two.version)
            if key not in project.worked_out and time.monotonic() > until:
                waiting += 1
                continue
            try:
                work = _once(project, key, partial(_of_sheets, project, (one, two), compare))
                compared = work.result(None if until == math.inf else max(0.0, until - time.monotonic()))
            except TimeoutError:
                waiting += 1
                continue
            if compared is None:
                too_big += 1
            else:
                found.setdefault(item, {})[one.author, two.author] = compared
    return _Compared(found, waiting, too_big)


def _once(project: Project, key: tuple[object, ...], work: Callable[[], C | None]) -> "Future[C | None]":
    """Start work in a thread of its own, or return what was started when somebody asked for it before."""
    with project.working:
        known: Future[C | None] | None = project.worked_out.get(key)
        if known is not None:
            return known
        future: Future[C | None] = Future()
        project.worked_out[key] = future
    threading.Thread(target=_do, args=(future, work), name="comparing", daemon=True).start()
    return future


def _do(future: "Future[C | None]", work: Callable[[], C | None]) -> None:
    try:
        future.set_result(work())
    except Exception as error:  # noqa: BLE001 - raised again by whoever asks for the result
        future.set_exception(error)


def _of_sheets(project: Project, heads: Sequence[Sheet], compare: Callable[[Any, Any], C | None]) -> C | None:
    return compare(*(project.sheets.get(head.kind, head.item, head.author).body for head in heads))


def _people(one: Any, two: Any) -> PeopleCompared | None:
    first, second = (people_of(PeopleBody.model_validate(body)) for body in (one, two))
    if len(first) * len(second) > MOST_ALIGNED:
        return None
    return compare_people(first, second, align, compare_by_rules())


def _mentions(one: Any, two: Any) -> MentionsCompared:
    first, second = (mentions_of(MentionsBody.model_validate(body)) for body in (one, two))
    return compare_mentions(first, second)
